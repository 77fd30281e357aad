package stripetest

import (
	"fmt"
	"net/url"
	"slices"
	"time"
)

// How long a page can be paid, from its creation (https://docs.stripe.com/api/checkout/sessions/create#expires_at).
const (
	shortestSession = 30 * time.Minute
	longestSession  = 24 * time.Hour
)

// session is a Checkout page.
type session struct {
	head
	status, paid          string // open, complete, expired; unpaid, paid
	expires               time.Time
	currency              string
	total                 int64
	items                 []lineItem
	intent, customer      string // ids, "" for none
	email                 string // prefilled
	payer                 Payer
	asked                 sessionParams
	metadata              map[string]string
	intentMetadata        map[string]string
	adaptive              bool
	submit, locale        string
	success, back, client string // addresses to come back to; the client's own reference
}

type lineItem struct {
	id, price, product, name string
	unit, quantity           int64
}

// Payer is what somebody enters on a Checkout page.
type Payer struct{ Email, Name string }

type sessionParams struct {
	Mode     string   `json:"mode"`
	Items    []item   `json:"line_items"`
	Success  string   `json:"success_url"`
	Cancel   string   `json:"cancel_url"`
	Expires  int64    `json:"expires_at"`
	Customer string   `json:"customer"`
	Email    string   `json:"customer_email"`
	Create   string   `json:"customer_creation"`
	Client   string   `json:"client_reference_id"`
	Locale   string   `json:"locale"`
	Submit   string   `json:"submit_type"`
	UI       string   `json:"ui_mode"`
	Currency string   `json:"currency"`
	Methods  []string `json:"payment_method_types"`
	Billing  string   `json:"billing_address_collection"`
	Metadata metadata `json:"metadata"`
	Adaptive *struct {
		Enabled bool `json:"enabled"`
	} `json:"adaptive_pricing"`
	Tax *struct {
		Enabled off `json:"enabled"`
	} `json:"automatic_tax"`
	Invoice *struct {
		Enabled off `json:"enabled"`
	} `json:"invoice_creation"`
	Promotion off `json:"allow_promotion_codes"`
	Intent    struct {
		Metadata    metadata `json:"metadata"`
		Description string   `json:"description"`
		Receipt     string   `json:"receipt_email"`
		Suffix      string   `json:"statement_descriptor_suffix"`
	} `json:"payment_intent_data"`
}

type item struct {
	Quantity int64 `json:"quantity"`
	Price    *struct {
		Currency string `json:"currency"`
		Amount   *int64 `json:"unit_amount"`
		Product  *struct {
			Name        string   `json:"name"`
			Description string   `json:"description"`
			Images      []string `json:"images"`
			Metadata    metadata `json:"metadata"`
		} `json:"product_data"`
	} `json:"price_data"`
}

// off is a parameter that the stand-in knows only switched off.
type off struct{}

// UnmarshalJSON takes false.
func (*off) UnmarshalJSON(text []byte) error {
	if string(text) != "false" {
		return fmt.Errorf("only false can be asked for, not %s", text)
	}
	return nil
}

func (*session) kind() string { return "checkout.session" }

