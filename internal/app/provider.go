package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"net/http"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/ports"
)

// Provider is a payment provider with its books.
type Provider interface {
	ports.Payments
	ports.Customers
	Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error]
	Movements(ctx context.Context) iter.Seq2[ports.Movement, error]
}

// resident is a provider that lives in this program: with pages of its own, work beside requests, and tables that are cleared.
type resident interface {
	Handler() (http.Handler, error)
	Run(ctx context.Context) error
	Prune(ctx context.Context, before time.Time, most int) (int64, error)
}

// choosePayments makes the payment provider that the settings name: Stripe where there is a key, else the sandbox, whose webhooks
// are sent to an address of this server.
func (s *Services) choosePayments(webhooks string) error {
	if set := s.Config.Stripe; set != nil {
		secrets := make([]string, len(set.Secrets))
		for i, secret := range set.Secrets {
			secrets[i] = string(secret)
		}
		p, err := stripe.New(stripe.Config{
			Key: string(set.Key), Backends: s.Seams.Stripe, Secrets: secrets, Installation: s.Installation, Fees: set.Fees,
		})
		if err != nil {
			return fmt.Errorf("set up payments: %w", err)
		}
		s.Stripe, s.webhookName, s.formsTo = p, stripe.WebhookName, []string{stripe.PagesAt}
		s.guard = &guarded{Provider: p, base: s.Base, account: p.Account}
		s.Payments = s.guard
		return nil
	}
	box, err := sandbox.New(s.Pool, sandbox.Config{
		PublicURL: s.Public, WebhookURL: webhooks, Keys: [][]byte{s.Key}, Production: s.Config.Environment == config.Production,
		Clock: Now, Random: rand.Reader, Log: s.Log,
	})
	if err != nil {
		return fmt.Errorf("set up payments: %w", err)
	}
	s.Sandbox, s.Payments, s.webhookName, s.resident = box, box, sandbox.ProviderName, box
	if s.Seams.Provider != nil {
		s.Payments = s.Seams.Provider(box)
		s.resident, _ = s.Payments.(resident)
	}
	s.guard = &guarded{Provider: s.Payments, base: s.Base}
	s.Payments = s.guard
	return nil
}

// WebhookAddress is where the payment provider sends webhooks.
func (s *Services) WebhookAddress() string { return s.Public + "/api/webhooks/" + s.webhookName }

// paymentsSay is what is printed about payments at the start.
func (s *Services) paymentsSay() string {
	switch {
	case s.Config.Stripe == nil:
		return "Payments are simulated: no money moves."
	case s.Config.Environment == config.Production:
		return "Payments go through Stripe."
	}
	return "Payments go through Stripe in test mode: no money moves."
}
