package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// What no webhook told is entered once and said in words; webhooks that come after all change nothing.
func TestServe_ReconcilesWithStripe(t *testing.T) {
	t.Parallel()
	s := serveWithStripe(t)
	_, gift := s.give("gift-to-reconcile-1", http.StatusOK)
	reference := strings.TrimPrefix(gift.PaymentURL, checkout)
	if err := s.there.Pay(reference, stripetest.Card); err != nil {
		t.Fatal(err)
	}
	s.deliver()
	campaign := "/api/campaigns/" + s.campaign.String()
	s.shows(campaign, `"raised_amount":2500`)
	asked := &stripego.CheckoutSessionRetrieveParams{}
	asked.AddExpand("payment_intent")
	page, err := s.there.Client(stripetest.TestKey).V1CheckoutSessions.Retrieve(t.Context(), reference, asked)
	if err != nil {
		t.Fatal(err)
	}
	// in the dashboard, and the webhook is lost
	if _, err := s.there.RefundByHand(page.PaymentIntent.LatestCharge.ID, 700); err != nil {
		t.Fatal(err)
	}
	beside, err := s.base.Alone()
	if err != nil {
		t.Fatal(err)
	}
	reconcile := func() (said []string) {
		t.Helper()
		if err := beside.Reconcile(t.Context(), app.Now().Add(-time.Hour), func(d giving.Difference) {
			said = append(said, d.String())
		}); err != nil {
			t.Fatal(err)
		}
		return said
	}
	said := strings.Join(reconcile(), "\n")
	if !strings.Contains(said, "7.00") || strings.Count(said, gift.DonationID.String()) != 1 {
		t.Errorf("said %q", said)
	}
	s.shows(campaign, `"raised_amount":1800`)
	if said := reconcile(); len(said) != 0 {
		t.Errorf("said again %q", said)
	}
	s.deliver()
	s.shows(campaign, `"raised_amount":1800`)
	if metrics := s.get("/metrics"); !strings.Contains(metrics, "callup_payments_reconciled_timestamp_seconds 1") {
		t.Error("it is not told when payments were reconciled")
	}
}