func (o *session) doc(s *Stripe) doc {
	var address, details any
	if o.status == "open" {
		address = "https://checkout.stripe.com/c/pay/" + o.id
	}
	if o.payer != (Payer{}) || o.email != "" {
		email := o.payer.Email
		if email == "" {
			email = o.email
		}
		details = doc{
			"address": nil, "business_name": nil, "email": nullable(email), "individual_name": nil, "name": nullable(o.payer.Name),
			"phone": nil, "tax_exempt": "none", "tax_ids": nil,
		}
	}
	methods := []any{}
	for _, m := range o.methods() {
		methods = append(methods, m)
	}
	return doc{
		"id": o.id, "object": "checkout.session", "created": o.created.Unix(), "livemode": o.live,
		"adaptive_pricing": doc{"enabled": o.adaptive}, "after_expiration": nil, "allow_promotion_codes": nil,
		"amount_subtotal": o.total, "amount_total": o.total,
		"automatic_tax":              doc{"enabled": false, "liability": nil, "provider": nil, "status": nil},
		"billing_address_collection": nullable(o.asked.Billing),
		"branding_settings": doc{
			"background_color": "#ffffff", "border_style": "rounded", "button_color": "#0074d4", "display_name": s.account.Name,
			"font_family": "default", "icon": nil, "logo": nil,
		},
		"cancel_url": nullable(o.back), "client_reference_id": nullable(o.client), "client_secret": nil, "collected_information": nil,
		"consent": nil, "consent_collection": nil, "currency": o.currency, "currency_conversion": nil, "custom_fields": []any{},
		"custom_text": doc{"after_submit": nil, "shipping_address": nil, "submit": nil, "terms_of_service_acceptance": nil},
		"customer":    ref(o.customer), "customer_account": nil, "customer_creation": nullable(o.creation()),
		"customer_details": details, "customer_email": nullable(o.email), "discounts": []any{}, "expires_at": o.expires.Unix(),
		"integration_identifier": nil, "invoice": nil, "invoice_creation": nil, "locale": nullable(o.locale),
		"line_items": included(func() any { return o.lineItems() }), "metadata": texts(o.metadata), "mode": "payment",
		"origin_context": nil, "payment_intent": ref(o.intent), "payment_link": nil, "payment_method_collection": "if_required",
		"payment_method_configuration_details": nil, "payment_method_options": doc{}, "payment_method_types": methods,
		"payment_status": o.paid, "permissions": nil, "phone_number_collection": doc{"enabled": false}, "recovered_from": nil,
		"saved_payment_method_options": nil, "setup_intent": nil, "shipping_address_collection": nil, "shipping_cost": nil,
		"shipping_options": []any{}, "status": o.status, "submit_type": nullable(o.submit), "subscription": nil,
		"success_url": o.success, "total_details": doc{"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
		"ui_mode": "hosted_page", "url": address, "wallet_options": nil,
	}
}

// methods are those that the page offers: the ones that were asked for, or what the account has switched on.
func (o *session) methods() []string {
	if len(o.asked.Methods) > 0 {
		return o.asked.Methods
	}
	return []string{"card", "sepa_debit"}
}

func (o *session) creation() string {
	if o.asked.Create != "" || o.customer != "" {
		return o.asked.Create
	}
	return "if_required"
}

func (o *session) belongs(filters doc) bool {
	return doc{"payment_intent": o.intent, "customer": o.customer, "status": o.status}.equal(filters)
}

func (o *session) lineItems() doc {
	items := []any{}
	for _, i := range o.items {
		items = append(items, doc{
			"id": i.id, "object": "item", "amount_discount": 0, "amount_subtotal": i.unit * i.quantity, "amount_tax": 0,
			"amount_total": i.unit * i.quantity, "currency": o.currency, "description": i.name, "quantity": i.quantity, "metadata": doc{},
			"price": doc{
				"id": i.price, "object": "price", "active": false, "billing_scheme": "per_unit", "created": o.created.Unix(),
				"currency": o.currency, "custom_unit_amount": nil, "livemode": o.live, "lookup_key": nil, "metadata": doc{},
				"nickname": nil, "product": i.product, "recurring": nil, "tax_behavior": "unspecified", "tiers_mode": nil,
				"transform_quantity": nil, "type": "one_time", "unit_amount": i.unit, "unit_amount_decimal": fmt.Sprint(i.unit),
			},
		})
	}
	return listOf("/v1/checkout/sessions/"+o.id+"/line_items", items, false)
}

func createSession(c *call) (any, error) {
	p, err := params[sessionParams](c)
	if err != nil {
		return nil, err
	}
	prefix := "cs_test"
	if c.live {
		prefix = "cs_live"
	}
	o := &session{
		head: c.newHead(prefix, c.live), status: "open", paid: "unpaid", asked: p, success: p.Success, back: p.Cancel, client: p.Client,
		submit: p.Submit, locale: p.Locale, customer: p.Customer, email: p.Email, adaptive: p.Adaptive == nil || p.Adaptive.Enabled,
	}
	for _, check := range []func(*call, *sessionParams) error{o.readMode, o.readAddresses, o.readPayer, o.readExpiry, o.readItems} {
		if err := check(c, &p); err != nil {
			return nil, err
		}
	}
	if o.metadata, err = p.Metadata.onto(nil); err != nil {
		return nil, err
	}
	if o.intentMetadata, err = p.Intent.Metadata.onto(nil); err != nil {
		return nil, err
	}
	c.sessions.add(o)
	return o.doc(c.Stripe), nil
}

func (*session) readMode(c *call, p *sessionParams) error {
	switch {
	case p.Mode == "":
		return unfit("parameter_missing", "mode", "Missing required param: mode.")
	case p.Mode != "payment":
		c.violated("the stand-in has no Checkout in %s mode yet", p.Mode)
		return unfit("", "mode", "The stand-in has no %s mode yet", p.Mode)
	case p.UI != "" && p.UI != "hosted_page":
		c.violated("the stand-in has only hosted pages, no %s", p.UI)
		return unfit("", "ui_mode", "The stand-in has only hosted pages")
	case !c.account.Charges:
		return refused("", "", "Your account cannot currently make live charges.")
	}
	return nil
}

func (*session) readAddresses(_ *call, p *sessionParams) error {
	if p.Success == "" {
		return unfit("parameter_missing", "success_url", "Missing required param: success_url.")
	}
	for param, address := range map[string]string{"success_url": p.Success, "cancel_url": p.Cancel} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			return unfit("url_invalid", param, "Not a valid URL")
		}
	}
	return nil
}

