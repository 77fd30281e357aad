// Package shifts answers what people read of the shifts of campaigns: everybody of those that are to come, organizers of who
// comes, and members of their own.
package shifts

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "shifts", Queries: []read.Declared{OfCampaign, ToCampaign, Mine, Calendar}}

var (
	errCancelled = domain.Refuse(domain.Gone, "campaign_cancelled", "The campaign was cancelled.")
	errSuspended = domain.Refuse(domain.Gone, "campaign_suspended", "The campaign is suspended.")
)

// OfCampaignInput asks for the shifts of a campaign.
type OfCampaignInput struct{ read.ByID }

// OfCampaign are the shifts of a campaign that have not begun and were not cancelled, the next one first; the next hundred of
// them. Errors: campaign_not_found, campaign_cancelled, campaign_suspended.
var OfCampaign = read.Define(read.Query[OfCampaignInput, CampaignShifts]{
	ID: "campaign-shifts", Path: "/api/campaigns/{id}/shifts", Summary: "A campaign's shifts that are to come",
	May: read.Anybody, Sees: read.EachMember,
	SQL: []*read.Statement{whichCampaign, shiftsToCome}, Answer: ofCampaign,
	Live: &read.Live[OfCampaignInput]{
		Topic: "campaign-shifts/{id}", Refetch: true, On: []read.On{read.By(campaignsOfShifts, readmodel.Shifts)},
		Quiet: []read.Quiet{
			{Table: readmodel.Campaigns, Because: "the campaign's own answer tells that it is hidden"}, quietTeam,
			{Table: readmodel.ShiftAttendees, Because: "whoever joins or leaves changes how many come"},
		},
	},
})

var (
	// whichCampaign says which status hides the campaign from the member $2, the staff if NULL
	whichCampaign = read.SQL(`SELECT ` + readmodel.StatusIfHidden + ` FROM {campaigns} c WHERE c.id = $1`)

	campaignsOfShifts = read.Replanned(`SELECT DISTINCT campaign::text FROM {shifts} WHERE id = ANY ($1::text[]::uuid[])`)

	shiftsToCome = read.SQL(`SELECT ` + shiftColumns + `,
	EXISTS (SELECT FROM {shift_attendees:own} a WHERE a.shift = s.id) AS mine
	FROM {shifts} s WHERE s.campaign = $1 AND s.starts_at > $2 AND s.cancelled_at IS NULL ORDER BY s.starts_at, s.id LIMIT $3`)
)

func ofCampaign(c *read.Call, in OfCampaignInput) (out CampaignShifts, err error) {
	switch hidden, err := read.Row(c, whichCampaign, pgx.RowTo[string], in.ID); {
	case errors.Is(err, pgx.ErrNoRows):
		return out, read.ErrNoCampaign
	case err != nil:
		return out, err
	case hidden == "cancelled":
		return out, errCancelled
	case hidden == readmodel.Suspended:
		return out, errSuspended
	case hidden != "":
		return out, read.ErrNoCampaign
	}
	out.Items, err = read.Rows(c, shiftsToCome, rowscan.Then(func(s *OpenShift) { s.normalize() }), in.ID, c.Now(), most)
	return out, err
}

var quietTeam = read.Quiet{Table: readmodel.CampaignTeam, Because: "the campaign's own row changes with it"}

// ToCampaignInput asks for the shifts of a campaign with who comes.
type ToCampaignInput struct {
	read.ByID
	When
}

