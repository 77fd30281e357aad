package commands_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rates"
	"github.com/callup/callup/internal/testing/testdb"
)

// world is an installation without a server: commands on a real log.
type world struct {
	t        *testing.T
	pool     *pgxpool.Pool
	store    *pgstore.Store
	keys     *keyring.Keyring
	cat      *catalog.Catalog
	payments *provider
	rates    *fixedRates
	uploads  anybodys
	n        atomic.Int64

	mu     sync.Mutex
	offset time.Duration
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, testdb.Pool(t))
}

func newWorldOn(t *testing.T, pool *pgxpool.Pool) *world {
	t.Helper()
	w := &world{t: t, pool: pool, cat: catalog.New(), payments: &provider{open: map[ident.ID]ports.OpenPayment{}}}
	store, err := pgstore.Open(t.Context(), w.pool, pgstore.Options{Logger: discard()})
	must(t, err)
	t.Cleanup(store.Close)
	w.store = store
	w.keys, err = keyring.New(w.pool, bytes.Repeat([]byte{7}, 32), w.now, catalog.ErrErased)
	must(t, err)
	table, err := rates.Default()
	must(t, err)
	w.rates = &fixedRates{Rates: table}
	return w
}

// anybodys are uploads that are whoever's asks.
type anybodys struct{ released, removed, hidden sync.Map }

func (*anybodys) Claim(_ context.Context, _ ident.ID, _, upload string, _ ident.ID) (string, error) {
	if upload == "" {
		return "", nil
	}
	return "data:image/png;base64,iVBORw0KGgo=", nil
}

func (*anybodys) ClaimOne(_ context.Context, _ ident.ID, kind, _ string, _ ident.ID) (string, error) {
	if kind != feed.PhotoKind {
		return "", nil
	}
	return "data:image/png;base64,iVBORw0KGgo=", nil
}

func (a *anybodys) Release(_ context.Context, _ ident.ID, kind string, names []string) error {
	for _, name := range names {
		a.released.Store(kind+"/"+name, true)
	}
	return nil
}

func (a *anybodys) RemoveOf(_ context.Context, thing ident.ID, r ports.Removal) error {
	what := thing.String() + " " + r.Kind
	if r.Everywhere {
		what += " everywhere"
	}
	a.removed.Store(what, true)
	return nil
}

func (a *anybodys) HideOf(_ context.Context, thing ident.ID, hidden bool) error {
	a.hidden.Store(thing, hidden)
	return nil
}

// service is a process of its own: nothing is in its memory.
func (w *world) service() *command.Service { return w.serviceOn(w.store) }

// serviceOn is a process whose log is a store.
func (w *world) serviceOn(store eventstore.Store) *command.Service {
	log := discard()
	handler := command.NewHandler(store, w.cat, w.keys)
	return command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{
			Keys: w.keys, Rates: w.rates, Payments: w.payments, Uploads: &w.uploads, Main: money.EUR, Public: "https://callup.example",
			Clock: w.now, Log: log, Belongings: erasing.Log{Owners: erasing.NewOwners(commands.Holdings(nil)), Handler: handler},
		},
		Claims: commandkeys.New(w.pool), Tracer: noop.NewTracerProvider().Tracer("test"), Areas: commands.All(),
	})
}

func (w *world) handler() *command.Handler {
	return command.NewHandler(w.store, w.cat, w.keys)
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).Add(w.offset)
}

func (w *world) moveOn(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.offset += d
}

func (w *world) env() command.Envelope { return named("key " + strconv.FormatInt(w.n.Add(1), 10)) }

func named(key string) command.Envelope {
	return command.Envelope{ID: ident.Command("test", key), Body: "body of " + key, Actor: "test"}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err error, code string) {
	t.Helper()
	var r *domain.Refusal
	if !errors.As(err, &r) || r.Code != code {
		t.Errorf("%v, not refused with %s", err, code)
	}
}

// types names the events of a stream, in order.
func (w *world) types(category string, id ident.ID) []string {
	w.t.Helper()
	var out []string
	for r, err := range w.store.ReadStream(w.t.Context(), eventstore.StreamName(category, id), 0) {
		must(w.t, err)
		out = append(out, r.Type)
	}
	return out
}

func (w *world) wrote(category string, id ident.ID, want ...string) {
	w.t.Helper()
	got := w.types(category, id)
	if !slices.Equal(got, want) {
		w.t.Fatalf("%s holds %v, not %v", category, got, want)
	}
}

