package settings_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/stripe/settings"
	"github.com/callup/callup/internal/ports"
)

func TestParseKey(t *testing.T) {
	for key, mode := range map[string]string{
		"sk_live_51abc": settings.Live, "rk_live_51abc": settings.Live, "sk_test_51abc": settings.Test, "rk_test_51abc": settings.Test,
	} {
		if got, err := settings.ParseKey(key); err != nil || string(got) != key || (settings.Stripe{Key: got}).Mode() != mode {
			t.Errorf("%s: %v, %v", key, settings.Mode(key), err)
		}
	}
	for key, want := range map[string]string{
		"pk_live_hidden": "publishable key", "whsec_hidden": "secret of a webhook endpoint", "sk_live_": "no key of Stripe",
		"hidden": "no key of Stripe", "sk_live_hidden two": "no key of Stripe", "sk_prod_hidden": "no key of Stripe",
	} {
		if _, err := settings.ParseKey(key); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want %q", key, err, want)
		}
	}
}

func TestParseSecrets(t *testing.T) {
	if got, err := settings.ParseSecrets("whsec_new, whsec_old"); err != nil || len(got) != 2 || got[1] != "whsec_old" {
		t.Errorf("%d, %v", len(got), err)
	}
	for secrets, want := range map[string]string{
		"whsec_hidden,": "empty part", ",whsec_hidden": "empty part", "whsec_hidden,,whsec_b": "empty part",
		"whsec_hidden,sk_test_hidden": "begins with whsec_", "whsec_hidden,whsec_hidden": "twice",
		"whsec_hidden,whsec_b,whsec_c": "3 secrets",
	} {
		if _, err := settings.ParseSecrets(secrets); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want %q", secrets, err, want)
		}
	}
}

func TestParseFees(t *testing.T) {
	got, err := settings.ParseFees("EUR 1.2% + 0.25,USD 2 % + 1")
	want := map[money.Currency]ports.Fee{
		money.EUR: {BasisPoints: 120, Fixed: money.Of(25, money.EUR)}, money.USD: {BasisPoints: 200, Fixed: money.Of(100, money.USD)},
		money.GBP: {BasisPoints: 150, Fixed: money.Of(20, money.GBP)}, // that of DefaultFees
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v", got, err)
	}
	for fees, want := range map[string]string{
		"EUR": "like EUR 1.5%", "EUR 1,5% + 0.25": `part "EUR 1"`, "CHF 1% + 0.1": "CHF", "EUR 1% + 0.25, EUR 2% + 1": "EUR twice",
		"EUR 100% + 1": "like EUR", "EUR 1% + 0.25,": `part ""`,
	} {
		if _, err := settings.ParseFees(fees); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", fees, err, want)
		}
	}
}

// A setting that is printed by mistake, in whatever way, shows no secret.
func TestSecret_IsNotShown(t *testing.T) {
	s := settings.Stripe{Key: "sk_live_canary", Secrets: []settings.Secret{"whsec_canary"}}
	asJSON, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "settings", s, "key", s.Key)
	slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "settings", s, "key", s.Key)
	printed := fmt.Sprintf("%+v %#v %s %q %v", s, s, s.Key, s.Key, &s)
	for _, shown := range []string{fmt.Sprint(s), printed, string(asJSON), logged.String()} {
		if strings.Contains(shown, "canary") {
			t.Errorf("a secret is shown: %s", shown)
		}
	}
}
