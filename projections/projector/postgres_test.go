package projector

import (
	"errors"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

func TestEnsureLiveBuildsOnce(t *testing.T) {
	w := newWorld(t)
	w.append(fact{"campaign", id, launched()})
	var g errgroup.Group
	for i := range 4 {
		g.Go(func() error { return NewRunner(w.config(fmt.Sprint(i))).Ready(t.Context()) })
	}
	must(t, g.Wait())
	if n := w.Count(`SELECT count(*) FROM projection_builds`); n != len(toys()) {
		t.Errorf("%d builds", n)
	}
	w.agrees(toys())
}

// Several processes: each event is folded once, by whoever leads; when one ends another goes on.
func TestTwoRunners(t *testing.T) {
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

// A leader that was taken for dead writes nothing any more, neither rows nor checkpoint.
func TestAFormerLeaderIsFenced(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p := byName("sums")
	c := w.config("one", p)
	w.ready(c)
	b := w.live(p.Name)
	old, ok, err := w.leases().acquire(ctx, b.ID, "one")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, ok, err := w.leases().acquire(ctx, b.ID, "two"); ok || err != nil {
		t.Fatalf("two lead: %t, %v", ok, err)
	}
	w.append(fact{"campaign", id, launched()})
	batch, err := w.Store.ReadAll(ctx, eventstore.Position{}, 10, eventstore.Filter{})
	must(t, err)
	events, err := decoder{w.Catalog, w.Keys}.batch(ctx, batch.Events, true)
	must(t, err)
	l := &leading{p: p, build: b, lease: old}
	ready, err := l.prepare(ctx, w.Pool, events, batch.Next)
	must(t, err)

	w.Exec(`UPDATE projection_leases SET expires_at = now() - interval '1 second' WHERE build = $1`, b.ID)
	fresh, ok, err := w.leases().acquire(ctx, b.ID, "two")
	if err != nil || !ok || fresh.term <= old.term {
		t.Fatal(fresh, ok, err)
	}
	if err := commit(ctx, w.Pool, []prepared{ready}); !lostLease(err) {
		t.Errorf("a former leader wrote: %v", err)
	}
	if got := w.live(p.Name); got.Position != b.Position || len(w.stored(p).Tables["sums"]) != 0 {
		t.Errorf("%+v", got)
	}
	// the same when the build was switched away meanwhile
	ready.l = &leading{p: p, build: b, lease: fresh}
	if _, err := rebuilt(ctx, NewBuilder(w.config("three", p)), p); err != nil {
		t.Fatal(err)
	}
	if err := commit(ctx, w.Pool, []prepared{ready}); !lostLease(err) {
		t.Errorf("a retired build was written to: %v", err)
	}
	w.agrees([]*Projection{p})
}

// Rows and checkpoint are written together or not at all, and what was interrupted is taken up again.
func TestABatchIsWrittenWholeOrNotAtAll(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	all := []*Projection{byName("sums"), byName("totals")}
	c := w.config("one", all...)
	w.ready(c)
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, completed()})
	schema := w.live("totals").Schema
	w.Exec("ALTER TABLE " + quote(schema) + ".totals RENAME TO away")
	r, led := NewRunner(c), map[int64]*leading{}
	must(t, r.refresh(ctx, led))
	if _, err := r.step(ctx, led); err == nil {
		t.Fatal("a batch was written into a table that is not there")
	}
	for _, p := range all {
		if b := w.live(p.Name); !b.Position.IsZero() || b.Stopped != "" {
			t.Errorf("%s stands at %s: %s", p.Name, b.Position, b.Stopped)
		}
	}
	if n := len(w.stored(all[0]).Tables["sums"]); n != 0 {
		t.Errorf("%d rows of a batch that was not written", n)
	}
	w.Exec("ALTER TABLE " + quote(schema) + ".away RENAME TO totals")
	w.run(c)
	w.reached(c, at)
	w.agrees(all)
}

func TestInterruptedBuildsAreRemoved(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	p := byName("sums")
	c := w.config("one", p)
	w.ready(c)
	w.append(fact{"campaign", id, launched()})
	left, err := create(ctx, w.Pool, p, "", ident.Nil, nil)
	must(t, err)
	b := NewBuilder(c)
	if _, err := rebuilt(ctx, b, p); err != nil {
		t.Fatal(err)
	}
	if n := w.Count(`SELECT count(*) FROM projection_builds WHERE id = $1`, left.ID); n != 0 || w.schemas(p.Name) != 2 {
		t.Errorf("%d builds left behind, %d schemas", n, w.schemas(p.Name))
	}
	live := w.live(p.Name)
	must(t, drop(ctx, w.Pool, live)) // the answer to the switch was lost: what people read stays
	if w.live(p.Name).ID != live.ID || w.schemas(p.Name) != 2 {
		t.Error("the live build was dropped")
	}
	w.agrees([]*Projection{p})

	// what can't be folded stops a build that nobody reads yet, and nothing of it is left
	w.Write("campaign-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	totals := byName("counts")
	var bad *poison
	if err := b.EnsureLive(ctx, []*Projection{totals}); !errors.As(err, &bad) || w.schemas(totals.Name) != 0 {
		t.Errorf("an event that nobody knows was folded: %v; %d schemas", err, w.schemas(totals.Name))
	}
	// previous builds go after a day, and their tables once nobody can be reading them any more
	w.Exec(`UPDATE projection_builds SET keep_until = now() - interval '1 second' WHERE state = 'previous'`)
	must(t, b.Tidy(ctx))
	if w.schemas(p.Name) != 2 {
		t.Errorf("%d schemas right after a build retired", w.schemas(p.Name))
	}
	w.Exec(`UPDATE projection_builds SET retired_at = now() - interval '2 minutes' WHERE state = 'retired'`)
	must(t, b.Tidy(ctx))
	if w.schemas(p.Name) != 1 {
		t.Errorf("%d schemas a minute after a build retired", w.schemas(p.Name))
	}
}
