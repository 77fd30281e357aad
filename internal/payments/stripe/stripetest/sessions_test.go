package stripetest_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func TestSessions_EachWayToPay(t *testing.T) {
	for name, c := range map[string]struct {
		with          stripetest.Means
		then          func(*world, string) error
		session       string // status and payment_status
		intent        stripe.PaymentIntentStatus
		charge        stripe.ChargeStatus
		happened      string
		declined      string
		afterwards    string
		afterwardsIs  string
		intentIsAfter stripe.PaymentIntentStatus
	}{
		"a card": {
			with: stripetest.Card, session: "complete paid", intent: "succeeded", charge: "succeeded",
			happened: "payment_intent.created charge.succeeded payment_intent.succeeded checkout.session.completed",
		},
		"a declined card": {
			with: stripetest.Declined, session: "open unpaid", intent: "requires_payment_method", charge: "failed",
			declined: "insufficient_funds",
			happened: "payment_intent.created charge.failed payment_intent.payment_failed",
			then:     func(w *world, id string) error { return w.Pay(id, stripetest.Card) },
			// the same intent is paid by another card
			afterwards:   "charge.succeeded payment_intent.succeeded checkout.session.completed",
			afterwardsIs: "complete paid", intentIsAfter: "succeeded",
		},
		"a card whose bank asks, and the payer agrees": {
			with: stripetest.Asking, session: "open unpaid", intent: "requires_action",
			happened:   "payment_intent.created payment_intent.requires_action",
			then:       func(w *world, id string) error { return w.Authenticate(id, true) },
			afterwards: "charge.succeeded payment_intent.succeeded checkout.session.completed", afterwardsIs: "complete paid",
			intentIsAfter: "succeeded",
		},
		"a card whose bank asks, and the payer doesn't agree": {
			with: stripetest.Asking, session: "open unpaid", intent: "requires_action",
			happened:   "payment_intent.created payment_intent.requires_action",
			then:       func(w *world, id string) error { return w.Authenticate(id, false) },
			afterwards: "payment_intent.payment_failed", afterwardsIs: "open unpaid", intentIsAfter: "requires_payment_method",
		},
		"a debit that arrives": {
			with: stripetest.Debit, session: "complete unpaid", intent: "processing", charge: "pending",
			happened:      "payment_intent.created charge.pending payment_intent.processing checkout.session.completed",
			then:          func(w *world, id string) error { return w.Settle(id, true) },
			afterwards:    "charge.succeeded payment_intent.succeeded checkout.session.async_payment_succeeded",
			afterwardsIs:  "complete paid",
			intentIsAfter: "succeeded",
		},
		"a debit that fails": {
			with: stripetest.Debit, session: "complete unpaid", intent: "processing", charge: "pending",
			happened:      "payment_intent.created charge.pending payment_intent.processing checkout.session.completed",
			then:          func(w *world, id string) error { return w.Settle(id, false) },
			afterwards:    "charge.failed payment_intent.payment_failed checkout.session.async_payment_failed",
			afterwardsIs:  "complete unpaid",
			intentIsAfter: "requires_payment_method",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			since := ""
			opened := w.open(2500, "eur")
			if opened.Status != "open" || opened.URL == "" || opened.PaymentIntent != nil || opened.AmountTotal != 2500 ||
				opened.Livemode {
				t.Errorf("opened as %+v", opened)
			}
			w.ok(w.Pay(opened.ID, c.with))
			s := w.session(opened.ID)
			if got := string(s.Status) + " " + string(s.PaymentStatus); got != c.session || s.PaymentIntent.Status != c.intent {
				t.Errorf("the session is %s, the payment %s", got, s.PaymentIntent.Status)
			}
			if ch := s.PaymentIntent.LatestCharge; c.charge != "" && (ch == nil || ch.Status != c.charge ||
				ch.Metadata["donation"] != "d1") {
				t.Errorf("the charge is %+v", ch)
			}
			if e := s.PaymentIntent.LastPaymentError; c.declined != "" && (e == nil || string(e.DeclineCode) != c.declined) {
				t.Errorf("declined with %+v", e)
			}
			if got := w.happened(&since); got != c.happened {
				t.Errorf("happened: %s\nwant: %s", got, c.happened)
			}
			if c.then == nil {
				return
			}
			w.ok(c.then(w, opened.ID))
			s = w.session(opened.ID)
			if got := string(s.Status) + " " + string(s.PaymentStatus); got != c.afterwardsIs ||
				s.PaymentIntent.Status != c.intentIsAfter {
				t.Errorf("then the session is %s, the payment %s", got, s.PaymentIntent.Status)
			}
			if got := w.happened(&since); got != c.afterwards {
				t.Errorf("then: %s\nwant: %s", got, c.afterwards)
			}
		})
	}
}

