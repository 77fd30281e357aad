package stripetest

import (
	"errors"
	"fmt"
)

// Means is what somebody pays with.
type Means int

// The means.
const (
	Card     Means = iota // succeeds at once
	Declined              // a card that the bank declines: insufficient funds
	Asking                // a card whose bank asks first (3-D Secure); Authenticate goes on
	Debit                 // a SEPA debit, which answers days later; Settle goes on
)

// method is the payment method's type.
func (m Means) method() string {
	if m == Debit {
		return "sepa_debit"
	}
	return "card"
}

// ErrClosed says that a page can't be paid: it has expired, or was paid before.
var ErrClosed = errors.New("the Checkout page is closed")

// Pay pays a Checkout page, as somebody does who fills it in. A card that is declined leaves it open. Errors: ErrClosed.
func (s *Stripe) Pay(session string, with Means) error {
	return s.PayAs(session, with, Payer{Email: "ada@example.org", Name: "Ada Lovelace"})
}

// PayAs pays a Checkout page as a person of one's choice.
func (s *Stripe) PayAs(session string, with Means, payer Payer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.sessions.any(session)
	if err != nil {
		return err
	}
	if o.status != "open" || !s.now.Before(o.expires) {
		return fmt.Errorf("%w: %s is %s", ErrClosed, session, o.status)
	}
	if !o.offers(with) {
		return fmt.Errorf("the page offers %v, not %s", o.methods(), with.method())
	}
	o.payer = payer
	pi, begun := s.intents.find(o.intent, o.live)
	if !begun {
		pi = s.newIntent(o)
		s.emit("payment_intent.created", pi, nil)
	}
	s.attempt(pi, with)
	return nil
}

// newIntent begins the payment of a page: Stripe makes it when somebody first tries to pay.
func (s *Stripe) newIntent(o *session) *intent {
	pi := &intent{
		head: s.newHead("pi", o.live), amount: o.total, currency: o.currency, customer: o.customer, session: o.id,
		status: "requires_payment_method", metadata: o.intentMetadata, description: o.asked.Intent.Description,
		receipt: o.asked.Intent.Receipt, methods: o.methods(),
		suffix: o.asked.Intent.Suffix,
	}
	s.intents.add(pi)
	o.intent = pi.id
	return pi
}

// Authenticate gives the payer's answer to their bank, for a page (by its id) or a payment intent.
func (s *Stripe) Authenticate(id string, agreed bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	pi, err := s.payment(id)
	if err != nil {
		return err
	}
	if pi.status != "requires_action" {
		return fmt.Errorf("%s is %s: nobody is asked", pi.id, pi.status)
	}
	if !agreed {
		pi.status, pi.failure = "requires_payment_method", &failure{
			code: "payment_intent_authentication_failure", text: "The provided PaymentMethod has failed authentication. You can provide " +
				"payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again."}
		s.emit("payment_intent.payment_failed", pi, nil)
		return nil
	}
	s.succeed(pi, s.newCharge(pi))
	return nil
}

// Settle has a debit arrive, or fail; of a page, by its id or that of its payment intent.
func (s *Stripe) Settle(id string, arrived bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	pi, err := s.payment(id)
	if err != nil {
		return err
	}
	ch, err := s.charges.any(pi.latest)
	if err != nil || pi.status != "processing" {
		return fmt.Errorf("%s is %s: nothing is on its way", pi.id, pi.status)
	}
	if arrived {
		s.succeed(pi, ch)
		return nil
	}
	pi.status = "requires_payment_method"
	pi.failure = &failure{code: "payment_intent_payment_attempt_failed", text: "The payment failed.", charge: ch.id}
	s.fail(ch, "debit_not_authorized", "The customer's bank refused the debit.")
	line := s.book("payment_failure_refund", "charge_failure", ch.id, ch.live, -ch.amount, ch.currency, 0)
	ch.failureTransaction = line.id
	s.emit("charge.failed", ch, nil)
	s.emit("payment_intent.payment_failed", pi, nil)
	if o, ok := s.sessions.find(pi.session, pi.live); ok {
		s.emit("checkout.session.async_payment_failed", o, nil)
	}
	return nil
}

// payment finds the payment intent of a page, or the one that is named.
func (s *Stripe) payment(id string) (*intent, error) {
	if o, err := s.sessions.any(id); err == nil {
		return s.intents.any(o.intent)
	}
	return s.intents.any(id)
}

// attempt tries to take the money of an intent.
func (s *Stripe) attempt(pi *intent, with Means) {
	pi.failure, pi.means = nil, with
	pi.method, _ = s.newID("pm")
	switch with {
	case Asking:
		pi.status = "requires_action"
		s.emit("payment_intent.requires_action", pi, nil)
	case Declined:
		ch := s.newCharge(pi)
		pi.latest, pi.status, pi.method = ch.id, "requires_payment_method", ""
		const text = "Your card has insufficient funds."
		pi.failure = &failure{code: "card_declined", decline: "insufficient_funds", text: text, charge: ch.id}
		s.fail(ch, "card_declined", text)
		s.emit("charge.failed", ch, nil)
		s.emit("payment_intent.payment_failed", pi, nil)
	case Debit:
		ch := s.newCharge(pi)
		pi.latest, pi.status = ch.id, "processing"
		ch.transaction = s.book("payment", "charge", ch.id, ch.live, ch.amount, ch.currency, s.feeFor(ch)).id
		s.emit("charge.pending", ch, nil)
		s.emit("payment_intent.processing", pi, nil)
		s.complete(pi, "unpaid")
	default:
		s.succeed(pi, s.newCharge(pi))
	}
}

// succeed has the money of an intent arrive.
func (s *Stripe) succeed(pi *intent, ch *charge) {
	later := ch.status == "pending" && pi.status == "processing"
	ch.status = "succeeded"
	pi.latest, pi.status, pi.received = ch.id, "succeeded", pi.amount
	if ch.transaction == "" {
		ch.transaction = s.book("charge", "charge", ch.id, ch.live, ch.amount, ch.currency, s.feeFor(ch)).id
	}
	s.emit("charge.succeeded", ch, nil)
	s.emit("payment_intent.succeeded", pi, nil)
	if !later {
		s.complete(pi, "paid")
		return
	}
	if o, ok := s.sessions.find(pi.session, pi.live); ok {
		o.paid = "paid"
		s.emit("checkout.session.async_payment_succeeded", o, nil)
	}
}

// complete closes the page of an intent, if it has one.
func (s *Stripe) complete(pi *intent, paid string) {
	if o, ok := s.sessions.find(pi.session, pi.live); ok {
		o.status, o.paid = "complete", paid
		s.emit("checkout.session.completed", o, nil)
	}
}
