package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// The refusals of Refund. Asking again can't change them.
var (
	ErrNotPaid        = ports.ErrNotPaid
	ErrRefundTooLarge = ports.ErrRefundTooLarge
	ErrRefundDiffers  = ports.ErrRefundDiffers
)

// Refund gives money back and enters the webhook that tells so in the same transaction. The same refund asked twice is
// made once. Errors: ports.ErrNoPayment; ErrNotPaid, ErrRefundTooLarge, ErrRefundDiffers and refused amounts, which are
// final, as is ports.ErrDisputed; ports.ErrPayments, after which it may be asked again.
func (s *Sandbox) Refund(ctx context.Context, r ports.RefundPayment) error {
	if r.Refund.IsNil() {
		return fmt.Errorf("refund: %w: it has no id", ports.ErrPayments)
	}
	if refused := r.Amount.Check("amount"); refused != nil {
		return refused
	}
	err := s.inTx(ctx, func(tx pgx.Tx) error { return s.refund(ctx, tx, r) })
	var refused *domain.Refusal
	switch {
	case err == nil:
		s.nudge()
		return nil
	case errors.Is(err, ports.ErrNoPayment) || errors.As(err, &refused):
		return err
	}
	return fmt.Errorf("refund: %w: %w", ports.ErrPayments, err)
}

func (s *Sandbox) refund(ctx context.Context, tx pgx.Tx, r ports.RefundPayment) error {
	found, err := query(ctx, tx, `reference = $1 FOR UPDATE`, r.Reference)
	if err != nil {
		return err
	}
	if len(found) == 0 || found[0].Donation != r.Donation {
		return ports.ErrNoPayment
	}
	p := found[0]
	var reference string
	var minor int64
	err = tx.QueryRow(ctx, `SELECT reference, amount_minor FROM sandbox_refunds WHERE refund = $1`, [16]byte(r.Refund)).
		Scan(&reference, &minor)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return fmt.Errorf("look for the refund: %w", err)
	case reference != r.Reference || money.Of(minor, p.Charge.Currency) != r.Amount:
		return ErrRefundDiffers
	default:
		return nil
	}
	if p.Status != statusPaid {
		return ErrNotPaid
	}
	if _, open, err := s.openDispute(ctx, tx, p.Reference); open || err != nil {
		return cmp.Or(err, error(ports.ErrDisputed))
	}
	e, err := s.enterRefund(ctx, tx, p, r.Refund, r.Amount)
	if err != nil {
		return err
	}
	_, err = s.tell(ctx, tx, e, e.At, false, 0)
	return err
}

// enterRefund writes a refund of a paid payment, which the caller has locked, into the books.
func (s *Sandbox) enterRefund(ctx context.Context, tx pgx.Tx, p payment, refund ident.ID,
	amount money.Amount) (ports.PaymentEvent, error) {
	if amount.Currency != p.Charge.Currency {
		return ports.PaymentEvent{}, ports.ErrRefundCurrency
	}
	left, err := leftOf(ctx, tx, p)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	if amount.Minor > left {
		return ports.PaymentEvent{}, ErrRefundTooLarge
	}
	name, err := s.token("sbs_")
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	e := ports.PaymentEvent{
		ID: name, Kind: ports.PaymentRefunded, Donation: p.Donation, Reference: p.Reference, Refund: refund, Amount: amount,
		Begun: p.OpenedAt, At: s.now(),
	}
	if _, err := tx.Exec(ctx,
		`INSERT INTO sandbox_refunds (refund, reference, amount_minor, made_at, statement) VALUES ($1, $2, $3, $4, $5)`,
		[16]byte(refund), p.Reference, amount.Minor, e.At, e.ID); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("enter the refund: %w", err)
	}
	return e, nil
}

// leftOf is what was taken by a payment and not given back, in minor units.
func leftOf(ctx context.Context, tx pgx.Tx, p payment) (int64, error) {
	var before int64
	if err := tx.QueryRow(ctx, `SELECT coalesce(sum(amount_minor), 0)::bigint FROM (
			SELECT amount_minor FROM sandbox_refunds WHERE reference = $1 AND failed_at IS NULL
			UNION ALL SELECT amount_minor FROM sandbox_disputes WHERE reference = $1 AND taken) back`,
		p.Reference).Scan(&before); err != nil {
		return 0, fmt.Errorf("sum what was given back: %w", err)
	}
	return p.Taken - before, nil
}

// LookupRefund finds a refund in the books, as its webhook tells it. Errors: ports.ErrNoPayment, ports.ErrPayments.
func (s *Sandbox) LookupRefund(ctx context.Context, asked ports.RefundPayment) (ports.PaymentEvent, error) {
	r, err := rowscan.One[struct {
		Statement string         `db:"statement"`
		Failed    string         `db:"failed_statement"`
		Donation  ident.ID       `db:"donation"`
		Reference string         `db:"reference"`
		Amount    int64          `db:"amount_minor"`
		Currency  money.Currency `db:"currency"`
		Opened    time.Time      `db:"opened_at"`
		Made      time.Time      `db:"made_at"`
	}](ctx, s.pool, `SELECT r.statement, r.failed_statement, p.donation, r.reference, r.amount_minor, p.currency,
			p.opened_at, r.made_at
		FROM sandbox_refunds r JOIN sandbox_payments p USING (reference) WHERE r.refund = $1`, [16]byte(asked.Refund))
	if errors.Is(err, pgx.ErrNoRows) {
		return ports.PaymentEvent{}, ports.ErrNoPayment
	}
	if err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("look a refund up: %w: %w", ports.ErrPayments, err)
	}
	e := ports.PaymentEvent{
		ID: r.Statement, Kind: ports.PaymentRefunded, Donation: r.Donation, Reference: r.Reference, Refund: asked.Refund,
		Amount: money.Of(r.Amount, r.Currency), Begun: r.Opened.UTC(), At: r.Made.UTC(),
	}
	if r.Failed != "" {
		e.ID, e.Kind = r.Failed, ports.PaymentRefundFailed
	}
	return e, nil
}
