package doctor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// ofPayments gives what the doctor finds about payments with a stand-in of Stripe.
func ofPayments(p *apptest.Patient, there *stripetest.Server, args []string, env ...string) []finding {
	p.T.Helper()
	var out bytes.Buffer
	environ := append(slices.Clone(p.Env), "CALLUP_PUBLIC_URL=https://give.example.org",
		"CALLUP_STRIPE_KEY="+stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_one")
	runWith(p.T.Context(), app.Seams{Stripe: there.Backends(0)}, append([]string{"doctor", "--json"}, args...),
		append(environ, env...), &out, &out)
	var all []finding
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		p.T.Fatalf("%v: %s", err, out.String())
	}
	return slices.DeleteFunc(all, func(f finding) bool {
		return !slices.Contains([]string{"payment provider", "payment account", "production", "settings"}, f.Check)
	})
}

func TestDoctor_Stripe(t *testing.T) {
	t.Parallel()
	p, there := apptest.NewPatient(t), stripetest.Start(t)
	expect := func(when string, want ...symptom) {
		t.Helper()
		all := ofPayments(p, there, nil)
		for _, s := range want {
			if !s.in(all) {
				t.Errorf("%s: %+v is not in %+v", when, s, all)
			}
		}
	}
	expect("without an endpoint", symptom{failure, "payment provider",
		"no webhook endpoint for https://give.example.org/api/webhooks/stripe", "charge.dispute.created"})
	there.Listen(stripetest.Endpoint{URL: "https://give.example.org/api/webhooks/stripe", Events: stripe.Heard}, false)
	expect("before a gift", symptom{healthy, "payment provider", "Its key may do all it has to", ""},
		symptom{healthy, "payment account", "acct_1StandIn, which is recorded with the first gift", ""})
	there.Break(stripetest.Fault{What: stripetest.RateLimited})
	expect("asked too often", symptom{failure, "payment provider", "429", "Try again in a minute"})
	there.Mend()
	s, err := p.B.Alone()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := giving.RecordPaymentAccount.Run(t.Context(), s.Commands, app.OperatorAsks("record"),
		giving.UsedAccount{Mode: "stripe-test", Account: "acct_1Before"}); err != nil {
		t.Fatal(err)
	}
	expect("with another account", symptom{failure, "payment account",
		"the key is of acct_1StandIn, and the gifts are in acct_1Before", "callup payments adopt-account"})
	p.Exec(`UPDATE installation SET payments = 'sandbox'`)
	expect("on a log of the sandbox", symptom{failure, "payment provider", "unset CALLUP_STRIPE_KEY", "refuses to start"})
}

// With --production all that is missing is listed at once, each thing once.
func TestDoctor_Production(t *testing.T) {
	t.Parallel()
	p, there := apptest.NewPatient(t), stripetest.Start(t)
	p.Exec(`UPDATE installation SET payments = 'stripe-test'`)
	all := ofPayments(p, there, []string{"--production"}, "CALLUP_PUBLIC_URL=http://give.example.org")
	for _, missing := range []string{
		"CALLUP_PUBLIC_URL must begin with https://", "CALLUP_SMTP_URL", "CALLUP_OPERATOR_NAME", "CALLUP_OPERATOR_EMAIL",
		"CALLUP_STRIPE_KEY is a test key", "gifts that were made with stripe-test",
	} {
		if !(symptom{failure, "production", missing, ""}).in(all) {
			t.Errorf("%q is not in %+v", missing, all)
		}
	}
	all = ofPayments(p, there, []string{"--production"}, "CALLUP_ENV=production")
	said := map[string]int{}
	for _, f := range all {
		if said[f.Says]++; said[f.Says] > 1 || f.Level == healthy {
			t.Errorf("said again, or healthy: %+v", f)
		}
	}
	if len(all) < 4 || !strings.Contains(all[0].Do, "README") {
		t.Errorf("in production: %+v", all)
	}
}
