package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// answerDispute is how long a dispute may be answered.
const answerDispute = 7 * 24 * time.Hour

// dispute is a row of the books.
type dispute struct {
	Dispute   string       `db:"dispute"`
	Reference string       `db:"reference"`
	Amount    money.Amount `db:"amount"`
	AnswerBy  *time.Time   `db:"answer_by"`
	Taken     bool         `db:"taken"`
	Outcome   string       `db:"outcome"`
}

func (s *Sandbox) disputesOf(ctx context.Context, db interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}, reference string) ([]dispute, error) {
	rows, err := db.Query(ctx, `SELECT d.dispute, d.reference, d.amount_minor AS "amount.minor", p.currency AS "amount.currency",
			d.answer_by, d.taken, d.outcome
		FROM sandbox_disputes d JOIN sandbox_payments p USING (reference) WHERE d.reference = $1 ORDER BY d.opened_at, d.dispute`,
		reference)
	if err != nil {
		return nil, fmt.Errorf("read the disputes: %w", err)
	}
	found, err := pgx.CollectRows(rows, rowscan.Row[dispute])
	if err != nil {
		return nil, fmt.Errorf("read the disputes: %w", err)
	}
	return found, nil
}

// Dispute has the payer's bank take back what is left of a payment. The operator may answer within a week, or not at all. The
// webhook is entered in the same transaction. Errors: ports.ErrNoPayment, ErrNotPaid, ErrRefundTooLarge when nothing is left,
// ports.ErrPayments.
func (s *Sandbox) Dispute(ctx context.Context, reference string, answerable bool) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		p, left, err := s.paidAndLeft(ctx, tx, reference)
		if err != nil {
			return err
		}
		d := dispute{Reference: reference, Amount: money.Of(left, p.Charge.Currency), Taken: true}
		if d.Dispute, err = s.token("sbd_"); err != nil {
			return err
		}
		now := s.now()
		if answerable {
			by := now.Add(answerDispute)
			d.AnswerBy = &by
		}
		if _, err := tx.Exec(ctx, `INSERT INTO sandbox_disputes (dispute, reference, amount_minor, answer_by, taken, opened_at)
			VALUES ($1, $2, $3, $4, true, $5)`, d.Dispute, reference, left, d.AnswerBy, now); err != nil {
			return fmt.Errorf("enter the dispute: %w", err)
		}
		e, err = s.tellDispute(ctx, tx, p, d)
		return err
	})
	return e, s.told(err, "dispute a payment")
}

// DecideDispute closes the open dispute of a payment. Won, the money comes back. Errors: ports.ErrNoPayment when none is open,
// ports.ErrPayments.
func (s *Sandbox) DecideDispute(ctx context.Context, reference string, won bool) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		p, err := s.paidBefore(ctx, tx, reference)
		if err != nil {
			return err
		}
		d, open, err := s.openDispute(ctx, tx, reference)
		if err != nil {
			return err
		}
		if !open {
			return ports.ErrNoPayment
		}
		d.Taken, d.Outcome = !won, "lost"
		if won {
			d.Outcome = "won"
		}
		if _, err := tx.Exec(ctx, `UPDATE sandbox_disputes SET taken = $2, outcome = $3, decided_at = $4 WHERE dispute = $1`,
			d.Dispute, d.Taken, d.Outcome, s.now()); err != nil {
			return fmt.Errorf("enter the decision: %w", err)
		}
		e, err = s.tellDispute(ctx, tx, p, d)
		return err
	})
	return e, s.told(err, "decide a dispute")
}

func (s *Sandbox) openDispute(ctx context.Context, tx pgx.Tx, reference string) (d dispute, open bool, err error) {
	all, err := s.disputesOf(ctx, tx, reference)
	for _, one := range all {
		if one.Outcome == "" {
			d, open = one, true
		}
	}
	return d, open, err
}

// tellDispute enters the webhook that says what is known of a dispute now.
func (s *Sandbox) tellDispute(ctx context.Context, tx pgx.Tx, p payment, d dispute) (ports.PaymentEvent, error) {
	e := ports.PaymentEvent{
		Kind: ports.PaymentDisputed, Donation: p.Donation, Reference: p.Reference, Amount: d.Amount, Begun: p.OpenedAt, At: s.now(),
		Dispute: ports.Dispute{
			ID: d.Dispute, Why: "fraudulent", Link: s.public + "/sandbox/pay/" + p.Reference, Taken: d.Taken, Outcome: d.Outcome,
		},
	}
	if d.AnswerBy != nil {
		e.Dispute.AnswerBy = d.AnswerBy.UTC()
	}
	var err error
	if e.ID, err = s.token("sbs_"); err != nil {
		return e, err
	}
	_, err = s.tell(ctx, tx, e, e.At, false, 0)
	return e, err
}

// FailRefund has the last refund of a payment fail after it was told, as when the payer's account is closed: the money is with
// the provider again. Errors: ports.ErrNoPayment when none was made, ports.ErrPayments.
func (s *Sandbox) FailRefund(ctx context.Context, reference string) (ports.PaymentEvent, error) {
	e := ports.PaymentEvent{Kind: ports.PaymentRefundFailed, Reference: reference}
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		p, err := s.paidBefore(ctx, tx, reference)
		if err != nil {
			return err
		}
		if e.ID, err = s.token("sbs_"); err != nil {
			return err
		}
		e.Donation, e.Begun, e.At, e.Amount.Currency = p.Donation, p.OpenedAt, s.now(), p.Charge.Currency
		err = tx.QueryRow(ctx, `UPDATE sandbox_refunds SET failed_at = $2, failed_statement = $3 WHERE refund = (
				SELECT refund FROM sandbox_refunds WHERE reference = $1 AND failed_at IS NULL ORDER BY made_at DESC, refund LIMIT 1)
			RETURNING refund, amount_minor`, reference, e.At, e.ID).Scan((*[16]byte)(&e.Refund), &e.Amount.Minor)
		if errors.Is(err, pgx.ErrNoRows) {
			return ports.ErrNoPayment
		}
		if err != nil {
			return fmt.Errorf("enter that the refund failed: %w", err)
		}
		_, err = s.tell(ctx, tx, e, e.At, false, 0)
		return err
	})
	return e, s.told(err, "let a refund fail")
}

// Delay pays by a method that answers later, such as a bank debit: the page is closed, and the money on its way until Arrive or
// Bounce decides. Errors: as those of Approve.
func (s *Sandbox) Delay(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	return s.decide(ctx, reference, statusUnderWay, o)
}

// Arrive has the money of a payment that is on its way arrive. Errors: ports.ErrNoPayment, ErrNotPaid when it is not on its way,
// ports.ErrPayments.
func (s *Sandbox) Arrive(ctx context.Context, reference string) (ports.PaymentEvent, error) {
	return s.later(ctx, reference, statusPaid)
}

// Bounce has a payment that is on its way fail. Errors: as those of Arrive.
func (s *Sandbox) Bounce(ctx context.Context, reference string) (ports.PaymentEvent, error) {
	return s.later(ctx, reference, statusDeclined)
}

func (s *Sandbox) later(ctx context.Context, reference, status string) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		found, err := query(ctx, tx, `reference = $1 FOR UPDATE`, reference)
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return ports.ErrNoPayment
		case found[0].Status != statusUnderWay:
			return ErrNotPaid
		}
		e, err = s.settle(ctx, tx, found[0], status, Options{})
		return err
	})
	return e, s.told(err, "decide a payment that is on its way")
}
