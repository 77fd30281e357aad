package stripe

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/stripe/settings"
	"github.com/callup/callup/internal/ports"
)

// ErrRehearsalLive refuses to rehearse with a live key.
var ErrRehearsalLive = errors.New("a rehearsal needs a test key: with a live one it would move money")

// disputedWithin is how long Stripe may take to dispute a payment by the test card that is for it.
const disputedWithin = time.Minute

// Rehearse does at Stripe, in test mode, what gifts do: it opens a payment page and closes it, takes a payment by a test card and
// gives it back, and takes another one that the test card's bank disputes. say is told each step that worked. Nothing of it
// carries this installation's metadata but the page, so that its webhooks concern nobody. Errors: ErrRehearsalLive, and of the
// step that did not work.
func (s *Stripe) Rehearse(ctx context.Context, address string, say func(string)) error {
	if s.Name() != settings.Test {
		return ErrRehearsalLive
	}
	gift, err := ident.New(rand.Reader)
	if err != nil {
		return err
	}
	sum := money.Of(500, money.EUR)
	opened, err := s.Open(ctx, ports.OpenPayment{
		Recorded: ports.Recorded{Donation: gift}, Attempt: 1, Charge: sum, Title: "Rehearsal", TitleLang: "en", Lang: "en",
		ReturnURL: address, CancelURL: address,
	})
	if err != nil {
		return fmt.Errorf("open a payment page: %w", err)
	}
	say("A payment page was opened.")
	closed, err := s.Close(ctx, ports.Recorded{Donation: gift, References: []string{opened.Reference}})
	if err != nil {
		return fmt.Errorf("close the payment page: %w", err)
	}
	if closed.Kind != ports.PaymentExpired {
		return fmt.Errorf("close the payment page: it is %q", closed.Kind)
	}
	say("It was closed unpaid.")
	paid, err := s.rehearsed(ctx, "pm_card_visa", sum)
	if err != nil {
		return fmt.Errorf("pay by a test card: %w", err)
	}
	say("A payment by a test card was taken.")
	back, err := s.client.V1Refunds.Create(ctx, &stripego.RefundCreateParams{PaymentIntent: new(paid.ID)})
	if err != nil {
		return fmt.Errorf("give it back: %w", failed("refund", err))
	}
	if back.Status != stripego.RefundStatusSucceeded && back.Status != stripego.RefundStatusPending {
		return fmt.Errorf("give it back: the refund is %s", back.Status)
	}
	say("It was given back.")
	if paid, err = s.rehearsed(ctx, "pm_card_createDispute", sum); err != nil {
		return fmt.Errorf("pay by the test card that is disputed: %w", err)
	}
	if err := s.waitForDispute(ctx, paid); err != nil {
		return err
	}
	say("A payment was disputed.")
	return nil
}

// rehearsed takes a payment without a page, by one of Stripe's test methods.
func (s *Stripe) rehearsed(ctx context.Context, method string, sum money.Amount) (*stripego.PaymentIntent, error) {
	paid, err := s.client.V1PaymentIntents.Create(ctx, &stripego.PaymentIntentCreateParams{
		Amount: new(sum.Minor), Currency: new("eur"), PaymentMethod: new(method), Confirm: new(true),
		PaymentMethodTypes: []*string{new("card")}, Metadata: map[string]string{"rehearsal": "callup"},
	})
	if err != nil {
		return nil, failed("take a payment", err)
	}
	if paid.Status != stripego.PaymentIntentStatusSucceeded {
		return nil, fmt.Errorf("the payment is %s", paid.Status)
	}
	return paid, nil
}

func (s *Stripe) waitForDispute(ctx context.Context, paid *stripego.PaymentIntent) error {
	ctx, cancel := context.WithTimeout(ctx, disputedWithin)
	defer cancel()
	for {
		for _, err := range s.disputes(ctx, stripego.DisputeListParams{PaymentIntent: new(paid.ID)}) {
			if err != nil {
				return fmt.Errorf("look for a dispute: %w", failed("list disputes", err))
			}
			return nil
		}
		if !pause(ctx, time.Second) {
			return fmt.Errorf("no dispute about %s within %s", paid.ID, disputedWithin)
		}
	}
}
