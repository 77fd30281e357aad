package sandbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

var _ ports.Customers = (*Sandbox)(nil)

// Close cancels the open payment page of a donation, if there is one, and tells what became of the donation. Errors:
// ports.ErrNoPayment, ports.ErrPayments.
func (s *Sandbox) Close(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	open, err := query(ctx, s.pool, `donation = $1 AND status = 'open'`, [16]byte(r.Donation))
	if err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("close a donation's payments: %w: %w", ports.ErrPayments, err)
	}
	for _, p := range open {
		if _, err := s.Cancel(ctx, p.Reference, Options{}); err != nil {
			return ports.PaymentEvent{}, err
		}
	}
	return s.Lookup(ctx, r)
}

// Forget erases the e-mail addresses of those who paid some donations, and the titles of what was paid for in others.
// Errors: ports.ErrPayments.
func (s *Sandbox) Forget(ctx context.Context, payers, purposes []ident.ID) (count int64, err error) {
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		for _, q := range []struct {
			sql string
			of  []ident.ID
		}{
			{`UPDATE sandbox_payments SET email = '' WHERE donation = ANY($1) AND email <> ''`, payers},
			{`UPDATE sandbox_payments SET title = '' WHERE donation = ANY($1) AND title <> ''`, purposes},
		} {
			of := make([][16]byte, len(q.of))
			for i, id := range q.of {
				of[i] = id
			}
			done, err := tx.Exec(ctx, q.sql, of)
			if err != nil {
				return err
			}
			count += done.RowsAffected()
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forget customers: %w: %w", ports.ErrPayments, err)
	}
	return count, nil
}
