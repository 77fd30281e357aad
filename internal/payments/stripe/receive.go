package stripe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

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
	"checkout.session.expired", "refund.created", "refund.updated",
}

// Receive checks the signature over the raw body and its age, both ways, and reads the event as it stands there. Errors:
// ports.ErrSignature, ports.ErrMalformed; ports.ErrNotOurs for what another installation or a shop made, for other types, and for
// states that decide nothing, such as a debit that is on its way.
func (s *Stripe) Receive(header http.Header, body []byte, now time.Time) (ports.PaymentEvent, error) {
	if len(body) > MaxBody {
		return ports.PaymentEvent{}, fmt.Errorf("%w: more than %d bytes", ports.ErrMalformed, MaxBody)
	}
	if err := signature.Check(header.Values(signatureHeader), body, s.Secrets, now); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrSignature, err)
	}
	var e stripego.Event
	if err := json.Unmarshal(body, &e); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrMalformed, err)
	}
	if e.ID == "" || e.Data == nil || e.APIVersion != stripego.APIVersion {
		return ports.PaymentEvent{}, fmt.Errorf("%w: event %q of version %q", ports.ErrMalformed, e.ID, e.APIVersion)
	}
	switch string(e.Type) {
	case "refund.created", "refund.updated":
		return s.hearRefund(e.Data.Raw)
	case "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed",
		"checkout.session.expired":
		return s.hearPage(&e)
	default:
		return ports.PaymentEvent{}, fmt.Errorf("%w: %q", ports.ErrNotOurs, e.Type)
	}
}

func (s *Stripe) hearRefund(raw []byte) (ports.PaymentEvent, error) {
	var re stripego.Refund
	if err := json.Unmarshal(raw, &re); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrMalformed, err)
	}
	if re.Status != stripego.RefundStatusSucceeded {
		return ports.PaymentEvent{}, fmt.Errorf("%w: refund %s is %s", ports.ErrNotOurs, re.ID, re.Status)
	}
	heard, err := s.refunded(&re)
	if err == nil && !sound(heard.Amount) {
		err = fmt.Errorf("%w: refund %s of %s", ports.ErrMalformed, re.ID, heard.Amount)
	}
	return heard, err
}

func (s *Stripe) hearPage(e *stripego.Event) (ports.PaymentEvent, error) {
	var cs stripego.CheckoutSession
	if err := json.Unmarshal(e.Data.Raw, &cs); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrMalformed, err)
	}
	donation, ok := s.ours(cs.Metadata)
	if !ok {
		return ports.PaymentEvent{}, fmt.Errorf("%w: page %s", ports.ErrNotOurs, cs.ID)
	}
	heard := event(&cs, donation)
	if string(e.Type) == "checkout.session.async_payment_failed" && heard.Kind == ports.PaymentPending {
		heard.Kind, heard.ID = ports.PaymentDeclined,
			string(ports.PaymentDeclined)+"_"+cs.ID // the event has no more than the payment's id
	}
	heard.At = at(e.Created)
	switch {
	case heard.Kind == ports.PaymentPending:
		return ports.PaymentEvent{}, fmt.Errorf("%w: page %s decides nothing yet", ports.ErrNotOurs, cs.ID)
	case heard.Kind == ports.PaymentPaid && !sound(heard.Amount):
		return ports.PaymentEvent{}, fmt.Errorf("%w: page %s of %s", ports.ErrMalformed, cs.ID, heard.Amount)
	}
	return heard, nil
}

// sound tells whether a sum can be one that Callup takes.
func sound(a money.Amount) bool {
	return a.Currency.Valid() && a.Minor > 0 && a.Minor <= money.MaxMinor
}
