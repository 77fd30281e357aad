package platform

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Recent is one contribution anywhere, as the landing page's ledger shows it.
type Recent struct {
	ID            ident.ID       `json:"id" format:"uuid"`
	Kind          string         `json:"kind" enum:"money,time,materials"`
	Giver         string         `json:"giver" enum:"member,guest,anonymous"`
	Amount        int64          `json:"amount" doc:"Minor units of currency, refunds taken off; 0 for pledges"`
	Currency      money.Currency `json:"currency" enum:",EUR,USD,GBP" doc:"Empty for pledges"`
	Minutes       int64          `json:"minutes" doc:"Of time: pledged, or confirmed once some are"`
	Quantity      int64          `json:"quantity" doc:"Of things: pledged, accepted or received"`
	CampaignSlug  string         `json:"campaign_slug"`
	CampaignTitle string         `json:"campaign_title"`
	CampaignLang  string         `json:"campaign_lang"`
	At            time.Time      `json:"at"`
}

// Latest are the latest contributions anywhere, the newest first. They name nobody.
var Latest = read.Define(read.Query[read.ReadAfter, []Recent]{
	ID: "platform-recent", Path: "/api/platform/recent", Summary: "The latest contributions anywhere",
	May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{recentLines}, Answer: recent,
	Live: &read.Live[read.ReadAfter]{
		// they are shown with their campaigns' titles
		Topic: "platform", On: []read.On{read.ByKey(readmodel.Supporters), read.ByKey(readmodel.Campaigns)},
	},
})

// recentCount is how many of the latest contributions are shown.
const recentCount = 10

var recentLines = read.SQL(`SELECT s.line AS id, s.kind,
	CASE WHEN s.anonymous THEN 'anonymous' WHEN s.member = {nobody}
	THEN 'guest' ELSE 'member' END AS giver,
	s.amount - s.refunded AS amount, s.currency, s.minutes, s.quantity, c.slug AS campaign_slug,
	c.title AS campaign_title, c.lang AS campaign_lang, s.at
	FROM (SELECT * FROM {campaign_supporters:unnamed} WHERE state = 'listed' ORDER BY at DESC, contribution LIMIT $1) s
	JOIN {campaigns} c ON c.id = s.campaign AND c.status <> 'suspended' ORDER BY s.at DESC, s.contribution`)

func recent(c *read.Call, _ read.ReadAfter) ([]Recent, error) {
	return read.Rows(c, recentLines, rowscan.Then(func(r *Recent) { r.At = r.At.UTC() }), recentCount)
}
