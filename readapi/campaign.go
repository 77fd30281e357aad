package readapi

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
)

// The tables of a campaign's page and of its supporters.
var (
	PageTables      = append([]string{readmodel.CampaignSlugs}, CardTables...)
	SupporterTables = []string{readmodel.Supporters, readmodel.Members, readmodel.Campaigns}
)

// ErrNoCampaign refuses a campaign that does not exist, or is not shown.
var ErrNoCampaign = domain.Refuse(domain.NotFound, "campaign_not_found", "There is no such campaign.")

const pageSQL = `SELECT ` + cardColumns + `, c.story, c.needs, c.for_name, c.relationship, c.time_zone,
	CASE WHEN c.end_reason = '' AND c.ends_at <= $1 THEN 'end_date' ELSE c.end_reason END,
	coalesce(c.closed_at, CASE WHEN c.ends_at <= $1 THEN c.ends_at END), c.revised_at, c.revision, m.created_at, coalesce(m.bio, ''), coalesce(m.lang, '')
	FROM ` + cardSource + ` WHERE c.id = `

func scanPage(row pgx.CollectableRow) (Page, error) {
	var p Page
	var needs []readmodel.Need
	err := row.Scan(append(p.targets(), &p.Story, &needs, &p.BeneficiaryName, &p.Relationship, &p.TimeZone, &p.EndReason,
		&p.ClosedAt, &p.RevisedAt, &p.Revision, &p.OrganizerSince, &p.OrganizerBio, &p.OrganizerLang)...)
	p.settle()
	for _, t := range []**time.Time{&p.ClosedAt, &p.RevisedAt, &p.OrganizerSince} {
		utc(t)
	}
	p.Needs = make([]Need, len(needs))
	for i, n := range needs {
		p.Needs[i] = Need{ID: n.ID, Item: n.Item, Unit: n.Unit, Note: n.Note, Quantity: n.Quantity}
	}
	return p, err
}

// CampaignPage gives a campaign as its page shows it to a viewer. Errors: campaign_not_found.
func (s *Service) CampaignPage(ctx context.Context, v Viewer, id ident.ID) (Page, error) {
	return s.page(ctx, v, `$2::uuid`, id)
}

// CampaignBySlug gives the campaign that a slug leads to, present or past, or an id; it carries its present slug.
// Errors: campaign_not_found.
func (s *Service) CampaignBySlug(ctx context.Context, v Viewer, slug string) (Page, error) {
	var id *ident.ID
	if parsed, err := ident.Parse(slug); err == nil {
		id = &parsed
	}
	return s.page(ctx, v, `coalesce((SELECT l.campaign FROM {campaign_slugs} l WHERE l.slug = $2), $3::uuid)`, slug, id)
}

func (s *Service) page(ctx context.Context, v Viewer, which string, args ...any) (Page, error) {
	p, err := one(ctx, s, "campaign", pageSQL+which, scanPage, append([]any{s.c.Clock()}, args...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Page{}, ErrNoCampaign
	}
	p.CanEdit = !v.Member.IsNil() && v.Member == p.Organizer.ID
	return p, err
}

// supportersSQL names nobody who gave anonymously, whatever the row holds, and shows the line's id, never the
// contribution's own, which opens its receipt.
const supportersSQL = `SELECT s.line, s.kind,
	CASE WHEN s.anonymous THEN '' ELSE coalesce(m.name, s.name) END,
	CASE WHEN s.anonymous OR m.id IS NULL THEN '00000000-0000-0000-0000-000000000000' ELSE m.id END,
	s.anonymous, s.amount - s.refunded, s.currency, s.message, s.lang, s.at, (extract(epoch FROM s.at) * 1000000)::bigint,
	(SELECT count(*) FROM {campaign_supporters} a WHERE a.campaign = $1 AND a.state = 'listed')
	FROM {campaign_supporters} s LEFT JOIN {members} m ON m.id = s.member AND NOT s.anonymous
	WHERE s.campaign = $1 AND s.state = 'listed'
		AND (NOT $2::boolean OR s.at < $3 OR s.at = $3 AND s.line > $4::uuid)
	ORDER BY s.at DESC, s.line LIMIT $5`

type supporterLine struct {
	Supporter
	micros, total int64
}

func scanSupporter(row pgx.CollectableRow) (supporterLine, error) {
	var l supporterLine
	err := row.Scan(&l.ID, &l.Kind, &l.Person.Name, &l.Person.ID, &l.Anonymous, &l.Amount, &l.Currency, &l.Message, &l.Lang, &l.At,
		&l.micros, &l.total)
	l.At = l.At.UTC()
	return l, err
}

// SupportersFirst gives the newest contributions to a campaign. Errors: campaign_not_found.
func (s *Service) SupportersFirst(ctx context.Context, id ident.ID, limit int) (List[Supporter], error) {
	return s.Supporters(ctx, SupportersInput{IDInput: IDInput{ID: id}, Limit: limit})
}

// Supporters gives a page of a campaign's contributions, the newest first. Limit must be at least 1. Errors:
// campaign_not_found, bad_cursor.
func (s *Service) Supporters(ctx context.Context, in SupportersInput) (List[Supporter], error) {
	out := List[Supporter]{}
	name, err := listOf("supporters", in.ID)
	if err != nil {
		return out, err
	}
	from, paging, err := readCursor(in.Cursor, name)
	if err != nil {
		return out, err
	}
	lines, err := query(ctx, s, "supporters", supportersSQL, scanSupporter,
		in.ID, paging, time.UnixMicro(from.Keys[0]), from.ID, in.Limit+1)
	if err != nil {
		return out, err
	}
	if len(lines) == 0 {
		if out.Total, err = s.listedSupporters(ctx, in.ID); err != nil {
			return out, err
		}
	} else {
		out.Total = lines[0].total
	}
	lines, out.Next, err = paged(lines, in.Limit, name, func(l supporterLine) ([3]int64, ident.ID) {
		return [3]int64{l.micros}, l.ID
	})
	out.Items = make([]Supporter, len(lines))
	for i, l := range lines {
		out.Items[i] = l.Supporter
	}
	return out, err
}

// listedSupporters counts a campaign's contributions where no line says how many, and refuses a campaign that does not
// exist.
func (s *Service) listedSupporters(ctx context.Context, id ident.ID) (int64, error) {
	n, err := one(ctx, s, "supporters", `SELECT (SELECT count(*) FROM {campaign_supporters} a WHERE a.campaign = c.id AND a.state = 'listed')
		FROM {campaigns} c WHERE c.id = $1`, pgx.RowTo[int64], id)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrNoCampaign
	}
	return n, err
}

func (s *Service) campaign(ctx context.Context, in *SlugInput) (*Answer[Page], error) {
	viewer, cache := ViewerOf(ctx), forEveryone
	if !viewer.Member.IsNil() {
		cache = forOne
	}
	return answer(ctx, s, "campaign", in.ReadAfter, PageTables, cache, func(ctx context.Context) (Page, error) {
		return s.CampaignBySlug(ctx, viewer, in.Slug)
	})
}

func (s *Service) supporters(ctx context.Context, in *SupportersInput) (*Answer[List[Supporter]], error) {
	return answer(ctx, s, "campaign-supporters", in.ReadAfter, SupporterTables, forEveryone,
		func(ctx context.Context) (List[Supporter], error) { return s.Supporters(ctx, *in) })
}
