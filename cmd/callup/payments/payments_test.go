package payments

import (
	"os"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// operator enters commands where payments go to a stand-in of Stripe, or to the sandbox.
type operator struct {
	*testing.T

	env   []string
	there *stripetest.Server
	seams app.Seams
}

func newOperator(t *testing.T) operator {
	t.Helper()
	there := stripetest.Start(t)
	return operator{t, apptest.NewPatient(t).Env, there, app.Seams{Stripe: there.Backends(0)}}
}

// ofStripe are the settings with which Stripe takes the payments.
var ofStripe = []string{"CALLUP_STRIPE_KEY=" + stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_one"}

// enters gives a command below callup payments, and looks at its exit code and a part of what it says.
func (o operator) enters(args string, env []string, code int, want string) {
	o.Helper()
	var out strings.Builder
	p := &cli.Program{Environ: append(o.env, env...), Stdout: &out, Stderr: &out, Options: app.Options{
		Times: apptest.Times(), Seams: o.seams,
	}}
	got := p.Run(o.Context(), append([]string{"payments"}, strings.Fields(args)...), Command(p))
	if got != code || !strings.Contains(out.String(), want) {
		o.Errorf("exits %d, want %d with %q: %s", got, code, want, out.String())
	}
}

func TestAdoptAccount(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	o.enters("adopt-account", nil, 1, "the sandbox has no accounts")
	o.enters("adopt-account", ofStripe, 0, "acct_1StandIn takes the gifts, at position")
	o.enters("adopt-account", ofStripe, 0, "acct_1StandIn takes the gifts already")
	o.there.SetAccount(stripetest.Account{ID: "acct_1New", Country: "FR", Currency: "eur", Charges: true})
	o.enters("adopt-account", ofStripe, 0, "acct_1New takes the gifts from now on, and no longer acct_1StandIn")
}

func TestReconcile(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	o.enters("reconcile", nil, 1, "the sandbox delivers its webhooks")
	o.enters("reconcile --since yesterday", ofStripe, 1, "must be a day")
	o.enters("reconcile", ofStripe, 0, "0 entered that no webhook had told, 0 can't be entered")
	o.enters("reconcile --since 2026-01-01", ofStripe, 0, "Since 2026-01-01 00:00 UTC")
}

func TestRehearse(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	o.enters("rehearse", nil, 1, "the sandbox has its own pages")
	o.enters("rehearse", ofStripe, 0, "A payment page was opened.\nIt was closed unpaid.\nA payment by a test card was taken.\n"+
		"It was given back.\nA payment was disputed.\n")
	o.there.Break(stripetest.Fault{What: stripetest.Broken, Path: "/v1/refunds", Times: 10})
	o.enters("rehearse", ofStripe, 1, "give it back")
}

// What the stand-in shows is what Stripe does, where CALLUP_TEST_STRIPE_KEY is a test key of an account.
func TestRehearse_AtStripe(t *testing.T) {
	key := os.Getenv("CALLUP_TEST_STRIPE_KEY")
	if key == "" {
		t.Skip("CALLUP_TEST_STRIPE_KEY names no test key of Stripe")
	}
	o := newOperator(t)
	o.seams.Stripe = nil // Stripe itself
	o.enters("rehearse", []string{"CALLUP_STRIPE_KEY=" + key, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_none"}, 0,
		"A payment page was opened.\nIt was closed unpaid.\nA payment by a test card was taken.\nIt was given back.\n"+
			"A payment was disputed.\n")
}
