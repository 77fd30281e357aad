package stripetest

import "fmt"

// refund is money that goes back.
type refund struct {
	head
	amount             int64
	currency, charge   string
	intent             string
	status             string // pending, succeeded, failed
	reason             string
	failureReason      string
	transaction        string
	failureTransaction string
	means              Means
	metadata           map[string]string
}

func (*refund) kind() string { return "refund" }

func (o *refund) doc(*Stripe) doc {
	d := doc{
		"id": o.id, "object": "refund", "amount": o.amount, "balance_transaction": ref(o.transaction), "charge": ref(o.charge),
		"created": o.created.Unix(), "currency": o.currency, "metadata": texts(o.metadata), "payment_intent": ref(o.intent),
		"reason": nullable(o.reason), "receipt_number": nil, "source_transfer_reversal": nil, "status": o.status,
		"transfer_reversal": nil,
	}
	if o.means == Debit {
		d["destination_details"] = doc{"type": "sepa_credit_transfer"}
	} else {
		d["destination_details"] = doc{"type": "card", "card": doc{"type": "refund", "reference_status": "pending"}}
	}
	if o.status == "pending" {
		d["pending_reason"] = "processing"
	}
	if o.status == "failed" {
		d["failure_reason"], d["failure_balance_transaction"] = o.failureReason, ref(o.failureTransaction)
	}
	return d
}

func (o *refund) belongs(filters doc) bool {
	return doc{"charge": o.charge, "payment_intent": o.intent}.equal(filters)
}

func createRefund(c *call) (any, error) {
	p, err := params[struct {
		Intent   string   `json:"payment_intent"`
		Charge   string   `json:"charge"`
		Amount   *int64   `json:"amount"`
		Reason   string   `json:"reason"`
		Metadata metadata `json:"metadata"`
	}](c)
	if err != nil {
		return nil, err
	}
	merged, err := p.Metadata.onto(nil)
	if err != nil {
		return nil, err
	}
	ch, err := c.refundable(p.Intent, p.Charge)
	if err != nil {
		return nil, err
	}
	amount := ch.left()
	if p.Amount != nil {
		amount = *p.Amount
	}
	switch {
	case amount < 1:
		return nil, unfit("parameter_invalid_integer", "amount", "Invalid positive integer")
	case amount > ch.left():
		return nil, refused("", "amount", "Refund amount (%s %s) is greater than unrefunded amount on charge (%s %s)", decimal(amount),
			ch.currency, decimal(ch.left()), ch.currency)
	}
	o := c.giveBack(ch, amount, p.Reason, merged)
	return o.doc(c.Stripe), nil
}

// refundable finds the charge whose money goes back.
func (c *call) refundable(intent, id string) (*charge, error) {
	if (intent == "") == (id == "") {
		return nil, unfit("parameter_missing", "charge", "One of the following params should be provided for this request: "+
			"payment_intent or charge.")
	}
	if intent != "" {
		pi, err := given(c, &c.intents, intent, "payment_intent")
		if err != nil {
			return nil, err
		}
		if pi.status != "succeeded" {
			return nil, refused("", "payment_intent", "This PaymentIntent (%s) does not have a successful charge to refund.", pi.id)
		}
		id = pi.latest
	}
	ch, err := given(c, &c.charges, id, "charge")
	switch {
	case err != nil:
		return nil, err
	case ch.status != "succeeded":
		return nil, refused("", "charge", "This charge (%s) can't be refunded: it is %s.", ch.id, ch.status)
	case ch.left() == 0:
		return nil, refused("charge_already_refunded", "", "Charge %s has already been refunded.", ch.id)
	}
	for _, du := range c.disputes.all {
		if du.charge == ch.id && !du.refundable() {
			return nil, refused("charge_disputed", "", "Charge %s has been charged back; cannot issue a refund.", ch.id)
		}
	}
	return ch, nil
}

func (s *Stripe) giveBack(ch *charge, amount int64, reason string, metadata map[string]string) *refund {
	prefix, of := "re", "refund"
	if ch.means == Debit {
		prefix, of = "pyr", "payment_refund"
	}
	o := &refund{
		head: s.newHead(prefix, ch.live), amount: amount, currency: ch.currency, charge: ch.id, intent: ch.intent, status: "succeeded",
		reason: reason, metadata: metadata, means: ch.means,
	}
	if s.pendRefunds || ch.means == Debit {
		o.status = "pending"
	}
	s.refunds.add(o)
	ch.refunded += amount
	o.transaction = s.book(of, "refund", o.id, o.live, -amount, ch.currency, 0).id
	s.emit("refund.created", o, nil)
	s.emit("charge.refunded", ch, nil)
	return o
}

// RefundByHand gives money of a charge back as in the dashboard: it carries no metadata of Callup's.
func (s *Stripe) RefundByHand(charge string, amount int64) (id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.charges.any(charge)
	if err != nil {
		return "", err
	}
	if ch.status != "succeeded" || amount < 1 || amount > ch.left() {
		return "", fmt.Errorf("%d of %s can't be given back", amount, charge)
	}
	return s.giveBack(ch, amount, "requested_by_customer", nil).id, nil
}

// SettleRefund has a refund arrive, or fail: the bank sends it back, also days after it was said to have succeeded
// (https://docs.stripe.com/refunds#failed-refunds). What failed can be given back again.
func (s *Stripe) SettleRefund(id string, arrived bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.refunds.any(id)
	if err != nil {
		return err
	}
	if o.status == "failed" || arrived && o.status != "pending" {
		return fmt.Errorf("refund %s is %s", id, o.status)
	}
	if arrived {
		o.status = "succeeded"
		s.emit("refund.updated", o, doc{"status": "pending"})
		s.emit("charge.refund.updated", o, doc{"status": "pending"})
		return nil
	}
	ch, err := s.charges.any(o.charge)
	if err != nil {
		return err
	}
	before := o.status
	o.status, o.failureReason = "failed", "lost_or_stolen_card"
	ch.refunded -= o.amount
	o.failureTransaction = s.book("refund_failure", "refund_failure", o.id, o.live, o.amount, o.currency, 0).id
	s.emit("refund.updated", o, doc{"status": before})
	s.emit("charge.refund.updated", o, doc{"status": before})
	s.emit("refund.failed", o, nil)
	return nil
}

func readRefund(c *call) (any, error) { return read(c, &c.refunds, "refund") }

func updateRefund(c *call) (any, error) {
	o, err := named(c, &c.refunds, "refund")
	if err != nil {
		return nil, err
	}
	if o.metadata, err = relabelled(c, o.metadata); err != nil {
		return nil, err
	}
	c.emit("refund.updated", o, doc{})
	return o.doc(c.Stripe), nil
}

func listRefunds(c *call) (any, error) { return list(c, &c.refunds) }
