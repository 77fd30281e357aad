package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	stripe "github.com/callup/callup/internal/payments/stripe/settings"
)

const (
	stripeKeyName         = "CALLUP_STRIPE_KEY"
	stripeKeyFileName     = "CALLUP_STRIPE_KEY_FILE"
	stripeSecretsName     = "CALLUP_STRIPE_WEBHOOK_SECRETS"
	stripeSecretsFileName = "CALLUP_STRIPE_WEBHOOK_SECRETS_FILE"
	stripeFeesName        = "CALLUP_STRIPE_FEES"
)

var stripeKey = setting{
	Name: stripeKeyName, Otherwise: "payments are simulated by the sandbox", Example: "rk_live_…",
	Meaning: "The secret or restricted key of your Stripe account, which takes the payments: a test key (`sk_test_`, `rk_test_`) " +
		"in development, a live key (`sk_live_`, `rk_live_`) in production. The operators' guide tells which rights a restricted key " +
		"needs.",
	read: readStripeKey,
}

var stripeKeyFile = setting{
	Name: stripeKeyFileName, Otherwise: "`CALLUP_STRIPE_KEY` says it", Example: "/run/secrets/stripe.key", Path: true,
	Meaning: "A file with that key, readable by its owner alone.",
	read:    fromSecretFile(readStripeKey),
}

var stripeSecrets = setting{
	Name: stripeSecretsName, Otherwise: "needed with `CALLUP_STRIPE_KEY`", Example: "whsec_…",
	Meaning: "The signing secret of the webhook endpoint that you add in Stripe's dashboard for `/api/webhooks/stripe`; two, " +
		"separated by a comma, while it is rolled over.",
	read: readStripeSecrets,
}

var stripeSecretsFile = setting{
	Name: stripeSecretsFileName, Otherwise: "`CALLUP_STRIPE_WEBHOOK_SECRETS` says them", Example: "/run/secrets/stripe.webhook",
	Path: true, Meaning: "A file with these secrets, readable by its owner alone.",
	read: fromSecretFile(readStripeSecrets),
}

var stripeFees = setting{
	Name: stripeFeesName, Default: stripe.DefaultFees, Example: "EUR 1.2% + 0.25",
	Meaning: "What a card payment costs about, a percentage and a sum in each currency, for givers who cover it. Unset, it is " +
		"what Stripe's public price list said in 2026 for cards of the account's own region.",
	read: func(c *Config, v string) (err error) {
		c.ofStripe().Fees, err = stripe.ParseFees(v)
		return err
	},
}

// ofStripe is what was read of Stripe so far. It is kept behind a pointer: a configuration that is printed shows none of it.
func (c *Config) ofStripe() *stripe.Stripe {
	if c.Stripe == nil {
		c.Stripe = &stripe.Stripe{}
	}
	return c.Stripe
}

func readStripeKey(c *Config, v string) (err error) {
	c.ofStripe().Key, err = stripe.ParseKey(v)
	return err
}

func readStripeSecrets(c *Config, v string) (err error) {
	c.ofStripe().Secrets, err = stripe.ParseSecrets(v)
	return err
}

// fromSecretFile reads a setting from the file that is named, which nobody else on the machine may read.
func fromSecretFile(read func(*Config, string) error) func(*Config, string) error {
	return func(c *Config, path string) error {
		if err := checkKeyFile(path); err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("names a file that cannot be read: %w", err)
		}
		text := strings.TrimSpace(string(content))
		if text == "" {
			return errors.New("names a file that is empty")
		}
		if err := read(c, text); err != nil {
			return fmt.Errorf("names a file whose content %w", err)
		}
		return nil
	}
}

// finishStripe checks what is set of Stripe together. What was refused by itself is not missed here.
func (c *Config) finishStripe(given map[string]string) []error {
	var mistakes []error
	for _, both := range [][2]string{{stripeKeyName, stripeKeyFileName}, {stripeSecretsName, stripeSecretsFileName}} {
		if given[both[0]] != "" && given[both[1]] != "" {
			mistakes = append(mistakes, fmt.Errorf("%s and %s are both set: keep one", both[0], both[1]))
		}
	}
	hasKey := given[stripeKeyName] != "" || given[stripeKeyFileName] != ""
	hasSecrets := given[stripeSecretsName] != "" || given[stripeSecretsFileName] != ""
	switch {
	case hasKey && !hasSecrets:
		mistakes = append(mistakes, fmt.Errorf("%s must be set with %s: add a webhook endpoint for /api/webhooks/stripe in Stripe's "+
			"dashboard, and copy its signing secret", stripeSecretsName, stripeKeyName))
	case hasSecrets && !hasKey:
		mistakes = append(mistakes, fmt.Errorf("%s is set and %s is not: set both, or neither for the sandbox",
			stripeSecretsName, stripeKeyName))
	}
	if c.ofStripe().Key == "" {
		c.Stripe = nil
		return mistakes
	}
	switch production, live := c.Environment == Production, c.Stripe.Mode() == stripe.Live; {
	case production && !live:
		mistakes = append(mistakes, fmt.Errorf("%s is a test key, and a test key moves no money: set a live one in production",
			stripeKeyName))
	case !production && live:
		mistakes = append(mistakes, fmt.Errorf("%s is a live key, which takes real money: set a test key, or %s=production",
			stripeKeyName, environment))
	}
	return mistakes
}