// ToCampaign are the shifts of a campaign with who comes, for whoever runs it. Errors: campaign_not_found.
var ToCampaign = read.Define(read.Query[ToCampaignInput, Attendance]{
	ID: "campaign-attendance", Path: "/api/campaigns/{id}/attendance",
	Summary: "Who comes to a campaign's shifts, for whoever runs it",
	May:     read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{read.Runs, attended}, Answer: toCampaign,
	Live: &read.Live[ToCampaignInput]{
		Topic: "campaign-attendance/{id}",
		On: []read.On{
			read.By(campaignsOfShifts, readmodel.Shifts), read.By(campaignsOfPledges, readmodel.Pledges),
			read.ByKey(readmodel.Campaigns), // with which its team changes: whoever is taken off it is refused at once
		},
		Quiet: []read.Quiet{
			quietTeam,
			{Table: readmodel.ShiftAttendees, Because: "whoever joins or leaves changes how many come"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
		Ask: func(key []string) (ToCampaignInput, error) {
			id, err := ident.Parse(key[0])
			return ToCampaignInput{ByID: read.ByID{ID: id}}, err
		},
	},
})

var (
	campaignsOfPledges = read.Replanned(`SELECT DISTINCT campaign::text FROM {pledges:lookup} WHERE id = ANY ($1::text[]::uuid[])
	AND shift <> {nobody}`)

	attended = read.SQL(`SELECT ` + shiftColumns + `, coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name,
		'avatar', ` + readmodel.AvatarAddress + `, 'pledge', a.pledge, 'status', coalesce(p.status, ''),
		'minutes_confirmed', coalesce(p.confirmed, 0), 'joined_at', a.joined_at) ORDER BY a.joined_at, m.id)
		FROM {shift_attendees:readable} a JOIN {members} m ON m.id = a.member LEFT JOIN {pledges:readable} p ON p.id = a.pledge
		WHERE a.shift = s.id), '[]') AS people
	FROM {shifts} s WHERE s.campaign = $1 AND ($2 = 'past') = (s.ends_at <= $3)
	ORDER BY CASE $2 WHEN 'past' THEN $3::timestamptz - s.ends_at ELSE s.starts_at - $3::timestamptz END, s.id LIMIT $4`)
)

func toCampaign(c *read.Call, in ToCampaignInput) (out Attendance, err error) {
	if err := read.MustRun(c, in.ID); err != nil {
		return out, err
	}
	out.Items, err = read.Rows(c, attended, rowscan.Then(func(s *AttendedShift) {
		s.normalize()
		for i := range s.People {
			s.People[i].JoinedAt = s.People[i].JoinedAt.UTC()
		}
	}), in.ID, in.When.When, c.Now(), most)
	return out, err
}

// MineInput asks for the member's own shifts.
type MineInput struct {
	read.ReadAfter
	When
}

// Mine are the shifts to which the member who asks comes, also those that were cancelled, or to which they came. Errors: none of
// its own.
var Mine = read.Define(read.Query[MineInput, MyShifts]{
	ID: "my-shifts", Path: "/api/me/shifts", Summary: "The shifts to which the member comes, or came",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{mineNext}, Answer: mine,
	Live: &read.Live[MineInput]{
		Topic: "shifts", Own: true, Refetch: true,
		On: []read.On{read.By(membersOfShifts, readmodel.Shifts), read.By(membersOfPledges, readmodel.Pledges)},
		Quiet: []read.Quiet{
			{Table: readmodel.Campaigns, Because: "a campaign's new title is shown at the next reading"},
			{Table: readmodel.ShiftAttendees, Because: "a pledge is made and taken back with every place"},
		},
	},
})

var (
	membersOfShifts = read.Replanned(`SELECT DISTINCT member::text FROM {shift_attendees:lookup}
	WHERE shift = ANY ($1::text[]::uuid[])`)

	membersOfPledges = read.Replanned(`SELECT DISTINCT member::text FROM {pledges:lookup} WHERE id = ANY ($1::text[]::uuid[])
	AND shift <> {nobody}`)

	// mineNext leaves out a place whose pledge was taken back: it is being freed
	mineNext = read.SQL(`SELECT ` + shiftColumns + `, s.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	` + readmodel.ListedTitle + ` AS campaign_title, coalesce(c.lang, '') AS campaign_lang,
	coalesce(p.status, '') AS pledge_status, coalesce(p.confirmed, 0) AS minutes_confirmed
	FROM {shift_attendees:own} a JOIN {shifts} s ON s.id = a.shift LEFT JOIN {campaigns} c ON c.id = s.campaign
		LEFT JOIN {pledges:own} p ON p.id = a.pledge
	WHERE ($1 = 'past') = (s.ends_at <= $2)
		AND (s.cancelled_at IS NOT NULL OR coalesce(p.status, '') NOT IN ('withdrawn', 'declined'))
	ORDER BY CASE $1 WHEN 'past' THEN $2::timestamptz - s.ends_at ELSE s.starts_at - $2::timestamptz END, s.id LIMIT $3`)
)

func mine(c *read.Call, in MineInput) (out MyShifts, err error) {
	out.Items, err = read.Rows(c, mineNext, rowscan.Then(func(s *MyShift) { s.normalize() }), in.When.When,
		c.Now(), most)
	return out, err
}
