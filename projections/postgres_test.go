package projections

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// Live, rebuilt, verified and computed from the final states: one and the same, on Postgres.
func TestLiveIsRebuiltIsNaive(t *testing.T) {
	for seed := range 3 {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorld(t)
			all := All()
			c := w.config("one", all...)
			h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 150) }).Example(seed)
			half := len(h.facts) / 2
			w.append(h.facts[:half]...)
			w.ready(c)
			r := w.run(c)
			var at eventstore.Position
			for _, f := range h.facts[half:] {
				at = w.append(f)
			}
			w.reached(c, at)
			r.stop()
			w.agrees(all)
			live := map[string]*memory{}
			for _, p := range all {
				live[p.Name] = w.stored(p)
			}
			check(t, compute(h), live)

			b := NewBuilder(w.config("two", all...))
			for _, p := range all {
				v, err := b.Verify(t.Context(), p)
				must(t, err)
				if v.Total != 0 || v.Position != at {
					t.Errorf("%+v at %s", v, at)
				}
				was := w.live(p.Name)
				build, err := rebuilt(t.Context(), b, p)
				must(t, err)
				if build.ID == was.ID || w.live(p.Name).ID != build.ID || build.Events != int64(len(h.facts)) || w.live(p.Name).Position != at {
					t.Errorf("%+v after %+v", build, was)
				}
				if got := w.stored(p); !reflect.DeepEqual(got.tables, live[p.Name].tables) {
					t.Errorf("%s rebuilt is\n%s\nnot\n%s", p.Name, show(got), show(live[p.Name]))
				}
			}
		})
	}
}

func TestEnsureLiveBuildsOnce(t *testing.T) {
	w := newWorld(t)
	w.append(fact{"campaign", id, launched()})
	var g errgroup.Group
	for i := range 4 {
		g.Go(func() error { return NewRunner(w.config(fmt.Sprint(i))).Ready(t.Context()) })
	}
	must(t, g.Wait())
	if n := w.count(`SELECT count(*) FROM projection_builds`); n != len(All()) {
		t.Errorf("%d builds", n)
	}
	w.agrees(All())
}

// Several processes: each event is folded once, by whoever leads; when one ends another goes on.
func TestTwoRunners(t *testing.T) {
	w := newWorld(t)
	one, two := w.config("one"), w.config("two")
	w.ready(one)
	first := w.run(one)
	w.until("that the first leads", func() bool { return len(first.Health()) == len(All()) })
	second := w.run(two)
	h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 60) }).Example(7)
	third := len(h.facts) / 3
	at := w.append(h.facts[:third]...)
	w.reached(one, at)
	w.reached(two, at)
	for name, health := range second.Health() {
		if health.Leading || !first.Health()[name].Leading {
			t.Errorf("%s is led by the second", name)
		}
	}
	first.stop()
	w.reached(two, w.append(h.facts[third:]...))
	second.stop()
	w.agrees(All())
	for _, p := range All() {
		if b := w.live(p.Name); b.Events != int64(len(h.facts)) {
			t.Errorf("%s folded %d events of %d", p.Name, b.Events, len(h.facts))
		}
	}
}

// A leader that was taken for dead writes nothing any more, neither rows nor checkpoint.
func TestAFormerLeaderIsFenced(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p := byName("campaign_progress")
	c := w.config("one", p)
	w.ready(c)
	b := w.live(p.Name)
	old, ok, err := acquire(ctx, w.pool, b.ID, "one")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, ok, err := acquire(ctx, w.pool, b.ID, "two"); ok || err != nil {
		t.Fatalf("two lead: %t, %v", ok, err)
	}
	w.append(fact{"campaign", id, launched()})
	page, err := w.store.ReadAll(ctx, eventstore.Position{}, 10, eventstore.Filter{})
	must(t, err)
	events, err := decoder{w.cat, w.keys}.page(ctx, page.Events, true)
	must(t, err)
	l := &leading{p: p, build: b, lease: old}
	ready, err := l.prepare(ctx, w.pool, events, page.Next)
	must(t, err)

	w.exec(`UPDATE projection_leases SET expires_at = now() - interval '1 second' WHERE build = $1`, b.ID)
	fresh, ok, err := acquire(ctx, w.pool, b.ID, "two")
	if err != nil || !ok || fresh.term <= old.term {
		t.Fatal(fresh, ok, err)
	}
	if err := commit(ctx, w.pool, []prepared{ready}); !lostLease(err) {
		t.Errorf("a former leader wrote: %v", err)
	}
	if got := w.live(p.Name); got.Position != b.Position || len(w.stored(p).tables["campaign_progress"]) != 0 {
		t.Errorf("%+v", got)
	}
	// the same when the build was switched away meanwhile
	ready.l = &leading{p: p, build: b, lease: fresh}
	if _, err := rebuilt(ctx, NewBuilder(w.config("three", p)), p); err != nil {
		t.Fatal(err)
	}
	if err := commit(ctx, w.pool, []prepared{ready}); !lostLease(err) {
		t.Errorf("a retired build was written to: %v", err)
	}
	w.agrees([]*Projection{p})
}

