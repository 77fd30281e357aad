package stripetest

import (
	"encoding/json"
	"maps"
	"net/mail"
)

// customer is a payer who is recorded at Stripe.
type customer struct {
	head
	email, name, description, phone string
	locales                         []string
	metadata                        map[string]string
	deleted                         bool
}

func (*customer) kind() string { return "customer" }

func (o *customer) doc(*Stripe) doc {
	if o.deleted {
		return doc{"id": o.id, "object": "customer", "deleted": true}
	}
	locales := []any{}
	for _, l := range o.locales {
		locales = append(locales, l)
	}
	return doc{
		"id": o.id, "object": "customer", "created": o.created.Unix(), "livemode": o.live,
		"address": nil, "balance": 0, "currency": nil, "default_source": nil, "delinquent": false,
		"description": nullable(o.description), "discount": nil, "email": nullable(o.email), "invoice_prefix": "STANDIN",
		"invoice_settings": doc{"custom_fields": nil, "default_payment_method": nil, "footer": nil, "rendering_options": nil},
		"metadata":         texts(o.metadata), "name": nullable(o.name), "next_invoice_sequence": 1, "phone": nullable(o.phone),
		"preferred_locales": locales, "shipping": nil, "tax_exempt": "none", "test_clock": nil,
	}
}

func (o *customer) belongs(filters doc) bool {
	return !o.deleted && doc{"email": o.email}.equal(filters)
}

// metadata is the parameter of that name: a value that is empty takes its key away, and an empty whole takes all.
type metadata struct {
	set   map[string]string
	clear bool
}

// UnmarshalJSON reads the parameter; null is what was sent empty.
func (m *metadata) UnmarshalJSON(text []byte) error {
	m.clear = string(text) == "null"
	var values map[string]*string
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	m.set = map[string]string{}
	for key, value := range values {
		if value == nil {
			m.set[key] = ""
		} else {
			m.set[key] = *value
		}
	}
	return nil
}

// relabelled gives an object's metadata as a request that changes nothing else leaves it. What the object had stays as it is.
func relabelled(c *call, have map[string]string) (map[string]string, error) {
	p, err := params[struct {
		Metadata metadata `json:"metadata"`
	}](c)
	if err != nil {
		return have, err
	}
	merged, err := p.Metadata.onto(have)
	if err != nil {
		return have, err
	}
	return merged, nil
}

// onto gives the metadata of an object after the parameter. The bounds are Stripe's: 50 keys of 40 characters, values of 500
// (https://docs.stripe.com/api/metadata).
func (m metadata) onto(have map[string]string) (map[string]string, error) {
	merged := map[string]string{}
	if !m.clear {
		maps.Copy(merged, have)
	}
	for key, value := range m.set {
		switch {
		case value == "":
			delete(merged, key)
			continue
		case len([]rune(key)) > 40:
			return nil, unfit("", "metadata", "Metadata keys can have up to 40 characters, but you passed in a key that is %d characters.",
				len([]rune(key)))
		case len([]rune(value)) > 500:
			return nil, unfit("", "metadata["+key+"]", "Metadata values can have up to 500 characters, but you passed in a value that is "+
				"%d characters.", len([]rune(value)))
		}
		merged[key] = value
	}
	if len(merged) > 50 {
		return nil, unfit("", "metadata", "You can only have 50 metadata keys, but you passed in %d.", len(merged))
	}
	return merged, nil
}

func texts(values map[string]string) doc {
	d := doc{}
	for key, value := range values {
		d[key] = value
	}
	return d
}

func checkEmail(email, param string) error {
	if a, err := mail.ParseAddress(email); email != "" && (err != nil || a.Address != email) {
		return unfit("email_invalid", param, "Invalid email address: %s", email)
	}
	return nil
}

type customerParams struct {
	Email       *string  `json:"email"`
	Name        *string  `json:"name"`
	Description *string  `json:"description"`
	Phone       *string  `json:"phone"`
	Locales     []string `json:"preferred_locales"`
	Metadata    metadata `json:"metadata"`
}

func (o *customer) set(c *call) error {
	p, err := params[customerParams](c)
	if err != nil {
		return err
	}
	merged, err := p.Metadata.onto(o.metadata)
	if err != nil {
		return err
	}
	if p.Email != nil {
		if err := checkEmail(*p.Email, "email"); err != nil {
			return err
		}
	}
	o.metadata = merged
	for name, to := range map[string]*string{"email": &o.email, "name": &o.name, "description": &o.description, "phone": &o.phone} {
		if value, sent := c.params[name]; sent {
			*to, _ = value.(string) // sent empty, it is unset
		}
	}
	if p.Locales != nil {
		o.locales = p.Locales
	}
	return nil
}

func createCustomer(c *call) (any, error) {
	o := &customer{head: c.newHead("cus", c.live)}
	if err := o.set(c); err != nil {
		return nil, err
	}
	c.customers.add(o)
	c.emit("customer.created", o, nil)
	return o.doc(c.Stripe), nil
}

func readCustomer(c *call) (any, error) { return read(c, &c.customers, "customer") }

func (c *call) livingCustomer() (*customer, error) {
	o, err := named(c, &c.customers, "customer")
	if err == nil && o.deleted {
		r := missing("customer", o.id, "customer")
		r.status = 404
		return nil, r
	}
	return o, err
}

func updateCustomer(c *call) (any, error) {
	o, err := c.livingCustomer()
	if err != nil {
		return nil, err
	}
	if err := o.set(c); err != nil {
		return nil, err
	}
	c.emit("customer.updated", o, doc{})
	return o.doc(c.Stripe), nil
}

func deleteCustomer(c *call) (any, error) {
	o, err := c.livingCustomer()
	if err != nil {
		return nil, err
	}
	c.emit("customer.deleted", o, nil)
	o.deleted = true
	o.email, o.name, o.description, o.phone, o.metadata = "", "", "", "", nil
	return o.doc(c.Stripe), nil
}

func listCustomers(c *call) (any, error) { return list(c, &c.customers) }
