// Package pledges answers what members read of pledges of time and things: their own, and those to a campaign they run.
package pledges

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "pledges", Queries: []read.Declared{ToCampaign, Mine, MyWaiting, CampaignFigures}}

// quietTeam holds where the changes of a campaign are pushed: whoever is taken off its team is refused at once.
var quietTeam = read.Quiet{Table: readmodel.CampaignTeam, Because: "the campaign's own row changes with it"}

var quietShifts = read.Quiet{Table: readmodel.Shifts, Because: "where a shift is moved to shows at the next reading"}

// In the queries p is the pledge, c its campaign, s its shift, and n what the campaign asks for now by the need that the
// pledge names.
const (
	pledgeColumns = `p.id, p.kind, p.status, p.phase, p.anonymous, p.lang, p.message, p.minutes, p.confirmed AS minutes_confirmed,
		p.logged AS minutes_logged, p.logged_note, p.counted AS minutes_counted, p.counted_note, p.availability,
		p.skills, p.need AS need_id, coalesce(nullif(p.item, ''), n.asked->>'item', '') AS item,
		coalesce(n.asked->>'unit', '') AS unit, p.quantity, p.taken AS quantity_accepted,
		p.received AS quantity_received, p.condition, p.received_as AS condition_received, p.value, p.currency,
		p.delivery, p.lent, p.until, p.place, p.note, p.reason, p.cause, p.pledged_at, p.accepted_at, p.ended_at,
		p.returned_at, p.changed_at, p.shift AS shift_id, coalesce(s.title, '') AS shift_title,
		coalesce(s.lang, '') AS shift_lang, s.starts_at AS shift_starts_at,
		coalesce(s.time_zone, '') AS shift_time_zone`

	besidePledge = ` LEFT JOIN {campaigns} c ON c.id = p.campaign LEFT JOIN {shifts} s ON s.id = p.shift
	LEFT JOIN LATERAL (SELECT asked FROM jsonb_array_elements(c.needs) asked WHERE asked->>'id' = p.need::text LIMIT 1) n ON true`

	// chosen narrows to a kind and a phase; without a phase to those that are open.
	chosen = `($2 = '' OR p.kind = $2)
		AND CASE $3 WHEN '' THEN p.phase IN ('waiting', 'expected', 'lent') WHEN 'all' THEN true ELSE p.phase = $3 END`
)

func (p *Pledge) normalize() ident.ID {
	p.PledgedAt, p.ChangedAt = p.PledgedAt.UTC(), p.ChangedAt.UTC()
	read.UTC(&p.AcceptedAt)
	read.UTC(&p.EndedAt)
	read.UTC(&p.ReturnedAt)
	read.UTC(&p.ShiftStartsAt)
	return p.ID
}

// Choice narrows a list of pledges.
type Choice struct {
	Kind  string `query:"kind" enum:",time,materials" doc:"Empty: both"`
	Phase string `query:"phase" enum:",waiting,expected,lent,done,off,all" doc:"Empty: those that are open"`
}

// ToCampaignInput asks for a campaign's pledges.
type ToCampaignInput struct {
	read.ByID
	read.Paging
	Choice
}

// ToCampaign are the pledges to a campaign, for its team: the last that changed first, or, of those without an answer, the
// oldest. Errors: campaign_not_found, bad_cursor.
var ToCampaign = read.Define(read.Query[ToCampaignInput, CampaignPledges]{
	ID: "campaign-pledges", Path: "/api/campaigns/{id}/pledges", Summary: "Pledges to a campaign, for whoever runs it",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{read.Runs, toCampaignNewest, toCampaignOldest, toCampaignCounts}, Answer: toCampaign,
	Live: &read.Live[ToCampaignInput]{
		Topic: "campaign-pledges/{id}",
		On:    []read.On{read.By(campaignsOfPledges, readmodel.Pledges), read.ByKey(readmodel.Campaigns)},
		Quiet: []read.Quiet{
			quietTeam,
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
			quietShifts,
		},
		Ask: func(key []string) (ToCampaignInput, error) {
			id, err := ident.Parse(key[0])
			return ToCampaignInput{ByID: read.ByID{ID: id}, Paging: read.FirstPage()}, err
		},
	},
})

var (
	campaignsOfPledges = read.Replanned(`SELECT DISTINCT campaign::text FROM {pledges:lookup} WHERE id = ANY ($1::text[]::uuid[])`)

	toCampaignNewest = read.SQL(toCampaignAll + `
		AND (NOT $4::boolean OR p.changed_at < $5 OR p.changed_at = $5 AND p.id > $6::uuid)
	ORDER BY p.changed_at DESC, p.id LIMIT $7`)

	toCampaignOldest = read.SQL(toCampaignAll + `
		AND (NOT $4::boolean OR p.changed_at > $5 OR p.changed_at = $5 AND p.id > $6::uuid)
	ORDER BY p.changed_at, p.id LIMIT $7`)

	toCampaignCounts = read.SQL(`SELECT count(*) FILTER (WHERE phase = 'waiting') AS waiting,
	count(*) FILTER (WHERE phase = 'expected') AS expected,
	count(*) FILTER (WHERE phase = 'lent') AS lent, count(*) FILTER (WHERE phase = 'done') AS done,
	count(*) FILTER (WHERE phase = 'off') AS off
	FROM {pledges:readable} p WHERE p.campaign = $1 AND ($2 = '' OR p.kind = $2)`)
)

