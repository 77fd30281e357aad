package stripetest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// refundWith asks for a refund of 100 with an idempotency key.
func (w *world) refundWith(ctx context.Context, charge, key string, amount int64) (*stripe.Refund, error) {
	p := &stripe.RefundCreateParams{Charge: new(charge), Amount: new(amount)}
	p.SetIdempotencyKey(key)
	return w.V1Refunds.Create(ctx, p)
}

func (w *world) givenBack(charge string) int64 { return w.charge(charge).AmountRefunded }

func TestIdempotency(t *testing.T) {
	w := newWorld(t)
	ch := w.paid(2500, "eur", stripetest.Card).ID
	first := must[*stripe.Refund](t)(w.refundWith(t.Context(), ch, "k1", 100))
	again := must[*stripe.Refund](t)(w.refundWith(t.Context(), ch, "k1", 100))
	if first.ID != again.ID || w.givenBack(ch) != 100 {
		t.Errorf("the same key made %s and %s: %d", first.ID, again.ID, w.givenBack(ch))
	}
	_, err := w.refundWith(t.Context(), ch, "k1", 101)
	refused(t, "other parameters", err, http.StatusBadRequest, "idempotency_error")
	// of parameters that are never right nothing is kept: the key is free
	_, err = w.refundWith(t.Context(), ch, "k2", 0)
	refused(t, "nothing", err, http.StatusBadRequest, "invalid_request_error parameter_invalid_integer amount")
	must[*stripe.Refund](t)(w.refundWith(t.Context(), ch, "k2", 50))
	live := w.Server.Client(stripetest.LiveKey)
	p := &stripe.CustomerCreateParams{}
	p.SetIdempotencyKey("k1")
	if c := must[*stripe.Customer](t)(live.V1Customers.Create(t.Context(), p)); !c.Livemode {
		t.Error("the key of a test request is one of a live request")
	}
	w.Advance(24*time.Hour - time.Second)
	if again := must[*stripe.Refund](t)(w.refundWith(t.Context(), ch, "k1", 100)); again.ID != first.ID {
		t.Error("forgotten within 24 hours")
	}
	w.Advance(time.Second)
	if again := must[*stripe.Refund](t)(w.refundWith(t.Context(), ch, "k1", 100)); again.ID == first.ID || w.givenBack(ch) != 250 {
		t.Error("kept longer than 24 hours")
	}
}

func TestIdempotency_WhichAnswersAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		fault   *stripetest.Fault
		amount  int64
		status  int   // of the first answer; 0 for none
		kept    bool  // the second answer is the first one again
		given   int64 // once the first was answered
		atLast  int64 // once the same was asked again
		refusal string
	}{
		"a 500 before anything is done": {
			fault: &stripetest.Fault{What: stripetest.Broken}, amount: 100, status: 500, kept: true, refusal: "api_error",
		},
		"a 500 after it was done": {
			fault: &stripetest.Fault{What: stripetest.Broken, After: true}, amount: 100, status: 500, kept: true, given: 100, atLast: 100,
			refusal: "api_error",
		},
		"too many requests": {
			fault: &stripetest.Fault{What: stripetest.RateLimited}, amount: 100, status: 429, atLast: 100,
			refusal: "invalid_request_error rate_limit",
		},
		"silence before anything is done": {fault: &stripetest.Fault{What: stripetest.Silent}, amount: 100, atLast: 100},
		"silence after it was done": {fault: &stripetest.Fault{What: stripetest.Silent, After: true}, amount: 100,
			given: 100, atLast: 100},
		"nonsense": {fault: &stripetest.Fault{What: stripetest.Nonsense}, amount: 100, atLast: 100},
		"nonsense after it was done": {
			fault: &stripetest.Fault{What: stripetest.Nonsense, After: true}, amount: 100, given: 100, atLast: 200,
			// another request: nothing was kept
		},
		"what can't be done":              {amount: 2501, status: 400, kept: true, refusal: "invalid_request_error amount"},
		"parameters that are never right": {amount: 0, status: 400, refusal: "invalid_request_error parameter_invalid_integer amount"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ch := w.paid(2500, "eur", stripetest.Card).ID
			if c.fault != nil {
				c.fault.Method, c.fault.Path = http.MethodPost, "/v1/refunds"
				w.Break(*c.fault)
			}
			_, err := w.refundWith(soon(t), ch, "k1", c.amount)
			if c.status != 0 {
				refused(t, "first", err, c.status, c.refusal)
			} else if e := (*stripe.Error)(nil); err == nil || errors.As(err, &e) {
				t.Errorf("first: %v, want no answer of Stripe", err)
			}
			if got := w.givenBack(ch); got != c.given {
				t.Errorf("%d was given back, want %d", got, c.given)
			}
			w.Mend()
			_, second := w.refundWith(t.Context(), ch, "k1", c.amount)
			var a, b *stripe.Error
			if same := errors.As(err, &a) && errors.As(second, &b) && a.Msg == b.Msg && a.HTTPStatusCode == b.HTTPStatusCode; c.kept &&
				!same {
				t.Errorf("then: %v, want the first answer again", second)
			}
			if got := w.givenBack(ch); got != c.atLast {
				t.Errorf("then %d was given back, want %d", got, c.atLast)
			}
		})
	}
}

