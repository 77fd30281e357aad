package app_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// withStripe is a base whose payments go to a stand-in of Stripe, with the endpoint's secret.
func withStripe(t *testing.T, there *stripetest.Server, secret string, env ...string) *app.Base {
	t.Helper()
	return apptest.BaseWith(t, app.Options{Times: apptest.Times(), Seams: app.Seams{Stripe: there.Backends(0)}},
		append(env, "CALLUP_STRIPE_KEY="+stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS="+secret)...)
}

// With a key of Stripe nothing of the sandbox is there, and each place that told that no money moves names the mode.
func TestSite_StripeInTestMode(t *testing.T) {
	t.Parallel()
	there := stripetest.Start(t)
	_, secret := there.Listen(stripetest.Endpoint{URL: "https://give.example.org/api/webhooks/stripe", Events: stripe.Heard}, false)
	b := withStripe(t, there, secret)
	s, site := siteOn(t, b, config.Development)
	if s.Payments.Name() != "stripe-test" || s.Sandbox != nil || b.Installation == "" {
		t.Errorf("payments by %s, sandbox %v, installation %q", s.Payments.Name(), s.Sandbox, b.Installation)
	}
	ask := func(method, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader("{}"))
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec
	}
	settings := ask(http.MethodGet, "/api/settings")
	if !strings.Contains(settings.Body.String(), `"payments":"stripe-test"`) {
		t.Errorf("settings: %s", settings.Body)
	}
	// a browser follows the answer to a form no further than the policy allows
	csp := settings.Header().Get("Content-Security-Policy")
	if !strings.Contains(csp, "form-action 'self' https://checkout.stripe.com") {
		t.Errorf("policy: %s", csp)
	}
	for path, want := range map[string]int{
		"/api/webhooks/stripe": http.StatusUnprocessableEntity, "/api/webhooks/sandbox": http.StatusNotFound, "/sandbox/pay/x": http.StatusNotFound,
	} {
		if got := ask(http.MethodPost, path); got.Code != want {
			t.Errorf("%s answers %d, want %d: %s", path, got.Code, want, got.Body)
		}
	}
	gathered, err := s.Metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range gathered {
		if strings.Contains(family.GetName(), "sandbox") {
			t.Errorf("%s is told of a sandbox that is not there", family.GetName())
		}
	}
	if _, err := s.Seed(t.Context(), app.DefaultSeed(), func(string) {}); !errors.Is(err, app.ErrSeedWithoutSandbox) {
		t.Errorf("demo data: %v", err)
	}
	if err := s.Prune(t.Context(), app.Now(), 10); err != nil {
		t.Error(err)
	}
}
