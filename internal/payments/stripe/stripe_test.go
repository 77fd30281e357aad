package stripe_test

import (
	"context"
	"errors"
	"testing"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/paymentstest"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
)

func TestContract(t *testing.T) {
	paymentstest.Contract(t, func(t *testing.T) paymentstest.Provider {
		t.Helper()
		return newWorld(t)
	})
}

func TestNew_Refuses(t *testing.T) {
	w := newWorld(t)
	for name, spoil := range map[string]func(*stripe.Config){
		"no key":          func(c *stripe.Config) { c.Key = "" },
		"no secret":       func(c *stripe.Config) { c.Secrets = nil },
		"an empty secret": func(c *stripe.Config) { c.Secrets = []string{""} },
		"no name":         func(c *stripe.Config) { c.Installation = "" },
	} {
		c := w.config
		spoil(&c)
		if _, err := stripe.New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestOpen_AsksFor(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	o := w.request(d)
	p := w.opened(d)
	read := &stripego.CheckoutSessionRetrieveParams{}
	read.AddExpand("line_items")
	cs, err := w.there.Client(stripetest.TestKey).V1CheckoutSessions.Retrieve(t.Context(), p.Reference, read)
	w.ok(err)
	if cs.SubmitType != "donate" || cs.Locale != "fr" || cs.ExpiresAt != o.ExpiresAt.Unix() || cs.AdaptivePricing.Enabled ||
		cs.AutomaticTax.Enabled || cs.CustomerEmail != o.Email || cs.SuccessURL != o.ReturnURL || cs.CancelURL != o.CancelURL ||
		cs.Metadata["callup_donation"] != d.String() || cs.Metadata["callup_installation"] != "callup.test" ||
		cs.LineItems.Data[0].Description != o.Title || cs.AmountTotal != 2500 || cs.Currency != "eur" || p.URL != cs.URL {
		t.Errorf("asked for %+v", cs)
	}
}

// What Least says is what Stripe takes: a cent less is refused.
func TestLeast(t *testing.T) {
	w := newWorld(t)
	for _, c := range []money.Currency{money.EUR, money.USD, money.GBP} {
		o := w.request(w.id())
		o.Charge = w.Least(c)
		o.Charge.Minor--
		if _, err := w.Open(t.Context(), o); !errors.Is(err, ports.ErrPayments) {
			t.Errorf("%s: %v", o.Charge, err)
		}
	}
}

// An answer that is lost is found again by the key, and after a day by the reference.
func TestOpen_AnswerIsLost(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	o := w.request(d)
	o.ExpiresAt = w.Now().Add(23 * time.Hour)
	w.there.Break(stripetest.Fault{What: stripetest.Silent, After: true, Path: "/v1/checkout/sessions"})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := w.Open(ctx, o); !errors.Is(err, ports.ErrPayments) {
		t.Fatalf("without an answer: %v", err)
	}
	first, err := w.Open(t.Context(), o)
	w.ok(err)
	w.record(d, first.Reference)
	o.Recorded = w.recorded(d)
	w.Pass(25 * time.Hour)
	if again, err := w.Open(t.Context(), o); err != nil || again.Reference != first.Reference {
		t.Errorf("after a day %+v, %v, want %s", again, err, first.Reference)
	}
	all := w.there.Client(stripetest.TestKey).V1CheckoutSessions.List(t.Context(), nil)
	w.ok(all.Err())
	if len(all.Data()) != 1 {
		t.Errorf("%d pages were made", len(all.Data()))
	}
}

func TestOpen_Unanswered(t *testing.T) {
	for name, fault := range map[string]stripetest.Kind{
		"too many requests": stripetest.RateLimited, "nonsense": stripetest.Nonsense,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.request(w.id())
			w.there.Break(stripetest.Fault{What: fault})
			if _, err := w.Open(t.Context(), o); !errors.Is(err, ports.ErrPayments) {
				t.Errorf("first: %v", err)
			}
			if _, err := w.Open(t.Context(), o); err != nil {
				t.Errorf("the same attempt again: %v", err)
			}
			o.Attempt++
			if _, err := w.Open(t.Context(), o); err != nil {
				t.Errorf("the next attempt: %v", err)
			}
		})
	}
}