func TestSessions_Refuse(t *testing.T) {
	w := newWorld(t)
	now := w.Now()
	ada := must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), &stripe.CustomerCreateParams{Email: new("ada@example.org")}))
	for name, c := range map[string]struct {
		spoil func(*stripe.CheckoutSessionCreateParams)
		like  string
	}{
		"below the smallest": {func(p *stripe.CheckoutSessionCreateParams) {
			p.LineItems[0].PriceData.UnitAmount = new(int64(49))
		}, "amount_too_small line_items"},
		"above the largest": {func(p *stripe.CheckoutSessionCreateParams) {
			p.LineItems[0].PriceData.UnitAmount = new(int64(100_000_000))
		}, "amount_too_large line_items"},
		"an address without a host": {func(p *stripe.CheckoutSessionCreateParams) {
			p.SuccessURL = new("/thanks")
		}, "url_invalid success_url"},
		"no address": {func(p *stripe.CheckoutSessionCreateParams) { p.SuccessURL = nil }, "parameter_missing success_url"},
		"no mode":    {func(p *stripe.CheckoutSessionCreateParams) { p.Mode = nil }, "parameter_missing mode"},
		"nothing":    {func(p *stripe.CheckoutSessionCreateParams) { p.LineItems = nil }, "parameter_missing line_items"},
		"no quantity": {func(p *stripe.CheckoutSessionCreateParams) {
			p.LineItems[0].Quantity = nil
		}, "parameter_missing line_items[0][quantity]"},
		"expires in 29 minutes": {func(p *stripe.CheckoutSessionCreateParams) {
			p.ExpiresAt = new(now.Add(29 * time.Minute).Unix())
		}, "expires_at"},
		"expires in 25 hours": {func(p *stripe.CheckoutSessionCreateParams) {
			p.ExpiresAt = new(now.Add(25 * time.Hour).Unix())
		}, "expires_at"},
		"no e-mail address": {func(p *stripe.CheckoutSessionCreateParams) {
			p.CustomerEmail = new("ada@")
		}, "email_invalid customer_email"},
		"customer and address": {func(p *stripe.CheckoutSessionCreateParams) {
			p.Customer, p.CustomerEmail = new(ada.ID), new("ada@example.org")
		}, ""},
		"an unknown customer": {func(p *stripe.CheckoutSessionCreateParams) {
			p.Customer = new("cus_none")
		}, "resource_missing customer"},
		"long metadata": {func(p *stripe.CheckoutSessionCreateParams) {
			p.Metadata["title"] = strings.Repeat("x", 501)
		}, "metadata[title]"},
	} {
		p := page(2500, "eur")
		c.spoil(p)
		_, err := w.V1CheckoutSessions.Create(t.Context(), p)
		refused(t, name, err, http.StatusBadRequest, strings.TrimSpace("invalid_request_error "+c.like))
	}
	for currency, least := range map[string]int64{"eur": 50, "usd": 50, "gbp": 30} {
		if s := w.open(least, currency); s.AmountTotal != least || string(s.Currency) != currency {
			t.Errorf("%s: opened as %+v", currency, s)
		}
		_, err := w.V1CheckoutSessions.Create(t.Context(), page(least-1, currency))
		refused(t, currency, err, http.StatusBadRequest, "invalid_request_error amount_too_small line_items")
	}
}

