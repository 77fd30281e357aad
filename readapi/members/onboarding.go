package members

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Onboarding is how far a member has come with their first steps. What is done follows from facts, not from what was pressed.
type Onboarding struct {
	Skipped   bool `json:"skipped" doc:"The member wants to be shown no first steps"`
	Profile   bool `json:"profile" doc:"The profile says who they are: it has a name and some words"`
	TakenPart bool `json:"taken_part" doc:"They launched a campaign, or a gift of theirs was completed"`
}

// FirstSteps are how far the member who asks has come. Errors: member_not_found.
var FirstSteps = read.Define(read.Query[read.ReadAfter, Onboarding]{
	ID: "my-onboarding", Path: "/api/me/onboarding", Summary: "How far the member has come with the first steps",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{stepsOfMember}, Answer: firstSteps,
	Live: &read.Live[read.ReadAfter]{
		Topic: "me", Own: true, On: []read.On{
			read.ByKey(readmodel.Members), read.By(ownersOfCampaigns, readmodel.Campaigns), read.By(giversOfGifts, readmodel.Wallet),
		},
	},
})

var (
	ownersOfCampaigns = read.Replanned(`SELECT DISTINCT owner::text FROM {campaigns} WHERE id = ANY ($1::text[]::uuid[])`)
	giversOfGifts     = read.Replanned(`SELECT DISTINCT member::text FROM {wallet_history}
		WHERE donation = ANY ($1::text[]::uuid[]) AND member <> {nobody}`)
)

var stepsOfMember = read.SQL(`SELECT m.onboarding_skipped, m.name <> '' AND m.bio <> '',
	EXISTS (SELECT FROM {campaigns} c WHERE c.owner = m.id) OR
	EXISTS (SELECT FROM {wallet_history} w WHERE w.member = m.id AND w.completed_at IS NOT NULL)
	FROM {members} m WHERE m.id = $1`)

func firstSteps(c *read.Call, _ read.ReadAfter) (Onboarding, error) {
	steps, err := read.Row(c, stepsOfMember, func(row pgx.CollectableRow) (Onboarding, error) {
		var o Onboarding
		err := row.Scan(&o.Skipped, &o.Profile, &o.TakenPart)
		return o, err
	}, c.Viewer.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Onboarding{}, errNoMember
	}
	return steps, err
}
