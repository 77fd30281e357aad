package stripe

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/signature"
	"github.com/callup/callup/internal/ports"
)

// signatureHeader carries a webhook's signature.
const signatureHeader = "Stripe-Signature"

// MaxBody is how many bytes a webhook has at most. Events hold whole objects, the largest of ours some kilobytes.
const MaxBody = 256 << 10

// Heard are the types of events that are understood: those that the endpoint has to be subscribed to.
var Heard = []string{
	"checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed",
	"checkout.session.expired", "refund.created", "refund.updated", "refund.failed", "charge.updated",
	"charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed", "charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
}

// hint is what is taken from a webhook: which object it is about. All else is read again with the version that this program
// speaks, whatever version the endpoint has.
type hint struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Data struct {
		Object struct {
			ID            string            `json:"id"`
			PaymentIntent string            `json:"payment_intent"`
			Metadata      map[string]string `json:"metadata"`
		} `json:"object"`
	} `json:"data"`
}

// Receive checks the signature over the raw body and its age, both ways, and reads the object that the event is about, which
// decides. Errors: ports.ErrSignature, ports.ErrMalformed; ports.ErrPayments when Stripe does not answer; ports.ErrNotOurs for
// what another installation or a shop made, for other types, and for states that decide nothing.
func (s *Stripe) Receive(ctx context.Context, header http.Header, body []byte, now time.Time) (ports.PaymentEvent, error) {
	if len(body) > MaxBody {
		return ports.PaymentEvent{}, fmt.Errorf("%w: more than %d bytes", ports.ErrMalformed, MaxBody)
	}
	if err := signature.Check(header.Values(signatureHeader), body, s.Secrets, now); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrSignature, err)
	}
	var h hint
	if err := json.Unmarshal(body, &h); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrMalformed, err)
	}
	if h.ID == "" || h.Type == "" || h.Data.Object.ID == "" {
		return ports.PaymentEvent{}, fmt.Errorf("%w: event %q of type %q names no object", ports.ErrMalformed, h.ID, h.Type)
	}
	return s.hear(ctx, h)
}

// hear reads what an event is about. Errors: as those of Receive.
func (s *Stripe) hear(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	heard, err := s.read(ctx, h)
	if err == nil && heard.Kind != ports.PaymentExpired && heard.Kind != ports.PaymentDeclined &&
		heard.Kind != ports.PaymentUnderWay && !sound(heard.Amount) {
		err = fmt.Errorf("%w: %s of %s", ports.ErrMalformed, h.Data.Object.ID, heard.Amount)
	}
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	return heard, nil
}

func (s *Stripe) read(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	switch h.Type {
	case "refund.created", "refund.updated", "refund.failed":
		return s.hearRefund(ctx, h)
	case "charge.updated":
		return s.hearCharge(ctx, h)
	case "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed", "charge.dispute.funds_withdrawn",
		"charge.dispute.funds_reinstated":
		return s.hearDispute(ctx, h)
	case "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed",
		"checkout.session.expired":
		return s.hearPage(ctx, h)
	}
	return ports.PaymentEvent{}, fmt.Errorf("%w: %q", ports.ErrNotOurs, h.Type)
}

func (s *Stripe) hearRefund(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	if h.Data.Object.PaymentIntent == "" {
		return ports.PaymentEvent{}, fmt.Errorf("%w: refund %s is of no payment", ports.ErrNotOurs, h.Data.Object.ID)
	}
	paid, err := s.paidBy(ctx, h.Data.Object.PaymentIntent)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	re, err := s.client.V1Refunds.Retrieve(ctx, h.Data.Object.ID, nil)
	if err != nil {
		return ports.PaymentEvent{}, failed("read a refund", err)
	}
	return s.refunded(re, paid)
}

// hearCharge tells what Stripe kept of a payment, which it may know later than the payment.
func (s *Stripe) hearCharge(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	if _, ours := s.ours(h.Data.Object.Metadata); !ours || h.Data.Object.PaymentIntent == "" {
		return ports.PaymentEvent{}, fmt.Errorf("%w: charge %s", ports.ErrNotOurs, h.Data.Object.ID)
	}
	paid, err := s.paidBy(ctx, h.Data.Object.PaymentIntent)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	cs, err := s.session(ctx, paid.reference)
	if err != nil {
		return ports.PaymentEvent{}, failed("read a Checkout page", err)
	}
	heard := event(cs, paid.donation)
	if heard.Kind != ports.PaymentPaid || heard.Kept == (ports.Kept{}) {
		return ports.PaymentEvent{}, fmt.Errorf("%w: charge %s decides nothing", ports.ErrNotOurs, h.Data.Object.ID)
	}
	heard.ID = "settled_" + cs.ID
	return heard, nil
}

func (s *Stripe) hearDispute(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	if h.Data.Object.PaymentIntent == "" {
		return ports.PaymentEvent{}, fmt.Errorf("%w: dispute %s is of no payment", ports.ErrNotOurs, h.Data.Object.ID)
	}
	paid, err := s.paidBy(ctx, h.Data.Object.PaymentIntent)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	du, err := s.client.V1Disputes.Retrieve(ctx, h.Data.Object.ID, nil)
	if err != nil {
		return ports.PaymentEvent{}, failed("read a dispute", err)
	}
	return disputed(du, paid), nil
}

func (s *Stripe) hearPage(ctx context.Context, h hint) (ports.PaymentEvent, error) {
	donation, ours := s.ours(h.Data.Object.Metadata)
	if !ours {
		return ports.PaymentEvent{}, fmt.Errorf("%w: page %s", ports.ErrNotOurs, h.Data.Object.ID)
	}
	cs, err := s.session(ctx, h.Data.Object.ID)
	if err != nil {
		return ports.PaymentEvent{}, failed("read a Checkout page", err)
	}
	heard := event(cs, donation)
	if heard.Kind == ports.PaymentPending {
		return ports.PaymentEvent{}, fmt.Errorf("%w: page %s decides nothing yet", ports.ErrNotOurs, cs.ID)
	}
	return heard, nil
}

// sound tells whether a sum can be one that Callup takes.
func sound(a money.Amount) bool {
	return a.Currency.Valid() && a.Minor > 0 && a.Minor <= money.MaxMinor
}
