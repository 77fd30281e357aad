package stripe_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
)

// since is what is told again, by the gift, and how often.
func (w *world) since(from time.Time) map[ident.ID][]ports.PaymentKind {
	w.Helper()
	told := map[ident.ID][]ports.PaymentKind{}
	for e, err := range w.Since(w.Context(), from, w.there.Now()) {
		w.ok(err)
		told[e.Donation] = append(told[e.Donation], e.Kind)
	}
	for _, kinds := range told {
		slices.Sort(kinds)
	}
	return told
}

// Everything about which a webhook was lost is told again, once for each object and as it is now: by events, and by lists where
// events are forgotten.
func TestStripe_Since(t *testing.T) {
	w := newWorld(t)
	other := w.config
	other.Installation = "another"
	p, err := w.another(other).Open(t.Context(), w.request(w.id()))
	w.ok(err)
	w.ok(w.Pay(p.Reference))
	early, _ := w.given(1000, 0)
	w.Pass(time.Hour)
	begun := w.there.Now()
	paid, _ := w.given(2000, 0)
	refunded, byHand := w.given(3000, 0)
	_, err = w.there.RefundByHand(w.charge(byHand).ID, 500)
	w.ok(err)
	disputed, at := w.given(4000, 0)
	w.ok(w.DisputeAll(at))
	later := w.id()
	w.ok(w.PayLater(w.opened(later).Reference))
	open := w.id()
	w.opened(open)

	check := func(what string, told map[ident.ID][]ports.PaymentKind) {
		t.Helper()
		for gift, want := range map[ident.ID][]ports.PaymentKind{
			paid: {ports.PaymentPaid}, refunded: {ports.PaymentPaid, ports.PaymentRefunded},
			disputed: {ports.PaymentDisputed, ports.PaymentPaid}, later: {ports.PaymentUnderWay},
		} {
			kinds := slices.Compact(told[gift]) // what Stripe kept of a payment is told beside it
			slices.Sort(want)
			if !slices.Equal(kinds, want) {
				t.Errorf("%s: of a gift %v is told, want %v", what, kinds, want)
			}
		}
		if told[open] != nil {
			t.Errorf("%s: of an open page %v is told", what, told[open])
		}
	}
	w.there.Break(stripetest.Fault{What: stripetest.RateLimited, Path: "/v1/events"})
	w.there.Break(stripetest.Fault{What: stripetest.RateLimited, Path: "/v1/refunds"})
	told := w.since(begun)
	check("by events", told)
	if told[early] != nil {
		t.Errorf("what was before is told: %v", told[early])
	}
	w.Pass(40 * 24 * time.Hour)
	if told := w.since(w.there.Now().Add(-time.Hour)); len(told) != 0 && told[paid] != nil {
		t.Errorf("nothing happened, and is told: %v", told)
	}
	check("by lists", w.since(begun))

	w.there.Break(stripetest.Fault{What: stripetest.Broken, Path: "/v1/", Times: 1000})
	for _, err := range w.Since(t.Context(), begun, w.there.Now()) {
		if !errors.Is(err, ports.ErrPayments) {
			t.Errorf("while Stripe is away: %v", err)
		}
	}
}
