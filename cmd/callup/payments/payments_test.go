package payments

import (
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func TestAdoptAccount(t *testing.T) {
	t.Parallel()
	patient, there := apptest.NewPatient(t), stripetest.Start(t)
	adopt := func(code int, want string, env ...string) {
		t.Helper()
		var out strings.Builder
		p := &cli.Program{Environ: append(patient.Env, env...), Stdout: &out, Stderr: &out, Options: app.Options{
			Times: apptest.Times(), Seams: app.Seams{Stripe: there.Backends(0)},
		}}
		if got := p.Run(t.Context(), []string{"payments", "adopt-account"}, Command(p)); got != code ||
			!strings.Contains(out.String(), want) {
			t.Errorf("exits %d, want %d with %q: %s", got, code, want, out.String())
		}
	}
	ofStripe := []string{"CALLUP_STRIPE_KEY=" + stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_one"}
	adopt(1, "the sandbox has no accounts")
	adopt(0, "acct_1StandIn takes the gifts, at position", ofStripe...)
	adopt(0, "acct_1StandIn takes the gifts already", ofStripe...)
	there.SetAccount(stripetest.Account{ID: "acct_1New", Country: "FR", Currency: "eur", Charges: true})
	adopt(0, "acct_1New takes the gifts from now on, and no longer acct_1StandIn", ofStripe...)
}

func TestReconcile(t *testing.T) {
	t.Parallel()
	patient, there := apptest.NewPatient(t), stripetest.Start(t)
	reconcile := func(code int, want string, args []string, env ...string) {
		t.Helper()
		var out strings.Builder
		p := &cli.Program{Environ: append(patient.Env, env...), Stdout: &out, Stderr: &out, Options: app.Options{
			Times: apptest.Times(), Seams: app.Seams{Stripe: there.Backends(0)},
		}}
		if got := p.Run(t.Context(), append([]string{"payments", "reconcile"}, args...), Command(p)); got != code ||
			!strings.Contains(out.String(), want) {
			t.Errorf("exits %d, want %d with %q: %s", got, code, want, out.String())
		}
	}
	ofStripe := []string{"CALLUP_STRIPE_KEY=" + stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_one"}
	reconcile(1, "the sandbox delivers its webhooks", nil)
	reconcile(1, "must be a day", []string{"--since", "yesterday"}, ofStripe...)
	reconcile(0, "0 entered that no webhook had told, 0 can't be entered", nil, ofStripe...)
	reconcile(0, "Since 2026-01-01 00:00 UTC", []string{"--since", "2026-01-01"}, ofStripe...)
}