// Rows and checkpoint are written together or not at all, and what was interrupted is taken up again.
func TestAPageIsWrittenWholeOrNotAtAll(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	all := []*Projection{byName("campaign_progress"), byName("contributor_totals")}
	c := w.config("one", all...)
	w.ready(c)
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, completed()})
	schema := w.live("contributor_totals").Schema
	w.exec("ALTER TABLE " + quote(schema) + ".contributor_totals RENAME TO away")
	r, led := NewRunner(c), map[int64]*leading{}
	must(t, r.refresh(ctx, led))
	if _, err := r.step(ctx, led); err == nil {
		t.Fatal("a page was written into a table that is not there")
	}
	for _, p := range all {
		if b := w.live(p.Name); !b.Position.IsZero() || b.Stopped != "" {
			t.Errorf("%s stands at %s: %s", p.Name, b.Position, b.Stopped)
		}
	}
	if n := len(w.stored(all[0]).tables["campaign_progress"]); n != 0 {
		t.Errorf("%d rows of a page that was not written", n)
	}
	w.exec("ALTER TABLE " + quote(schema) + ".away RENAME TO contributor_totals")
	w.run(c)
	w.reached(c, at)
	w.agrees(all)
}

func TestInterruptedBuildsAreRemoved(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p := byName("campaign_progress")
	c := w.config("one", p)
	w.ready(c)
	w.append(fact{"campaign", id, launched()})
	left, err := create(ctx, w.pool, p, "", ident.Nil, nil)
	must(t, err)
	b := NewBuilder(c)
	if _, err := rebuilt(ctx, b, p); err != nil {
		t.Fatal(err)
	}
	if n := w.count(`SELECT count(*) FROM projection_builds WHERE id = $1`, left.ID); n != 0 || w.schemas(p.Name) != 2 {
		t.Errorf("%d builds left behind, %d schemas", n, w.schemas(p.Name))
	}
	live := w.live(p.Name)
	must(t, drop(ctx, w.pool, live)) // the answer to the switch was lost: what people read stays
	if w.live(p.Name).ID != live.ID || w.schemas(p.Name) != 2 {
		t.Error("the live build was dropped")
	}
	w.agrees([]*Projection{p})

	// what can't be folded stops a build that nobody reads yet, and nothing of it is left
	w.write("campaign-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	totals := byName("platform_totals")
	var bad *poison
	if err := b.EnsureLive(ctx, []*Projection{totals}); !errors.As(err, &bad) || w.schemas(totals.Name) != 0 {
		t.Errorf("an event that nobody knows was folded: %v; %d schemas", err, w.schemas(totals.Name))
	}
	// previous builds go after a day, and their tables once nobody can be reading them any more
	w.exec(`UPDATE projection_builds SET keep_until = now() - interval '1 second' WHERE state = 'previous'`)
	must(t, b.Keep(ctx))
	if w.schemas(p.Name) != 2 {
		t.Errorf("%d schemas right after a build retired", w.schemas(p.Name))
	}
	w.exec(`UPDATE projection_builds SET retired_at = now() - interval '2 minutes' WHERE state = 'retired'`)
	must(t, b.Keep(ctx))
	if w.schemas(p.Name) != 1 {
		t.Errorf("%d schemas a minute after a build retired", w.schemas(p.Name))
	}
}
