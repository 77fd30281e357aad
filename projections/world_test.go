package projections

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/projector"
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

func must(t testing.TB, err error) {
	t.Helper()
	projectortest.Must(t, err)
}

func thing(kind string, n int) ident.ID { return projectortest.Thing(kind, n) }

func (w *world) config(holder string) projector.Config {
	all := All()
	return projector.Config{
		Store: w.Store, Catalog: w.Catalog, Keys: w.Keys, Pool: w.Pool, Projections: all,
		Tracker: projector.NewTracker(all, projector.DefaultTimes()), Holder: holder,
		Log: projectortest.Discard(),
	}
}

// append writes facts to the log, one event at a time, and gives the position of the last.
func (w *world) append(facts ...fact) (at eventstore.Position) {
	w.t.Helper()
	for _, f := range facts {
		at = w.Append(f.category, f.id, f.event)
	}
	return at
}

func (w *world) ready(c projector.Config) {
	w.t.Helper()
	must(w.t, projector.NewRunner(c).Ready(w.t.Context()))
}

// run folds until stop is called.
func (w *world) run(c projector.Config) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	var running sync.WaitGroup
	running.Go(func() { _ = projector.NewRunner(c).Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	w.t.Cleanup(stop)
	return stop
}

// reached waits until the projections reflect a position.
func (w *world) reached(c projector.Config, at eventstore.Position) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	if err := c.Tracker.Wait(ctx, at); err != nil {
		w.t.Fatalf("the projections never reached %s: %v", at, err)
	}
}

func (w *world) live(p string) projector.Build {
	w.t.Helper()
	all, err := projector.Builds(w.t.Context(), w.Pool)
	must(w.t, err)
	for _, b := range all {
		if b.Projection == p && b.State == projector.Live {
			return b
		}
	}
	w.t.Fatalf("%s has no live build", p)
	return projector.Build{}
}

// stored reads the live tables of a projection.
func (w *world) stored(p *projector.Projection) *projector.Memory {
	w.t.Helper()
	m, err := projector.Stored(w.t.Context(), w.Pool, p, w.live(p.Name).Schema)
	must(w.t, err)
	return m
}

// fromLog folds the whole log in memory.
func (w *world) fromLog(p *projector.Projection) *projector.Memory {
	w.t.Helper()
	page, err := w.Store.ReadAll(w.t.Context(), eventstore.Position{}, 1<<20, eventstore.Filter{})
	must(w.t, err)
	events := make([]projector.Event, len(page.Events))
	for i, r := range page.Events {
		e := projector.Event{Recorded: r}
		e.Sealed, err = w.Catalog.Decode(r)
		must(w.t, err)
		e.Opened, err = w.Catalog.Open(w.t.Context(), w.Keys, r)
		must(w.t, err)
		events[i] = e
	}
	return folded(w.t, p, events, 1, false)
}

// agrees checks that the live tables are what the log says, row by row.
func (w *world) agrees(all []*projector.Projection) {
	w.t.Helper()
	for _, p := range all {
		if got, want := w.stored(p), w.fromLog(p); !reflect.DeepEqual(got.Tables, want.Tables) {
			w.t.Errorf("%s holds\n%s\nand the log says\n%s", p.Name, show(got), show(want))
		}
	}
}

// rebuilt builds one projection again and switches to it.
func rebuilt(ctx context.Context, b *projector.Builder, p *projector.Projection) (projector.Build, error) {
	builds, err := b.Rebuild(ctx, []*projector.Projection{p}, false)
	if err != nil {
		return projector.Build{}, err
	}
	return builds[0], nil
}
