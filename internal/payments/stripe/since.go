package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/ports"
)

const (
	eventsKept = 30 * 24 * time.Hour // how long Stripe keeps events
	pageOpen   = 24 * time.Hour      // how long a Checkout page is open at most, and so how much older it is than its payment
)

// Since implements ports.Retelling: up to 30 days back by Stripe's events, further back by completed pages, refunds and disputes.
// The object of each is read again, once. It holds their ids in memory while it lists.
func (s *Stripe) Since(ctx context.Context, from, now time.Time) iter.Seq2[ports.PaymentEvent, error] {
	hints := s.hintsOfEvents(ctx, from)
	if from.Before(now.Add(-eventsKept)) {
		hints = s.hintsOfObjects(ctx, from)
	}
	return func(yield func(ports.PaymentEvent, error) bool) {
		heard := map[string]bool{}
		for h, err := range hints {
			if err != nil {
				yield(ports.PaymentEvent{}, err)
				return
			}
			if heard[h.Data.Object.ID] {
				continue
			}
			heard[h.Data.Object.ID] = true
			e, err := s.hearPatiently(ctx, h)
			if errors.Is(err, ports.ErrNotOurs) {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// hearPatiently waits while Stripe asks for fewer requests.
func (s *Stripe) hearPatiently(ctx context.Context, h hint) (e ports.PaymentEvent, err error) {
	for tries, wait := 0, firstBackOff; ; tries, wait = tries+1, wait*2 {
		if e, err = s.hear(ctx, h); err == nil || tries == patience || !tooMany(err) || !pause(ctx, wait) {
			return e, err
		}
	}
}

func (s *Stripe) hintsOfEvents(ctx context.Context, from time.Time) iter.Seq2[hint, error] {
	events := patiently(ctx, func(after *string) iter.Seq2[*stripego.Event, error] {
		p := &stripego.EventListParams{
			CreatedRange: &stripego.RangeQueryParams{GreaterThanOrEqual: from.Unix()}, Types: stripego.StringSlice(Heard),
		}
		p.Limit, p.StartingAfter = new(int64(pageSize)), after
		return iter.Seq2[*stripego.Event, error](s.client.V1Events.List(ctx, p).All(ctx))
	}, func(e *stripego.Event) string { return e.ID })
	return func(yield func(hint, error) bool) {
		for e, err := range events {
			if err != nil {
				yield(hint{}, failed("list events", err))
				return
			}
			h := hint{ID: e.ID, Type: string(e.Type)}
			if err := json.Unmarshal(e.Data.Raw, &h.Data.Object); err != nil {
				yield(hint{}, failed("list events", fmt.Errorf("event %s: %w", e.ID, err)))
				return
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

// hintsOfObjects lists what events would have been about, each list from its newest object back to the moment.
func (s *Stripe) hintsOfObjects(ctx context.Context, from time.Time) iter.Seq2[hint, error] {
	return func(yield func(hint, error) bool) {
		tell := func(h hint, err error) bool {
			if err != nil {
				yield(hint{}, failed("list pages, refunds and disputes", err))
				return false
			}
			return yield(h, nil)
		}
		for cs, err := range s.completed(ctx) {
			if err == nil && at(cs.Created).Before(from.Add(-pageOpen)) {
				break
			}
			h := hint{Type: "checkout.session.completed"}
			if err == nil {
				h.Data.Object.ID, h.Data.Object.Metadata = cs.ID, cs.Metadata
			}
			if !tell(h, err) {
				return
			}
		}
		for re, err := range s.refunds(ctx, stripego.RefundListParams{}) {
			if err == nil && at(re.Created).Before(from) {
				break
			}
			h := hint{Type: "refund.updated"}
			if err == nil && re.PaymentIntent != nil {
				h.Data.Object.ID, h.Data.Object.PaymentIntent = re.ID, re.PaymentIntent.ID
			}
			if !tell(h, err) {
				return
			}
		}
		for du, err := range s.disputes(ctx, stripego.DisputeListParams{}) {
			if err == nil && at(du.Created).Before(from) {
				break
			}
			h := hint{Type: "charge.dispute.updated"}
			if err == nil && du.PaymentIntent != nil {
				h.Data.Object.ID, h.Data.Object.PaymentIntent = du.ID, du.PaymentIntent.ID
			}
			if !tell(h, err) {
				return
			}
		}
	}
}
