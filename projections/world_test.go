package projections

import (
	"bytes"
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

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
)

// world is a log on Postgres with its keys, and whoever folds it.
type world struct {
	t         *testing.T
	pool      *pgxpool.Pool
	store     *pgstore.Store
	cat       *catalog.Catalog
	keys      *keyring.Keyring
	revisions map[string]eventstore.Revision
	n         int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, pool: testdb.Pool(t), cat: catalog.New(), revisions: map[string]eventstore.Revision{}}
	store, err := pgstore.Open(t.Context(), w.pool, pgstore.Options{Logger: discard()})
	must(t, err)
	t.Cleanup(store.Close)
	w.store = store
	log, _, err := store.Head(t.Context())
	must(t, err)
	w.exec(`INSERT INTO installation_log (log_id) VALUES ($1)`, [16]byte(log)) // as opening the installation does
	w.keys = w.newKeys()
	return w
}

// newKeys are the keys as a process has them that has just started.
func (w *world) newKeys() *keyring.Keyring {
	w.t.Helper()
	k, err := keyring.New(w.pool, bytes.Repeat([]byte{7}, 32), time.Now, catalog.ErrErased)
	must(w.t, err)
	return k
}

// asOf asks for what there was at a position, masked.
func asOf(at eventstore.Position, schema string) *AsOf {
	return &AsOf{At: selection.At(at), Until: at, Schema: schema, KeepUntil: time.Now().Add(time.Hour)}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) config(holder string, all ...*Projection) Config {
	if len(all) == 0 {
		all = All()
	}
	return Config{
		Store: w.store, Catalog: w.cat, Keys: w.keys, Pool: w.pool, Projections: all, Tracker: NewTracker(all), Holder: holder, Log: discard(),
	}
}

// append writes facts to the log, one event at a time, and gives the position of the last.
func (w *world) append(facts ...fact) eventstore.Position {
	w.t.Helper()
	var at eventstore.Position
	for _, f := range facts {
		e, err := w.cat.Encode(w.t.Context(), ensuring{w.keys}, thing("event", w.n), f.event, eventstore.Metadata{Command: thing("command", w.n)})
		must(w.t, err)
		at = w.write(eventstore.StreamName(f.category, f.id), e)
	}
	return at
}

func (w *world) write(stream string, e eventstore.Event) eventstore.Position {
	w.t.Helper()
	w.n++
	r, ok := w.revisions[stream]
	if !ok {
		r = eventstore.NoStream
	}
	done, err := w.store.Append(w.t.Context(), stream, r, []eventstore.Event{e})
	must(w.t, err)
	w.revisions[stream] = done.Revision
	return done.Position
}

// ensuring makes the keys that are missing.
type ensuring struct{ *keyring.Keyring }

func (k ensuring) Seal(ctx context.Context, subject ident.ID, bound, plain string) (string, error) {
	if err := k.Ensure(ctx, subject, "test"); err != nil {
		return "", err
	}
	return k.Keyring.Seal(ctx, subject, bound, plain)
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

// until waits for a condition.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !ok() {
		select {
		case <-look.C:
		case <-ctx.Done():
			w.t.Fatalf("%s never came about", what)
		}
	}
}

// told waits until metrics hold all of some lines.
func (w *world) told(metrics prometheus.Gatherer, lines ...string) {
	w.t.Helper()
	for _, line := range lines {
		w.until(line, func() bool { return slices.Contains(exposed(w.t, metrics), line) })
	}
}

// exposed are the lines of what Prometheus is told.
func exposed(t *testing.T, metrics prometheus.Gatherer) []string {
	t.Helper()
	rec := httptest.NewRecorder()
	promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}).ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	return strings.Split(rec.Body.String(), "\n")
}

func (w *world) live(p string) Build {
	w.t.Helper()
	all, err := Builds(w.t.Context(), w.pool)
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
func (w *world) stored(p *Projection) *memory {
	w.t.Helper()
	m := newMemory(p)
	schema := w.live(p.Name).Schema
	for _, t := range p.tables {
		rows, err := w.pool.Query(w.t.Context(), "SELECT "+t.columnList()+" FROM "+t.in(schema))
		must(w.t, err)
		work := newRows().of(t)
		must(w.t, work.scan(rows, t))
		m.tables[t.name] = work.base
	}
	return m
}

// fromLog folds the whole log in memory.
func (w *world) fromLog(p *Projection) *memory {
	w.t.Helper()
	page, err := w.store.ReadAll(w.t.Context(), eventstore.Position{}, 1<<20, eventstore.Filter{})
	must(w.t, err)
	events, err := decoder{w.cat, w.keys}.page(w.t.Context(), page.Events, true)
	must(w.t, err)
	return folded(w.t, p, events, 1, false)
}

// agrees checks that the live tables are what the log says, row by row.
func (w *world) agrees(all []*Projection) {
	w.t.Helper()
	for _, p := range all {
		if got, want := w.stored(p), w.fromLog(p); !reflect.DeepEqual(got.tables, want.tables) {
			w.t.Errorf("%s holds\n%s\nand the log says\n%s", p.Name, show(got), show(want))
		}
	}
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	tag, err := w.pool.Exec(w.t.Context(), sql, args...)
	must(w.t, err)
	if tag.Update() || tag.Delete() {
		if tag.RowsAffected() == 0 {
			w.t.Fatalf("nothing to change: %s", sql)
		}
	}
}

func (w *world) count(sql string, args ...any) int {
	w.t.Helper()
	var n int
	must(w.t, w.pool.QueryRow(w.t.Context(), sql, args...).Scan(&n))
	return n
}

func (w *world) schemas(p string) int {
	w.t.Helper()
	return w.count(`SELECT count(*) FROM pg_namespace WHERE starts_with(nspname, $1)`, fmt.Sprintf("%s_v", p))
}

// rebuilt builds one projection again and switches to it.
func rebuilt(ctx context.Context, b *Builder, p *Projection) (Build, error) {
	builds, err := b.Rebuild(ctx, []*Projection{p}, false)
	if err != nil {
		return Build{}, err
	}
	return builds[0], nil
}
