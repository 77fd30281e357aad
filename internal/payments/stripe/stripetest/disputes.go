package stripetest

import (
	"fmt"
	"time"
)

// answerWithin is how long a dispute may be answered.
const answerWithin = 9 * 24 * time.Hour

// dispute is a payer's bank that takes the money back, or asks about it.
type dispute struct {
	head
	amount         int64
	currency       string
	charge, intent string
	reason, status string
	inquiry        bool
	due            time.Time // zero: nobody may answer
	text           string    // the evidence
	submitted      int
	lines          []string // balance transactions
	means          Means
	metadata       map[string]string
}

func (*dispute) kind() string { return "dispute" }

// refundable: an inquiry takes no money, so it may still be given back.
func (o *dispute) refundable() bool { return o.inquiry || o.status == "won" }

func (o *dispute) open() bool {
	return o.status == "needs_response" || o.status == "warning_needs_response"
}

func (o *dispute) doc(s *Stripe) doc {
	lines := []any{}
	for _, id := range o.lines {
		if line, err := s.transactions.any(id); err == nil {
			lines = append(lines, line.doc(s))
		}
	}
	due := int64(0)
	if !o.due.IsZero() {
		due = o.due.Unix()
	}
	evidence := doc{"enhanced_evidence": doc{}}
	for _, field := range []string{
		"access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure", "cancellation_rebuttal",
		"customer_communication", "customer_email_address", "customer_name", "customer_purchase_ip", "customer_signature",
		"duplicate_charge_documentation", "duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt",
		"refund_policy", "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation",
		"shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation", "shipping_tracking_number",
		"uncategorized_file",
	} {
		evidence[field] = nil
	}
	evidence["uncategorized_text"] = nullable(o.text)
	d := doc{
		"id": o.id, "object": "dispute", "amount": o.amount, "balance_transactions": lines, "charge": ref(o.charge),
		"created": o.created.Unix(), "currency": o.currency, "enhanced_eligibility_types": []any{}, "evidence": evidence,
		"evidence_details": doc{
			"due_by": due, "enhanced_eligibility": doc{}, "has_evidence": o.text != "",
			"past_due": !o.due.IsZero() && s.now.After(o.due), "submission_count": o.submitted,
		},
		"is_charge_refundable": o.refundable(), "livemode": o.live, "metadata": texts(o.metadata), "payment_intent": ref(o.intent),
		"reason": o.reason, "status": o.status,
	}
	if o.means != Debit {
		kind := "chargeback"
		if o.inquiry {
			kind = "inquiry"
		}
		d["payment_method_details"] = doc{"type": "card", "card": doc{"brand": "visa", "case_type": kind,
			"network_reason_code": "10.4"}}
	}
	return d
}

func (o *dispute) belongs(filters doc) bool {
	return doc{"charge": o.charge, "payment_intent": o.intent}.equal(filters)
}

// Dispute is what a payer's bank does. The zero value takes the whole charge back as fraudulent, and may be answered.
type Dispute struct {
	Amount int64  // 0: the whole charge
	Reason string // "": fraudulent
	// Inquiry asks first and takes no money.
	Inquiry bool
	// Final is lost from its beginning: nobody may answer, as with debits.
	Final bool
}

// OpenDispute has the payer's bank dispute a charge.
func (s *Stripe) OpenDispute(charge string, how Dispute) (id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.charges.any(charge)
	if err != nil {
		return "", err
	}
	if how.Amount == 0 {
		how.Amount = ch.amount
	}
	if ch.status != "succeeded" || how.Amount > ch.amount || how.Inquiry && how.Final {
		return "", fmt.Errorf("%s of %d, which is %s, can't be disputed so", ch.id, ch.amount, ch.status)
	}
	return s.dispute(ch, how), nil
}

