package stripetest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stripe/stripe-go/v85"
)

// watched is a stand-in whose complaints are gathered instead of failing the test.
type watched struct {
	*Server
	t    *testing.T
	mu   sync.Mutex
	said []string
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w := &watched{t: t}
	s, err := New(func(violation string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.said = append(w.said, violation)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Server = Serve(t, s)
	return w
}

// ask sends a request as it is, and gives status, code and parameter of an error, or the object.
func (w *watched) ask(method, path, form string, header ...string) (status int, answer map[string]any) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.URL+path, strings.NewReader(form))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+TestKey)
	r.Header.Set("Stripe-Version", stripe.APIVersion)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }() // it was read
	text, err := io.ReadAll(got.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		w.t.Fatalf("%s %s: %s: %v", method, path, text, err)
	}
	if e, ok := answer["error"].(map[string]any); ok {
		return got.StatusCode, e
	}
	return got.StatusCode, answer
}

func (w *watched) complaints() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := strings.Join(w.said, "\n")
	w.said = nil
	return all
}

const aPage = "mode=payment&success_url=https%3A%2F%2Fcallup.test&line_items[0][quantity]=1" +
	"&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=2500" +
	"&line_items[0][price_data][product_data][name]=Roof"

// Each request that violates the description is refused as Stripe does, and named.
func TestPlanted_Requests(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, form string
		header             []string
		status             int
		code, param, named string
	}{
		"an unknown parameter": {
			path: "/v1/checkout/sessions", form: aPage + "&colour=red", status: 400, code: "parameter_unknown", param: "colour",
			named: "POST /v1/checkout/sessions: colour: Received unknown parameter: colour",
		},
		"an unknown parameter deep within": {
			path: "/v1/checkout/sessions", form: aPage + "&line_items[0][price_data][product_data][colour]=red", status: 400,
			code: "parameter_unknown", param: "line_items[0][price_data][product_data][colour]", named: "colour",
		},
		"an unknown parameter of a list": {
			method: http.MethodGet, path: "/v1/events?typ=charge.succeeded", status: 400, code: "parameter_unknown", param: "typ",
			named: "GET /v1/events: typ",
		},
		"no number": {
			path: "/v1/refunds", form: "charge=ch_1&amount=ten", status: 400, code: "parameter_invalid_integer", param: "amount",
			named: "POST /v1/refunds: amount: Invalid integer: ten",
		},
		"no boolean": {
			path: "/v1/payment_intents", form: "amount=100&currency=eur&confirm=yes", status: 400, param: "confirm",
			named: "Invalid boolean: yes",
		},
		"none of the values there are": {
			path: "/v1/checkout/sessions", form: aPage + "&submit_type=give", status: 400, param: "submit_type", named: "must be one of",
		},
		"a value where there is a list": {
			path: "/v1/checkout/sessions", form: aPage + "&payment_method_types=card", status: 400, param: "payment_method_types",
			named: "Invalid array",
		},
		"a value where there is an object": {
			path: "/v1/checkout/sessions", form: aPage + "&adaptive_pricing=true", status: 400, param: "adaptive_pricing",
			named: "Invalid object",
		},
		"a required parameter that is missing": {
			path: "/v1/payment_intents", form: "amount=100", status: 400, code: "parameter_missing", param: "currency",
			named: "Missing required param: currency",
		},
		"a required parameter that is missing within": {
			path: "/v1/checkout/sessions", form: aPage + "&automatic_tax[liability][type]=self", status: 400, code: "parameter_missing",
			param: "automatic_tax[enabled]", named: "Missing required param: automatic_tax[enabled]",
		},
		"an empty value": {
			path: "/v1/refunds", form: "charge=&amount=100", status: 400, code: "parameter_invalid_empty", param: "charge",
			named: "empty string",
		},
		"a text that is too long": {
			path: "/v1/checkout/sessions", form: aPage + "&client_reference_id=" + strings.Repeat("x", 201), status: 400,
			param: "client_reference_id", named: "at most 200 characters",
		},
		"a parameter that the stand-in doesn't know yet": {
			path: "/v1/checkout/sessions", form: aPage + "&tax_id_collection[enabled]=true", status: 501,
			named: "the stand-in can't do this yet",
		},
		"a value that the stand-in doesn't know yet": {
			path: "/v1/checkout/sessions", form: aPage + "&allow_promotion_codes=true", status: 501, named: "only false can be asked for",
		},
		"a mode that comes later": {
			path: "/v1/checkout/sessions", form: "mode=setup&success_url=https%3A%2F%2Fcallup.test", status: 400, param: "mode",
			named: "no Checkout in setup mode yet",
		},
		"another version of the API": {
			method: http.MethodGet, path: "/v1/account", header: []string{"Stripe-Version", "2024-06-20"}, status: 200,
			named: `GET /v1/account asks for version "2024-06-20"`,
		},
		"an address that isn't there": {
			method: http.MethodGet, path: "/v1/gifts", status: 404, named: "GET /v1/gifts is nothing that the stand-in knows",
		},
		"what can't be expanded": {
			path: "/v1/payment_intents", form: "amount=100&currency=eur&expand[]=amount", status: 400, param: "expand[]",
			named: `"amount" can't be expanded`,
		},
		"a page's field instead of the object's": {
			method: http.MethodGet, path: "/v1/charges?expand[]=payment_intent", status: 400, param: "expand[]",
			named: `"payment_intent" can't be expanded`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatched(t)
			if c.method == "" {
				c.method = http.MethodPost
			}
			status, answer := w.ask(c.method, c.path, c.form, c.header...)
			said := w.complaints()
			code, _ := answer["code"].(string)
			param, _ := answer["param"].(string)
			if status != c.status || code != c.code || param != c.param {
				t.Errorf("answered %d %q of %q: %v", status, code, param, answer["message"])
			}
			if !strings.Contains(said, c.named) || said == "" {
				t.Errorf("said %q, want %q", said, c.named)
			}
		})
	}
}

