package platform

import (
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// CurrencyTotal is what was given in one currency.
type CurrencyTotal struct {
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Amount   int64          `json:"amount" doc:"Minor units"`
}

// Totals are the installation's.
type Totals struct {
	Currency         money.Currency  `json:"currency" db:"-" enum:"EUR,USD,GBP" doc:"The installation's main currency"`
	RaisedAmount     int64           `json:"raised_amount" doc:"Minor units of currency, at the rates recorded with each gift"`
	Approximate      bool            `json:"approximate" doc:"Whether gifts in other currencies are part of raised_amount"`
	ByCurrency       []CurrencyTotal `json:"by_currency"`
	Campaigns        int64           `json:"campaigns" doc:"Campaigns that received something"`
	Gifts            int64           `json:"gifts"`
	MinutesConfirmed int64           `json:"minutes_confirmed"`
	MinutesPledged   int64           `json:"minutes_pledged" doc:"By pledges that were accepted and are not done"`
	ItemsReceived    int64           `json:"items_received"`
	People           int64           `json:"people" doc:"Distinct people who contributed"`
}

// Gathered is what the whole installation has gathered.
var Gathered = read.Define(read.Query[read.ReadAfter, Totals]{
	ID: "platform-totals", Path: "/api/platform/totals", Summary: "What the whole installation has gathered",
	May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{totalsSummed}, Answer: totals,
	Live: &read.Live[read.ReadAfter]{
		Topic: "platform", On: []read.On{read.ByKey(readmodel.PlatformTotals), read.ByKey(readmodel.PlatformCounts)},
	},
})

var totalsSummed = read.SQL(`SELECT
	coalesce((SELECT sum(t.main) FROM {platform_totals} t), 0)::bigint AS raised_amount,
	coalesce((SELECT sum(t.gifts) FROM {platform_totals} t), 0)::bigint AS gifts,
	EXISTS (SELECT FROM {platform_totals} t WHERE t.currency <> $1 AND t.raised <> 0) AS approximate,
	coalesce((SELECT jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.raised) ORDER BY t.currency)
		FROM {platform_totals} t WHERE t.raised <> 0), '[]') AS by_currency,
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'campaign'), 0) AS campaigns,
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'person'), 0) AS people,
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'minute'), 0) AS minutes_confirmed,
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'minute_pledged'), 0) AS minutes_pledged,
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'item'), 0) AS items_received`)

func totals(c *read.Call, _ read.ReadAfter) (Totals, error) {
	main := c.Installation().MainCurrency
	return read.Row(c, totalsSummed, rowscan.Then(func(t *Totals) { t.Currency = main }), string(main))
}
