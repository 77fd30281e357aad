package app_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/testing/testdb"
)

// stripeServer is a server of the whole program, whose payments go to a stand-in of Stripe that sends it webhooks.
type stripeServer struct {
	*testing.T

	there    *stripetest.Server
	url      string
	base     *app.Base     // beside the server, for what has no address
	sandbox  config.Config // of a server with the sandbox on the same log
	campaign ident.ID
	token    string // the organizer's
}

func serveWithStripe(t *testing.T) *stripeServer {
	t.Helper()
	s := &stripeServer{T: t, there: stripetest.Start(t)}
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + addr
	_, secret := s.there.Listen(stripetest.Endpoint{URL: s.url + "/api/webhooks/stripe", Events: stripe.Heard}, false)
	env := []string{"CALLUP_DATA=" + t.TempDir(), "DATABASE_URL=" + testdb.New(t), "CALLUP_DEMO=off"}
	if s.sandbox, err = config.Load(append(env, "CALLUP_ADDR=127.0.0.1:0")); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(append(env, "CALLUP_ADDR="+addr, "CALLUP_STRIPE_KEY="+stripetest.TestKey,
		"CALLUP_STRIPE_WEBHOOK_SECRETS="+secret))
	if err != nil {
		t.Fatal(err)
	}
	options := app.Options{Times: apptest.Times(), Seams: app.Seams{Stripe: s.there.Backends(0)}}
	ctx, stop := context.WithCancel(t.Context())
	out, said := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := app.Serve(ctx, cfg, options, said)
		_ = said.CloseWithError(io.EOF) // nobody waits for more
		ended <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended: %v", err)
		}
	})
	var lines []string
	for scan := bufio.NewScanner(out); scan.Scan(); {
		lines = append(lines, scan.Text())
		if strings.HasPrefix(scan.Text(), "Callup is at ") {
			break
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // what it says afterwards holds nothing up
	if told := strings.Join(lines, "\n"); !strings.Contains(told, "Stripe in test mode: no money moves") {
		t.Fatalf("the server said %q", told)
	}
	if s.base, err = app.Open(t.Context(), cfg, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.base.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s.organize()
	return s
}

// organize has an organizer launch a campaign.
func (s *stripeServer) organize() {
	s.Helper()
	beside, err := s.base.Alone()
	if err != nil {
		s.Fatal(err)
	}
	const email, password = "organizer@example.org", "a password of one's own"
	hash, err := beside.Accounts.HashPassword(s.Context(), password)
	if err != nil {
		s.Fatal(err)
	}
	if _, err := beside.Accounts.CreateConfirmed(s.Context(), auth.NewAccount{
		Member: ident.Pair("test member", email), Email: email, Name: "Olga Organizer", Lang: "en", PasswordHash: hash,
	}); err != nil {
		s.Fatal(err)
	}
	var session struct {
		AccessToken string `json:"access_token"`
	}
	s.post("/api/auth/sign-in", map[string]any{"email": email, "password": password}, http.StatusOK).JSON(s.T, &session)
	s.token = session.AccessToken
	var launched struct {
		ID ident.ID `json:"campaign_id"`
	}
	s.post("/api/commands/launch-campaign", map[string]any{
		"title": "A roof for the hall", "description": "It leaks.", "story": "It has leaked for years.", "category": "community",
		"resource_types": []string{"money"}, "currency": "EUR", "goal_amount": 500000, "lang": "en",
	}, http.StatusOK, "Authorization", "Bearer "+s.token, "Idempotency-Key", "launch-campaign-1").JSON(s.T, &launched)
	s.campaign = launched.ID
}

func (s *stripeServer) post(path string, body any, want int, headers ...string) apptest.Answer {
	s.Helper()
	a, err := apptest.Call(s.Context(), http.MethodPost, s.url+path, body, headers...)
	if err != nil || a.Status != want {
		s.Fatalf("%s answers %d, want %d: %v %s", path, a.Status, want, err, a.Body)
	}
	return a
}

func (s *stripeServer) get(path string) string {
	s.Helper()
	a, err := apptest.Call(s.Context(), http.MethodGet, s.url+path, nil)
	if err != nil || a.Status != http.StatusOK && a.Status != http.StatusNotFound {
		s.Fatalf("%s answers %d: %v %s", path, a.Status, err, a.Body)
	}
	return string(a.Body)
}

// shows waits until an address answers something.
func (s *stripeServer) shows(path, what string) {
	s.Helper()
	apptest.Until(s.Context(), s.T, path+" shows "+what, func() bool { return strings.Contains(s.get(path), what) })
}

type startedGift struct {
	DonationID ident.ID `json:"donation_id"`
	PaymentURL string   `json:"payment_url"`
}

func (s *stripeServer) give(key string, want int) (apptest.Answer, startedGift) {
	s.Helper()
	a := s.post("/api/commands/donate-money", map[string]any{
		"campaign_id": s.campaign, "amount": 2500, "currency": "EUR", "lang": "en", "donor_name": "Ada",
		"donor_email": "ada@example.org",
	}, want, "Idempotency-Key", key)
	var gift startedGift
	a.JSON(s.T, &gift)
	return a, gift
}

// deliver has Stripe send what it has to tell.
func (s *stripeServer) deliver() {
	s.Helper()
	if _, err := s.there.Deliver(s.Context(), stripetest.Delivery{}); err != nil {
		s.Fatal(err)
	}
}

const checkout = "https://checkout.stripe.com/c/pay/"

// A guest's gift goes the whole way: to the Checkout page, back by webhook into the bar and onto the thanks page, and by a refund
// of the organizer out of the figures again.
func TestServe_GiftThroughStripe(t *testing.T) {
	t.Parallel()
	s := serveWithStripe(t)
	_, gift := s.give("gift-through-stripe-1", http.StatusOK)
	reference, page := strings.CutPrefix(gift.PaymentURL, checkout)
	if !page {
		t.Fatalf("the giver is sent to %s", gift.PaymentURL)
	}
	if _, again := s.give("gift-through-stripe-1", http.StatusOK); again != gift {
		t.Errorf("sent again it is %+v, and was %+v", again, gift)
	}
	campaign, thanks := "/api/campaigns/"+s.campaign.String(), "/api/donations/"+gift.DonationID.String()
	s.shows(thanks, `"status":"pending"`)
	if err := s.there.Pay(reference, stripetest.Card); err != nil {
		t.Fatal(err)
	}
	s.deliver()
	s.shows(thanks, `"status":"completed"`)
	s.shows(campaign, `"raised_amount":2500`)
	s.post("/api/commands/refund-gift", map[string]any{
		"campaign_id": s.campaign, "gift_id": donation.LineOf(gift.DonationID), "amount": 1000, "reason": "Given twice",
	}, http.StatusOK, "Authorization", "Bearer "+s.token, "Idempotency-Key", "refund-through-stripe-1")
	apptest.Until(t.Context(), t, "the refund is in the figures", func() bool {
		s.deliver()
		return strings.Contains(s.get(campaign), `"raised_amount":1500`)
	})
	s.shows(thanks, `"status":"partly_refunded"`)
	s.keepsToStripe()
}

// keepsToStripe looks whether the log names mode and account, and whether a server with another provider refuses to start.
func (s *stripeServer) keepsToStripe() {
	s.Helper()
	if n := apptest.Count(s.T, s.base, `SELECT count(*) FROM events WHERE type = 'PaymentAccountRecorded'`); n != 1 {
		s.Errorf("the account was recorded %d times", n)
	}
	// what was noted may be of a backup: the log decides
	if _, err := s.base.Pool.Exec(s.Context(), `UPDATE installation SET payments = NULL`); err != nil {
		s.Fatal(err)
	}
	if by, err := s.base.GiftsBy(s.Context()); by != "stripe-test" || err != nil {
		s.Errorf("the gifts are by %q, %v", by, err)
	}
	var refused app.OtherMode
	err := app.Serve(s.Context(), s.sandbox, app.Options{Times: apptest.Times()}, io.Discard)
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "set CALLUP_STRIPE_KEY to a test key") {
		s.Errorf("with the sandbox: %v", err)
	}
}

// Nothing is done about a webhook that somebody else signed.
func TestServe_StripeWebhookWithWrongSignature(t *testing.T) {
	t.Parallel()
	s := serveWithStripe(t)
	s.post("/api/webhooks/stripe", map[string]any{"id": "evt_1"}, http.StatusUnprocessableEntity, "Stripe-Signature", "t=1,v1=00")
	want := `callup_payment_webhooks_total{outcome="wrong_signature",provider="stripe-test"} 1`
	if !strings.Contains(s.get("/metrics"), want) {
		t.Errorf("not counted: %s", want)
	}
}

// While Stripe is away the form is told so and nothing is lost: the same key later is the same gift.
func TestServe_StripeIsAway(t *testing.T) {
	t.Parallel()
	s := serveWithStripe(t)
	for _, at := range []string{"/v1/", "/v1/checkout/sessions"} { // altogether, and after the account was asked for
		s.there.Break(stripetest.Fault{What: stripetest.Broken, Path: at, Times: 1000})
		a, _ := s.give("gift-while-away-1", http.StatusServiceUnavailable)
		if !strings.Contains(string(a.Body), `"payment_unavailable"`) {
			t.Errorf("the form is told %s", a.Body)
		}
		s.there.Mend()
	}
	_, gift := s.give("gift-while-away-1", http.StatusOK)
	if !strings.HasPrefix(gift.PaymentURL, checkout) {
		t.Errorf("the giver is sent to %s", gift.PaymentURL)
	}
	_, again := s.give("gift-while-away-1", http.StatusOK)
	if again != gift {
		t.Errorf("the same key is %+v, and was %+v", again, gift)
	}
	for kind, want := range map[string]bool{"DonationStarted": true, "DonationPaymentOpened": true, "DonationPaymentRetried": false} {
		n := apptest.Count(t, s.base, `SELECT count(*) FROM events WHERE type = '`+kind+`'`)
		if n != 1 && want || n == 0 { // Stripe keeps its failures: each page that it kept from being made is another attempt
			t.Errorf("%d times %s", n, kind)
		}
	}
}

// What a shop on the same account sells is taken and counted, so that Stripe says it once, and nothing is stored of it.
func TestServe_StripeTellsOfAStranger(t *testing.T) {
	t.Parallel()
	s := serveWithStripe(t)
	sold, err := s.there.Client(stripetest.TestKey).V1CheckoutSessions.Create(t.Context(), &stripego.CheckoutSessionCreateParams{
		Mode: new("payment"), SuccessURL: new("https://shop.example.org/thanks"),
		LineItems: []*stripego.CheckoutSessionCreateLineItemParams{{
			Quantity: new(int64(1)), PriceData: &stripego.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: new("eur"), UnitAmount: new(int64(900)),
				ProductData: &stripego.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new("A cup")},
			},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.there.Pay(sold.ID, stripetest.Card); err != nil {
		t.Fatal(err)
	}
	taken, err := s.there.Deliver(t.Context(), stripetest.Delivery{})
	if err != nil || taken == 0 {
		t.Fatalf("%d webhooks were taken, %v", taken, err)
	}
	want := fmt.Sprintf(`callup_payment_webhooks_total{outcome="not_ours",provider="stripe-test"} %d`, taken)
	if !strings.Contains(s.get("/metrics"), want) {
		t.Errorf("not counted: %s", want)
	}
	const written = `SELECT count(*) FROM events WHERE type LIKE 'Donation%' OR type LIKE 'PaymentAccount%'`
	if n := apptest.Count(t, s.base, written); n != 0 {
		t.Errorf("%d events were written", n)
	}
	if found, err := apptest.TracesOf("A cup", sold.ID).InDatabase(t.Context(), s.base.Pool); err != nil || len(found) != 0 {
		t.Errorf("what a stranger sold is kept: %v, %v", found, err)
	}
}