// Each answer that violates the description is named: an object is spoiled on its way out.
func TestPlanted_Answers(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(doc)
		named string
	}{
		"a required field that is missing": {func(d doc) { delete(d, "livemode") }, "livemode is missing"},
		"a required field within": {func(d doc) { d["automatic_tax"] = doc{"liability": nil} },
			"automatic_tax.enabled is missing"},
		"a field that Stripe doesn't know": {func(d doc) { d["colour"] = "red" }, "colour is unknown to the description"},
		"a text instead of a number": {func(d doc) { d["expires_at"] = "soon" },
			`expires_at is the text "soon" instead of integer`},
		"a fraction instead of a number": {func(d doc) { d["amount_total"] = 12.5 },
			"amount_total is the number 12.5 instead of integer"},
		"null where there is always a text": {func(d doc) { d["id"] = nil }, "id is null"},
		"none of the states there are":      {func(d doc) { d["status"] = "done" }, `status is "done"`},
		"a list instead of an object":       {func(d doc) { d["custom_text"] = []any{} }, "custom_text is a list instead of object"},
		"a number instead of a list":        {func(d doc) { d["custom_fields"] = 1 }, "custom_fields is the number 1 instead of array"},
		"another object than is expanded": {
			func(d doc) { d["payment_intent"] = doc{"object": "charge", "id": "ch_1"} }, "payment_intent",
		},
		"an expanded object that lacks a field": {
			func(d doc) { d["payment_intent"] = doc{"object": "payment_intent", "id": "pi_1"} }, "payment_intent.created is missing",
		},
		"a text that is too long": {func(d doc) { d["success_url"] = strings.Repeat("x", 5001) }, "success_url has 5001 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatched(t)
			for i := range w.routes {
				if honest := w.routes[i].act; w.routes[i].path == "/v1/checkout/sessions" && w.routes[i].method == http.MethodPost {
					w.routes[i].act = func(call *call) (any, error) {
						answer, err := honest(call)
						c.spoil(answer.(doc))
						return answer, err
					}
				}
			}
			w.ask(http.MethodPost, "/v1/checkout/sessions", aPage)
			if said := w.complaints(); !strings.HasPrefix(said, "answer of POST /v1/checkout/sessions: ") || !strings.Contains(said,
				c.named) {
				t.Errorf("said %q, want %q", said, c.named)
			}
		})
	}
}

// spoiled is a customer whose address is a number.
type spoiled struct{ customer }

func (o *spoiled) doc(s *Stripe) doc {
	d := o.customer.doc(s)
	d["email"] = 1
	return d
}

// What an event is about is checked when it happens.
func TestPlanted_Events(t *testing.T) {
	w := newWatched(t)
	w.Stripe.mu.Lock()
	w.emit("customer.created", &spoiled{}, nil)
	w.Stripe.mu.Unlock()
	if said := w.complaints(); !strings.Contains(said, "event customer.created: customer: email is the number 1") {
		t.Errorf("said %q", said)
	}
}

func TestUnflatten(t *testing.T) {
	for form, want := range map[string]string{
		"a=1&b[c][d]=2&b[e]=3":       `{"a":"1","b":{"c":{"d":"2"},"e":"3"}}`,
		"a[0]=x&a[1]=y":              `{"a":{"0":"x","1":"y"}}`,
		"a[]=x&a[]=y":                `{"a":{"0":"x","1":"y"}}`,
		"a[0][b]=x&a[1][b]=%C3%A9":   `{"a":{"0":{"b":"x"},"1":{"b":"é"}}}`,
		"a=1&a=2":                    "a is there twice",
		"a=1&a[b]=2":                 "a[b]: is both a value and a branch",
		"a[b=1":                      `"a[b" has a bracket that stays open`,
		"a[b]c=1":                    `"a[b]c" goes on after a bracket`,
		"[a]=1":                      `"[a]" is no name of a parameter`,
		"metadata[a.b]=1&metadata[]": `{"metadata":{"0":"","a.b":"1"}}`,
	} {
		values, err := url.ParseQuery(form)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := unflatten(values)
		got := ""
		if err != nil {
			got = err.Error()
		} else if text, err := json.Marshal(tree); err == nil {
			got = string(text)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", form, got, want)
		}
	}
}