// toCampaignAll are the pledges to a campaign of a kind and phase. A supporter's address is shown while their things are expected
// or here.
const toCampaignAll = `SELECT ` + pledgeColumns + `,
	CASE WHEN p.status IN ('accepted', 'received', 'returned') THEN p.address ELSE '' END AS address,
	p.member AS "person.id", coalesce(m.name, '') AS "person.name",
	` + readmodel.AvatarAddress + ` AS "person.avatar",
	(extract(epoch FROM p.changed_at) * 1000000)::bigint AS list_micros,
	(SELECT count(*) FROM {pledges:readable} p WHERE p.campaign = $1 AND ` + chosen + `) AS list_total
	FROM {pledges:readable} p` + besidePledge + ` LEFT JOIN {members} m ON m.id = p.member
	WHERE p.campaign = $1 AND ` + chosen

func toCampaign(c *read.Call, in ToCampaignInput) (out CampaignPledges, err error) {
	if err := read.MustRun(c, in.ID); err != nil {
		return out, err
	}
	list := toCampaignNewest
	if in.Phase == "waiting" {
		list = toCampaignOldest
	}
	out.List, err = read.Newest(c, []any{"pledges", in.ID, in.Choice}, in.Paging, list,
		func(p *CampaignPledge) ident.ID {
			if p.Person.Name == "" { // erased
				p.Person.ID = ident.Nil
			}
			return p.normalize()
		}, in.ID, in.Kind, in.Phase)
	if err != nil {
		return out, err
	}
	out.Counts, err = read.Row(c, toCampaignCounts, rowscan.Row[Counts], in.ID, in.Kind)
	return out, err
}

// MineInput asks for a page of the member's own pledges.
type MineInput struct {
	read.ReadAfter
	read.Paging
	Kind string `query:"kind" enum:",time,materials" doc:"Empty: both"`
}

// Mine are the pledges of the member who asks, the newest first. Errors: bad_cursor.
var Mine = read.Define(read.Query[MineInput, MyPledges]{
	ID: "my-pledges", Path: "/api/me/pledges", Summary: "The member's own pledges of time and things, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{mineNewest, mineOffered}, Answer: mine,
	Live: &read.Live[MineInput]{
		Topic: "me", Own: true, Refetch: true, On: []read.On{read.By(membersOfPledges, readmodel.Pledges)},
		Quiet: []read.Quiet{
			{Table: readmodel.Campaigns, Because: "a campaign's new title is shown at the next reading"}, quietShifts,
		},
	},
})

var (
	membersOfPledges = read.Replanned(`SELECT DISTINCT member::text FROM {pledges:lookup} WHERE id = ANY ($1::text[]::uuid[])`)

	mineNewest = read.SQL(`SELECT ` + pledgeColumns + `, p.address, p.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	` + readmodel.ListedTitle + ` AS campaign_title, coalesce(c.lang, '') AS campaign_lang,
	coalesce(c.category, '') AS campaign_category, ` + readmodel.ListedPhoto + ` AS campaign_photo,
	` + read.Micros("p.pledged_at") + ` AS list_micros,
	(SELECT count(*) FROM {pledges:own} a WHERE ($1 = '' OR a.kind = $1)) AS list_total
	FROM {pledges:own} p` + besidePledge + ` WHERE ($1 = '' OR p.kind = $1)
		AND (NOT $2::boolean OR p.pledged_at < $3 OR p.pledged_at = $3 AND p.id > $4::uuid)
	ORDER BY p.pledged_at DESC, p.id LIMIT $5`)

	mineOffered = read.SQL(`SELECT count(*) AS pledges, coalesce(sum(minutes), 0)::bigint AS minutes,
	coalesce(sum(confirmed), 0)::bigint AS minutes_confirmed, coalesce(sum(quantity), 0)::bigint AS items,
	coalesce(sum(received), 0)::bigint AS items_received FROM {pledges:own} p WHERE phase <> 'off'`)
)

func mine(c *read.Call, in MineInput) (out MyPledges, err error) {
	out.List, err = read.Newest(c, []any{"my pledges", c.Viewer.Member, in.Kind}, in.Paging, mineNewest,
		func(p *MyPledge) ident.ID { return p.normalize() }, in.Kind)
	if err != nil {
		return out, err
	}
	out.Offered, err = read.Row(c, mineOffered, rowscan.Row[Offered])
	return out, err
}
