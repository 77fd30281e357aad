package stripe_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
)

// given is a gift that was paid; returned is how much of it is given back.
func (w *world) given(minor, returned int64) (donation ident.ID, reference string) {
	w.Helper()
	donation = w.id()
	r := w.request(donation)
	r.Charge = money.Of(minor, money.EUR)
	p, err := w.Open(w.Context(), r)
	w.ok(err)
	w.record(donation, p.Reference)
	w.ok(w.Pay(p.Reference))
	if returned > 0 {
		w.ok(w.Refund(w.Context(), ports.RefundPayment{
			Refund: w.id(), Donation: donation, Reference: p.Reference, Amount: money.Of(returned, money.EUR),
		}))
	}
	return donation, p.Reference
}

// More pages than one list holds are read, with what was given back; what is another installation's, or was not paid, is no line.
func TestStripe_Movements(t *testing.T) {
	w := newWorld(t)
	other := w.config
	other.Installation = "another"
	stranger := w.another(other)
	r := w.request(w.id())
	p, err := stranger.Open(t.Context(), r)
	w.ok(err)
	w.ok(w.Pay(p.Reference))
	w.opened(w.id()) // not paid
	const gifts = 130
	want := map[string]int64{}
	for n := range int64(gifts) {
		returned := int64(0)
		if n%50 == 0 {
			returned = 100 + n
		}
		_, reference := w.given(1000+n, returned)
		want[reference] = 1000 + n - returned
	}
	w.there.Break(stripetest.Fault{What: stripetest.RateLimited, Path: "/v1/checkout/sessions"})
	w.there.Break(stripetest.Fault{What: stripetest.RateLimited, Path: "/v1/refunds"})
	got := map[string]int64{}
	lines := 0
	for m, err := range w.Movements(t.Context()) {
		w.ok(err)
		lines++
		if m.Refund.IsNil() {
			got[m.Reference] += m.Amount.Minor
		} else {
			got[m.Reference] -= m.Amount.Minor
		}
		if m.Donation.IsNil() || m.At.IsZero() || m.Amount.Currency != money.EUR {
			t.Errorf("%+v", m)
		}
	}
	if lines != gifts+3 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d lines: %v", lines, got)
	}
}

// What was given back by hand in the dashboard is in the books, too.
func TestStripe_MovementsOfTheDashboard(t *testing.T) {
	w := newWorld(t)
	donation, reference := w.given(2500, 0)
	sessions, err := w.there.Client(stripetest.TestKey).V1CheckoutSessions.Retrieve(t.Context(), reference, nil)
	w.ok(err)
	_, err = w.there.Client(stripetest.TestKey).V1Refunds.Create(t.Context(), &stripego.RefundCreateParams{
		PaymentIntent: new(sessions.PaymentIntent.ID), Amount: new(int64(500)),
	})
	w.ok(err)
	var refunds []ports.Movement
	for m, err := range w.Movements(t.Context()) {
		w.ok(err)
		if !m.Refund.IsNil() {
			refunds = append(refunds, m)
		}
	}
	if len(refunds) != 1 || refunds[0].Donation != donation || refunds[0].Reference != reference || refunds[0].Amount.Minor != 500 {
		t.Errorf("%+v", refunds)
	}
}

func TestStripe_Ledger(t *testing.T) {
	w := newWorld(t)
	one, paid := w.given(2500, 400)
	two, _ := w.given(3000, 0)
	read := func(of []ident.ID) (all []ports.Entry) {
		for e, err := range w.Ledger(t.Context(), of) {
			w.ok(err)
			all = append(all, e)
		}
		return all
	}
	want := ports.Entry{
		Donation: one, Reference: paid, Paid: money.Of(2500, money.EUR), Refunded: money.Of(400, money.EUR), Refunds: 1,
	}
	if got := read([]ident.ID{one}); len(got) != 1 || got[0] != want {
		t.Errorf("%+v", got)
	}
	if got := read(nil); len(got) != 2 || !slices.ContainsFunc(got, func(e ports.Entry) bool { return e.Donation == two }) {
		t.Errorf("%+v", got)
	}
	if got := read([]ident.ID{}); len(got) != 0 {
		t.Errorf("asked for none: %+v", got)
	}
}

// What a dispute took is out of the books while the bank has it, and back in them once it is won.
func TestStripe_MovementsOfADispute(t *testing.T) {
	w := newWorld(t)
	_, reference := w.given(2500, 0)
	left := func() (minor int64) {
		for m, err := range w.Movements(t.Context()) {
			w.ok(err)
			if m.Refund.IsNil() {
				minor += m.Amount.Minor
			} else {
				minor -= m.Amount.Minor
			}
		}
		return minor
	}
	w.ok(w.DisputeAll(reference))
	if got := left(); got != 0 {
		t.Errorf("while it is disputed %d are left", got)
	}
	w.ok(w.DecideDispute(reference, true))
	if got := left(); got != 2500 {
		t.Errorf("once it is won %d are left", got)
	}
}

// Half of the books are no books: an audit must not take a list that ended early for all there is.
func TestStripe_BooksSayThatTheyEndedEarly(t *testing.T) {
	w := newWorld(t)
	w.given(2500, 400)
	for _, path := range []string{"/v1/checkout/sessions", "/v1/refunds"} {
		w.there.Break(stripetest.Fault{What: stripetest.Broken, Path: path})
		var last error
		for _, err := range w.Movements(t.Context()) {
			last = err
		}
		if !errors.Is(last, ports.ErrPayments) {
			t.Errorf("%s is broken: %v", path, last)
		}
		w.there.Mend()
	}
}
