package campaigns

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// MineInput asks for a page of the member's own campaigns.
type MineInput struct {
	read.ReadAfter
	read.Paging
	State  string `query:"state" enum:",active,paused,waiting,over" doc:"Empty: all; waiting: for a moderator, or for changes that one asked for; over: ended, cancelled, rejected or taken back"`
	Search string `query:"q" maxLength:"120" doc:"Words in title, description or place; accents do not matter"`
}

// Mine are the campaigns that the member runs, as their owner or with them, the newest first. Errors: bad_cursor.
var Mine = read.Define(read.Query[MineInput, read.List[CampaignCard]]{
	ID: "my-campaigns", Path: "/api/me/campaigns", Summary: "The campaigns that the member runs, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{mineNewest}, Answer: mine,
	Live: &read.Live[MineInput]{
		Topic: "campaigns", Own: true,
		Ask: func([]string) (MineInput, error) { return MineInput{Paging: read.FirstPage()}, nil },
		On: []read.On{
			read.ByKey(readmodel.CampaignTeam), read.By(runnersOfCampaigns, readmodel.Campaigns),
			read.By(runnersOfCampaigns, readmodel.Progress),
		},
		Quiet: []read.Quiet{quietHours, quietPages, quietEditors, {Table: readmodel.Members,
			Because: "a new name of an owner shows at the next reading"}},
	},
})

// runnersOfCampaigns are the members who run campaigns.
var runnersOfCampaigns = read.Replanned(`SELECT DISTINCT member::text FROM {campaign_team:lookup}
	WHERE campaign = ANY ($1::text[]::uuid[])`)

// isMine are the campaigns that the viewer runs in the state $2 that have all the words $3.
const isMine = `c.id IN (SELECT r.campaign FROM {campaign_team:own} r)
	AND c.search LIKE ALL ($3::text[]) AND ($2 = '' OR $2 = CASE
	WHEN c.status IN ('in_review', 'changes_requested') THEN 'waiting'
	WHEN c.status IN ('active', 'paused') AND (c.ends_at > $1 OR c.ends_at IS NULL) THEN c.status
	WHEN c.status = 'suspended' THEN c.status ELSE 'over' END)`

var mineNewest = read.SQL(`SELECT ` + cardColumns + `, ` + read.Micros("c.launched_at") + ` AS list_micros,
	(SELECT count(*) FROM {campaigns} c WHERE ` + isMine + `) AS list_total
	FROM ` + cardSource + ` WHERE ` + isMine + `
		AND (NOT $4::boolean OR c.launched_at < $5 OR c.launched_at = $5 AND c.id > $6::uuid)
	ORDER BY c.launched_at DESC, c.id LIMIT $7`)

func mine(c *read.Call, in MineInput) (read.List[CampaignCard], error) {
	list := []any{"campaigns of a member", c.Viewer.Member}
	if in.State != "" || in.Search != "" {
		list = append(list, in.State, in.Search)
	}
	return read.Newest(c, list, in.Paging, mineNewest,
		func(card *CampaignCard) ident.ID { card.normalize(); return card.ID },
		c.Now(), in.State, read.Patterns(in.Search))
}
