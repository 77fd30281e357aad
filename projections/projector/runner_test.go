package projector

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/readmodel"
)

// A switch takes the lease away while a checkpoint waits to be written: the runner goes on with what people read then.
func TestRunner_GoesOnWhenALeaseIsLostWhileACheckpointWaits(t *testing.T) {
	w := newWorld(t)
	p := byName("names")
	c := w.config("one", p)
	w.append(registered(id, thing("subject", 1)))
	w.ready(c)
	r := w.run(c)
	w.Until("a leader", func() bool { return r.Health()[p.Name].Leading })
	for n := range 3 {
		// nothing of this concerns names; the checkpoint after the first is written, and the next one waits
		w.reached(c, w.gifts(2*n, 2*n+1))
		w.reached(c, w.gifts(2*n+1, 2*n+2))
		w.Exec(`UPDATE projection_leases SET term = term + 1, holder = '', expires_at = '-infinity'`)
		w.Until("a leader again", func() bool {
			return w.Count(`SELECT count(*) FROM projection_leases
			WHERE expires_at > now()`) == 1
		})
	}
	w.reached(c, w.append(registered(thing("member", 2), thing("subject", 2))))
}

// A runner that is stopped while it renews its leases gives them back all the same.
func TestRunner_GivesItsLeasesBackWhenStoppedWhileItLooks(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r := w.run(c)
	w.Until("a leader", func() bool { return r.Health()[p.Name].Leading })
	release := w.locked(`SELECT FROM projection_leases FOR UPDATE`)
	defer release()
	waits := func() int {
		return w.Count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
			AND query LIKE '%UPDATE projection_leases%'`)
	}
	w.Until("that it waits for its lease", func() bool { return waits() > 0 })
	stopped := make(chan struct{})
	go func() { r.stop(); close(stopped) }()
	w.Until("that it gives its lease back", func() bool {
		return w.Count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
			AND query LIKE '%-infinity%'`) > 0
	})
	release()
	<-stopped
	if n := w.Count(`SELECT count(*) FROM projection_leases WHERE expires_at > now()`); n != 0 {
		t.Errorf("%d leases are held by nobody", n)
	}
}

// Whoever begins to lead says so, also when it could not look after all builds at once: what the leader before has
// committed may not have been told.
func TestRunner_SaysThatItBeginsToLead(t *testing.T) {
	w := newWorld(t)
	one, two := byName("sums"), byName("totals")
	c := w.config("one", one, two)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	_, ok, err := w.leases().acquire(t.Context(), w.live(two.Name).ID, "another")
	if must(t, err); !ok {
		t.Fatal("not led by another")
	}
	w.Exec(`UPDATE projection_leases SET expires_at = 'infinity' WHERE holder = 'another'`)
	began := make(chan struct{}, 10)
	c.Led = func() { began <- struct{}{} }
	store := &counting{Store: w.Store, fails: 1} // once leases are taken
	c.Store = store
	w.run(c)
	w.Until("that it says that it leads", func() bool { return len(began) > 0 })
	if store.asked.Load() < 2 {
		t.Error("nothing failed")
	}
}

// counting is a store that counts how often it is asked where the log ends, and fails at first.
type counting struct {
	eventstore.Store
	fails int64
	asked atomic.Int64
}

func (c *counting) Head(ctx context.Context) (eventstore.LogID, eventstore.Position, error) {
	if c.asked.Add(1) <= c.fails {
		return eventstore.LogID{}, eventstore.Position{}, eventstore.ErrUnavailable
	}
	return c.Store.Head(ctx)
}

// A start asks the database the same number of questions however many projections there are, and waits for nobody who builds.
func TestRunner_StartAsksForAllBuildsAtOnce(t *testing.T) {
	w := newWorld(t)
	all := toys()
	w.append(fact{"campaign", id, launched()}, fact{"donation", gift, completed()})
	w.ready(w.config("one", all...))
	asked := &statements{}
	pool := w.Pool.Config()
	pool.ConnConfig.Tracer = asked
	traced, err := pgxpool.NewWithConfig(t.Context(), pool)
	must(t, err)
	defer traced.Close()
	start := func(holder string, some []*Projection) []string {
		t.Helper()
		asked.sql = nil
		c, reloads, store := w.config(holder, some...), 0, &counting{Store: w.Store}
		c.Pool, c.Store = traced, store
		c.Switched = func(context.Context) error { reloads++; return nil }
		r, led := NewRunner(c), map[int64]*leading{}
		must(t, r.Ready(t.Context()))
		must(t, r.refresh(t.Context(), led))
		if n := store.asked.Load(); len(led) != len(some) || reloads != 1 || n != 1 {
			t.Errorf("%d builds of %d are led after %d readings of the registry and %d of the log's end", len(led), len(some), reloads, n)
		}
		r.leave(t.Context())
		return asked.sql
	}
	few, many := start("two", all[:1]), start("three", all)
	if len(many) != len(few) || slices.ContainsFunc(many, func(sql string) bool { return strings.Contains(sql, "advisory") }) {
		t.Errorf("%d statements for one projection, and for %d %d: %q", len(few), len(all), len(many), many)
	}
}

// The registry was read just before a switch: nobody leads the build that was live as though it still were.
func TestLead_NotWhatWasSwitchedAway(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	old := w.live(p.Name)
	r, led := w.led(c)
	_, err := rebuilt(t.Context(), NewBuilder(w.config("two", p)), p)
	must(t, err)
	held, err := w.leases().renew(t.Context(), maps.Values(led))
	must(t, err)
	if _, err := r.lead(t.Context(), led, []Build{old}, held); err == nil || len(led) != 0 {
		t.Errorf("%v, leading %d", err, len(led))
	}
	must(t, r.refresh(t.Context(), led))
	if led[w.live(p.Name).ID] == nil {
		t.Error("the new build is not led")
	}
}

// A server whose tables were dropped all the same has them built anew.
func TestRestore_BuildsDroppedTablesAnew(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	c := w.config("new", p)
	w.ready(c)
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '1 hour'`)
	at := w.gifts(0, 1)
	if n, err := olderPositions(w, p).DropBelow(t.Context(), at); n != 1 || err != nil {
		t.Fatalf("%d dropped, %v", n, err)
	}
	w.run(c)
	w.reached(c, at)
	tables, versions := Versions([]*Projection{p})
	resolver := readmodel.NewResolver(w.Pool, tables, versions, time.Now, discard())
	if _, err := resolver.Expand(t.Context(), `SELECT FROM {sums}`); err != nil {
		t.Error(err)
	}
}

// Several processes: each event is folded once, by whoever leads; when one ends another goes on.
func TestRunner_EachEventIsFoldedOnceByWhoeverLeads(t *testing.T) {
	w := newWorld(t)
	one, two := w.config("one"), w.config("two")
	w.ready(one)
	first := w.run(one)
	w.Until("that the first leads", func() bool { return len(first.Health()) == len(toys()) })
	second := w.run(two)
	facts := mixture(20)
	third := len(facts) / 3
	at := w.append(facts[:third]...)
	w.reached(one, at)
	w.reached(two, at)
	for name, health := range second.Health() {
		if health.Leading || !first.Health()[name].Leading {
			t.Errorf("%s is led by the second", name)
		}
	}
	first.stop()
	w.reached(two, w.append(facts[third:]...))
	second.stop()
	w.agrees(toys())
	for _, p := range toys() {
		if b := w.live(p.Name); b.Events != int64(len(facts)) {
			t.Errorf("%s folded %d events of %d", p.Name, b.Events, len(facts))
		}
	}
}