func (*session) readPayer(c *call, p *sessionParams) error {
	if p.Customer != "" && p.Email != "" {
		return unfit("", "", "You may only specify one of these parameters: customer, customer_email.")
	}
	if p.Customer != "" {
		if known, err := given(c, &c.customers, p.Customer, "customer"); err != nil {
			return err
		} else if known.deleted {
			return missing("customer", p.Customer, "customer")
		}
	}
	if err := checkEmail(p.Email, "customer_email"); err != nil {
		return err
	}
	return checkEmail(p.Intent.Receipt, "payment_intent_data[receipt_email]")
}

func (o *session) readExpiry(c *call, p *sessionParams) error {
	if p.Expires == 0 {
		o.expires = c.now.Add(longestSession)
		return nil
	}
	o.expires = time.Unix(p.Expires, 0).UTC()
	switch left := o.expires.Sub(c.now); {
	case left < shortestSession:
		return unfit("", "expires_at", "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.")
	case left > longestSession:
		return unfit("", "expires_at", "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.")
	}
	return nil
}

func (o *session) readItems(c *call, p *sessionParams) error {
	if len(p.Items) == 0 {
		return unfit("parameter_missing", "line_items", "Missing required param: line_items.")
	}
	for n, i := range p.Items {
		at := fmt.Sprintf("line_items[%d]", n)
		switch {
		case i.Price == nil || i.Price.Product == nil:
			return unfit("parameter_missing", at+"[price_data]", "Missing required param: %s[price_data].", at)
		case i.Price.Amount == nil:
			return unfit("parameter_missing", at+"[price_data][unit_amount]", "Missing required param: %s[price_data][unit_amount].", at)
		case *i.Price.Amount < 0:
			return unfit("parameter_invalid_integer", at+"[price_data][unit_amount]", "This value must be greater than or equal to 0.")
		case i.Quantity < 1:
			return unfit("parameter_missing", at+"[quantity]", "Quantity is required. Add `quantity` to `%s`", at)
		case o.currency != "" && o.currency != i.Price.Currency:
			return unfit("", at, "All prices on a Checkout Session must have the same currency.")
		}
		o.currency = i.Price.Currency
		one := lineItem{name: i.Price.Product.Name, unit: *i.Price.Amount, quantity: i.Quantity}
		one.id, _ = c.newID("li")
		one.price, _ = c.newID("price")
		one.product, _ = c.newID("prod")
		o.items = append(o.items, one)
		o.total += one.unit * one.quantity
	}
	return checkAmount(o.total, o.currency, "line_items")
}

func readSession(c *call) (any, error) { return read(c, &c.sessions, "session") }

func updateSession(c *call) (any, error) {
	o, err := named(c, &c.sessions, "session")
	if err != nil {
		return nil, err
	}
	if o.metadata, err = relabelled(c, o.metadata); err != nil {
		return nil, err
	}
	return o.doc(c.Stripe), nil
}

func listSessions(c *call) (any, error) { return list(c, &c.sessions) }

func listLineItems(c *call) (any, error) {
	o, err := named(c, &c.sessions, "session")
	if err != nil {
		return nil, err
	}
	return o.lineItems(), nil
}

func expireSession(c *call) (any, error) {
	o, err := named(c, &c.sessions, "session")
	if err != nil {
		return nil, err
	}
	if o.status != "open" {
		return nil, refused("", "", "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout "+
			"Session has a status of `%s`.", o.status)
	}
	c.expire(o)
	return o.doc(c.Stripe), nil
}

// expire closes a page. A payment that was begun on it and not made is cancelled with it.
func (s *Stripe) expire(o *session) {
	o.status = "expired"
	if pi, ok := s.intents.find(o.intent, o.live); ok && pi.open() {
		s.cancel(pi, "automatic")
	}
	s.emit("checkout.session.expired", o, nil)
}

// expireSessions closes the pages whose time is over.
func (s *Stripe) expireSessions() {
	for _, o := range s.sessions.all {
		if o.status == "open" && !s.now.Before(o.expires) {
			s.expire(o)
		}
	}
}

func (o *session) offers(m Means) bool { return slices.Contains(o.methods(), m.method()) }
