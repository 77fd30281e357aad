// Package stripetest is a Stripe in the process of a test: the part of its HTTP API that Callup uses, in memory, spoken to by
// the real stripe-go. It keeps customers, Checkout sessions, payment intents, charges, refunds, disputes, balance transactions
// and events, sends signed webhooks, and has a clock of its own and switches for what goes wrong in life.
//
// Each request and each answer is checked against Stripe's published OpenAPI description, which the Go module
// github.com/stripe/stripe-mock carries; what violates it fails the test. The description says nothing of behaviour: that
// follows Stripe's documentation, and the comments say where.
//
// Not here yet: subscriptions, invoices, setup mode and the customer portal. A parameter that the description has and the
// stand-in doesn't know fails the test too, instead of being passed over.
package stripetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Key is a secret key of the account. Its beginning says what it is: sk_ or rk_ (restricted), then live_ or test_.
type Key struct {
	Secret string
	// Rights are what a restricted key may do, such as "charge_read" or "checkout_session_write", which includes reading.
	Rights []string
}

func (k Key) live() bool {
	return strings.HasPrefix(k.Secret, "sk_live_") || strings.HasPrefix(k.Secret, "rk_live_")
}

func (k Key) restricted() bool { return strings.HasPrefix(k.Secret, "rk_") }

// hidden is how errors show a key.
func (k Key) hidden() string {
	begins := min(len(k.Secret), len("sk_test_"))
	return k.Secret[:begins] + "***"
}

// Account is whose keys they are.
type Account struct {
	ID       string
	Country  string
	Currency string // in which it is settled, in lower case
	Name     string
	Email    string
	// Charges tells whether it may take money.
	Charges bool
}

// The keys that a stand-in begins with.
const (
	TestKey = "sk_test_standin"
	LiveKey = "sk_live_standin"
)

// Stripe is the stand-in. Its methods may be used by several goroutines.
type Stripe struct {
	report func(string)

	mu          sync.Mutex
	description *description
	routes      []route
	now         time.Time
	account     Account
	keys        map[string]Key
	last        int64 // number of the newest object
	call        *call // the request that is carried out; nil when a test acts
	kept        map[string]*kept
	faults      []*Fault
	pendRefunds bool
	closed      chan struct{}

	customers    shelf[*customer]
	sessions     shelf[*session]
	intents      shelf[*intent]
	charges      shelf[*charge]
	refunds      shelf[*refund]
	disputes     shelf[*dispute]
	transactions shelf[*transaction]
	events       shelf[*event]
	endpoints    shelf[*Endpoint]
	due          []*delivery
}

// New makes a stand-in that reports what violates Stripe's description, a sentence each.
func New(report func(string)) (*Stripe, error) {
	d, err := published()
	if err != nil {
		return nil, err
	}
	if d.version != DescriptionVersion {
		return nil, fmt.Errorf("stripe-mock describes %s; DescriptionVersion says %s", d.version, DescriptionVersion)
	}
	s := &Stripe{
		report: report, description: d, now: time.Now().UTC().Truncate(time.Second), kept: map[string]*kept{},
		account: Account{
			ID: "acct_1StandIn", Country: "FR", Currency: "eur", Name: "Stand-in", Email: "stripe@example.org", Charges: true,
		},
		keys: map[string]Key{TestKey: {Secret: TestKey}, LiveKey: {Secret: LiveKey}}, closed: make(chan struct{}),
	}
	s.routes = routes()
	return s, nil
}

// Server is a stand-in that listens on a port of its own.
type Server struct {
	*Stripe
	URL string
}

// Start runs a stand-in until the test ends. What violates Stripe's description fails the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := New(func(violation string) { t.Error("stripetest: " + violation) })
	if err != nil {
		t.Fatal(err)
	}
	return Serve(t, s)
}

// Serve has a stand-in listen until the test ends.
func Serve(t testing.TB, s *Stripe) *Server {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		close(s.closed)
		server.Close()
	})
	return &Server{Stripe: s, URL: server.URL}
}

