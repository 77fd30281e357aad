package sandbox

import (
	"context"
	"iter"
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

const reading = "read the sandbox's books"

// Ledger reads the books for an audit: an entry for each payment by which money was taken, in the order of the donations'
// ids and then of the payments. nil asks for all donations, an empty list for none. It streams, and holds a connection
// while it is read.
func (s *Sandbox) Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error] {
	return func(yield func(ports.Entry, error) bool) {
		var only [][16]byte
		if donations != nil {
			only = make([][16]byte, len(donations))
			for i, d := range donations {
				only[i] = d
			}
		}
		rows, err := s.pool.Query(ctx, `SELECT p.donation, p.reference, p.currency, p.taken_minor,
				coalesce(sum(r.amount_minor), 0)::bigint AS refunded_minor, count(r.reference) AS refunds
			FROM sandbox_payments p LEFT JOIN (
				SELECT reference, amount_minor FROM sandbox_refunds WHERE failed_at IS NULL
				UNION ALL SELECT reference, amount_minor FROM sandbox_disputes WHERE taken) r USING (reference)
			WHERE p.status = 'paid' AND ($1::uuid[] IS NULL OR p.donation = ANY ($1))
			GROUP BY p.reference ORDER BY p.donation, p.attempt`, only)
		type entry struct {
			Donation  ident.ID       `db:"donation"`
			Reference string         `db:"reference"`
			Currency  money.Currency `db:"currency"`
			Taken     int64          `db:"taken_minor"`
			Refunded  int64          `db:"refunded_minor"`
			Refunds   int            `db:"refunds"`
		}
		rowscan.Seq(rows, err, reading, func(r entry) ports.Entry {
			return ports.Entry{Donation: r.Donation, Reference: r.Reference, Paid: money.Of(r.Taken, r.Currency),
				Refunded: money.Of(r.Refunded, r.Currency), Refunds: r.Refunds}
		})(yield)
	}
}

// Movements reads the whole books, a line for each payment taken, each refund made and each dispute that took money, in no
// particular order. It streams, and holds a connection while it is read.
func (s *Sandbox) Movements(ctx context.Context) iter.Seq2[ports.Movement, error] {
	return func(yield func(ports.Movement, error) bool) {
		// one statement, so that no refund is seen without its payment
		rows, err := s.pool.Query(ctx, `
			SELECT donation, reference, NULL::uuid AS refund, '' AS dispute, taken_minor AS amount, currency, decided_at AS at
			FROM sandbox_payments WHERE status = 'paid'
			UNION ALL
			SELECT p.donation, p.reference, NULL, d.dispute, d.amount_minor, p.currency, d.opened_at
			FROM sandbox_disputes d JOIN sandbox_payments p USING (reference) WHERE d.taken
			UNION ALL
			SELECT p.donation, p.reference, r.refund, '', r.amount_minor, p.currency, r.made_at
			FROM sandbox_refunds r JOIN sandbox_payments p USING (reference) WHERE r.failed_at IS NULL`)
		type movement struct {
			Donation  ident.ID       `db:"donation"`
			Reference string         `db:"reference"`
			Refund    *ident.ID      `db:"refund"`
			Dispute   string         `db:"dispute"`
			Amount    int64          `db:"amount"`
			Currency  money.Currency `db:"currency"`
			At        time.Time      `db:"at"`
		}
		rowscan.Seq(rows, err, reading, func(r movement) ports.Movement {
			m := ports.Movement{Donation: r.Donation, Reference: r.Reference, Amount: money.Of(r.Amount, r.Currency), At: r.At.UTC()}
			if r.Refund != nil {
				m.Refund = *r.Refund
			}
			if r.Dispute != "" {
				m.Refund = donation.RefundOf(r.Dispute)
			}
			return m
		})(yield)
	}
}
