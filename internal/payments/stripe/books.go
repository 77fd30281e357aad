package stripe

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	gift "github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

const (
	pageSize     = 100 // objects in a page of a list, the most that Stripe gives
	patience     = 6   // how often a page is asked for again while Stripe asks for fewer requests
	firstBackOff = 500 * time.Millisecond
)

// booked is a page of ours that was paid, and what went back of it: refunds, and what disputes took.
type booked struct {
	payment ports.PaymentEvent
	back    []ports.Movement
}

// Ledger reads Stripe's books for an audit: an entry for each page of ours by which money was taken, the newest first, in the
// currency that was charged. nil asks for all donations, an empty list for none. It asks for a page of a hundred at a time.
// Errors: ports.ErrPayments.
func (s *Stripe) Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error] {
	return func(yield func(ports.Entry, error) bool) {
		if donations != nil && len(donations) == 0 {
			return
		}
		var only map[ident.ID]bool
		if donations != nil {
			only = make(map[ident.ID]bool, len(donations))
			for _, d := range donations {
				only[d] = true
			}
		}
		for p, err := range s.books(ctx, only) {
			e := ports.Entry{
				Donation: p.payment.Donation, Reference: p.payment.Reference, Paid: p.payment.Amount,
				Refunded: money.Of(0, p.payment.Amount.Currency), Refunds: len(p.back),
			}
			for _, m := range p.back {
				e.Refunded.Minor += m.Amount.Minor
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Movements reads the whole books, a line for each payment that was taken and each refund that was made, also by hand in the
// dashboard, the newest payment first. Errors: ports.ErrPayments.
func (s *Stripe) Movements(ctx context.Context) iter.Seq2[ports.Movement, error] {
	return func(yield func(ports.Movement, error) bool) {
		for p, err := range s.books(ctx, nil) {
			m := ports.Movement{
				Donation: p.payment.Donation, Reference: p.payment.Reference, Amount: p.payment.Amount, At: p.payment.At,
			}
			if !yield(m, err) {
				return
			}
			for _, m := range p.back {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// books lists the pages of ours that were paid, and what went back. Refunds and disputes are asked for by payment and only where
// there are some: a list of all of them would not say which page was paid.
func (s *Stripe) books(ctx context.Context, only map[ident.ID]bool) iter.Seq2[booked, error] {
	return func(yield func(booked, error) bool) {
		for cs, err := range s.completed(ctx) {
			if err != nil {
				yield(booked{}, failed("list Checkout pages", err))
				return
			}
			donation, ours := s.ours(cs.Metadata)
			if !ours || only != nil && !only[donation] {
				continue
			}
			p := booked{payment: event(cs, donation)}
			if p.payment.Kind != ports.PaymentPaid {
				continue
			}
			if p.back, err = s.wentBack(ctx, cs, donation); err != nil {
				yield(booked{}, failed("list refunds and disputes", err))
				return
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (s *Stripe) completed(ctx context.Context) iter.Seq2[*stripego.CheckoutSession, error] {
	return patiently(ctx, func(after *string) iter.Seq2[*stripego.CheckoutSession, error] {
		p := &stripego.CheckoutSessionListParams{Status: new("complete")}
		p.Limit, p.StartingAfter = new(int64(pageSize)), after
		p.AddExpand("data.payment_intent.latest_charge")
		return iter.Seq2[*stripego.CheckoutSession, error](s.client.V1CheckoutSessions.List(ctx, p).All(ctx))
	}, func(cs *stripego.CheckoutSession) string { return cs.ID })
}

// wentBack lists the refunds of a payment that were made, also by hand in the dashboard, and what disputes took of it.
func (s *Stripe) wentBack(ctx context.Context, cs *stripego.CheckoutSession, donation ident.ID) ([]ports.Movement, error) {
	if cs.PaymentIntent == nil || cs.PaymentIntent.LatestCharge == nil {
		return nil, nil
	}
	var back []ports.Movement
	of, charge := paid{donation: donation, reference: cs.ID, intent: cs.PaymentIntent.ID}, cs.PaymentIntent.LatestCharge
	line := func(e ports.PaymentEvent, refund ident.ID) {
		back = append(back, ports.Movement{
			Donation: donation, Reference: cs.ID, Refund: refund, Amount: e.Amount, At: e.At,
		})
	}
	if charge.AmountRefunded > 0 {
		for re, err := range s.refundsMade(ctx, of.intent) {
			if err != nil {
				return nil, err
			}
			if e, err := s.refunded(re, of); err == nil && e.Kind == ports.PaymentRefunded {
				line(e, e.Refund)
			}
		}
	}
	if charge.Disputed {
		for du, err := range s.disputesOf(ctx, charge.ID) {
			if err != nil {
				return nil, err
			}
			if e := disputed(du, of); e.Dispute.Taken {
				line(e, gift.RefundOf(du.ID))
			}
		}
	}
	return back, nil
}

func (s *Stripe) refundsMade(ctx context.Context, intent string) iter.Seq2[*stripego.Refund, error] {
	return s.refunds(ctx, stripego.RefundListParams{PaymentIntent: new(intent)})
}

func (s *Stripe) disputesOf(ctx context.Context, charge string) iter.Seq2[*stripego.Dispute, error] {
	return s.disputes(ctx, stripego.DisputeListParams{Charge: new(charge)})
}

func (s *Stripe) refunds(ctx context.Context, of stripego.RefundListParams) iter.Seq2[*stripego.Refund, error] {
	return patiently(ctx, func(after *string) iter.Seq2[*stripego.Refund, error] {
		p := of
		p.Limit, p.StartingAfter = new(int64(pageSize)), after
		return iter.Seq2[*stripego.Refund, error](s.client.V1Refunds.List(ctx, &p).All(ctx))
	}, func(re *stripego.Refund) string { return re.ID })
}

func (s *Stripe) disputes(ctx context.Context, of stripego.DisputeListParams) iter.Seq2[*stripego.Dispute, error] {
	return patiently(ctx, func(after *string) iter.Seq2[*stripego.Dispute, error] {
		p := of
		p.Limit, p.StartingAfter = new(int64(pageSize)), after
		return iter.Seq2[*stripego.Dispute, error](s.client.V1Disputes.List(ctx, &p).All(ctx))
	}, func(du *stripego.Dispute) string { return du.ID })
}

// patiently reads a list to its end. While Stripe asks for fewer requests (429), which its client does not repeat, the list goes
// on after the last object that was seen, a little later each time.
func patiently[T any](
	ctx context.Context, from func(after *string) iter.Seq2[T, error], id func(T) string,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var after *string
		for tries, wait := 0, firstBackOff; ; tries, wait = tries+1, wait*2 {
			var failure error
			for o, err := range from(after) {
				if err != nil {
					failure = err
					break
				}
				if !yield(o, nil) {
					return
				}
				after, tries, wait = new(id(o)), 0, firstBackOff
			}
			if failure == nil {
				return
			}
			if tries < patience && tooMany(failure) && pause(ctx, wait) {
				continue
			}
			var none T
			yield(none, failure)
			return
		}
	}
}

func tooMany(err error) bool {
	e, ok := errors.AsType[*stripego.Error](err)
	return ok && e.HTTPStatusCode == http.StatusTooManyRequests
}

// pause waits; it is false when the context ends first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