// events counts the whole log.
func (w *world) events() int {
	w.t.Helper()
	var n int
	must(w.t, w.pool.QueryRow(w.t.Context(), `SELECT count(*) FROM events`).Scan(&n))
	return n
}

func (w *world) donation(id ident.ID) donation.State {
	w.t.Helper()
	s, _, err := command.Load(w.t.Context(), w.handler(), donation.Decider, id)
	must(w.t, err)
	return s
}

var owner = ident.ID{0xaa, 1}

func content() campaigns.ContentBody {
	return campaigns.ContentBody{
		Title: "Water for all", Description: "A well", Story: "Long ago", Category: "community", ResourceTypes: []string{"money"},
		GoalAmount: 100_000, Currency: money.EUR, Lang: "en",
	}
}

func (w *world) launch(s *command.Service, change ...func(*campaigns.ContentBody)) campaigns.LaunchCampaignAnswer {
	w.t.Helper()
	c := content()
	for _, f := range change {
		f(&c)
	}
	l, err := campaigns.LaunchCampaign.Run(w.t.Context(), s, w.env().For(owner), c)
	must(w.t, err)
	return l
}

func gift(to ident.ID, minor int64) giving.DonateMoneyBody {
	return giving.DonateMoneyBody{CampaignID: to, Amount: minor, Currency: money.EUR, Lang: "en"}
}

func (w *world) give(s *command.Service, c giving.DonateMoneyBody) giving.DonateMoneyAnswer {
	w.t.Helper()
	d, err := giving.DonateMoney.Run(w.t.Context(), s, w.env(), c)
	must(w.t, err)
	return d
}

// provider is a payment provider that tests tell what to say.
type provider struct {
	mu      sync.Mutex
	down    bool
	lost    bool // the answer to Open
	spent   int  // attempts up to this one bring no page
	open    map[ident.ID]ports.OpenPayment
	opens   int
	lookup  ports.PaymentEvent
	lookErr error
	asked   []ports.RefundPayment
}

func (p *provider) Name() string { return "fake" }

func (p *provider) Open(_ context.Context, o ports.OpenPayment) (ports.Payment, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return ports.Payment{}, ports.ErrPayments
	}
	p.opens++
	o.References = nil // a repetition may know the payment already
	if was, ok := p.open[o.Donation]; ok && was.Attempt == o.Attempt && !reflect.DeepEqual(was, o) {
		return ports.Payment{}, errors.New("the same payment was opened with other figures")
	}
	p.open[o.Donation] = o
	if p.lost {
		return ports.Payment{}, ports.ErrPayments
	}
	if o.Attempt <= p.spent {
		return ports.Payment{}, fmt.Errorf("%w: %w", ports.ErrAttemptSpent, ports.ErrPayments)
	}
	name := o.Donation.String()
	if o.Attempt > 1 {
		name += "_" + strconv.Itoa(o.Attempt)
	}
	return ports.Payment{Reference: "pay_" + name, URL: "https://pay.example/" + name}, nil
}

func (p *provider) Lookup(context.Context, ports.Recorded) (ports.PaymentEvent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lookup, p.lookErr
}

func (p *provider) Refund(_ context.Context, r ports.RefundPayment) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, r)
	return nil
}

func (p *provider) LookupRefund(context.Context, ports.RefundPayment) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, ports.ErrNoPayment
}

func (p *provider) Receive(context.Context, http.Header, []byte, time.Time) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, ports.ErrMalformed
}

func (*provider) PageLife() time.Duration { return 30 * time.Minute }

func (*provider) Least(c money.Currency) money.Amount { return money.Of(5, c) }

func (p *provider) Fee(c money.Currency) ports.Fee {
	return ports.Fee{BasisPoints: 150, Fixed: money.Of(25, c)}
}

func (p *provider) set(f func(*provider)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

// fixedRates are rates that tests may move.
type fixedRates struct {
	ports.Rates
	mu    sync.Mutex
	moved int64
}

func (r *fixedRates) Rate(from, to money.Currency, day time.Time) (money.Rate, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rate, err := r.Rates.Rate(from, to, day)
	if from != to {
		rate.Num += r.moved * rate.Den / 10
	}
	return rate, err
}

func (w *world) paid(d giving.DonateMoneyAnswer, charge money.Amount) ports.PaymentEvent {
	return ports.PaymentEvent{
		ID: "paid " + d.DonationID.String(), Kind: ports.PaymentPaid, Donation: d.DonationID, Reference: "pay_" + d.DonationID.String(),
		Amount: charge, Begun: w.now(), At: w.now(),
	}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
