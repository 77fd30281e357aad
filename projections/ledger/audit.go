package ledger

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/projector"
)

// Places, besides the read tables, where something may differ.
const (
	PlaceLog   = "the log itself"
	PlaceBooks = "payment provider"
)

// Difference is a figure on which the log and another place do not agree, or a rule that the log itself breaks: then
// There is what the rule asks for. Amounts are in minor units of Currency, which is empty where none is meant.
type Difference struct {
	Place     string         `json:"place"`
	Campaign  ident.ID       `json:"campaign,omitzero"`
	Donation  ident.ID       `json:"donation,omitzero"`
	Supporter ident.ID       `json:"-" db:"supporter"` // to be shown as a pseudonym
	Stream    string         `json:"stream,omitempty"`
	Figure    string         `json:"figure"`
	Currency  money.Currency `json:"currency,omitempty"`
	Log       string         `json:"log"`
	There     string         `json:"there"`
}

// Campaign is one campaign's totals from the log. Amounts are in minor units.
type Campaign struct {
	Campaign    ident.ID                 `json:"campaign"`
	Status      string                   `json:"status"`
	Currency    money.Currency           `json:"currency"`
	Raised      int64                    `json:"raised"`   // towards the goal, refunds taken off
	Refunded    int64                    `json:"refunded"` // of what counted
	Gifts       int64                    `json:"gifts"`
	Supporters  int64                    `json:"supporters"`
	Given       map[money.Currency]int64 `json:"given"` // in the currencies of donors, refunds taken off
	Differences int64                    `json:"differences"`
	Effort
}

// Summary is what an audit came to.
type Summary struct {
	Position    eventstore.Position      `json:"position"` // the last event the totals are made of
	Events      int64                    `json:"events"`
	AsOf        bool                     `json:"as_of"` // a past state: compared with nothing but itself
	Campaigns   int64                    `json:"campaigns"`
	Given       map[money.Currency]int64 `json:"given"`
	Main        money.Amount             `json:"main"` // what was given, at the rates recorded
	Compared    []Compared               `json:"compared"`
	Books       []Booked                 `json:"books,omitempty"`
	Differences int64                    `json:"differences"`
	ord         int64
}

// Agrees tells whether nothing differs.
func (s *Summary) Agrees() bool { return s.Differences == 0 }

// Audit reads the whole log once and compares each campaign's totals, each donation and the platform's totals with the
// read tables, as of the very position each table reflects, and every payment and refund with the provider's books. It
// may run beside a server.
func (l *Ledger) Audit(ctx context.Context, all []*projector.Projection, books Books, now func() time.Time) (Summary, error) {
	var s Summary
	var err error
	if s.Compared, err = l.compareTables(ctx, all); err != nil {
		return s, err
	}
	s.Position, s.Events, s.ord = l.at, l.read, l.read
	compared, booked, err := l.compareBooks(ctx, books, now())
	if err != nil {
		return s, err
	}
	s.Compared, s.Books = append(s.Compared, compared), booked
	err = l.sum(ctx, &s)
	return s, err
}

// AuditAsOf is Audit of the log as it was at a position, by itself: there are no read tables or books of that time.
func (l *Ledger) AuditAsOf(ctx context.Context, until eventstore.Position) (Summary, error) {
	if err := l.Read(ctx, until); err != nil {
		return Summary{}, err
	}
	s := Summary{AsOf: true, Position: until, Events: l.read, ord: l.read, Compared: []Compared{}}
	err := l.sum(ctx, &s)
	return s, err
}

// sum finishes the differences and adds everything up.
func (l *Ledger) sum(ctx context.Context, s *Summary) error {
	if err := l.checkInvariants(ctx); err != nil {
		return err
	}
	if err := l.checkStreams(ctx); err != nil {
		return err
	}
	own := Compared{Place: PlaceLog, Position: s.Position, Figures: l.read}
	err := l.conn.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE place = $1) FROM ledger_differences`,
		PlaceLog).Scan(&s.Differences, &own.Differences)
	if err != nil {
		return fmt.Errorf("count what differs: %w", err)
	}
	s.Compared = append([]Compared{own}, s.Compared...)
	all, err := rowscan.One[struct {
		Campaigns int64                    `db:"campaigns"`
		Given     map[money.Currency]int64 `db:"given"`
		Main      int64                    `db:"main"`
		Currency  money.Currency           `db:"main_currency"`
	}](ctx, l.conn, `WITH `+perCampaign+`, by_currency AS (SELECT gift_currency, sum(gift) AS given
		FROM moved GROUP BY gift_currency)
		SELECT (SELECT count(*) FROM totals) AS campaigns,
			coalesce((SELECT jsonb_object_agg(gift_currency, given) FROM by_currency), '{}') AS given,
			coalesce((SELECT sum(main) FROM moved), 0)::bigint AS main,
			coalesce((SELECT max(main_currency) FROM ledger_entries WHERE kind = 'completed'), '') AS main_currency`, s.ord)
	if err != nil {
		return fmt.Errorf("add up the log: %w", err)
	}
	s.Campaigns, s.Given, s.Main = all.Campaigns, all.Given, money.Of(all.Main, all.Currency)
	return nil
}

// Campaigns gives the totals of every campaign, as of the position of a summary.
func (l *Ledger) Campaigns(ctx context.Context, s *Summary) iter.Seq2[Campaign, error] {
	rows, err := l.conn.Query(ctx, `WITH `+perCampaign+`,
		given AS (
			SELECT campaign, jsonb_object_agg(gift_currency, gift) AS given
			FROM (SELECT campaign, gift_currency, sum(gift) AS gift FROM moved GROUP BY campaign, gift_currency) g GROUP BY campaign),
		differ AS (SELECT campaign, count(*) AS n FROM ledger_differences GROUP BY campaign)
		SELECT totals.campaign, status, coalesce(currency, '') AS currency, raised::bigint, refunded::bigint, gifts::bigint,
			supporters::bigint, minutes_confirmed::bigint, minutes_pledged::bigint, items_received::bigint, items_pledged::bigint,
			coalesce(given.given, '{}') AS given, coalesce(differ.n, 0) AS differences
		FROM totals LEFT JOIN given USING (campaign) LEFT JOIN differ USING (campaign) ORDER BY totals.campaign`, s.ord)
	return rowscan.Seq(rows, err, "list the campaigns", func(c Campaign) Campaign { return c })
}

// counts are figures that are no amounts.
var counts = map[string]bool{
	"rows": true, "gifts": true, "supporters": true, "times started": true, "times completed": true, "payments": true,
	"campaigns":                      true,
	"currencies paid and given back": true, "figures it was started and completed with": true, "refunds": true,
}

// Differences gives everything that differs, a place after the other.
func (l *Ledger) Differences(ctx context.Context) iter.Seq2[Difference, error] {
	const nobody = `'00000000-0000-0000-0000-000000000000'`
	rows, err := l.conn.Query(ctx,
		`SELECT place, coalesce(d.campaign, `+nobody+`) AS campaign, coalesce(d.donation, `+nobody+`) AS donation,
			coalesce(d.supporter, `+nobody+`) AS supporter, coalesce(d.stream, '') AS stream, figure, coalesce(currency, '') AS currency,
			log, there
		FROM ledger_differences d ORDER BY place, d.campaign NULLS LAST, d.donation, d.supporter, d.stream, figure`)
	return rowscan.Seq(rows, err, "list the differences", func(d Difference) Difference {
		if counts[d.Figure] {
			d.Currency = ""
		}
		return d
	})
}
