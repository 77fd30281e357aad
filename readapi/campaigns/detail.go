package campaigns

import (
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// ErrNoCampaign refuses a campaign that does not exist, or is not shown.
var ErrNoCampaign = domain.Refuse(domain.NotFound, "campaign_not_found", "There is no such campaign.")

// ErrCancelled refuses a campaign that was cancelled, to whoever is not of its team. It names the campaign's title and
// language, and the reason in its owner's words, as title, lang and reason.
var ErrCancelled = domain.Refuse(domain.Gone, "campaign_cancelled", "The campaign was cancelled.")

// ErrSuspended refuses a campaign that a moderator took off the public's sight, as ErrCancelled does; the reason is in the
// moderator's words.
var ErrSuspended = domain.Refuse(domain.Gone, "campaign_suspended", "The campaign is suspended.")

// hidden refuses a campaign that is not public, by its status, to whoever is neither of its team nor of the staff. Of one that
// never was public they are told nothing.
func hidden(status string) *domain.Refusal {
	switch status {
	case "in_review", "changes_requested", "rejected", "withdrawn":
		return ErrNoCampaign
	case "cancelled":
		return ErrCancelled
	case readmodel.Suspended:
		return ErrSuspended
	}
	return nil
}

// isStaff tells whether the viewer has any role: nothing of a campaign is hidden from them.
func isStaff(c *read.Call) bool { return len(c.Viewer.Roles) > 0 }

// DetailInput names a campaign by its slug or its id.
type DetailInput struct {
	read.ReadAfter
	Slug string `path:"slug" maxLength:"80"`

	id ident.ID // without a slug
}

// Detail is a campaign as its own document shows it: the one that a slug leads to, present or past, or an id; it carries
// its present slug. Errors: campaign_not_found, campaign_cancelled,
// campaign_suspended.
var Detail = read.Define(read.Query[DetailInput, CampaignDetail]{
	ID: "campaign", Path: "/api/campaigns/{slug}", Summary: "One campaign by slug or id",
	May: read.Anybody, Sees: read.Insiders(team),
	SQL: []*read.Statement{detailBySlug, detailByID}, Answer: detail,
	Live: &read.Live[DetailInput]{
		Topic: "campaign/{id}", On: slices.Concat(onCard, []read.On{read.ByKey(readmodel.CampaignUpdates),
			read.ByKey(readmodel.CampaignChanges)}),
		Quiet: []read.Quiet{quietHours, quietNeeds, quietTeam, quietEditors, {Table: readmodel.Shifts,
			Because: "how many are to come shows at the next reading, and the shifts themselves are pushed",
		}, {Table: readmodel.CampaignSlugs,
			Because: "a campaign's present slug is in its own row, too"}},
		Ask: func(key []string) (DetailInput, error) {
			id, err := ident.Parse(key[0])
			return DetailInput{id: id}, err
		},
	},
})

var detailSQL = `SELECT ` + cardColumns + `, c.story, c.needs, c.for_name AS beneficiary_name,
		c.relationship AS beneficiary_relationship, c.time_zone,
	CASE WHEN c.end_reason = '' AND c.ends_at <= $1 AND c.standing IN ('active',
	'paused') THEN 'end_date' ELSE c.end_reason END AS end_reason,
	coalesce(c.closed_at, CASE WHEN c.ends_at <= $1 AND c.standing IN ('active', 'paused') THEN c.ends_at END) AS closed_at,
	c.revised_at, c.revision, c.cancel_reason, c.stop_reason, c.waits_since,
	CASE WHEN g.id IS NULL THEN m.created_at ELSE g.opened_at END AS organizer_since,
	coalesce(g.description, m.bio, '') AS organizer_bio, coalesce(g.lang, m.lang, '') AS organizer_lang,
	` + readmodel.OrganizerPicture + ` AS "organizer.avatar",
	(SELECT coalesce(jsonb_object_agg(n.need, jsonb_build_array(n.received, n.pledged)), '{}')
		FROM {campaign_needs} n WHERE n.campaign = c.id) AS got,
	(SELECT count(*) FROM {campaign_updates:counted} u WHERE u.campaign = c.id) + c.changes AS updates, c.photo_alt,
	` + readmodel.VideoAddress + ` AS video,
	(SELECT count(*) FROM {shifts} s WHERE s.campaign = c.id AND s.starts_at > $1 AND s.cancelled_at IS NULL) AS shifts,
	` + readmodel.IsRun + ` AS can_edit,
	(SELECT count(*) FROM {campaign_team:counted} r WHERE r.campaign = c.id AND NOT r.owns) AS co_organizers,
	c.urgent_reason, c.urgent_until, c.calm_reason, c.urgent_at IS NOT NULL AS was_urgent, ` + permissionColumns + `
	FROM ` + cardSource + ` WHERE c.id = `

var (
	detailByID   = read.SQL(detailSQL + `$2::uuid`)
	detailBySlug = read.SQL(detailSQL + `coalesce((SELECT l.campaign FROM {campaign_slugs} l WHERE l.slug = $2), $3::uuid)`)
)

func detail(c *read.Call, in DetailInput) (CampaignDetail, error) {
	var d CampaignDetail
	var err error
	if !in.id.IsNil() {
		d, err = read.Row(c, detailByID, scanDetail, c.Now(), in.id)
	} else {
		var id *ident.ID
		if parsed, err := ident.Parse(in.Slug); err == nil {
			id = &parsed
		}
		d, err = read.Row(c, detailBySlug, scanDetail, c.Now(), in.Slug, id)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return CampaignDetail{}, ErrNoCampaign
	}
	if err != nil {
		return CampaignDetail{}, err
	}
	d.Owned = d.CanEdit && c.Viewer.Member == d.Organizer.ID
	d.Staff = isStaff(c)
	if refused := hidden(d.Status); refused != nil && !d.CanEdit && !d.Staff {
		switch refused {
		case ErrCancelled:
			refused = refused.With("title", d.Title).With("lang", d.Lang).With("reason", d.CancelReason)
		case ErrSuspended:
			refused = refused.With("title", d.Title).With("lang", d.Lang).With("reason", d.StopReason)
		}
		return CampaignDetail{}, refused
	}
	if !d.CanEdit && !d.Staff { // why it was to change before it was public is nobody else's to read
		d.StopReason, d.CalmReason, d.WasUrgent, d.Money = "", "", false, nil
	}
	if !d.Urgent {
		d.UrgentReason, d.UrgentUntil = "", nil
	}
	return d, nil
}

// detailRow is a campaign with what it asks for and what of that it got.
type detailRow struct {
	CampaignDetail
	Asked []readmodel.Need    `db:"needs"`
	Got   map[string][2]int64 `db:"got"` // received and pledged, by the need
	Money permissionRow       `db:"money"`
}

func scanDetail(row pgx.CollectableRow) (CampaignDetail, error) {
	r, err := rowscan.Row[detailRow](row)
	d := r.CampaignDetail
	d.normalize()
	d.Money = r.Money.permission()
	for _, t := range []**time.Time{&d.ClosedAt, &d.RevisedAt, &d.WaitsSince, &d.OrganizerSince, &d.UrgentUntil} {
		read.UTC(t)
	}
	d.Needs = make([]Need, len(r.Asked))
	for i, n := range r.Asked {
		so := r.Got[n.ID.String()]
		d.Needs[i] = Need{
			ID: n.ID, Item: n.Item, Unit: n.Unit, Note: n.Note, Quantity: n.Quantity, Received: so[0], Pledged: so[1],
		}
	}
	return d, err
}
