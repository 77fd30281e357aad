package stripetest

import "net/http"

// intent is a payment, from its beginning to its end.
type intent struct {
	head
	amount, received           int64
	currency, status           string
	customer, session, latest  string
	method                     string
	means                      Means
	methods                    []string
	failure                    *failure
	metadata                   map[string]string
	description, receipt       string
	suffix, back, cancelReason string
	cancelled                  int64
}

// failure is why the last attempt failed.
type failure struct{ code, decline, text, charge string }

func (f *failure) doc() doc {
	d := doc{"type": "card_error", "code": f.code, "message": f.text}
	if f.decline != "" {
		d["decline_code"] = f.decline
	}
	if f.charge != "" {
		d["charge"] = f.charge
	}
	return d
}

func (*intent) kind() string { return "payment_intent" }

// open tells whether the payment may still be made or cancelled.
func (o *intent) open() bool {
	return o.status == "requires_payment_method" || o.status == "requires_confirmation" || o.status == "requires_action"
}

func (o *intent) doc(*Stripe) doc {
	var failed, next, cancelled any
	if o.failure != nil {
		failed = o.failure.doc()
	}
	if o.status == "requires_action" {
		next = doc{"type": "redirect_to_url", "redirect_to_url": doc{"return_url": nullable(o.back),
			"url": "https://hooks.stripe.com/" + o.id}}
	}
	if o.cancelled != 0 {
		cancelled = o.cancelled
	}
	methods := []any{}
	for _, m := range o.methods {
		methods = append(methods, m)
	}
	return doc{
		"id": o.id, "object": "payment_intent", "created": o.created.Unix(), "livemode": o.live, "amount": o.amount,
		"amount_capturable": 0, "amount_details": doc{"tip": doc{}}, "amount_received": o.received, "application": nil,
		"application_fee_amount": nil, "automatic_payment_methods": nil, "canceled_at": cancelled,
		"cancellation_reason": nullable(o.cancelReason), "capture_method": "automatic_async", "client_secret": o.id + "_secret_standin",
		"confirmation_method": "automatic", "currency": o.currency, "customer": ref(o.customer), "customer_account": nil,
		"description": nullable(o.description), "excluded_payment_method_types": nil, "last_payment_error": failed,
		"latest_charge": ref(o.latest), "metadata": texts(o.metadata), "next_action": next, "on_behalf_of": nil,
		"payment_method": nullable(o.method), "payment_method_configuration_details": nil, "payment_method_options": doc{},
		"payment_method_types": methods, "processing": nil, "receipt_email": nullable(o.receipt), "review": nil,
		"setup_future_usage": nil, "shipping": nil, "statement_descriptor": nil, "statement_descriptor_suffix": nullable(o.suffix),
		"status": o.status, "transfer_data": nil, "transfer_group": nil,
	}
}

func (o *intent) belongs(filters doc) bool { return doc{"customer": o.customer}.equal(filters) }

// disputedCard pays, and its bank disputes the payment at once.
const disputedCard = "pm_card_createDispute"

// testMethods are payment methods that are there without anybody entering a card (https://docs.stripe.com/testing).
var testMethods = map[string]Means{
	"pm_card_visa": Card, "pm_card_visa_chargeDeclinedInsufficientFunds": Declined, "pm_card_authenticationRequired": Asking,
	"pm_sepaDebit": Debit, disputedCard: Card,
}

type intentParams struct {
	Amount      int64    `json:"amount"`
	Currency    string   `json:"currency"`
	Customer    string   `json:"customer"`
	Description string   `json:"description"`
	Receipt     string   `json:"receipt_email"`
	Method      string   `json:"payment_method"`
	Methods     []string `json:"payment_method_types"`
	Confirm     bool     `json:"confirm"`
	Return      string   `json:"return_url"`
	Suffix      string   `json:"statement_descriptor_suffix"`
	Metadata    metadata `json:"metadata"`
	Automatic   *struct {
		Enabled   bool   `json:"enabled"`
		Redirects string `json:"allow_redirects"`
	} `json:"automatic_payment_methods"`
}

