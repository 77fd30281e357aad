package stripe_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
)

// restricted is the adapter with a restricted key of some rights.
func (w *world) restricted(rights ...string) *stripe.Stripe {
	w.Helper()
	c := w.config
	c.Key = "rk_test_restricted" + strings.Join(rights, "")
	w.there.AddKey(stripetest.Key{Secret: c.Key, Rights: rights})
	return w.another(c)
}

// where is the address at which the world's endpoint listens.
func (w *world) where() string {
	w.Helper()
	e, err := w.there.Client(stripetest.TestKey).V1WebhookEndpoints.Retrieve(w.Context(), w.endpoint, nil)
	w.ok(err)
	return e.URL
}

func (w *world) examine(s *stripe.Stripe, webhook string) (account, says string, grave bool) {
	account, faults := s.Examine(w.Context(), webhook)
	var all []string
	for _, f := range faults {
		all = append(all, f.Says)
		grave = grave || f.Grave
		if f.Do == "" {
			w.Errorf("%s: and what to do?", f.Says)
		}
		if strings.Contains(f.Says+f.Do, "restricted"+"checkout") || strings.Contains(f.Says+f.Do, stripetest.TestKey) {
			w.Errorf("a key is shown: %+v", f)
		}
	}
	return account, strings.Join(all, "\n"), grave
}

func TestStripe_ExamineFindsNothingAmiss(t *testing.T) {
	w := newWorld(t)
	all := []string{
		"accounts_kyc_basic_read", "checkout_session_write", "charge_write", "payment_intent_read", "dispute_read",
		"balance_transaction_read", "webhook_read",
	}
	for name, s := range map[string]*stripe.Stripe{"secret key": w.Stripe, "restricted key": w.restricted(all...)} {
		if account, says, _ := w.examine(s, w.where()); account != "acct_1StandIn" || says != "" {
			t.Errorf("%s: %s: %s", name, account, says)
		}
	}
	if account, err := w.Account(t.Context()); err != nil || account != "acct_1StandIn" {
		t.Errorf("%s, %v", account, err)
	}
}

// Each right that a restricted key lacks is named.
func TestStripe_ExamineNamesMissingRights(t *testing.T) {
	w := newWorld(t)
	all := map[string]string{
		"accounts_kyc_basic_read": "Accounts: read", "checkout_session_write": "Checkout Sessions: write",
		"charge_write": "Charges and Refunds: write", "payment_intent_read": "PaymentIntents: read",
		"webhook_read": "Webhook Endpoints: read",
		"dispute_read": "Disputes: read", "balance_transaction_read": "Balance transactions: read",
	}
	for lacking, want := range all {
		var rights []string
		for right := range all {
			if right != lacking {
				rights = append(rights, right)
			}
		}
		_, says, grave := w.examine(w.restricted(rights...), w.where())
		if !grave || !strings.Contains(says, "lacks the right "+want) || strings.Contains(says, "\n") {
			t.Errorf("without %s: %q", lacking, says)
		}
	}
}

func TestStripe_ExamineTheWebhookEndpoint(t *testing.T) {
	w := newWorld(t)
	const here = "https://give.example.org/api/webhooks/stripe"
	expect := func(what, want string, isGrave bool) {
		t.Helper()
		if _, says, grave := w.examine(w.Stripe, here); !strings.Contains(says, want) || grave != isGrave {
			t.Errorf("%s: %q, grave %t, want %q", what, says, grave, want)
		}
	}
	expect("without one", "no webhook endpoint for "+here, true)
	first, _ := w.there.Listen(stripetest.Endpoint{URL: here, Events: stripe.Heard[1:], Version: "2024-06-20"}, false)
	expect("without an event", "does not send "+stripe.Heard[0], true)
	expect("with another version", "version 2024-06-20", true)
	w.ok(w.there.Disable(first))
	expect("disabled", "is disabled", true)
	w.there.Listen(stripetest.Endpoint{URL: here, Events: stripe.Heard}, false)
	if _, says, _ := w.examine(w.Stripe, here); says != "" {
		t.Errorf("beside a disabled one: %q", says)
	}
	w.there.Listen(stripetest.Endpoint{URL: here + "/", Events: []string{"*"}}, false)
	expect("doubled", "2 webhook endpoints", false)
}

// What keeps Stripe from answering is said, whatever it is.
func TestStripe_ExamineWithoutAnAnswer(t *testing.T) {
	w := newWorld(t)
	for fault, want := range map[stripetest.Kind]string{
		stripetest.RateLimited: "429", stripetest.Broken: "Stripe fails (500)", stripetest.Nonsense: "can't be asked",
	} {
		w.there.Break(stripetest.Fault{What: fault})
		if _, says, grave := w.examine(w.Stripe, "x"); !grave || !strings.Contains(says, want) {
			t.Errorf("%v: %q", fault, says)
		}
		w.there.Mend()
	}
	other := w.config
	other.Key = "sk_test_rolled"
	if _, says, _ := w.examine(w.another(other), "x"); !strings.Contains(says, "refuses the key") {
		t.Errorf("a key that was rolled over: %q", says)
	}
}

// An error is told without its message, which may quote what a giver wrote.
func TestStripe_ErrorsQuoteNobody(t *testing.T) {
	w := newWorld(t)
	r := w.request(w.id())
	r.Email = "canary at example.org"
	_, err := w.Open(t.Context(), r)
	if !errors.Is(err, ports.ErrPayments) || strings.Contains(err.Error(), "canary") ||
		!strings.Contains(err.Error(), "request req_") {
		t.Errorf("%v", err)
	}
}

// fails asks for a page that does not come; the same attempt may bring it yet.
func (w *world) fails(o ports.OpenPayment) {
	ctx, cancel := context.WithTimeout(w.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := w.Open(ctx, o); !errors.Is(err, ports.ErrPayments) || errors.Is(err, ports.ErrAttemptSpent) {
		w.Fatalf("the first call: %v", err)
	}
}

// Stripe keeps even its own failure for an idempotency key, for a day, and refuses other parameters with it: the attempt is
// spent, and the next one brings a page.
func TestStripe_AttemptIsSpent(t *testing.T) {
	for name, change := range map[string]func(w *world, o *ports.OpenPayment){
		"by a failure that is kept": func(w *world, o *ports.OpenPayment) {
			w.there.Break(stripetest.Fault{What: stripetest.Broken, Path: "/v1/checkout/sessions"})
			w.fails(*o)
		},
		"by other parameters": func(w *world, o *ports.OpenPayment) {
			w.there.Break(stripetest.Fault{What: stripetest.Silent, Path: "/v1/checkout/sessions", After: true})
			w.fails(*o)
			o.Title = "Another title"
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.request(w.id())
			change(w, &o)
			if _, err := w.Open(t.Context(), o); !errors.Is(err, ports.ErrPayments) || !errors.Is(err, ports.ErrAttemptSpent) {
				t.Fatalf("%v", err)
			}
			o.Attempt = 2
			if p, err := w.Open(t.Context(), o); err != nil || p.Reference == "" {
				t.Errorf("the next attempt: %+v, %v", p, err)
			}
		})
	}
}
