package stripetest

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// SignatureHeader carries a webhook's signature (https://docs.stripe.com/webhooks#verify-manually).
const SignatureHeader = "Stripe-Signature"

// rolls is how long the secret before signs too, once an endpoint's secret is rolled.
const rolls = 24 * time.Hour

// retries is when a webhook that is not taken is sent again, after the attempt before. Stripe says over three days with
// growing pauses for live keys and three times within some hours for test keys, and not when.
var retries = map[bool][]time.Duration{
	false: {10 * time.Minute, time.Hour, 3 * time.Hour},
	true: {
		5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 12 * time.Hour, 12 * time.Hour, 12 * time.Hour,
		12 * time.Hour,
	},
}

// Endpoint is an address that webhooks are sent to.
type Endpoint struct {
	head
	URL string
	// Events are the types that are sent; "*" is all of them.
	Events  []string
	Version string // of the API that the events are written in; "" is the account's

	secrets  []string
	oldUntil time.Time
	disabled bool
}

func (*Endpoint) kind() string { return "webhook_endpoint" }

func (e *Endpoint) listens(of string) bool {
	return !e.disabled && (slices.Contains(e.Events, "*") || slices.Contains(e.Events, of))
}

func (e *Endpoint) doc(*Stripe) doc {
	types := []any{}
	for _, t := range e.Events {
		types = append(types, t)
	}
	status := "enabled"
	if e.disabled {
		status = "disabled"
	}
	return doc{
		"id": e.id, "object": "webhook_endpoint", "api_version": nullable(e.Version), "application": nil, "created": e.created.Unix(),
		"description": nil, "enabled_events": types, "livemode": e.live, "metadata": doc{}, "status": status, "url": e.URL,
	}
}

func (*Endpoint) belongs(doc) bool { return true }

// delivery is a webhook that is not taken yet.
type delivery struct {
	event    *event
	to       *Endpoint
	attempts int
	at       time.Time // when it is due
}

// Listen adds an endpoint as in the dashboard and gives its id and secret. It hears of what happens from then on.
func (s *Stripe) Listen(e Endpoint, live bool) (id, secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.head = s.newHead("we", live)
	if e.Version == "" {
		e.Version = stripe.APIVersion
	}
	e.secrets = []string{s.newSecret()}
	s.endpoints.add(&e)
	return e.id, e.secrets[0]
}

func (s *Stripe) newSecret() string {
	_, number := s.newID("whsec")
	return fmt.Sprintf("whsec_standin%016d", number)
}

// Roll gives an endpoint another secret. The one before signs beside it for a day.
func (s *Stripe) Roll(endpoint string) (secret string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.endpoints.any(endpoint)
	if err != nil {
		return "", err
	}
	e.secrets = []string{s.newSecret(), e.secrets[0]}
	e.oldUntil = s.now.Add(rolls)
	return e.secrets[0], nil
}

// Disable switches an endpoint off: nothing is sent there any more, not even what is due.
func (s *Stripe) Disable(endpoint string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.endpoints.any(endpoint)
	if err != nil {
		return err
	}
	e.disabled = true
	s.due = slices.DeleteFunc(s.due, func(d *delivery) bool { return d.to == e })
	return nil
}

// Delivery is how webhooks are sent. The zero value sends each once, in the order in which things happened; Stripe promises
// neither.
type Delivery struct {
	Backwards bool          // the newest first
	Twice     bool          // each two times
	Age       time.Duration // says that they were signed so long ago
	// Change spoils a body after it was signed.
	Change func([]byte) []byte
	// Of picks which are sent, by the type of event; nil takes all that are due.
	Of func(string) bool
}

// Deliver sends the webhooks that are due and tells how many were taken. One that isn't taken is due again later.
func (s *Stripe) Deliver(ctx context.Context, how Delivery) (taken int, err error) {
	s.mu.Lock()
	var now []*delivery
	for _, d := range s.due {
		if !s.now.Before(d.at) && (how.Of == nil || how.Of(d.event.of)) {
			now = append(now, d)
		}
	}
	s.mu.Unlock()
	if how.Backwards {
		slices.Reverse(now)
	}
	for _, d := range now {
		times := 1
		if how.Twice {
			times = 2
		}
		took := false
		for range times {
			ok, err := s.send(ctx, d, how)
			if err != nil {
				return taken, err
			}
			took = took || ok
		}
		if took {
			taken++
		}
		s.sent(d, took)
	}
	return taken, nil
}

// Redeliver sends an event to its endpoints once more, as in the dashboard, whether or not it was taken.
func (s *Stripe) Redeliver(ctx context.Context, event string, how Delivery) (taken int, err error) {
	s.mu.Lock()
	o, err := s.events.any(event)
	var to []*Endpoint
	for _, e := range s.endpoints.all {
		if err == nil && e.live == o.live && e.listens(o.of) {
			to = append(to, e)
		}
	}
	s.mu.Unlock()
	if err != nil {
		return 0, err
	}
	for _, e := range to {
		ok, err := s.send(ctx, &delivery{event: o, to: e}, how)
		if err != nil {
			return taken, err
		}
		if ok {
			taken++
		}
	}
	return taken, nil
}

// sent takes a webhook off the list, or puts it off.
func (s *Stripe) sent(d *delivery, took bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pauses := retries[d.event.live]
	if took || d.attempts >= len(pauses) {
		s.due = slices.DeleteFunc(s.due, func(other *delivery) bool { return other == d })
		return
	}
	d.at = s.now.Add(pauses[d.attempts])
	d.attempts++
}

// send tries once. An endpoint that can't be reached has not taken it.
func (s *Stripe) send(ctx context.Context, d *delivery, how Delivery) (bool, error) {
	s.mu.Lock()
	body, err := json.Marshal(d.event.doc(s))
	header := d.to.sign(body, s.now.Add(-how.Age), s.now)
	s.mu.Unlock()
	if err != nil {
		return false, err
	}
	if how.Change != nil {
		body = how.Change(body)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.to.URL, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
	r.Header.Set(SignatureHeader, header)
	client := &http.Client{Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a redirection is a failure
	}}
	answer, err := client.Do(r)
	if err != nil {
		return false, ctx.Err() // an endpoint that is away
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return false, ctx.Err()
	}
	return answer.StatusCode >= 200 && answer.StatusCode < 300, nil
}

// sign gives the header of a body that is signed at a time, with each secret that holds now.
func (e *Endpoint) sign(body []byte, at, now time.Time) string {
	var header strings.Builder
	fmt.Fprintf(&header, "t=%d", at.Unix())
	for i, secret := range e.secrets {
		if i > 0 && !now.Before(e.oldUntil) {
			break
		}
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%d.", at.Unix())
		mac.Write(body)
		header.WriteString(",v1=" + hex.EncodeToString(mac.Sum(nil)))
	}
	return header.String()
}

func readEndpoint(c *call) (any, error) {
	e, err := named(c, &c.endpoints, "webhook_endpoint")
	if err != nil {
		return nil, err
	}
	return e.doc(c.Stripe), nil
}

func listEndpoints(c *call) (any, error) { return list(c, &c.endpoints) }
