package sandbox

import (
	"context"
	"fmt"
	"iter"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

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
				coalesce(sum(r.amount_minor), 0)::bigint, count(r.refund)
			FROM sandbox_payments p LEFT JOIN sandbox_refunds r USING (reference)
			WHERE p.status = 'paid' AND ($1::uuid[] IS NULL OR p.donation = ANY ($1))
			GROUP BY p.reference ORDER BY p.donation, p.attempt`, only)
		if err != nil {
			yield(ports.Entry{}, fmt.Errorf("read the sandbox's books: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var e ports.Entry
			if err := rows.Scan((*[16]byte)(&e.Donation), &e.Reference, &e.Paid.Currency, &e.Paid.Minor, &e.Refunded.Minor,
				&e.Refunds); err != nil {
				yield(ports.Entry{}, fmt.Errorf("read the sandbox's books: %w", err))
				return
			}
			e.Refunded.Currency = e.Paid.Currency
			if !yield(e, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ports.Entry{}, fmt.Errorf("read the sandbox's books: %w", err))
		}
	}
}

// Movements reads the whole books, a line for each payment taken and each refund made, in no particular order. It
// streams, and holds a connection while it is read.
func (s *Sandbox) Movements(ctx context.Context) iter.Seq2[ports.Movement, error] {
	return func(yield func(ports.Movement, error) bool) {
		// one statement, so that no refund is seen without its payment
		rows, err := s.pool.Query(ctx, `
			SELECT donation, reference, NULL::uuid, taken_minor, currency, decided_at FROM sandbox_payments WHERE status = 'paid'
			UNION ALL
			SELECT p.donation, p.reference, r.refund, r.amount_minor, p.currency, r.made_at
			FROM sandbox_refunds r JOIN sandbox_payments p USING (reference)`)
		if err != nil {
			yield(ports.Movement{}, fmt.Errorf("read the sandbox's books: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var m ports.Movement
			var refund *[16]byte
			if err := rows.Scan((*[16]byte)(&m.Donation), &m.Reference, &refund, &m.Amount.Minor, &m.Amount.Currency, &m.At); err != nil {
				yield(m, fmt.Errorf("read the sandbox's books: %w", err))
				return
			}
			if refund != nil {
				m.Refund = *refund
			}
			m.At = m.At.UTC()
			if !yield(m, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ports.Movement{}, fmt.Errorf("read the sandbox's books: %w", err))
		}
	}
}
