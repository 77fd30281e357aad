package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/stripe/settings"
)

const (
	testKey = "CALLUP_STRIPE_KEY=sk_test_hidden"
	liveKey = "CALLUP_STRIPE_KEY=rk_live_hidden"
	webhook = "CALLUP_STRIPE_WEBHOOK_SECRETS=whsec_hidden"
)

func TestLoad_Stripe(t *testing.T) {
	cfg, err := config.Load(nil)
	if err != nil || cfg.Stripe != nil {
		t.Fatalf("without a key: %+v, %v", cfg.Stripe, err)
	}
	cfg, err = config.Load([]string{testKey, webhook + ",whsec_old", "CALLUP_STRIPE_FEES=EUR 1% + 0.10"})
	if err != nil {
		t.Fatal(err)
	}
	if s := cfg.Stripe; s == nil || s.Mode() != settings.Test || s.Key != "sk_test_hidden" || len(s.Secrets) != 2 || cfg.Demo ||
		s.Fees[money.EUR].BasisPoints != 100 || s.Fees[money.USD].BasisPoints != 290 {
		t.Errorf("got %+v", s)
	}
	if shown := fmt.Sprintf("%+v %#v", cfg, cfg.Stripe); strings.Contains(shown, "hidden") {
		t.Errorf("the settings show a secret: %s", shown)
	}
}

// Each mistake is one sentence with the setting's name and what to do, and repeats no secret.
func TestLoad_StripeMistakes(t *testing.T) {
	for _, c := range []struct {
		settings []string
		want     string
	}{
		{[]string{testKey}, "CALLUP_STRIPE_WEBHOOK_SECRETS must be set with CALLUP_STRIPE_KEY"},
		{[]string{webhook}, "CALLUP_STRIPE_KEY is not: set both"},
		{[]string{liveKey, webhook}, "CALLUP_STRIPE_KEY is a live key, which takes real money"},
		{[]string{"CALLUP_STRIPE_KEY=pk_test_hidden", webhook}, "CALLUP_STRIPE_KEY is a publishable key"},
		{[]string{testKey, webhook + ","}, "CALLUP_STRIPE_WEBHOOK_SECRETS has an empty part"},
		{[]string{testKey, "CALLUP_STRIPE_WEBHOOK_SECRETS=hidden"}, "begins with whsec_"},
		{[]string{testKey, webhook, "CALLUP_DEMO=auto"}, "CALLUP_DEMO must be off with CALLUP_STRIPE_KEY"},
		{[]string{"CALLUP_STRIPE_FEES=free"}, `CALLUP_STRIPE_FEES has the part "free"`},
	} {
		_, err := config.Load(c.settings)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") ||
			strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want one sentence with %q", c.settings, err, c.want)
		}
	}
}

func TestLoad_StripeFromFiles(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	key, secret := file("key", "sk_test_hidden\n", 0o600), file("secret", "whsec_hidden\n", 0o600)
	cfg, err := config.Load([]string{"CALLUP_STRIPE_KEY_FILE=" + key, "CALLUP_STRIPE_WEBHOOK_SECRETS_FILE=" + secret})
	if err != nil || cfg.Stripe == nil || cfg.Stripe.Key != "sk_test_hidden" || cfg.Stripe.Secrets[0] != "whsec_hidden" {
		t.Errorf("%+v, %v", cfg.Stripe, err)
	}
	for path, want := range map[string]string{
		file("open", "sk_test_hidden", 0o644):  "chmod 600",
		file("wrong", "pk_test_hidden", 0o600): "whose content is a publishable key",
		file("empty", "\n", 0o600):             "is empty", folder + "/none": "cannot be read",
	} {
		_, err := config.Load([]string{"CALLUP_STRIPE_KEY_FILE=" + path, webhook})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	_, err = config.Load([]string{testKey, "CALLUP_STRIPE_KEY_FILE=" + key, webhook})
	if err == nil || !strings.Contains(err.Error(), "CALLUP_STRIPE_KEY and CALLUP_STRIPE_KEY_FILE are both set") {
		t.Errorf("two keys: %v", err)
	}
}

// A production installation starts with all that it needs, and is told all that is missing at once.
func TestLoad_Production(t *testing.T) {
	complete := []string{
		"CALLUP_ENV=production", "CALLUP_PUBLIC_URL=https://give.example.org", "CALLUP_KEY=" + goodKey, liveKey, webhook,
		"CALLUP_SMTP_URL=smtps://mail.example.org", "CALLUP_MAIL_FROM=no-reply@give.example.org",
		"CALLUP_OPERATOR_NAME=Maison des associations", "CALLUP_OPERATOR_EMAIL=help@give.example.org",
	}
	cfg, err := config.Load(complete)
	if err != nil || cfg.Stripe.Mode() != settings.Live || cfg.Demo {
		t.Errorf("%+v, %v", cfg.Stripe, err)
	}
	_, err = config.Load([]string{"CALLUP_ENV=production", "CALLUP_DATA=" + t.TempDir()})
	if err == nil {
		t.Fatal("nothing is missing")
	}
	for _, name := range []string{
		"CALLUP_PUBLIC_URL", "CALLUP_SMTP_URL", "CALLUP_OPERATOR_NAME", "CALLUP_OPERATOR_EMAIL", "CALLUP_STRIPE_KEY",
	} {
		if !strings.Contains(err.Error(), name+" must be set in production") {
			t.Errorf("%s is not missed in:\n%v", name, err)
		}
	}
	_, err = config.Load(append(complete, testKey))
	if err == nil || !strings.Contains(err.Error(), "CALLUP_STRIPE_KEY is a test key") {
		t.Errorf("a test key in production: %v", err)
	}
}
