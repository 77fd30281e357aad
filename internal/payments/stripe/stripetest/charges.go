package stripetest

// charge is one attempt to take the money of a payment.
type charge struct {
	head
	amount, refunded                int64
	currency, status                string // succeeded, pending, failed
	intent, customer, method        string
	means                           Means
	transaction, failureTransaction string // ids
	failureCode, failureText        string
	disputed                        bool
	payer                           Payer
	description, receipt, suffix    string
	metadata                        map[string]string
}

func (*charge) kind() string { return "charge" }

// newCharge begins an attempt. What is no card is called a payment, and its ids begin with py_.
func (s *Stripe) newCharge(pi *intent) *charge {
	prefix := "ch"
	if pi.means == Debit {
		prefix = "py"
	}
	ch := &charge{
		head: s.newHead(prefix, pi.live), amount: pi.amount, currency: pi.currency, status: "pending", intent: pi.id,
		customer: pi.customer, method: pi.method, means: pi.means, description: pi.description, receipt: pi.receipt,
		suffix: pi.suffix, metadata: pi.metadata,
	}
	if o, ok := s.sessions.find(pi.session, pi.live); ok {
		ch.payer = o.payer
	}
	s.charges.add(ch)
	return ch
}

func (s *Stripe) fail(ch *charge, code, text string) {
	ch.status, ch.failureCode, ch.failureText = "failed", code, text
}

// left is what can still be given back.
func (o *charge) left() int64 { return o.amount - o.refunded }

func (o *charge) doc(s *Stripe) doc {
	captured := o.amount
	if o.status == "failed" {
		captured = 0
	}
	var receipt any
	if o.status == "succeeded" {
		receipt = "https://pay.stripe.com/receipts/" + o.id
	}
	return doc{
		"id": o.id, "object": "charge", "created": o.created.Unix(), "livemode": o.live, "amount": o.amount,
		"amount_captured": captured,
		"amount_refunded": o.refunded, "application": nil, "application_fee": nil, "application_fee_amount": nil,
		"balance_transaction": ref(o.transaction),
		"billing_details": doc{
			"address": doc{"city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil},
			"email":   nullable(o.payer.Email), "name": nullable(o.payer.Name), "phone": nil, "tax_id": nil,
		},
		"calculated_statement_descriptor": "STAND-IN", "captured": captured > 0, "currency": o.currency, "customer": ref(o.customer),
		"description": nullable(o.description), "disputed": o.disputed, "failure_balance_transaction": ref(o.failureTransaction),
		"failure_code": nullable(o.failureCode), "failure_message": nullable(o.failureText), "fraud_details": doc{},
		"metadata": texts(o.metadata), "on_behalf_of": nil, "outcome": o.outcome(), "paid": o.status != "failed",
		"payment_intent": ref(o.intent), "payment_method": nullable(o.method), "payment_method_details": o.details(),
		"radar_options": doc{},
		"receipt_email": nullable(o.receipt), "receipt_number": nil, "receipt_url": receipt, "refunded": o.refunded == o.amount,
		"refunds": included(func() any { return o.refundList(s) }), "review": nil, "shipping": nil, "source_transfer": nil,
		"statement_descriptor": nil, "statement_descriptor_suffix": nullable(o.suffix), "status": o.status, "transfer_data": nil,
		"transfer_group": nil,
	}
}

func (o *charge) outcome() doc {
	d := doc{
		"advice_code": nil, "network_advice_code": nil, "network_decline_code": nil, "network_status": "approved_by_network",
		"reason":     nil,
		"risk_level": "normal", "seller_message": "Payment complete.", "type": "authorized",
	}
	if o.status == "failed" {
		d["network_status"], d["type"] = "declined_by_network", "issuer_declined"
		d["reason"], d["seller_message"] = o.failureCode, o.failureText
	}
	return d
}

func (o *charge) details() doc {
	if o.means == Debit {
		return doc{"type": "sepa_debit", "sepa_debit": doc{
			"bank_code": "19043", "branch_code": nil, "country": "FR", "fingerprint": "standin", "last4": "3000", "mandate": nil,
		}}
	}
	return doc{"type": "card", "card": doc{
		"amount_authorized": o.amount, "authorization_code": nil, "brand": "visa",
		"checks":  doc{"address_line1_check": nil, "address_postal_code_check": nil, "cvc_check": "pass"},
		"country": "FR", "exp_month": 12, "exp_year": o.created.Year() + 3, "fingerprint": "standin", "funding": "credit",
		"installments": nil, "last4": "4242", "mandate": nil, "network": "visa", "network_token": doc{"used": false},
		"network_transaction_id": nil, "regulated_status": "unregulated", "three_d_secure": nil, "wallet": nil,
	}}
}

func (o *charge) refundList(s *Stripe) doc {
	docs := []any{}
	for _, r := range s.refunds.all {
		if r.charge == o.id {
			docs = append([]any{r.doc(s)}, docs...)
		}
	}
	return listOf("/v1/charges/"+o.id+"/refunds", docs, false)
}

func (o *charge) belongs(filters doc) bool {
	return doc{"payment_intent": o.intent, "customer": o.customer}.equal(filters)
}

func readCharge(c *call) (any, error) { return read(c, &c.charges, "charge") }

func listCharges(c *call) (any, error) { return list(c, &c.charges) }
