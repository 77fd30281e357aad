package ledger

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// onItsWay is how long what the payment provider did may take to reach the log. It is longer than a payment page stays
// open and the time after which a running server asks the provider itself.
const onItsWay = time.Hour

// Books are the payment provider's, a line for each payment taken and each refund made.
type Books func(ctx context.Context) iter.Seq2[ports.Movement, error]

// Booked is what the payment provider has taken and given back in one currency, in minor units. Coming is the part that
// has not reached the log and may still be on its way.
type Booked struct {
	Currency        money.Currency `json:"currency"`
	Movements       int64          `json:"movements"`
	Taken           int64          `json:"taken"`
	GivenBack       int64          `json:"given_back"`
	ComingMovements int64          `json:"coming_movements"`
	ComingTaken     int64          `json:"coming_taken"`
	ComingGivenBack int64          `json:"coming_given_back"`
}

// movements joins the log's movements, one by one, with those of the books: payments of a donation by their references, and
// those whose references differ in any order. $1 is up to where the log was read before the books were: what stands there
// must be in the books. What the log says beyond it was read after the books.
const movements = `
	movements AS (
		SELECT ord, donation, campaign, refund, amount, currency, reference, kind IN ('completed', 'mismatched', 'surplus') AS taken
		FROM ledger_entries e WHERE kind IN ('completed', 'mismatched', 'surplus', 'refunded', 'surplus_refunded') AND NOT reversal
			-- what was taken back is in no books any more
			AND NOT EXISTS (SELECT FROM ledger_entries r WHERE r.reversal AND r.donation = e.donation AND r.refund = e.refund
				AND r.ord > e.ord)),
	same AS (
		SELECT DISTINCT b.donation, b.refund, b.reference
		FROM ledger_books b JOIN movements m ON m.donation = b.donation AND m.refund = b.refund AND m.reference = b.reference),
	logged AS (
		SELECT m.*, row_number() OVER (PARTITION BY m.donation, m.refund ORDER BY same.donation, m.reference) AS nth
		FROM movements m LEFT JOIN same USING (donation, refund, reference)),
	booked AS (
		SELECT b.*, row_number() OVER (PARTITION BY b.donation, b.refund ORDER BY same.donation, b.reference) AS nth
		FROM ledger_books b LEFT JOIN same USING (donation, refund, reference)),
	joined AS (
		SELECT m.ord, m.campaign, m.taken, coalesce(m.donation, b.donation) AS donation, b.refund,
			m.amount AS log_amount, m.currency AS log_currency, m.reference AS log_reference,
			b.amount, b.currency, b.reference, b.at, b.refund = '00000000-0000-0000-0000-000000000000' AS was_taken
		FROM logged m FULL JOIN booked b ON b.donation = m.donation AND b.refund = m.refund AND b.nth = m.nth
		WHERE b.donation IS NOT NULL OR m.ord <= $1)`

// compareBooks reads the books and then the log to its end: what is in the log now was in the books before, and what was
// in the books when they were read is in the log by then, or on its way.
func (l *Ledger) compareBooks(ctx context.Context, books Books, now time.Time) (out Compared, booked []Booked, err error) {
	out = Compared{Place: PlaceBooks}
	before := l.read
	if err := l.enter(ctx, books); err != nil {
		return out, nil, err
	}
	_, head, err := l.store.Head(ctx)
	if err != nil {
		return out, nil, err
	}
	if err := l.Read(ctx, head); err != nil {
		return out, nil, err
	}
	late := now.Add(-onItsWay)
	err = l.conn.QueryRow(ctx, `WITH `+movements+`,
		named AS (SELECT *, CASE WHEN coalesce(taken, was_taken) THEN 'taken' ELSE 'given back' END AS figure FROM joined),
		wrong AS (
			SELECT campaign, donation, figure, log_currency AS currency, log_amount::text AS log, 'nothing' AS there
			FROM named WHERE amount IS NULL
			UNION ALL
			SELECT (SELECT campaign FROM ledger_entries e WHERE e.donation = named.donation LIMIT 1), donation, figure, currency,
				'nothing', amount::text
			FROM named WHERE log_amount IS NULL AND at < $2
			UNION ALL
			SELECT campaign, donation, f.figure, log_currency, f.log, f.there
			FROM named CROSS JOIN LATERAL (VALUES
				(named.figure, log_amount::text, amount::text),
				('currency ' || named.figure, log_currency, currency),
				('reference of the payment', log_reference, CASE log_reference WHEN '' THEN '' ELSE reference END)
			) f(figure, log, there) WHERE log_amount IS NOT NULL AND amount IS NOT NULL AND f.log <> f.there),
		differ AS (
			INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
			SELECT $3, campaign, donation, figure, currency, log, there FROM wrong RETURNING 1)
		SELECT (SELECT count(*) FROM joined), (SELECT count(*) FROM differ)`,
		before, late, PlaceBooks).Scan(&out.Figures, &out.Differences)
	if err != nil {
		return out, nil, fmt.Errorf("compare the payment provider's books with the log: %w", err)
	}
	rows, err := l.conn.Query(ctx, `WITH `+movements+`
		SELECT currency, count(*) AS movements, coalesce(sum(amount) FILTER (WHERE was_taken), 0)::bigint AS taken,
			coalesce(sum(amount) FILTER (WHERE NOT was_taken), 0)::bigint AS given_back,
			count(*) FILTER (WHERE coming) AS coming_movements,
			coalesce(sum(amount) FILTER (WHERE coming AND was_taken), 0)::bigint AS coming_taken,
			coalesce(sum(amount) FILTER (WHERE coming AND NOT was_taken), 0)::bigint AS coming_given_back
		FROM (SELECT *, log_amount IS NULL AND at >= $2 AS coming FROM joined WHERE amount IS NOT NULL) b
		GROUP BY currency ORDER BY currency`, before, late)
	if err != nil {
		return out, nil, fmt.Errorf("add up the payment provider's books: %w", err)
	}
	booked, err = pgx.CollectRows(rows, rowscan.Row[Booked])
	if err != nil {
		return out, nil, fmt.Errorf("add up the payment provider's books: %w", err)
	}
	return out, booked, nil
}

// enter copies the books into the workspace.
func (l *Ledger) enter(ctx context.Context, books Books) error {
	next, stop := iter.Pull2(books(ctx))
	defer stop()
	var m ports.Movement
	_, err := l.conn.CopyFrom(ctx, pgx.Identifier{"ledger_books"},
		[]string{"donation", "refund", "reference", "amount", "currency", "at"},
		pgx.CopyFromFunc(func() ([]any, error) {
			var err error
			var more bool
			if m, err, more = next(); !more || err != nil {
				return nil, err
			}
			return []any{[16]byte(m.Donation), [16]byte(m.Refund), m.Reference, m.Amount.Minor, string(m.Amount.Currency), m.At}, nil
		}))
	if err != nil {
		return fmt.Errorf("read the payment provider's books: %w", err)
	}
	return nil
}
