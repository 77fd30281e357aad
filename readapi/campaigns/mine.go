package campaigns

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/read"
)

// MineInput asks for a page of the member's own campaigns.
type MineInput struct {
	read.ReadAfter
	read.Paging
}

// Mine are the member's own campaigns, the newest first. Errors: bad_cursor.
var Mine = read.Define(read.Query[MineInput, read.List[CampaignCard]]{
	ID: "my-campaigns", Path: "/api/me/campaigns", Summary: "The member's campaigns, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{mineNewest}, Answer: mine,
})

var mineNewest = read.SQL(`SELECT ` + cardColumns + `, ` + read.Micros("c.launched_at") + `,
	(SELECT count(*) FROM {campaigns} a WHERE a.owner = $2)
	FROM ` + cardSource + ` WHERE c.owner = $2
		AND (NOT $3::boolean OR c.launched_at < $4 OR c.launched_at = $4 AND c.id > $5::uuid)
	ORDER BY c.launched_at DESC, c.id LIMIT $6`)

func mine(c *read.Call, in MineInput) (read.List[CampaignCard], error) {
	return read.Newest(c, []any{"campaigns of a member", c.Viewer.Member}, in.Paging, mineNewest, (*CampaignCard).targets,
		func(card *CampaignCard) ident.ID { card.normalize(); return card.ID }, c.Now(), c.Viewer.Member)
}