func TestLookup_OnItsWay(t *testing.T) {
	for _, arrives := range []bool{true, false} {
		w := newWorld(t)
		d := w.id()
		p := w.opened(d)
		w.ok(w.there.Pay(p.Reference, stripetest.Debit))
		if told := w.Told(); w.kind(d) != ports.PaymentUnderWay || len(told) != 1 {
			t.Errorf("on its way it is %s, told %+v", w.kind(d), told)
		}
		later := w.request(d)
		later.Attempt = 2
		if again, err := w.Open(t.Context(), later); err != nil || again.Reference != p.Reference || again.URL != later.ReturnURL {
			t.Errorf("what is on its way was opened again: %+v, %v", again, err)
		}
		w.Pass(4 * 24 * time.Hour)
		w.ok(w.there.Settle(p.Reference, arrives))
		want := ports.PaymentDeclined
		if arrives {
			want = ports.PaymentPaid
		}
		if told := w.Told(); w.kind(d) != want || len(told) != 1 || told[0].Kind != want {
			t.Errorf("arrived %t: it is %s, told %+v", arrives, w.kind(d), told)
		}
	}
}

func TestLookup_DeclinedCardLeavesThePageOpen(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	p := w.opened(d)
	w.ok(w.there.Pay(p.Reference, stripetest.Declined))
	if told := w.Told(); w.kind(d) != ports.PaymentPending || len(told) != 0 {
		t.Errorf("declined, it is %s, told %+v", w.kind(d), told)
	}
	w.ok(w.Pay(p.Reference))
	if w.kind(d) != ports.PaymentPaid {
		t.Errorf("paid by another card it is %s", w.kind(d))
	}
}

// A page that is recorded and that Stripe doesn't know ends no gift: the key may be of another account.
func TestLookup_AnotherAccount(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	p := w.opened(d)
	c := w.config
	c.Key = stripetest.LiveKey
	other := w.another(c)
	_, looked := other.Lookup(t.Context(), w.recorded(d))
	r := ports.RefundPayment{Refund: w.id(), Donation: d, Reference: p.Reference, Amount: money.Of(100, money.EUR)}
	for what, err := range map[string]error{"looked up": looked, "given back": other.Refund(t.Context(), r)} {
		if !errors.Is(err, ports.ErrPayments) || errors.Is(err, ports.ErrNoPayment) {
			t.Errorf("%s with another key: %v", what, err)
		}
	}
}

func TestReceive_NotOurs(t *testing.T) {
	w := newWorld(t)
	client := w.there.Client(stripetest.TestKey)
	other := w.config
	other.Installation = "another.test"
	p, err := w.another(other).Open(t.Context(), w.request(w.id()))
	w.ok(err)
	w.ok(w.Pay(p.Reference))
	shop, err := client.V1CheckoutSessions.Create(t.Context(), &stripego.CheckoutSessionCreateParams{
		Mode: new("payment"), SuccessURL: new("https://shop.test"), LineItems: []*stripego.CheckoutSessionCreateLineItemParams{{
			Quantity: new(int64(1)), PriceData: &stripego.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: new("eur"), UnitAmount: new(int64(900)),
				ProductData: &stripego.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new("A mug")},
			},
		}},
	})
	w.ok(err)
	w.ok(w.Pay(shop.ID))
	d := w.id()
	own := w.opened(d)
	w.ok(w.Pay(own.Reference))
	read := &stripego.CheckoutSessionRetrieveParams{}
	read.AddExpand("payment_intent")
	cs, err := client.V1CheckoutSessions.Retrieve(t.Context(), own.Reference, read)
	w.ok(err)
	if _, err := w.there.RefundByHand(cs.PaymentIntent.LatestCharge.ID, 100); err != nil {
		t.Fatal(err)
	}
	told := w.Told()
	if len(told) != 2 || told[0].Kind != ports.PaymentPaid || told[1].Kind != ports.PaymentRefunded || told[0].Donation != d ||
		told[1].Donation != d {
		t.Errorf("told %+v, want the own payment and its refund alone", told)
	}
}