// Client gives a client of the stand-in, which tries each request once.
func (s *Server) Client(key string) *stripe.Client {
	return stripe.NewClient(key, stripe.WithBackends(s.Backends(0)))
}

// Backends leads stripe-go to the stand-in. A request that fails is tried again so many times.
func (s *Server) Backends(retries int64) *stripe.Backends {
	api := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: new(s.URL), HTTPClient: &http.Client{Timeout: time.Minute}, MaxNetworkRetries: new(retries),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull}, EnableTelemetry: new(false),
	})
	return &stripe.Backends{API: api, Connect: api, Uploads: api, MeterEvents: api}
}

// Now is the stand-in's time.
func (s *Stripe) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Advance lets time pass: sessions expire, disputes pass their deadlines, and what is kept for a time is forgotten.
func (s *Stripe) Advance(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(by)
	s.expireSessions()
	s.forgetEvents()
	s.forgetAnswers()
}

// AddKey adds a key of the account.
func (s *Stripe) AddKey(k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys[k.Secret] = k
}

// RemoveKey takes a key back, as in the dashboard.
func (s *Stripe) RemoveKey(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, secret)
}

// SetAccount changes whose keys they are.
func (s *Stripe) SetAccount(a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account = a
}

// PendRefunds has refunds wait from now on until SettleRefund, instead of succeeding at once.
func (s *Stripe) PendRefunds(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pendRefunds = on
}

// violated reports what violates the description.
func (s *Stripe) violated(format string, args ...any) { s.report(fmt.Sprintf(format, args...)) }

// newID numbers objects, so that a later one is after an earlier one whatever the clock says.
func (s *Stripe) newID(prefix string) (string, int64) {
	s.last++
	return fmt.Sprintf("%s_1StandIn%016d", prefix, s.last), s.last
}

// head is what all objects have.
type head struct {
	id      string
	number  int64
	live    bool
	created time.Time
}

func (h *head) first() *head { return h }

func (s *Stripe) newHead(prefix string, live bool) head {
	id, number := s.newID(prefix)
	return head{id: id, number: number, live: live, created: s.now}
}

// object is what the stand-in keeps.
type object interface {
	first() *head
	kind() string     // its name in the description
	doc(*Stripe) doc  // its form in JSON
	belongs(doc) bool // whether it is in a list that is asked for with these filters
}

// doc is an object as Stripe writes it.
type doc map[string]any

// ref names another object. It is written as its id, or as the object itself when that is asked for; "" is null.
type ref string

// included is a part that is only written when it is asked for.
type included func() any

// shelf keeps the objects of one kind, the oldest first.
type shelf[T object] struct{ all []T }

func (h *shelf[T]) add(o T) { h.all = append(h.all, o) }

func (h *shelf[T]) find(id string, live bool) (T, bool) {
	for _, o := range h.all {
		if f := o.first(); f.id == id && f.live == live {
			return o, true
		}
	}
	var none T
	return none, false
}

// any finds the object with an id in either mode.
func (h *shelf[T]) any(id string) (T, error) {
	for _, o := range h.all {
		if o.first().id == id {
			return o, nil
		}
	}
	var none T
	return none, fmt.Errorf("the stand-in has no %q", id)
}

func (h *shelf[T]) remove(keep func(T) bool) {
	var left []T
	for _, o := range h.all {
		if keep(o) {
			left = append(left, o)
		}
	}
	h.all = left
}

// resolve finds the object that a reference names.
func (s *Stripe) resolve(id string) (object, bool) {
	prefix, _, _ := strings.Cut(id, "_")
	var found object
	var err error
	switch prefix {
	case "cus":
		found, err = s.customers.any(id)
	case "cs":
		found, err = s.sessions.any(id)
	case "pi":
		found, err = s.intents.any(id)
	case "ch", "py":
		found, err = s.charges.any(id)
	case "re", "pyr":
		found, err = s.refunds.any(id)
	case "du":
		found, err = s.disputes.any(id)
	case "txn":
		found, err = s.transactions.any(id)
	default:
		return nil, false
	}
	return found, err == nil
}
