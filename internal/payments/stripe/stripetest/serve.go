package stripetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/stripe/stripe-go/v85"
)

// call is one request.
type call struct {
	*Stripe
	id     string // Request-Id
	key    Key
	live   bool
	again  string // Idempotency-Key
	first  string // the request whose answer this one gets
	route  *route
	within map[string]string // what stands in the path, by the names of the description
	params map[string]any
	expand []string
}

// route is an operation that the stand-in carries out.
type route struct {
	method, path string // as in the description
	right        string // what a restricted key needs, without _read and _write
	act          func(*call) (any, error)
}

func (r *route) needs() string {
	if r.method == http.MethodGet {
		return r.right + "_read"
	}
	return r.right + "_write"
}

// answer is what is sent, and kept for a repetition with the same idempotency key.
type answer struct {
	status int
	body   []byte
}

// ServeHTTP answers as api.stripe.com does.
func (s *Stripe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c, a, silent := s.answer(r)
	if silent {
		select { // says nothing until the client gives up
		case <-r.Context().Done():
		case <-s.closed:
		}
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Request-Id", c.id)
	header.Set("Stripe-Version", r.Header.Get("Stripe-Version"))
	if c.again != "" {
		header.Set("Idempotency-Key", c.again)
		header.Set("Original-Request", cmp.Or(c.first, c.id))
	}
	if c.first != "" {
		header.Set("Idempotent-Replayed", "true")
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // the client went away
}

func (s *Stripe) answer(r *http.Request) (c *call, a answer, silent bool) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	c = &call{Stripe: s, again: strings.TrimSpace(r.Header.Get("Idempotency-Key"))}
	c.id, _ = s.newID("req")
	if err == nil {
		a, silent, err = c.respond(r, body)
	}
	if err != nil {
		a = c.refuse(err)
	}
	return c, a, silent
}

// respond goes the way of a request. What is refused on the way is an error, of which nothing is kept.
func (c *call) respond(r *http.Request, body []byte) (a answer, silent bool, err error) {
	fault := c.fault(r)
	if fault != nil && fault.What == RateLimited { // comes before anything is looked at
		return a, false, &refusal{
			status: http.StatusTooManyRequests, kind: invalidRequest, code: "rate_limit", text: "Request rate limit exceeded.",
		}
	}
	if err := c.admit(r); err != nil {
		return a, false, err
	}
	form, err := sent(r, body)
	if err != nil {
		return a, false, unfit("", "", "%s", err)
	}
	repeatable := c.again != "" && r.Method == http.MethodPost
	if repeatable {
		if before, err := c.answered(r, form); err != nil {
			return a, false, err
		} else if before != nil {
			c.first = before.id
			return before.answer, false, nil
		}
	}
	if err := c.read(form); err != nil {
		return a, false, err
	}
	a, keep, silent := c.carryOut(fault)
	if keep && repeatable {
		c.keep(r, form, a)
	}
	return a, silent, nil
}

// admit checks key, version, path and right.
func (c *call) admit(r *http.Request) error {
	secret, _, basic := r.BasicAuth()
	if !basic {
		secret, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if secret == "" {
		return unauthorized("You did not provide an API key. You need to provide your API key in the Authorization header, using " +
			"Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').")
	}
	key, known := c.keys[secret]
	if !known {
		return unauthorized("Invalid API Key provided: %s", Key{Secret: secret}.hidden())
	}
	c.key, c.live = key, key.live()
	if version := r.Header.Get("Stripe-Version"); version != stripe.APIVersion {
		c.violated("%s %s asks for version %q instead of %s", r.Method, r.URL.Path, version, stripe.APIVersion)
	}
	if c.route, c.within = match(c.routes, r); c.route == nil {
		c.violated("%s %s is nothing that the stand-in knows", r.Method, r.URL.Path)
		return &refusal{
			status: http.StatusNotFound, kind: invalidRequest,
			text: "Unrecognized request URL (" + r.Method + ": " + r.URL.Path + ").",
		}
	}
	if needs := c.route.needs(); key.restricted() && !key.may(needs) {
		return &refusal{status: http.StatusForbidden, kind: invalidRequest, text: "The provided key '" + key.hidden() +
			"' does not have the required permissions for this endpoint on account '" + c.account.ID + "'. Having the 'rak_" +
			needs + "' permission would allow this request to continue."}
	}
	return nil
}

// may tells whether a restricted key has a right. Who may write may read.
func (k Key) may(right string) bool {
	of, _ := strings.CutSuffix(right, "_read")
	for _, has := range k.Rights {
		if has == right || has == of+"_write" {
			return true
		}
	}
	return false
}

func match(routes []route, r *http.Request) (*route, map[string]string) {
	have := strings.Split(r.URL.Path, "/")
	for i := range routes {
		want := strings.Split(routes[i].path, "/")
		if routes[i].method != r.Method || len(want) != len(have) {
			continue
		}
		within := map[string]string{}
		fits := true
		for j := range want {
			if name, variable := strings.CutPrefix(want[j], "{"); variable && have[j] != "" {
				within[strings.TrimSuffix(name, "}")] = have[j]
			} else if want[j] != have[j] {
				fits = false
				break
			}
		}
		if fits {
			return &routes[i], within
		}
	}
	return nil, nil
}

// sent gives the parameters of a request: in the address of one that reads, in the body of another.
func sent(r *http.Request, body []byte) (branch, error) {
	form := r.URL.Query()
	if r.Method == http.MethodPost {
		var err error
		if form, err = url.ParseQuery(string(body)); err != nil {
			return nil, err
		}
	}
	return unflatten(form)
}

// read checks the parameters against the description.
func (c *call) read(form branch) error {
	o, err := c.description.operation(c.route.method, c.route.path)
	if err != nil {
		return err
	}
	value, problems := c.description.typed(o.params, form, "")
	for _, p := range problems {
		c.violated("%s %s: %s: %s", c.route.method, c.route.path, p.param, p.message)
	}
	if len(problems) > 0 {
		p := problems[0]
		return unfit(p.code, p.param, "%s", p.message)
	}
	c.params, _ = value.(map[string]any)
	list, _ := c.params["expand"].([]any)
	for _, path := range list {
		c.expand = append(c.expand, path.(string))
	}
	delete(c.params, "expand")
	return nil
}

// params reads what was sent into a struct. What the struct has no field for is a gap of the stand-in, not of who asks.
func params[T any](c *call) (T, error) {
	var into T
	text, err := json.Marshal(c.params)
	if err != nil {
		return into, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&into); err != nil {
		c.violated("%s %s: the stand-in can't do this yet: %v", c.route.method, c.route.path, err)
		return into, &refusal{status: http.StatusNotImplemented, kind: "api_error", text: err.Error(), checked: true}
	}
	return into, nil
}

// carryOut acts and writes the answer; keep says whether it is kept for a repetition.
func (c *call) carryOut(fault *Fault) (a answer, keep, silent bool) {
	if fault != nil && !fault.After {
		return c.broken(fault)
	}
	c.call = c
	defer func() { c.call = nil }()
	result, err := c.route.act(c)
	if err == nil {
		a, err = c.write(result)
	}
	if err != nil {
		a = c.refuse(err)
	}
	var r *refusal
	keep = !errors.As(err, &r) || !r.checked
	if fault != nil && fault.What == Silent {
		return a, keep, true // it was done, and its answer is kept, but does not arrive
	}
	if fault != nil {
		return c.broken(fault)
	}
	return a, keep, false
}

// broken is what a fault answers.
func (c *call) broken(f *Fault) (a answer, keep, silent bool) {
	switch f.What {
	case Silent:
		return answer{}, false, true
	case Nonsense:
		return answer{status: http.StatusOK, body: []byte("<html><title>A page of a proxy</title></html>")}, false, false
	default:
		a = c.refuse(&refusal{status: http.StatusInternalServerError, kind: "api_error", text: "An unknown error occurred."})
		return a, true, false
	}
}

// write puts a result into the form that was asked for and checks it.
func (c *call) write(result any) (answer, error) {
	written, err := c.expanded(result, c.expand)
	if err != nil {
		return answer{}, err
	}
	o, err := c.description.operation(c.route.method, c.route.path)
	if err != nil {
		return answer{}, err
	}
	for _, violation := range c.description.checkAnswer(o.answer, written) {
		c.violated("answer of %s %s: %s", c.route.method, c.route.path, violation)
	}
	body, err := json.Marshal(written)
	return answer{status: http.StatusOK, body: body}, err
}

// refuse writes an error; one that is none of Stripe's is the stand-in's own fault.
func (c *call) refuse(err error) answer {
	var r *refusal
	if !errors.As(err, &r) {
		c.violated("the stand-in failed: %v", err)
		r = &refusal{status: http.StatusInternalServerError, kind: "api_error", text: err.Error()}
	}
	written := r.doc()
	if s, err := c.description.schema("error"); err == nil {
		for _, violation := range c.description.checkAnswer(s, written) {
			c.violated("error %q: %s", r.text, violation)
		}
	}
	body, err := json.Marshal(written)
	if err != nil {
		c.violated("the stand-in failed: %v", err)
	}
	return answer{status: r.status, body: body}
}
