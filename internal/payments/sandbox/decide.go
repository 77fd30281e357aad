package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// Order is in which order the webhooks of an approved payment come.
type Order string

// The orders.
const (
	InOrder      Order = ""
	DeclinedLate Order = "declined_late" // an earlier try was declined, which is told after the payment
	ExpiredLate  Order = "expired_late"  // an expiry is told after the payment
	RefundFirst  Order = "refund_first"  // the provider gives all back, which is told before the payment
)

// MaxDelay is the longest a webhook can be asked to be late.
const MaxDelay = 24 * time.Hour

// Options is the trouble to simulate. The zero value is none.
type Options struct {
	Delay time.Duration // before the first webhook leaves
	Twice bool          // every webhook is sent two times, at the same moment
	Order Order         // only of Approve
	Taken money.Amount  // only of Approve: taken instead of the charge; zero: the charge
}

func (o Options) check(charge money.Amount) error {
	var faults domain.Refusals
	if o.Delay < 0 || o.Delay > MaxDelay {
		faults = append(faults, domain.RefuseField("delay", "delay_out_of_range", "the delay must be between 0 seconds and a day").
			With("max_seconds", int(MaxDelay.Seconds())))
	}
	switch o.Order {
	case InOrder, DeclinedLate, ExpiredLate, RefundFirst:
	default:
		faults = append(faults, domain.RefuseField("order", "unknown_order", "there is no such order of webhooks"))
	}
	if !o.Taken.IsZero() {
		if r := o.Taken.Check("taken"); r != nil {
			faults = append(faults, r)
		} else if o.Taken.Currency != charge.Currency {
			faults = append(faults, domain.RefuseField("taken", "wrong_currency", "another sum is taken in the currency of the charge"))
		}
	}
	return faults.OrNil()
}

// Approve pays. The first decision stands: asked again, or after another, each of Approve, Decline, Cancel and Expire
// changes nothing and answers with what was decided first; the page of a payment that has run out expires whatever is
// asked. The webhook is entered in the same transaction. Errors: ports.ErrNoPayment, domain.Refusals for options out of
// bounds.
func (s *Sandbox) Approve(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	return s.decide(ctx, reference, statusPaid, o)
}

// Decline refuses the payment, as a bank would.
func (s *Sandbox) Decline(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	return s.decide(ctx, reference, statusDeclined, o)
}

// Cancel is the payer stepping back.
func (s *Sandbox) Cancel(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	return s.decide(ctx, reference, statusCancelled, o)
}

// Expire closes the page as if its time had passed.
func (s *Sandbox) Expire(ctx context.Context, reference string, o Options) (ports.PaymentEvent, error) {
	return s.decide(ctx, reference, statusExpired, o)
}

func (s *Sandbox) decide(ctx context.Context, reference, status string, o Options) (ports.PaymentEvent, error) {
	var e ports.PaymentEvent
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		found, err := query(ctx, tx, `reference = $1 FOR UPDATE`, reference)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return ports.ErrNoPayment
		}
		p := found[0]
		if err := o.check(p.Charge); err != nil {
			return err
		}
		if p.Status != statusOpen {
			e = p.event()
			return nil
		}
		if !p.ExpiresAt.After(s.now()) && status != statusExpired {
			status, o = statusExpired, Options{}
		}
		e, err = s.settle(ctx, tx, p, status, o)
		return err
	})
	var refused domain.Refusals
	switch {
	case err == nil:
		s.nudge()
		return e, nil
	case errors.Is(err, ports.ErrNoPayment) || errors.As(err, &refused):
		return ports.PaymentEvent{}, err
	}
	return ports.PaymentEvent{}, fmt.Errorf("decide a sandbox payment: %w: %w", ports.ErrPayments, err)
}

// settle enters the decision about an open payment, which the caller has locked, and the webhooks that tell it.
func (s *Sandbox) settle(ctx context.Context, tx pgx.Tx, p payment, status string, o Options) (ports.PaymentEvent, error) {
	p.Status, p.DecidedAt = status, s.now()
	if status == statusPaid {
		p.Taken = p.Charge.Minor
		if !o.Taken.IsZero() {
			p.Taken = o.Taken.Minor
		}
	} else {
		o.Order = InOrder
	}
	var err error
	if p.Statement, err = s.token("sbs_"); err != nil {
		return ports.PaymentEvent{}, err
	}
	// The e-mail was for the page; nothing needs it any more.
	if _, err := tx.Exec(ctx, `UPDATE sandbox_payments SET status = $2, decided_at = $3, taken_minor = $4, statement = $5, email = ''
		WHERE reference = $1`, p.Reference, p.Status, p.DecidedAt, p.Taken, p.Statement); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("enter the decision: %w", err)
	}
	e := p.event()
	due := p.DecidedAt.Add(o.Delay)
	switch o.Order {
	case InOrder:
		_, err = s.tell(ctx, tx, e, due, o.Twice, 0)
	case DeclinedLate, ExpiredLate:
		late := e
		late.Kind, late.Amount, late.At, late.Kept = ports.PaymentDeclined, money.Of(0, p.Charge.Currency), p.OpenedAt, ports.Kept{}
		if o.Order == ExpiredLate {
			late.Kind = ports.PaymentExpired
		}
		if late.ID, err = s.token("sbs_"); err != nil {
			return ports.PaymentEvent{}, err
		}
		err = s.tellInTurn(ctx, tx, e, late, due, o.Twice)
	case RefundFirst:
		id, idErr := ident.New(s.random)
		if idErr != nil {
			return ports.PaymentEvent{}, fmt.Errorf("name the refund: %w", idErr)
		}
		back, enterErr := s.enterRefund(ctx, tx, p, id, e.Amount)
		if enterErr != nil {
			return ports.PaymentEvent{}, enterErr
		}
		err = s.tellInTurn(ctx, tx, back, e, due, o.Twice)
	}
	return e, err
}

// tellInTurn enters two webhooks of which the second leaves once the first was tried, however long that takes.
func (s *Sandbox) tellInTurn(ctx context.Context, tx pgx.Tx, first, second ports.PaymentEvent, due time.Time, twice bool) error {
	id, err := s.tell(ctx, tx, first, due, twice, 0)
	if err != nil {
		return err
	}
	_, err = s.tell(ctx, tx, second, due, twice, id)
	return err
}

// tell enters a webhook to be sent, and gives the delivery's id. follows is a delivery that must be tried first, or 0.
func (s *Sandbox) tell(ctx context.Context, tx pgx.Tx, e ports.PaymentEvent, due time.Time, twice bool,
	follows int64) (int64, error) {
	body, err := write(e)
	if err != nil {
		return 0, err
	}
	copies := 1
	if twice {
		copies = 2
	}
	var id int64
	err = tx.QueryRow(ctx, `WITH entered AS (
			INSERT INTO sandbox_deliveries (statement, reference, body, created_at, due_at, follows)
			SELECT $1, $2, $3, $4, $5, nullif($6::bigint, 0) FROM generate_series(1, $7::integer)
			RETURNING id)
		SELECT max(id) FROM entered`, e.ID, e.Reference, body, s.now(), due, follows, copies).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("enter the webhook: %w", err)
	}
	return id, nil
}