func createIntent(c *call) (any, error) {
	p, err := params[intentParams](c)
	if err != nil {
		return nil, err
	}
	if err := checkAmount(p.Amount, p.Currency, "amount"); err != nil {
		return nil, err
	}
	if p.Customer != "" {
		if _, err := given(c, &c.customers, p.Customer, "customer"); err != nil {
			return nil, err
		}
	}
	merged, err := p.Metadata.onto(nil)
	if err != nil {
		return nil, err
	}
	o := &intent{
		head: c.newHead("pi", c.live), amount: p.Amount, currency: p.Currency, customer: p.Customer, status: "requires_payment_method",
		description: p.Description, receipt: p.Receipt, methods: p.Methods, metadata: merged, back: p.Return, suffix: p.Suffix,
	}
	if len(o.methods) == 0 {
		o.methods = []string{"card", "sepa_debit"}
	}
	c.intents.add(o)
	c.emit("payment_intent.created", o, nil)
	if p.Method != "" {
		o.method, o.status = p.Method, "requires_confirmation"
	}
	if p.Confirm {
		return c.confirm(o)
	}
	return o.doc(c.Stripe), nil
}

// confirm takes the money with a test method; a card that is declined is an error that holds the intent.
func (c *call) confirm(o *intent) (any, error) {
	if o.method == "" {
		return nil, unfit("payment_intent_unexpected_state", "payment_method", "You cannot confirm this PaymentIntent because "+
			"it's missing a payment method.")
	}
	with, known := testMethods[o.method]
	if !known || c.live {
		return nil, missing("PaymentMethod", o.method, "payment_method")
	}
	asked := o.method
	c.attempt(o, with)
	if asked == disputedCard {
		ch, err := c.charges.any(o.latest)
		if err != nil {
			return nil, err
		}
		c.dispute(ch, Dispute{})
	}
	if o.failure == nil {
		return o.doc(c.Stripe), nil
	}
	written, err := c.expanded(o.doc(c.Stripe), nil)
	if err != nil {
		return nil, err
	}
	return nil, &refusal{status: http.StatusPaymentRequired, kind: "card_error", code: o.failure.code, text: o.failure.text,
		more: doc{"charge": o.failure.charge, "decline_code": o.failure.decline, "payment_intent": written}}
}

func confirmIntent(c *call) (any, error) {
	o, err := named(c, &c.intents, "intent")
	if err != nil {
		return nil, err
	}
	p, err := params[struct {
		Method string `json:"payment_method"`
		Return string `json:"return_url"`
	}](c)
	if err != nil {
		return nil, err
	}
	if !o.open() {
		return nil, c.unexpected(o, "confirm")
	}
	if p.Method != "" {
		o.method = p.Method
	}
	o.back = p.Return
	return c.confirm(o)
}

func (c *call) unexpected(o *intent, do string) error {
	return refused("payment_intent_unexpected_state", "intent", "You cannot %s this PaymentIntent because it has a status "+
		"of %s.", do, o.status)
}

func cancelIntent(c *call) (any, error) {
	o, err := named(c, &c.intents, "intent")
	if err != nil {
		return nil, err
	}
	p, err := params[struct {
		Reason string `json:"cancellation_reason"`
	}](c)
	if err != nil {
		return nil, err
	}
	if !o.open() {
		return nil, c.unexpected(o, "cancel")
	}
	c.cancel(o, p.Reason)
	return o.doc(c.Stripe), nil
}

func (s *Stripe) cancel(o *intent, reason string) {
	o.status, o.cancelReason, o.cancelled = "canceled", reason, s.now.Unix()
	s.emit("payment_intent.canceled", o, nil)
}

func readIntent(c *call) (any, error) { return read(c, &c.intents, "intent") }

func updateIntent(c *call) (any, error) {
	o, err := named(c, &c.intents, "intent")
	if err != nil {
		return nil, err
	}
	p, err := params[struct {
		Metadata    metadata `json:"metadata"`
		Description *string  `json:"description"`
	}](c)
	if err != nil {
		return nil, err
	}
	merged, err := p.Metadata.onto(o.metadata)
	if err != nil {
		return nil, err
	}
	o.metadata = merged
	if p.Description != nil {
		o.description = *p.Description
	}
	return o.doc(c.Stripe), nil
}

func listIntents(c *call) (any, error) { return list(c, &c.intents) }
