package live

import (
	"context"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi"
)

// Answers makes the answers of the read API, as its operations do. The zero Viewer is a visitor. Whatever a viewer may
// not see, or isn't there, is refused with a domain.Refusal.
type Answers interface {
	// CampaignPage is the answer of the operation campaign.
	CampaignPage(ctx context.Context, viewer readapi.Viewer, id ident.ID) (readapi.Page, error)
	// CampaignInsiders gives the members whose CampaignPage differs from a visitor's. Everybody else gets the
	// visitor's.
	CampaignInsiders(ctx context.Context, id ident.ID) ([]ident.ID, error)
	// SupportersFirst is the first page of the operation campaign-supporters.
	SupportersFirst(ctx context.Context, id ident.ID, limit int) (readapi.List[readapi.Supporter], error)
	// Cards gives the cards of campaigns, in any order, without those that are not there.
	Cards(ctx context.Context, ids []ident.ID) ([]readapi.Card, error)
	// PlatformTotals is the answer of the operation platform-totals.
	PlatformTotals(ctx context.Context) (readapi.Totals, error)
	// RecentContributions is the answer of the operation platform-recent.
	RecentContributions(ctx context.Context) ([]readapi.Recent, error)
	// DonationByID is the answer of the operation donation.
	DonationByID(ctx context.Context, viewer readapi.Viewer, id ident.ID) (readapi.Donation, error)
	// Me is the answer of the operation me.
	Me(ctx context.Context, viewer readapi.Viewer) (readapi.Me, error)
	// CampaignsOfContributions gives the campaigns that contributions were made to, by campaign_supporters. Those that
	// are not listed yet may be left out.
	CampaignsOfContributions(ctx context.Context, contributions []ident.ID) ([]ident.ID, error)
	// CampaignsOfOwners gives the newest campaigns of members, a bounded number.
	CampaignsOfOwners(ctx context.Context, members []ident.ID) ([]ident.ID, error)
	// CampaignsNaming gives the campaigns whose supporters' lists name members, a bounded number, the latest first.
	CampaignsNaming(ctx context.Context, members []ident.ID) ([]ident.ID, error)
	// MembersOfDonations gives the members who gave donations, by wallet_history; a guest is none.
	MembersOfDonations(ctx context.Context, donations []ident.ID) ([]ident.ID, error)
}

// supportersLimit is the default of the operation campaign-supporters.
const supportersLimit = 20