func TestSessions_Expire(t *testing.T) {
	w := newWorld(t)
	p := page(2500, "eur")
	p.ExpiresAt = new(w.Now().Add(30 * time.Minute).Unix())
	timed := must[*stripe.CheckoutSession](t)(w.V1CheckoutSessions.Create(t.Context(), p))
	begun := w.open(2500, "eur")
	w.ok(w.Pay(begun.ID, stripetest.Declined))
	w.Advance(30*time.Minute - time.Second)
	if s := w.session(timed.ID); s.Status != "open" {
		t.Errorf("a second before its time it is %s", s.Status)
	}
	w.Advance(time.Second)
	if s := w.session(timed.ID); s.Status != "expired" || s.URL != "" {
		t.Errorf("at its time it is %s with %q", s.Status, s.URL)
	}
	if err := w.Pay(timed.ID, stripetest.Card); !errors.Is(err, stripetest.ErrClosed) {
		t.Errorf("an expired page was paid: %v", err)
	}
	if s := must[*stripe.CheckoutSession](t)(w.V1CheckoutSessions.Expire(t.Context(), begun.ID, nil)); s.Status != "expired" {
		t.Errorf("expired by hand it is %s", s.Status)
	}
	if s := w.session(begun.ID); s.PaymentIntent.Status != "canceled" {
		t.Errorf("the payment that was begun is %s", s.PaymentIntent.Status)
	}
	_, err := w.V1CheckoutSessions.Expire(t.Context(), begun.ID, nil)
	refused(t, "expired twice", err, http.StatusBadRequest, "invalid_request_error")
	since := ""
	if got := w.happened(&since); !strings.HasSuffix(got,
		"checkout.session.expired payment_intent.canceled checkout.session.expired") {
		t.Errorf("happened: %s", got)
	}
	paid := w.open(2500, "eur")
	w.ok(w.Pay(paid.ID, stripetest.Card))
	if err := w.Pay(paid.ID, stripetest.Card); !errors.Is(err, stripetest.ErrClosed) {
		t.Errorf("paid twice: %v", err)
	}
}

func TestSessions_ReadBack(t *testing.T) {
	w := newWorld(t)
	ada := must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), &stripe.CustomerCreateParams{Email: new("ada@example.org")}))
	p := page(1200, "gbp")
	p.Customer, p.ClientReferenceID = new(ada.ID), new("d1")
	s := must[*stripe.CheckoutSession](t)(w.V1CheckoutSessions.Create(t.Context(), p))
	for item, err := range w.V1CheckoutSessions.ListLineItems(t.Context(), &stripe.CheckoutSessionListLineItemsParams{
		Session: new(s.ID),
	}).All(t.Context()) {
		w.ok(err)
		if item.Description != "Un toit pour l’école" || item.AmountTotal != 1200 {
			t.Errorf("line %+v", item)
		}
	}
	one := &stripe.CheckoutSessionRetrieveParams{}
	one.AddExpand("line_items")
	one.AddExpand("customer")
	if got := must[*stripe.CheckoutSession](t)(w.V1CheckoutSessions.Retrieve(t.Context(), s.ID,
		one)); len(got.LineItems.Data) != 1 ||
		got.Customer.Email != "ada@example.org" || got.ClientReferenceID != "d1" || got.Metadata["donation"] != "d1" {
		t.Errorf("read back as %+v", got)
	}
	got := must[*stripe.CheckoutSession](t)(w.V1CheckoutSessions.Update(t.Context(), s.ID, &stripe.CheckoutSessionUpdateParams{
		Metadata: map[string]string{"donation": "", "seen": "yes"},
	}))
	if len(got.Metadata) != 1 || got.Metadata["seen"] != "yes" {
		t.Errorf("metadata is %v", got.Metadata)
	}
	w.open(500, "eur")
	list := &stripe.CheckoutSessionListParams{Customer: new(ada.ID)}
	if all := w.V1CheckoutSessions.List(t.Context(), list); all.Err() != nil || len(all.Data()) != 1 {
		t.Errorf("of the customer: %d, %v", len(all.Data()), all.Err())
	}
	_, err := w.V1CheckoutSessions.Retrieve(t.Context(), "cs_test_none", nil)
	refused(t, "an unknown page", err, http.StatusNotFound, "invalid_request_error resource_missing session")
}
