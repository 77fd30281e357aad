package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// languages are those of Checkout pages that Callup speaks; Stripe finds out others by itself.
var languages = map[string]string{"en": "en", "fr": "fr", "es": "es"}

func upper(currency string) string { return strings.ToUpper(currency) }

// Open makes the Checkout page of an attempt, or gives the one there is. A later attempt closes the pages of earlier ones, and
// a donation that has been paid is never opened again: its paid payment is the answer, which leads back to the gift. Within a
// day the idempotency key finds the page of a call whose answer was lost; after that the recorded reference does. Errors:
// ports.ErrPayments, also when the attempt was opened with another charge; ports.ErrAttemptSpent.
func (s *Stripe) Open(ctx context.Context, o ports.OpenPayment) (ports.Payment, error) {
	if err := checkOpen(o); err != nil {
		return ports.Payment{}, failed("open a Checkout page", err)
	}
	known, err := s.sessions(ctx, o.Recorded)
	if err != nil {
		return ports.Payment{}, err
	}
	for _, cs := range known {
		switch {
		case cs.Metadata[metaAttempt] == strconv.Itoa(o.Attempt):
			if cs.AmountTotal != o.Charge.Minor || upper(string(cs.Currency)) != string(o.Charge.Currency) {
				return ports.Payment{}, failed("open a Checkout page", fmt.Errorf("attempt %d was opened with another charge", o.Attempt))
			}
			return payment(cs), nil
		case cs.Status == stripego.CheckoutSessionStatusComplete: // paid, or on its way
			return payment(cs), nil
		}
	}
	for _, cs := range known {
		if err := s.expire(ctx, cs); err != nil {
			return ports.Payment{}, err
		}
	}
	cs, err := s.client.V1CheckoutSessions.Create(ctx, s.page(o))
	if spent(err) {
		return ports.Payment{}, fmt.Errorf("%w: %w", ports.ErrAttemptSpent, failed("open a Checkout page", err))
	}
	if err != nil {
		return ports.Payment{}, failed("open a Checkout page", err)
	}
	return payment(cs), nil
}

// spent tells whether an attempt's idempotency key is of no use any more: Stripe keeps every answer for it for a day, a failure
// of its own included, and refuses to answer it otherwise when other parameters come with it.
func spent(err error) bool {
	e, ok := errors.AsType[*stripego.Error](err)
	if !ok {
		return false
	}
	if e.HTTPStatusCode == http.StatusBadRequest && e.Type == stripego.ErrorTypeIdempotency {
		return true
	}
	return e.HTTPStatusCode >= http.StatusInternalServerError && e.LastResponse != nil &&
		e.LastResponse.Header.Get("Idempotent-Replayed") == "true"
}

// payment is the answer about a page. One that is closed has no address of its own: it leads to where its payer came back.
func payment(cs *stripego.CheckoutSession) ports.Payment {
	p := ports.Payment{Reference: cs.ID, URL: cs.URL, ExpiresAt: at(cs.ExpiresAt)}
	if p.URL == "" {
		p.URL = cs.SuccessURL
	}
	return p
}

func checkOpen(o ports.OpenPayment) error {
	var faults []error
	if o.Donation.IsNil() || o.Attempt < 1 {
		faults = append(faults, errors.New("a donation and an attempt from 1 are needed"))
	}
	if r := o.Charge.Check("amount"); r != nil {
		faults = append(faults, r)
	}
	return errors.Join(append(faults, webAddress(o.ReturnURL), webAddress(o.CancelURL))...)
}

// page is what Stripe is asked for. All of it follows from the attempt, so that a repetition asks for the same.
func (s *Stripe) page(o ports.OpenPayment) *stripego.CheckoutSessionCreateParams {
	metadata := map[string]string{
		metaInstallation: s.Installation, metaDonation: o.Donation.String(), metaAttempt: strconv.Itoa(o.Attempt),
	}
	p := &stripego.CheckoutSessionCreateParams{
		Mode: new("payment"), SubmitType: new("donate"), SuccessURL: new(o.ReturnURL), CancelURL: new(o.CancelURL), Locale: new("auto"),
		AutomaticTax: &stripego.CheckoutSessionCreateAutomaticTaxParams{Enabled: new(false)}, AllowPromotionCodes: new(false),
		AdaptivePricing: &stripego.CheckoutSessionCreateAdaptivePricingParams{Enabled: new(false)}, Metadata: metadata,
		PaymentIntentData: &stripego.CheckoutSessionCreatePaymentIntentDataParams{Metadata: metadata},
		LineItems: []*stripego.CheckoutSessionCreateLineItemParams{{
			Quantity: new(int64(1)),
			PriceData: &stripego.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: new(strings.ToLower(string(o.Charge.Currency))), UnitAmount: new(o.Charge.Minor),
				ProductData: &stripego.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: new(o.Title)},
			},
		}},
	}
	if language, ok := languages[o.Lang]; ok {
		p.Locale = new(language)
	}
	if o.Email != "" {
		p.CustomerEmail = new(o.Email)
	}
	if !o.ExpiresAt.IsZero() {
		p.ExpiresAt = new(o.ExpiresAt.Unix())
	}
	p.SetIdempotencyKey(s.Installation + " open " + o.Donation.String() + " " + strconv.Itoa(o.Attempt))
	return p
}

// expire closes a page that is open. One that was paid or expired meanwhile is closed already.
func (s *Stripe) expire(ctx context.Context, cs *stripego.CheckoutSession) error {
	if cs.Status != stripego.CheckoutSessionStatusOpen {
		return nil
	}
	closed, err := s.client.V1CheckoutSessions.Expire(ctx, cs.ID, nil)
	if err == nil {
		cs.Status = closed.Status
		return nil
	}
	again, readErr := s.session(ctx, cs.ID)
	if readErr != nil || again.Status == stripego.CheckoutSessionStatusOpen {
		return failed("close a Checkout page", err)
	}
	*cs = *again
	return nil
}

// Close closes the pages of a donation that are open and tells what became of it. Errors: ports.ErrNoPayment, ports.ErrPayments.
func (s *Stripe) Close(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	known, err := s.sessions(ctx, r)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	for _, cs := range known {
		if err := s.expire(ctx, cs); err != nil {
			return ports.PaymentEvent{}, err
		}
	}
	return became(known, r.Donation)
}

// Lookup tells what became of a donation: that it was paid, by the first payment if there were several; else what is said of
// its last attempt. Errors: ports.ErrNoPayment when none was recorded, ports.ErrPayments.
func (s *Stripe) Lookup(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	known, err := s.sessions(ctx, r)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	return became(known, r.Donation)
}

func became(known []*stripego.CheckoutSession, donation ident.ID) (ports.PaymentEvent, error) {
	e, err := ports.PaymentEvent{}, ports.ErrNoPayment
	for _, cs := range known {
		if e, err = event(cs, donation), nil; e.Kind == ports.PaymentPaid {
			break
		}
	}
	return e, err
}
