package campaigns

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// OfPersonInput asks for the campaigns that a member runs.
type OfPersonInput struct {
	read.ByID
	read.Paging
}

var errNoPerson = domain.Refuse(domain.NotFound, "member_not_found", "There is no such member.")

// PersonQueries are those of campaigns on members' pages.
var PersonQueries = read.Area{Name: "personcampaigns", Queries: []read.Declared{OfPerson}}

// OfPerson are the public campaigns that a member runs, alone or with others, the newest first; none where they show none.
// Errors: member_not_found, bad_cursor.
var OfPerson = read.Define(read.Query[OfPersonInput, read.List[CampaignCard]]{
	ID: "person-campaigns", Path: "/api/people/{id}/campaigns", Summary: "Campaigns that a member runs and shows, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{ofPersonNewest, personIsShown}, Answer: ofPerson,
	Live: &read.Live[OfPersonInput]{
		Topic: "person-campaigns/{id}", Refetch: true,
		On: []read.On{
			read.ByKey(readmodel.Members), read.ByKey(readmodel.CampaignTeam), read.By(runnersOfCampaigns, readmodel.Campaigns),
			read.By(runnersOfCampaigns, readmodel.Progress),
		},
		Quiet: []read.Quiet{quietHours, quietPages, quietEditors},
	},
})

// isOfPerson is the condition that c is a campaign that everybody may see, and that the member $2 runs and shows.
const isOfPerson = public + ` AND c.title <> '' AND c.id IN (
	SELECT t.campaign FROM {campaign_team:shown} t WHERE t.member = $2)`

var (
	ofPersonNewest = read.SQL(`SELECT ` + cardColumns + `, ` + read.Micros("c.launched_at") + ` AS list_micros,
	(SELECT count(*) FROM {campaigns} c WHERE ` + isOfPerson + `) AS list_total
	FROM ` + cardSource + ` WHERE ` + isOfPerson + `
		AND (NOT $3::boolean OR c.launched_at < $4 OR c.launched_at = $4 AND c.id > $5::uuid)
	ORDER BY c.launched_at DESC, c.id LIMIT $6`)

	personIsShown = read.SQL(`SELECT EXISTS (SELECT FROM {members:shown} m WHERE m.id = $1)`)
)

func ofPerson(c *read.Call, in OfPersonInput) (read.List[CampaignCard], error) {
	none := read.List[CampaignCard]{Items: []CampaignCard{}}
	shown, err := read.Row(c, personIsShown, pgx.RowTo[bool], in.ID)
	if err == nil && !shown {
		err = errNoPerson
	}
	if err != nil {
		return none, err
	}
	return read.Newest(c, []any{"person-campaigns", c.Viewer.Member, in.ID}, in.Paging, ofPersonNewest,
		func(card *CampaignCard) ident.ID { card.normalize(); return card.ID }, c.Now(), in.ID)
}
