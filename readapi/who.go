package readapi

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
)

// CampaignInsiders gives the members to whom CampaignPage shows more than to a visitor: the owner.
func (s *Service) CampaignInsiders(ctx context.Context, id ident.ID) ([]ident.ID, error) {
	return query(ctx, s, "a campaign's team", `SELECT owner FROM {campaigns} WHERE id = $1`, pgx.RowTo[ident.ID], id)
}

// CampaignsOfContributions gives the campaigns that contributions were made to.
func (s *Service) CampaignsOfContributions(ctx context.Context, contributions []ident.ID) ([]ident.ID, error) {
	return query(ctx, s, "the campaigns of contributions",
		`SELECT DISTINCT campaign FROM {campaign_supporters} WHERE contribution = ANY ($1::uuid[])`, pgx.RowTo[ident.ID], readmodel.Replanned, contributions)
}

// MembersOfDonations gives the members who gave donations; a guest is none.
func (s *Service) MembersOfDonations(ctx context.Context, donations []ident.ID) ([]ident.ID, error) {
	return query(ctx, s, "the members who gave", `SELECT DISTINCT member FROM {wallet_history}
		WHERE donation = ANY ($1::uuid[]) AND member <> '00000000-0000-0000-0000-000000000000'`, pgx.RowTo[ident.ID], readmodel.Replanned, donations)
}

// NamedCampaigns is how many campaigns show a member's new name at once; others do when they are next read.
const NamedCampaigns = 100

// CampaignsOfOwners gives the newest campaigns of members, at most NamedCampaigns.
func (s *Service) CampaignsOfOwners(ctx context.Context, members []ident.ID) ([]ident.ID, error) {
	return query(ctx, s, "the campaigns of members", `SELECT id FROM {campaigns} WHERE owner = ANY ($1::uuid[])
		ORDER BY launched_at DESC, id LIMIT $2`, pgx.RowTo[ident.ID], members, NamedCampaigns)
}

// CampaignsNaming gives the campaigns whose lists of supporters name members, at most NamedCampaigns, those they gave to
// last. Where somebody gave anonymously only, they are not named.
func (s *Service) CampaignsNaming(ctx context.Context, members []ident.ID) ([]ident.ID, error) {
	return query(ctx, s, "the campaigns that name members", `SELECT s.campaign
		FROM {members} m JOIN {campaign_supporters} s ON s.supporter = m.subject AND s.member = m.id AND s.state = 'listed' AND NOT s.anonymous
		WHERE m.id = ANY ($1::uuid[]) GROUP BY s.campaign ORDER BY max(s.at) DESC, s.campaign LIMIT $2`,
		pgx.RowTo[ident.ID], members, NamedCampaigns)
}