func TestReceive_WhileTheSecretIsRolled(t *testing.T) {
	w := newWorld(t)
	next, err := w.there.Roll(w.endpoint)
	w.ok(err)
	c := w.config
	c.Secrets = []string{next}
	rolled := w.another(c)
	d := w.id()
	w.ok(w.Pay(w.opened(d).Reference))
	if told := w.Told(); len(told) != 1 {
		t.Errorf("by the secret before: told %+v", told)
	}
	header, body := w.Webhook()
	if e, err := rolled.Receive(t.Context(), header, body, w.Now()); err != nil || e.Donation != d {
		t.Errorf("by the new secret: %+v, %v", e, err)
	}
}

func TestRefund_WaitsFailsAndIsMadeAnew(t *testing.T) {
	w := newWorld(t)
	w.there.PendRefunds(true)
	d := w.id()
	p := w.opened(d)
	w.ok(w.Pay(p.Reference))
	w.Told()
	r := ports.RefundPayment{Refund: w.id(), Donation: d, Reference: p.Reference, Amount: money.Of(2500, money.EUR)}
	w.ok(w.Refund(t.Context(), r))
	if _, err := w.LookupRefund(t.Context(), r); !errors.Is(err, ports.ErrPayments) {
		t.Errorf("on its way: %v", err)
	}
	if told := w.Told(); len(told) != 0 {
		t.Errorf("on its way: told %+v", told)
	}
	made := w.there.Client(stripetest.TestKey).V1Refunds.List(t.Context(), nil)
	w.ok(made.Err())
	w.ok(w.there.SettleRefund(made.Data()[0].ID, false))
	if e, err := w.LookupRefund(t.Context(), r); err != nil || e.Kind != ports.PaymentRefundFailed {
		t.Errorf("failed: %+v, %v", e, err)
	}
	w.there.PendRefunds(false)
	w.ok(w.Refund(t.Context(), r))
	w.ok(w.Refund(t.Context(), r))
	if e, err := w.LookupRefund(t.Context(), r); err != nil || e.Amount != r.Amount {
		t.Errorf("made anew: %+v, %v", e, err)
	}
	told := w.Told()
	if len(told) != 3 || told[0].Kind != ports.PaymentRefundFailed || told[0].ID != told[1].ID ||
		told[2].Kind != ports.PaymentRefunded {
		t.Errorf("told %+v", told)
	}
}

func TestRefund_DuringADispute(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	p := w.opened(d)
	w.ok(w.Pay(p.Reference))
	charges := w.there.Client(stripetest.TestKey).V1Charges.List(t.Context(), nil)
	w.ok(charges.Err())
	dispute, err := w.there.OpenDispute(charges.Data()[0].ID, stripetest.Dispute{})
	w.ok(err)
	r := ports.RefundPayment{Refund: w.id(), Donation: d, Reference: p.Reference, Amount: money.Of(100, money.EUR)}
	if err := w.Refund(t.Context(), r); !errors.Is(err, ports.ErrDisputed) {
		t.Errorf("during a dispute: %v", err)
	}
	w.ok(w.there.CloseDispute(dispute, true))
	w.Pass(24 * time.Hour) // the refusal is kept for the key
	w.ok(w.Refund(t.Context(), r))
}

func TestClose_PaidMeanwhile(t *testing.T) {
	w := newWorld(t)
	d := w.id()
	p := w.opened(d)
	// Stripe closes the page, and its answer does not arrive
	w.there.Break(stripetest.Fault{What: stripetest.Broken, After: true, Path: "/v1/checkout/sessions/" + p.Reference + "/expire"})
	if e, err := w.Close(t.Context(), w.recorded(d)); err != nil || e.Kind != ports.PaymentExpired {
		t.Errorf("closed without an answer: %+v, %v", e, err)
	}
}
