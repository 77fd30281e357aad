package projector

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/projections/projector/projectortest"
)

// world is a log on Postgres, and whoever folds it.
type world struct {
	*projectortest.Log
	t *testing.T
}

// newWorld makes a log of a test's own: tests that have one run beside each other.
func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	return &world{projectortest.New(t), t}
}

// asOf asks for what there was at a position, masked.
func asOf(at eventstore.Position, schema string) *AsOf {
	return &AsOf{At: selection.At(at), Until: at, Schema: schema, KeepUntil: time.Now().Add(time.Hour)}
}

func discard() *slog.Logger { return projectortest.Discard() }

func must(t testing.TB, err error) {
	t.Helper()
	projectortest.Must(t, err)
}

func thing(kind string, n int) ident.ID { return projectortest.Thing(kind, n) }

func (w *world) config(holder string, all ...*Projection) Config {
	if len(all) == 0 {
		all = toys()
	}
	return Config{
		Store: w.Store, Catalog: w.Catalog, Keys: w.Keys, Pool: w.Pool, Projections: all, Tracker: NewTracker(all, times),
		Holder: holder,
		Log:    discard(), Times: times,
	}
}

// times are those to run with, but that nobody waits long for what happens from time to time.
var times = func() Times {
	t := DefaultTimes()
	t.Tick, t.CompareAgain = t.Tick/10, t.CompareAgain/10
	return t
}()

func (w *world) leases() leases { return leases{w.Pool, times.Lease} }

// fact is one event of the thing whose stream it is in.
type fact struct {
	category string
	id       ident.ID
	event    any
}

// append writes facts to the log, one event at a time, and gives the position of the last.
func (w *world) append(facts ...fact) (at eventstore.Position) {
	w.t.Helper()
	for _, f := range facts {
		at = w.Append(f.category, f.id, f.event)
	}
	return at
}

// running is a runner at work.
type running struct {
	*Runner
	stop func()
	err  func() error
}

func (w *world) run(c Config) running {
	w.t.Helper()
	r := NewRunner(c)
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		err = r.Run(ctx)
	}()
	var once sync.Once
	stop := func() { once.Do(func() { cancel(); <-done }) }
	w.t.Cleanup(stop)
	return running{r, stop, func() error { <-done; return err }}
}

func (w *world) ready(c Config) {
	w.t.Helper()
	must(w.t, NewRunner(c).Ready(w.t.Context()))
}

// reached waits until the projections reflect a position.
func (w *world) reached(c Config, at eventstore.Position) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	if err := c.Tracker.Wait(ctx, at); err != nil {
		w.t.Fatalf("the projections never reached %s: %v", at, err)
	}
}

// told waits until metrics hold all of some lines.
func (w *world) told(metrics prometheus.Gatherer, lines ...string) {
	w.t.Helper()
	for _, line := range lines {
		w.Until(line, func() bool { return slices.Contains(exposed(w.t, metrics), line) })
	}
}

// exposed are the lines of what Prometheus is told.
func exposed(t *testing.T, metrics prometheus.Gatherer) []string {
	t.Helper()
	rec := httptest.NewRecorder()
	promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}).ServeHTTP(rec,
		httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	return strings.Split(rec.Body.String(), "\n")
}

func (w *world) live(p string) Build {
	w.t.Helper()
	all, err := Builds(w.t.Context(), w.Pool)
	must(w.t, err)
	for _, b := range all {
		if b.Projection == p && b.State == Live {
			return b
		}
	}
	w.t.Fatalf("%s has no live build", p)
	return Build{}
}

// stored reads the live tables of a projection.
func (w *world) stored(p *Projection) *Memory {
	w.t.Helper()
	m, err := Stored(w.t.Context(), w.Pool, p, w.live(p.Name).Schema)
	must(w.t, err)
	return m
}

// fromLog folds the whole log in memory.
func (w *world) fromLog(p *Projection) *Memory {
	w.t.Helper()
	batch, err := w.Store.ReadAll(w.t.Context(), eventstore.Position{}, 1<<20, eventstore.Filter{})
	must(w.t, err)
	events, err := decoder{w.Catalog, w.Keys}.batch(w.t.Context(), batch.Events, true)
	must(w.t, err)
	m := NewMemory(p, false)
	for i := range events {
		must(w.t, m.Fold(events[i:i+1]))
	}
	return m
}

// agrees checks that the live tables are what the log says, row by row.
func (w *world) agrees(all []*Projection) {
	w.t.Helper()
	for _, p := range all {
		if got, want := w.stored(p), w.fromLog(p); !reflect.DeepEqual(got.Tables, want.Tables) {
			w.t.Errorf("%s holds\n%+v\nand the log says\n%+v", p.Name, got.Tables, want.Tables)
		}
	}
}

func (w *world) schemas(p string) int {
	w.t.Helper()
	return w.Count(`SELECT count(*) FROM pg_namespace WHERE starts_with(nspname, $1)`, fmt.Sprintf("%s_v", p))
}

// rebuilt builds one projection again and switches to it.
func rebuilt(ctx context.Context, b *Builder, p *Projection) (Build, error) {
	builds, err := b.Rebuild(ctx, []*Projection{p}, false)
	if err != nil {
		return Build{}, err
	}
	return builds[0], nil
}

// led makes a runner that leads its projections and is moved on by hand.
func (w *world) led(c Config) (*Runner, map[int64]*leading) {
	w.t.Helper()
	r, led := NewRunner(c), map[int64]*leading{}
	must(w.t, r.refresh(w.t.Context(), led))
	return r, led
}

// gifts writes completed gifts to one campaign; n tells them apart.
func (w *world) gifts(from, to int) (at eventstore.Position) {
	w.t.Helper()
	for n := from; n < to; n++ {
		e := completed()
		e.Donation, e.Supporter = thing("donation", n), thing("subject", n%5)
		at = w.append(fact{"donation", e.Donation, e})
	}
	return at
}

// states lists the builds of a projection, the newest first; its version is called v1, whatever it is by now.
func (w *world) states(p *Projection) string {
	w.t.Helper()
	builds, err := Builds(w.t.Context(), w.Pool)
	must(w.t, err)
	var out []string
	for _, b := range builds {
		if b.Projection == p.Name {
			out = append(out, fmt.Sprintf("v%d %s", b.Version-p.Version+1, b.State))
		}
	}
	return strings.Join(out, ", ")
}

func (w *world) raised(schema string) (raised int64) {
	w.t.Helper()
	must(w.t, w.Pool.QueryRow(w.t.Context(), "SELECT coalesce(sum(raised), 0)::bigint FROM "+quote(schema)+".sums").Scan(&raised))
	return raised
}
