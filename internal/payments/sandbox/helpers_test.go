package sandbox_test

import (
	"bytes"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/testdb"
)

// clock is a time that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// receiver is the installation's end of the webhooks.
type receiver struct {
	mu       sync.Mutex
	sandbox  *sandbox.Sandbox
	clock    *clock
	answer   int
	got      []ports.PaymentEvent
	attempts int
	arrived  chan ports.PaymentEvent
	faults   []error
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attempts++
	if err == nil && r.answer == http.StatusOK {
		var e ports.PaymentEvent
		if e, err = r.sandbox.Receive(req.Context(), req.Header, body, r.clock.Now()); err == nil {
			r.got = append(r.got, e)
			if r.arrived != nil {
				r.arrived <- e
			}
		}
	}
	if err != nil {
		r.faults = append(r.faults, err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(r.answer)
}

func (r *receiver) answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = status
}

// tried gives how many webhooks came since it was last asked.
func (r *receiver) tried() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.attempts
	r.attempts = 0
	return n
}

// taken gives the webhooks taken since it was last asked.
func (r *receiver) taken(t *testing.T) []ports.PaymentEvent {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, err := range r.faults {
		t.Errorf("a webhook was refused: %v", err)
	}
	got := r.got
	r.got, r.faults = nil, nil
	return got
}

type world struct {
	*sandbox.Sandbox
	t       *testing.T
	pool    *pgxpool.Pool
	clock   *clock
	config  sandbox.Config
	inbox   *receiver
	handler http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, pool: testdb.Pool(t), clock: &clock{now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}}
	w.inbox = &receiver{answer: http.StatusOK, clock: w.clock}
	server := httptest.NewServer(w.inbox)
	t.Cleanup(server.Close)
	w.config = sandbox.Config{
		PublicURL: "http://callup.test", WebhookURL: server.URL + "/api/webhooks/sandbox",
		Keys: [][]byte{[]byte("an installation key of 32 bytes!")}, Clock: w.clock.Now, Random: rand.Reader,
		Client: server.Client(), Log: slog.New(slog.DiscardHandler),
	}
	w.Sandbox = w.another(w.config)
	w.inbox.sandbox = w.Sandbox
	pages, err := w.Handler()
	if err != nil {
		t.Fatal(err)
	}
	router := chi.NewRouter()
	router.Mount("/sandbox", pages)
	w.handler = router
	return w
}

// another is a sandbox of another process on the same books.
func (w *world) another(c sandbox.Config) *sandbox.Sandbox {
	w.t.Helper()
	s, err := sandbox.New(w.pool, c)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func donation(t *testing.T) ident.ID {
	t.Helper()
	id, err := ident.New(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// of names a donation whose payments the sandbox finds in its own books.
func of(d ident.ID) ports.Recorded { return ports.Recorded{Donation: d} }

func request(d ident.ID) ports.OpenPayment {
	return ports.OpenPayment{
		Recorded: of(d), Attempt: 1, Charge: money.Of(2500, money.EUR),
		Title: "A roof for the <b>library</b>", Email: "ada@example.org",
		Lang: "fr", ReturnURL: "http://callup.test/campaign/roof/thanks", CancelURL: "http://callup.test/campaign/roof",
	}
}

func (w *world) open(d ident.ID) string {
	w.t.Helper()
	p, err := w.Open(w.t.Context(), request(d))
	if err != nil {
		w.t.Fatal(err)
	}
	return p.Reference
}

// deliver sends what is due and gives what was taken.
func (w *world) deliver() []ports.PaymentEvent {
	w.t.Helper()
	if _, err := w.Deliver(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return w.inbox.taken(w.t)
}

func (w *world) ledger(donations ...ident.ID) []ports.Entry {
	w.t.Helper()
	var out []ports.Entry
	for e, err := range w.Ledger(w.t.Context(), donations) {
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// must ends the test on an error.
func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func kindsOf(es []ports.PaymentEvent) string {
	var b bytes.Buffer
	for i, e := range es {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(string(e.Kind))
	}
	return b.String()
}

// signed captures one webhook as it leaves an installation with these keys.
func (w *world) signed(keys ...[]byte) (http.Header, []byte) {
	w.t.Helper()
	var header http.Header
	var body []byte
	c := w.config
	c.Keys = keys
	c.Client = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		header = r.Header.Clone()
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Body: http.NoBody, Request: r}, nil
	})}
	one := w.another(c)
	ref := w.open(donation(w.t))
	must[ports.PaymentEvent](w.t)(one.Approve(w.t.Context(), ref, sandbox.Options{}))
	must[int](w.t)(one.Deliver(w.t.Context()))
	if body == nil {
		w.t.Fatal("no webhook left")
	}
	return header, body
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
