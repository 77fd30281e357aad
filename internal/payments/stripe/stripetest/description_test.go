package stripetest

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stripe/stripe-go/v85"
)

// The description is two months newer than the version that stripe-go asks for. testdata/differences.txt lists the fields and
// parameters that only the description (+) or only stripe-go (-) knows: there a check proves nothing, or there is none.
func TestDescription_DiffersFromThePinnedVersionHereAlone(t *testing.T) {
	if stripe.APIVersion == DescriptionVersion {
		t.Error("the description is that of the pinned version: testdata/differences.txt and the note in docs/decisions/0095 can go")
	}
	text, err := os.ReadFile(filepath.Join("testdata", "differences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	d, err := published()
	if err != nil {
		t.Fatal(err)
	}
	w := walk{d: d, tag: "json"}
	for name, of := range map[string]any{
		"account": stripe.Account{}, "balance_transaction": stripe.BalanceTransaction{}, "charge": stripe.Charge{},
		"checkout.session": stripe.CheckoutSession{}, "customer": stripe.Customer{}, "dispute": stripe.Dispute{},
		"event":          stripe.Event{},
		"payment_intent": stripe.PaymentIntent{}, "refund": stripe.Refund{}, "webhook_endpoint": stripe.WebhookEndpoint{},
	} {
		s, err := d.schema(name)
		if err != nil {
			t.Fatal(err)
		}
		w.compare(t, s, reflect.TypeOf(of), name+".", 0)
	}
	w.tag = "form"
	for name, of := range map[string]any{
		"POST /v1/checkout/sessions": stripe.CheckoutSessionCreateParams{}, "POST /v1/customers": stripe.CustomerCreateParams{},
		"POST /v1/disputes/{dispute}": stripe.DisputeUpdateParams{}, "POST /v1/payment_intents": stripe.PaymentIntentCreateParams{},
		"POST /v1/payment_intents/{intent}/confirm": stripe.PaymentIntentConfirmParams{},
		"POST /v1/refunds":                          stripe.RefundCreateParams{},
		"GET /v1/events":                            stripe.EventListParams{}, "GET /v1/charges": stripe.ChargeListParams{},
		"GET /v1/refunds":  stripe.RefundListParams{},
		"GET /v1/disputes": stripe.DisputeListParams{}, "GET /v1/balance_transactions": stripe.BalanceTransactionListParams{},
		"GET /v1/checkout/sessions": stripe.CheckoutSessionListParams{},
	} {
		method, path, _ := strings.Cut(name, " ")
		o, err := d.operation(method, path)
		if err != nil {
			t.Fatal(err)
		}
		w.compare(t, o.params, reflect.TypeOf(of), name+" ", 0)
	}
	slices.Sort(w.found)
	if diff := cmp.Diff(want, w.found); diff != "" {
		t.Errorf("fields that only the description (+) or only stripe-go (-) knows (-want +got):\n%s", diff)
	}
}

// walk compares what the description says of objects with stripe-go's types, two levels deep.
type walk struct {
	d     *description
	tag   string
	found []string
}

func (w *walk) compare(t *testing.T, s *schema, of reflect.Type, at string, depth int) {
	t.Helper()
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	s = w.plain(t, s)
	if of.Kind() != reflect.Struct || len(s.Properties) == 0 {
		return
	}
	have := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get(w.tag), ",")
		switch name {
		case "created":
			have[name] = nil // a number, or the bounds of a range
		case "", "-", "*":
		default:
			have[name] = f.Type
		}
	}
	for _, name := range sorted(s.Properties) {
		field, known := have[name]
		next := w.plain(t, s.Properties[name])
		switch _, resource := next.Properties["object"]; {
		case !known:
			w.found = append(w.found, "+ "+at+name)
		case field != nil && depth == 0 && !resource:
			w.compare(t, next, field, at+name+".", depth+1)
		}
	}
	for _, name := range sorted(have) {
		if _, known := s.Properties[name]; !known {
			w.found = append(w.found, "- "+at+name)
		}
	}
}

// plain follows references, lists and alternatives to the object that they mean.
func (w *walk) plain(t *testing.T, s *schema) *schema {
	t.Helper()
	s, err := w.d.resolve(s)
	if err != nil {
		t.Fatal(err)
	}
	if s.Items != nil {
		return w.plain(t, s.Items)
	}
	for _, one := range s.AnyOf {
		if resolved := w.plain(t, one); resolved.Type == "object" {
			return resolved
		}
	}
	return s
}
