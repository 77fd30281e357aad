package stripetest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// world is a stand-in and the real client of it.
type world struct {
	*stripetest.Server
	*testing.T
	*stripe.Client
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s := stripetest.Start(t)
	return &world{Server: s, T: t, Client: s.Client(stripetest.TestKey)}
}

func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// refused checks that an error is Stripe's, with a status and a beginning of "type code param".
func refused(t *testing.T, what string, err error, status int, like string) {
	t.Helper()
	_ = refusal(t, what, err, status, like) // the error holds no more than was checked
}

// refusal checks the same and gives the error.
func refusal(t *testing.T, what string, err error, status int, like string) *stripe.Error {
	t.Helper()
	var e *stripe.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, want %d %s", what, err, status, like)
		return &stripe.Error{}
	}
	is := strings.Join(strings.Fields(fmt.Sprint(e.Type, " ", e.Code, " ", e.Param)), " ")
	if e.HTTPStatusCode != status || is != like {
		t.Errorf("%s: %d %s (%s), want %d %s", what, e.HTTPStatusCode, is, e.Msg, status, like)
	}
	if e.RequestID == "" {
		t.Errorf("%s: no request id", what)
	}
	return e
}

func page(amount int64, currency string) *stripe.CheckoutSessionCreateParams {
	return &stripe.CheckoutSessionCreateParams{
		Mode: new("payment"), SubmitType: new("donate"), Locale: new("fr"),
		SuccessURL: new("https://callup.test/thanks"), CancelURL: new("https://callup.test/back"),
		AutomaticTax:        &stripe.CheckoutSessionCreateAutomaticTaxParams{Enabled: new(false)},
		AllowPromotionCodes: new(false),
		AdaptivePricing:     &stripe.CheckoutSessionCreateAdaptivePricingParams{Enabled: new(false)},
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Quantity: new(int64(1)),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: new(currency), UnitAmount: new(amount),
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new("Un toit pour l’école")},
			},
		}},
		Metadata:          map[string]string{"donation": "d1"},
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: map[string]string{"donation": "d1"}},
	}
}

func (w *world) open(amount int64, currency string) *stripe.CheckoutSession {
	w.Helper()
	return must[*stripe.CheckoutSession](w.T)(w.V1CheckoutSessions.Create(w.Context(), page(amount, currency)))
}

// session reads a page with everything that hangs on it.
func (w *world) session(id string) *stripe.CheckoutSession {
	w.Helper()
	p := &stripe.CheckoutSessionRetrieveParams{}
	p.AddExpand("payment_intent.latest_charge.balance_transaction")
	return must[*stripe.CheckoutSession](w.T)(w.V1CheckoutSessions.Retrieve(w.Context(), id, p))
}

// paid gives the charge of a page that was just paid.
func (w *world) paid(amount int64, currency string, with stripetest.Means) *stripe.Charge {
	w.Helper()
	s := w.open(amount, currency)
	w.ok(w.Pay(s.ID, with))
	return w.session(s.ID).PaymentIntent.LatestCharge
}

func (w *world) charge(id string) *stripe.Charge {
	w.Helper()
	return must[*stripe.Charge](w.T)(w.V1Charges.Retrieve(w.Context(), id, nil))
}

// happened gives the types of the events, the oldest first, but for those that are older than the marker.
func (w *world) happened(since *string) string {
	w.Helper()
	var types []string
	newest := *since
	list := &stripe.EventListParams{}
	list.Limit = new(int64(100))
	if *since != "" {
		list.EndingBefore = since
	}
	for e, err := range w.V1Events.List(w.Context(), list).All(w.Context()) {
		w.ok(err)
		types = append(types, string(e.Type))
		if newest == *since || *since != "" {
			newest = e.ID
		}
	}
	if *since == "" {
		slices.Reverse(types) // without a marker the newest is first
	}
	*since = newest
	return strings.Join(types, " ")
}

// inbox takes webhooks.
type inbox struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	bodies [][]byte
	heads  []string
}

func newInbox(t *testing.T) *inbox {
	t.Helper()
	i := &inbox{status: http.StatusOK}
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	return i
}

func (i *inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.bodies = append(i.bodies, body)
	i.heads = append(i.heads, r.Header.Get(stripetest.SignatureHeader))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(i.status)
}

// take gives what came since it was last asked.
func (i *inbox) take() (bodies [][]byte, heads []string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	bodies, heads = i.bodies, i.heads
	i.bodies, i.heads = nil, nil
	return bodies, heads
}

func (i *inbox) answers(status int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.status = status
}

func (w *world) deliver(how stripetest.Delivery) int {
	w.Helper()
	return must[int](w.T)(w.Deliver(w.Context(), how))
}

// soon is a context that ends soon, for what never answers.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}