// dispute takes a charge back. The lock is held.
func (s *Stripe) dispute(ch *charge, how Dispute) (id string) {
	if how.Amount == 0 {
		how.Amount = ch.amount
	}
	o := &dispute{
		head: s.newHead("du", ch.live), amount: how.Amount, currency: ch.currency, charge: ch.id, intent: ch.intent,
		reason: "fraudulent", status: "needs_response", inquiry: how.Inquiry, due: s.now.Add(answerWithin), means: ch.means,
	}
	if how.Reason != "" {
		o.reason = how.Reason
	}
	s.disputes.add(o)
	ch.disputed = true
	switch {
	case how.Inquiry:
		o.status = "warning_needs_response"
	case how.Final:
		o.status, o.due = "lost", time.Time{}
	}
	s.emit("charge.dispute.created", o, nil)
	if !how.Inquiry {
		s.move(o, -o.amount, feeOfDispute, "dispute")
		s.emit("charge.dispute.funds_withdrawn", o, nil)
	}
	if how.Final {
		s.emit("charge.dispute.closed", o, nil)
	}
	return o.id
}

func (s *Stripe) move(o *dispute, amount, fee int64, category string) {
	o.lines = append(o.lines, s.book("adjustment", category, o.id, o.live, amount, o.currency, fee).id)
}

// CloseDispute has the bank decide. An inquiry that is won ends without anything; one that is lost becomes a dispute.
func (s *Stripe) CloseDispute(id string, won bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.disputes.any(id)
	if err != nil {
		return err
	}
	switch {
	case o.status == "won" || o.status == "lost" || o.status == "warning_closed":
		return fmt.Errorf("dispute %s is %s", id, o.status)
	case o.inquiry && won:
		o.status = "warning_closed"
	case o.inquiry:
		before := o.status
		o.inquiry, o.status, o.due = false, "needs_response", s.now.Add(answerWithin)
		s.emit("charge.dispute.updated", o, doc{"status": before})
		s.move(o, -o.amount, feeOfDispute, "dispute")
		s.emit("charge.dispute.funds_withdrawn", o, nil)
		return nil
	case won:
		o.status = "won"
		s.move(o, o.amount, 0, "dispute_reversal")
		s.emit("charge.dispute.funds_reinstated", o, nil)
	default:
		o.status = "lost"
	}
	s.emit("charge.dispute.closed", o, nil)
	return nil
}

func readDispute(c *call) (any, error) { return read(c, &c.disputes, "dispute") }

func answerDispute(c *call) (any, error) {
	o, err := named(c, &c.disputes, "dispute")
	if err != nil {
		return nil, err
	}
	p, err := params[struct {
		Evidence struct {
			Text string `json:"uncategorized_text"`
		} `json:"evidence"`
		Submit   *bool    `json:"submit"` // true when it isn't said
		Metadata metadata `json:"metadata"`
	}](c)
	if err != nil {
		return nil, err
	}
	merged, err := p.Metadata.onto(o.metadata)
	if err != nil {
		return nil, err
	}
	if p.Evidence.Text != "" {
		if !o.open() || o.due.IsZero() || c.now.After(o.due) {
			return nil, refused("", "", "This dispute can no longer be answered: it is %s.", o.status)
		}
		o.text = p.Evidence.Text
	}
	o.metadata = merged
	before := o.status
	if o.open() && o.text != "" && (p.Submit == nil || *p.Submit) {
		o.submitted++
		o.status = "under_review"
		if o.inquiry {
			o.status = "warning_under_review"
		}
	}
	c.emit("charge.dispute.updated", o, doc{"status": before})
	return o.doc(c.Stripe), nil
}

// acceptDispute gives it up.
func acceptDispute(c *call) (any, error) {
	o, err := named(c, &c.disputes, "dispute")
	if err != nil {
		return nil, err
	}
	if !o.open() {
		return nil, refused("", "", "This dispute is already closed: it is %s.", o.status)
	}
	o.status = "lost"
	if o.inquiry {
		o.status = "warning_closed"
	}
	c.emit("charge.dispute.closed", o, nil)
	return o.doc(c.Stripe), nil
}

func listDisputes(c *call) (any, error) { return list(c, &c.disputes) }
