package app_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/testdb"
)

// accountServer is one of several servers on a log, with a key of an account of its own.
type accountServer struct {
	*app.Services
	account string
	logged  bytes.Buffer
}

func (a *accountServer) open(t *testing.T, d ident.ID) error {
	t.Helper()
	_, err := a.Payments.Open(t.Context(), ports.OpenPayment{
		Recorded: ports.Recorded{Donation: d}, Attempt: 1, Charge: money.Of(2500, money.EUR), Title: "A roof",
		TitleLang: "en", Lang: "en", ReturnURL: "https://give.example.org/thanks", CancelURL: "https://give.example.org/back",
		ExpiresAt: time.Now().Add(time.Hour).Truncate(time.Second),
	})
	return err
}

func (a *accountServer) lookup(t *testing.T) error {
	t.Helper()
	_, err := a.Payments.Lookup(t.Context(), ports.Recorded{
		Donation: ident.Pair("test gift", "elsewhere"), References: []string{"cs_test_elsewhere"},
	})
	return err
}

// Of two servers with keys of different accounts that take the first gift at once one is refused, and says so once. What its
// account does not know ends no gift, also after the operator adopted it.
func TestPayments_OneAccount(t *testing.T) {
	t.Parallel()
	env := []string{
		"DATABASE_URL=" + testdb.New(t), "CALLUP_KEY=" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("k"), 32)),
	}
	servers := []*accountServer{{account: "acct_1One"}, {account: "acct_1Two"}}
	for _, a := range servers {
		there := stripetest.Start(t)
		there.SetAccount(stripetest.Account{ID: a.account, Country: "FR", Currency: "eur", Charges: true})
		b := apptest.BaseWith(t, app.Options{
			Times: apptest.Times(), Seams: app.Seams{Stripe: there.Backends(0)}, Log: slog.New(slog.NewTextHandler(&a.logged, nil)),
		}, append(env, "CALLUP_STRIPE_KEY="+stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_one")...)
		var err error
		if a.Services, err = b.Alone(); err != nil {
			t.Fatal(err)
		}
	}
	errs := make([]error, len(servers))
	var together sync.WaitGroup
	for i, a := range servers {
		together.Go(func() { errs[i] = a.open(t, ident.Pair("test gift", a.account)) })
	}
	together.Wait()
	first, other := servers[0], servers[1]
	if errs[0] != nil {
		first, other, errs[0], errs[1] = other, first, errs[1], errs[0]
	}
	if errs[0] != nil || !errors.Is(errs[1], ports.ErrPayments) {
		t.Fatalf("one opens a payment: %v; the other: %v", errs[0], errs[1])
	}
	if err := other.open(t, ident.Pair("test gift", "again")); !errors.Is(err, ports.ErrPayments) {
		t.Errorf("again: %v", err)
	}
	if n := strings.Count(other.logged.String(), "no payment is taken"); n != 1 ||
		strings.Contains(first.logged.String(), "no payment") {
		t.Errorf("it says so %d times:\n%s", n, &other.logged)
	}
	if err := other.lookup(t); !errors.Is(err, ports.ErrPayments) || errors.Is(err, ports.ErrNoPayment) {
		t.Errorf("the other account decides about a gift: %v", err)
	}
	if err := first.lookup(t); !errors.Is(err, ports.ErrNoPayment) {
		t.Errorf("what the recorded account does not know came to nothing: %v", err)
	}
	if _, err := giving.AdoptPaymentAccount.Run(t.Context(), other.Commands, app.OperatorAsks("adopt"),
		giving.UsedAccount{Mode: "stripe-test", Account: other.account}); err != nil {
		t.Fatal(err)
	}
	if err := other.open(t, ident.Pair("test gift", "adopted")); err != nil {
		t.Errorf("once adopted: %v", err)
	}
	if err := other.lookup(t); !errors.Is(err, ports.ErrPayments) || errors.Is(err, ports.ErrNoPayment) {
		t.Errorf("a gift may lie in the account before: %v", err)
	}
}