func TestFaults_CountAndMatch(t *testing.T) {
	w := newWorld(t)
	ch := w.paid(2500, "eur", stripetest.Card).ID
	w.Break(stripetest.Fault{What: stripetest.Broken, Method: http.MethodGet, Path: "/v1/charges/", Times: 2})
	w.happened(new(string)) // another path is well
	for n := range 2 {
		_, err := w.V1Charges.Retrieve(t.Context(), ch, nil)
		refused(t, fmt.Sprint("request ", n), err, http.StatusInternalServerError, "api_error")
	}
	w.charge(ch)
	// stripe-go tries again by itself, with the same key, and gets the answer that was kept
	patient := stripe.NewClient(stripetest.TestKey, stripe.WithBackends(w.Backends(1)))
	w.Break(stripetest.Fault{What: stripetest.Silent, After: true, Path: "/v1/refunds"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	p := &stripe.RefundCreateParams{Charge: new(ch), Amount: new(int64(100))}
	p.SetIdempotencyKey("k1")
	if _, err := patient.V1Refunds.Create(ctx, p); err == nil {
		t.Error("an answer came all the same")
	}
	must[*stripe.Refund](t)(patient.V1Refunds.Create(t.Context(), p))
	if got := w.givenBack(ch); got != 100 {
		t.Errorf("%d was given back", got)
	}
}

func TestKeys(t *testing.T) {
	w := newWorld(t)
	_, err := w.Server.Client("sk_test_unknown").V1Accounts.Retrieve(t.Context(), nil)
	if e := refusal(t, "an unknown key", err, http.StatusUnauthorized, "invalid_request_error"); strings.Contains(e.Msg, "unknown") {
		t.Errorf("the error shows the key: %s", e.Msg)
	}
	w.AddKey(stripetest.Key{Secret: "rk_test_narrow", Rights: []string{"checkout_session_write", "charge_read"}})
	narrow := w.Server.Client("rk_test_narrow")
	s := must[*stripe.CheckoutSession](t)(narrow.V1CheckoutSessions.Create(t.Context(), page(2500, "eur")))
	must[*stripe.CheckoutSession](t)(narrow.V1CheckoutSessions.Retrieve(t.Context(), s.ID, nil)) // who may write may read
	w.ok(narrow.V1Charges.List(t.Context(), nil).Err())
	for right, do := range map[string]func() error{
		"rak_charge_write": func() error {
			_, err := narrow.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new("ch_1")})
			return err
		},
		"rak_event_read": func() error { return narrow.V1Events.List(t.Context(), nil).Err() },
	} {
		if e := refusal(t, right, do(), http.StatusForbidden, "invalid_request_error"); !strings.Contains(e.Msg, right) {
			t.Errorf("the error doesn't name %s: %s", right, e.Msg)
		}
	}
	live := w.Server.Client(stripetest.LiveKey)
	_, err = live.V1CheckoutSessions.Retrieve(t.Context(), s.ID, nil)
	e := refusal(t, "a test page with a live key", err, http.StatusNotFound, "invalid_request_error resource_missing session")
	if !strings.Contains(e.Msg, "exists in test mode, but a live mode key") {
		t.Errorf("the error says %s", e.Msg)
	}
	if own := must[*stripe.CheckoutSession](t)(live.V1CheckoutSessions.Create(t.Context(), page(2500, "eur"))); !own.Livemode ||
		!strings.HasPrefix(own.ID, "cs_live_") {
		t.Errorf("a live page is %+v", own)
	}
	w.RemoveKey(stripetest.LiveKey)
	_, err = live.V1Accounts.Retrieve(t.Context(), nil)
	refused(t, "a key that was taken back", err, http.StatusUnauthorized, "invalid_request_error")
}

func TestAccount(t *testing.T) {
	w := newWorld(t)
	if a := must[*stripe.Account](t)(w.V1Accounts.Retrieve(t.Context(), nil)); a.ID != "acct_1StandIn" || !a.ChargesEnabled ||
		a.DefaultCurrency != "eur" || a.Country != "FR" {
		t.Errorf("the account is %+v", a)
	}
	w.SetAccount(stripetest.Account{ID: "acct_other", Country: "GB", Currency: "gbp"})
	if a := must[*stripe.Account](t)(w.V1Accounts.Retrieve(t.Context(), nil)); a.ID != "acct_other" || a.ChargesEnabled {
		t.Errorf("then it is %+v", a)
	}
	_, err := w.V1CheckoutSessions.Create(t.Context(), page(2500, "eur"))
	refused(t, "an account that may not charge", err, http.StatusBadRequest, "invalid_request_error")
}
