package stripe_test

import (
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
)

// world is the adapter on a stand-in of Stripe, with what the log would have recorded and an address for webhooks.
type world struct {
	*stripe.Stripe
	*testing.T

	there    *stripetest.Server
	endpoint string
	config   stripe.Config

	mu         sync.Mutex
	references map[ident.ID][]string
	told       []ports.PaymentEvent
	faults     []error
	header     http.Header
	body       []byte
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		T: t, there: stripetest.Start(t), references: map[ident.ID][]string{},
	}
	inbox := httptest.NewServer(w)
	t.Cleanup(inbox.Close)
	var secret string
	w.endpoint, secret = w.there.Listen(stripetest.Endpoint{URL: inbox.URL, Events: stripe.Heard}, false)
	w.config = stripe.Config{
		Key: stripetest.TestKey, Backends: w.there.Backends(0), Secrets: []string{secret}, Installation: "callup.test",
		Fees: map[money.Currency]ports.Fee{
			money.EUR: {BasisPoints: 150, Fixed: money.Of(25, money.EUR)}, money.USD: {BasisPoints: 290, Fixed: money.Of(30, money.USD)},
			money.GBP: {BasisPoints: 150, Fixed: money.Of(20, money.GBP)},
		},
	}
	w.Stripe = w.another(w.config)
	return w
}

// another is an adapter with other settings, of another process say.
func (w *world) another(c stripe.Config) *stripe.Stripe {
	w.Helper()
	s, err := stripe.New(c)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// ServeHTTP takes webhooks.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	var e ports.PaymentEvent
	if err == nil {
		e, err = w.Receive(r.Context(), r.Header, body, w.there.Now())
	}
	switch {
	case err == nil:
		w.told = append(w.told, e)
		w.header, w.body = r.Header.Clone(), body
	case !errors.Is(err, ports.ErrNotOurs):
		w.faults = append(w.faults, err)
		rw.WriteHeader(http.StatusBadRequest)
	}
}

// Told implements paymentstest.Provider.
func (w *world) Told() []ports.PaymentEvent {
	w.Helper()
	if _, err := w.there.Deliver(w.Context(), stripetest.Delivery{}); err != nil {
		w.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, err := range w.faults {
		w.Errorf("a webhook was refused: %v", err)
	}
	told := w.told
	w.told, w.faults = nil, nil
	return told
}

// The rest of paymentstest.Provider.

func (w *world) Pay(reference string) error      { return w.there.Pay(reference, stripetest.Card) }
func (w *world) PayLater(reference string) error { return w.there.Pay(reference, stripetest.Debit) }
func (w *world) Settle(reference string, arrived bool) error {
	return w.there.Settle(reference, arrived)
}

// charge is the charge of a page that was paid.
func (w *world) charge(reference string) *stripego.Charge {
	w.Helper()
	p := &stripego.CheckoutSessionRetrieveParams{}
	p.AddExpand("payment_intent.latest_charge")
	cs, err := w.there.Client(stripetest.TestKey).V1CheckoutSessions.Retrieve(w.Context(), reference, p)
	w.ok(err)
	return cs.PaymentIntent.LatestCharge
}

func (w *world) GiveAllBack(reference string) error {
	_, err := w.there.RefundByHand(w.charge(reference).ID, w.charge(reference).Amount)
	return err
}

func (w *world) FailRefund(reference string) error {
	p := &stripego.RefundListParams{Charge: new(w.charge(reference).ID)}
	for re, err := range w.there.Client(stripetest.TestKey).V1Refunds.List(w.Context(), p).All(w.Context()) {
		w.ok(err)
		return w.there.SettleRefund(re.ID, false)
	}
	return ports.ErrNoPayment
}

func (w *world) DisputeAll(reference string) error {
	_, err := w.there.OpenDispute(w.charge(reference).ID, stripetest.Dispute{})
	return err
}

func (w *world) DecideDispute(reference string, won bool) error {
	p := &stripego.DisputeListParams{Charge: new(w.charge(reference).ID)}
	for du, err := range w.there.Client(stripetest.TestKey).V1Disputes.List(w.Context(), p).All(w.Context()) {
		w.ok(err)
		return w.there.CloseDispute(du.ID, won)
	}
	return ports.ErrNoPayment
}

func (w *world) Now() time.Time                          { return w.there.Now() }
func (w *world) Pass(d time.Duration)                    { w.there.Advance(d) }
func (w *world) Webhook() (header http.Header, b []byte) { return w.header, w.body }

func (w *world) record(donation ident.ID, reference string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.references[donation], reference) {
		w.references[donation] = append(w.references[donation], reference)
	}
}

func (w *world) recorded(donation ident.ID) ports.Recorded {
	w.mu.Lock()
	defer w.mu.Unlock()
	return ports.Recorded{Donation: donation, References: slices.Clone(w.references[donation])}
}

func (w *world) id() ident.ID {
	w.Helper()
	id, err := ident.New(rand.Reader)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

func (w *world) request(d ident.ID) ports.OpenPayment {
	return ports.OpenPayment{
		Recorded: w.recorded(d), Attempt: 1, Charge: money.Of(2500, money.EUR), Title: "Un toit pour l’école", TitleLang: "fr",
		Email: "ada@example.org", Lang: "fr", ReturnURL: "https://callup.test/thanks", CancelURL: "https://callup.test/back",
		ExpiresAt: w.Now().Add(time.Hour),
	}
}

// opened opens a payment that the log records.
func (w *world) opened(d ident.ID) ports.Payment {
	w.Helper()
	p, err := w.Open(w.Context(), w.request(d))
	if err != nil {
		w.Fatal(err)
	}
	w.record(d, p.Reference)
	return p
}

func (w *world) kind(d ident.ID) ports.PaymentKind {
	w.Helper()
	e, err := w.Lookup(w.Context(), w.recorded(d))
	if err != nil {
		w.Fatal(err)
	}
	return e.Kind
}

func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}
