package pledges

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Figures are how a campaign's figures grew, day by day.
type Figures struct {
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	TimeZone string         `json:"time_zone" doc:"IANA name of the zone whose days these are: the campaign's, else UTC"`
	Since    string         `json:"since" doc:"ISO 8601 day of the launch"`
	Days     []FigureDay    `json:"days" doc:"Those on which something moved, the earliest first"`
}

// FigureDay is by how much a campaign's figures moved on one day.
type FigureDay struct {
	Day     string `json:"day" doc:"ISO 8601"`
	Raised  int64  `json:"raised" doc:"Minor units of currency, less what went back"`
	Gifts   int64  `json:"gifts" doc:"Completed, less those that went back whole"`
	Minutes int64  `json:"minutes" doc:"Confirmed"`
	Items   int64  `json:"items" doc:"Received, of what the campaign asks for"`
}

// CampaignFigures are how a campaign's figures grew, for whoever runs it. Errors: campaign_not_found.
var CampaignFigures = read.Define(read.Query[read.ByID, Figures]{
	ID: "campaign-figures", Path: "/api/campaigns/{id}/figures", Summary: "How a campaign's figures grew, for whoever runs it",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{figuresOf, figureDays}, Answer: figures,
	Live: &read.Live[read.ByID]{
		Topic: "campaign-figures/{id}", On: []read.On{
			read.ByKey(readmodel.CampaignFigures), read.ByKey(readmodel.Campaigns),
		},
		Quiet: []read.Quiet{quietTeam},
		Ask: func(key []string) (read.ByID, error) {
			id, err := ident.Parse(key[0])
			return read.ByID{ID: id}, err
		},
	},
})

var (
	figuresOf = read.SQL(`SELECT currency, ` + zone + `, ((launched_at AT TIME ZONE ` + zone + `)::date)::text
		FROM {campaigns} c WHERE id = $1 AND ` + readmodel.IsRun)

	figureDays = read.SQL(`SELECT ((f.slot AT TIME ZONE $2::text)::date)::text AS day,
	sum(f.raised)::bigint AS raised, sum(f.gifts)::bigint AS gifts, sum(f.minutes)::bigint AS minutes,
	sum(f.items)::bigint AS items
	FROM {campaign_figures} f WHERE f.campaign = $1 GROUP BY day ORDER BY day`)
)

const zone = `coalesce(nullif(c.time_zone, ''), 'UTC')`

func figures(c *read.Call, in read.ByID) (out Figures, err error) {
	out, err = read.Row(c, figuresOf, func(row pgx.CollectableRow) (f Figures, err error) {
		err = row.Scan(&f.Currency, &f.TimeZone, &f.Since)
		return f, err
	}, in.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, read.ErrNoCampaign
	}
	if err != nil {
		return out, err
	}
	out.Days, err = read.Rows(c, figureDays, rowscan.Row[FigureDay], in.ID, out.TimeZone)
	return out, err
}
