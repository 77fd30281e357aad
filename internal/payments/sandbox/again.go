package sandbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// PayAgain pays a donation that was paid once more, as somebody does who has the page open in a second tab: it is another
// payment, with a reference of its own. The webhook is entered in the same transaction. Errors: ports.ErrNoPayment,
// ErrNotPaid when the payment of that reference was not made, domain.Refusals for options out of bounds, ports.ErrPayments.
func (s *Sandbox) PayAgain(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		p, err := s.paidBefore(ctx, tx, reference)
		if err != nil {
			return err
		}
		if err := o.check(p.Charge); err != nil {
			return err
		}
		if p.Reference, err = s.token("sbp_"); err != nil {
			return err
		}
		p.OpenedAt, p.Status = s.now(), statusOpen
		p.ExpiresAt = p.OpenedAt.Add(PageLife)
		if err := tx.QueryRow(ctx, `INSERT INTO sandbox_payments (reference, donation, attempt, charge_minor, currency, title,
				title_lang, email, lang, return_url, cancel_url, opened_at, expires_at)
			SELECT $1, $2, max(attempt) + 1, $3, $4, $5, $6, '', $7, $8, $9, $10, $11 FROM sandbox_payments WHERE donation = $2
			RETURNING attempt`, p.Reference, [16]byte(p.Donation), p.Charge.Minor, p.Charge.Currency, p.Title, p.TitleLang,
			p.Lang, p.ReturnURL, p.CancelURL, p.OpenedAt, p.ExpiresAt).Scan(&p.Attempt); err != nil {
			return fmt.Errorf("enter the payment: %w", err)
		}
		e, err = s.settle(ctx, tx, p, statusPaid, o)
		return err
	})
	return e, s.told(err, "pay a donation once more")
}

// GiveBack gives back all that is left of a payment, as a provider may of its own accord. Errors: ports.ErrNoPayment,
// ErrNotPaid, ErrRefundTooLarge when nothing is left, ports.ErrPayments.
func (s *Sandbox) GiveBack(ctx context.Context, reference string) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		p, left, err := s.paidAndLeft(ctx, tx, reference)
		if err != nil {
			return err
		}
		id, err := ident.New(s.random)
		if err != nil {
			return fmt.Errorf("name the refund: %w", err)
		}
		if e, err = s.enterRefund(ctx, tx, p, id, money.Of(left, p.Charge.Currency)); err != nil {
			return err
		}
		_, err = s.tell(ctx, tx, e, e.At, false, 0)
		return err
	})
	return e, s.told(err, "give a payment back")
}

// paidBefore reads a payment that was made, and keeps the donation from being paid or opened by others meanwhile.
func (s *Sandbox) paidBefore(ctx context.Context, tx pgx.Tx, reference string) (payment, error) {
	found, err := query(ctx, tx, `reference = $1`, reference)
	if err != nil {
		return payment{}, err
	}
	if len(found) == 0 {
		return payment{}, ports.ErrNoPayment
	}
	if err := lockDonation(ctx, tx, found[0].Donation); err != nil {
		return payment{}, err
	}
	if found, err = query(ctx, tx, `reference = $1 FOR UPDATE`, reference); err != nil {
		return payment{}, err
	}
	if found[0].Status != statusPaid {
		return payment{}, ErrNotPaid
	}
	return found[0], nil
}

// paidAndLeft is paidBefore with what is left of the payment, in minor units. Error: ErrRefundTooLarge when nothing is.
func (s *Sandbox) paidAndLeft(ctx context.Context, tx pgx.Tx, reference string) (p payment, left int64, err error) {
	if p, err = s.paidBefore(ctx, tx, reference); err != nil {
		return p, 0, err
	}
	if left, err = leftOf(ctx, tx, p); err == nil && left == 0 {
		err = ErrRefundTooLarge
	}
	return p, left, err
}

// told wakes who sends webhooks, and gives the error its place.
func (s *Sandbox) told(err error, doing string) error {
	var refusal *domain.Refusal
	var refusals domain.Refusals
	switch {
	case err == nil:
		s.nudge()
		return nil
	case errors.Is(err, ports.ErrNoPayment) || errors.As(err, &refusal) || errors.As(err, &refusals):
		return err
	}
	return fmt.Errorf("%s: %w: %w", doing, ports.ErrPayments, err)
}
