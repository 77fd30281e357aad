package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/rowscan"
)

// Contribution is one donation and what had become of it where the log was read up to.
type Contribution struct {
	Started   time.Time       `db:"started"`
	Completed time.Time       `db:"-"` // zero when it never was
	Donation  ident.ID        `db:"donation"`
	Campaign  ident.ID        `db:"campaign"`
	Supporter ident.ID        `db:"supporter"`
	Person    ident.ID        `db:"person"` // who it counts as: the donation itself where its giver is hidden or unconfirmed
	State     donation.Status `db:"state"`
	Gift      money.Amount    `db:"gift"` // in the donor's currency
	Fee       money.Amount    `db:"fee"`  // in the donor's currency
	// Paid was taken by the payment provider: zero until it was, another sum than gift and fee when that is what it took. What
	// it took besides by another payment goes back and is not among it.
	Paid      money.Amount `db:"paid"`
	Refunded  money.Amount `db:"refunded"`  // of Paid
	Counted   money.Amount `db:"counted"`   // what the gift counts towards the goal; zero until completed
	Uncounted money.Amount `db:"uncounted"` // taken off Counted by refunds
	Main      money.Amount `db:"main"`      // Counted, in the installation's main currency
	Rate      money.Rate   `db:"rate"`      // from Gift to Counted
	Reference string       `db:"reference"` // the payment, as the provider names it

	started eventstore.Recorded // its first event, when the ledger keeps words
}

// contributionRow is a Contribution as it is read.
type contributionRow struct {
	Contribution

	Completed *time.Time      `db:"completed"`
	Event     ident.ID        `db:"event"`
	Version   int             `db:"version"`
	Data      json.RawMessage `db:"data"`
}

// Contributions gives every donation that was read, in the order in which they were started.
func (l *Ledger) Contributions(ctx context.Context) iter.Seq2[Contribution, error] {
	rows, err := l.conn.Query(ctx, `
		WITH became AS (
			SELECT donation, (array_agg(state ORDER BY ord DESC) FILTER (WHERE state <> ''))[1] AS state,
				max(at) FILTER (WHERE kind = 'completed') AS completed,
				coalesce(max(reference) FILTER (WHERE kind = 'completed'), max(reference) FILTER (WHERE kind = 'mismatched')) AS reference,
				coalesce(sum(amount) FILTER (WHERE kind = 'completed'), sum(amount) FILTER (WHERE kind = 'mismatched'), 0) AS paid,
				coalesce(max(currency) FILTER (WHERE kind = 'completed'), max(currency) FILTER (WHERE kind = 'mismatched')) AS currency,
				coalesce(CASE WHEN bool_or(kind = 'completed') THEN sum(amount) FILTER (WHERE kind = 'refunded' AND NOT uncounted)
					ELSE sum(amount) FILTER (WHERE kind = 'refunded') END, 0) AS refunded,
				(array_agg(counted_currency ORDER BY ord DESC) FILTER (WHERE kind IN ('started', 'completed')))[1] AS counted_currency,
				(array_agg(rate_num ORDER BY ord DESC) FILTER (WHERE kind IN ('started', 'completed')))[1] AS rate_num,
				(array_agg(rate_den ORDER BY ord DESC) FILTER (WHERE kind IN ('started', 'completed')))[1] AS rate_den,
				(array_agg(rate_date ORDER BY ord DESC) FILTER (WHERE kind IN ('started', 'completed')))[1] AS rate_date,
				(array_agg(rate_source ORDER BY ord DESC) FILTER (WHERE kind IN ('started', 'completed')))[1] AS rate_source,
				coalesce(sum(counted) FILTER (WHERE kind = 'completed'), 0) AS counted,
				coalesce(sum(counted) FILTER (WHERE kind = 'refunded'), 0) AS uncounted,
				coalesce(sum(main) FILTER (WHERE kind = 'completed'), 0) AS main
			FROM ledger_entries GROUP BY donation)
		SELECT s.at AS started, b.completed, s.donation, s.campaign, s.supporter, s.person, b.state,
			s.gift AS "gift.minor", s.gift_currency AS "gift.currency", s.fee AS "fee.minor", s.gift_currency AS "fee.currency",
			b.paid::bigint AS "paid.minor", coalesce(b.currency, s.gift_currency) AS "paid.currency",
			b.refunded::bigint AS "refunded.minor", coalesce(b.currency, s.gift_currency) AS "refunded.currency",
			b.counted::bigint AS "counted.minor", b.counted_currency AS "counted.currency",
			b.uncounted::bigint AS "uncounted.minor", b.counted_currency AS "uncounted.currency",
			b.main::bigint AS "main.minor", s.main_currency AS "main.currency",
			s.gift_currency AS "rate.from", b.counted_currency AS "rate.to", b.rate_num AS "rate.num", b.rate_den AS "rate.den",
			b.rate_date AS "rate.date", b.rate_source AS "rate.source",
			coalesce(b.reference, '') AS reference, s.event, s.version, s.data
		FROM ledger_entries s JOIN became b USING (donation) WHERE s.kind = 'started' ORDER BY s.ord`)
	name := catalog.TypeName[donation.Started](l.cat)
	return rowscan.Seq(rows, err, "list the contributions", func(r contributionRow) Contribution {
		c := r.Contribution
		c.Started = c.Started.UTC()
		if r.Completed != nil {
			c.Completed = r.Completed.UTC()
		}
		c.started.ID, c.started.Type, c.started.Version, c.started.Data = r.Event, name, r.Version, r.Data
		return c
	})
}

// errNoWords tells that the ledger was not asked to keep words.
var errNoWords = errors.New("the ledger keeps no words")

// Said is what a giver wrote with a gift; each text is a string, or catalog.Gone when the person was erased. A member's
// name and address are not among it: they stand in the member's own events.
type Said struct {
	Member               ident.ID // zero for a guest
	Name, Email, Message any
}

// Words opens what a giver wrote. The ledger must have been told to keep it.
func (l *Ledger) Words(ctx context.Context, keys catalog.Keys, c *Contribution) (Said, error) {
	if len(c.started.Data) == 0 {
		return Said{}, errNoWords
	}
	shown, err := l.cat.Show(ctx, keys, c.started, catalog.Shown{Plain: true})
	if err != nil {
		return Said{}, err
	}
	said := Said{Name: shown["name"], Email: shown["email"], Message: shown["message"]}
	if member, ok := shown["member"].(string); ok {
		said.Member, err = ident.Parse(member)
	}
	return said, err
}
