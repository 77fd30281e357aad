package projector

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// led makes a runner that leads its projections and is moved on by hand.
func (w *world) led(c Config) (*Runner, map[int64]*leading) {
	w.t.Helper()
	r, led := NewRunner(c), map[int64]*leading{}
	must(w.t, r.refresh(w.t.Context(), led))
	return r, led
}

// A build is switched away while the checkpoint of events that did not concern it waits to be written: its leader goes on
// with the new one.
func TestASwitchWhileACheckpointWaits(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	w.run(c)
	writing := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for n := 1000; ; n++ {
			select {
			case <-writing:
				return
			default:
				w.reached(c, w.append(registered(thing("member", n), thing("subject", n))))
			}
		}
	})
	build, err := rebuilt(t.Context(), NewBuilder(w.config("two", p)), p)
	must(t, err)
	w.Until("that the new build is led", func() bool {
		return w.Count(`SELECT count(*) FROM projection_leases WHERE build = $1 AND holder = 'one' AND expires_at > now()`, build.ID) == 1
	})
	close(writing)
	others.Wait()
	w.reached(c, w.gifts(0, 3))
	if got := w.raised(w.live(p.Name).Schema); got != 3*completed().Counted.Minor {
		t.Errorf("%d is raised", got)
	}
}

// Whoever begins to lead says so, also when it could not look after all builds at once: what the leader before has
// committed may not have been told.
func TestWhoeverBeginsToLeadSaysSo(t *testing.T) {
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
	began, tries := make(chan struct{}, 10), 0
	c.Led = func() { began <- struct{}{} }
	c.Switched = func(context.Context) error {
		if tries++; tries == 2 {
			return errors.New("the registry can't be read")
		}
		return nil
	}
	w.run(c)
	w.Until("that it says that it leads", func() bool { return len(began) > 0 })
}

// The registry was read just before a switch: nobody leads the build that was live as though it still were.
func TestNobodyLeadsWhatWasSwitchedAway(t *testing.T) {
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
	if err := r.lead(t.Context(), led, p, old, held[old.ID]); err == nil || len(led) != 0 {
		t.Errorf("%v, leading %d", err, len(led))
	}
	must(t, r.refresh(t.Context(), led))
	if led[w.live(p.Name).ID] == nil {
		t.Error("the new build is not led")
	}
}

// A process that lost one of its leases renews the others, and knows which one it lost; none that others hold is touched.
func TestRenewingTellsWhatWasLost(t *testing.T) {
	w := newWorld(t)
	c := w.config("one", toys()...)
	w.ready(c)
	_, led := w.led(c)
	until := func(build int64) (at time.Time) {
		must(t, c.Pool.QueryRow(t.Context(), `SELECT expires_at FROM projection_leases WHERE build = $1`, build).Scan(&at))
		return at
	}
	lost, before := w.live("sums").ID, map[int64]time.Time{}
	_, err := w.leases().seize(t.Context(), lost, "two")
	must(t, err)
	for id := range led {
		before[id] = until(id)
	}
	held, err := w.leases().renew(t.Context(), maps.Values(led))
	must(t, err)
	if len(led) < 2 || len(held) != len(led)-1 || held[lost] {
		t.Errorf("of %d leases %v are held; %d was lost", len(led), held, lost)
	}
	for id := range led {
		if later := until(id).After(before[id]); later != held[id] {
			t.Errorf("build %d: held %t, lasts longer: %t", id, held[id], later)
		}
	}
}

// What a process sent and had no answer to may arrive after it has gone on: it is refused.
func TestALateBatchIsRefused(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r, led := w.led(c)
	w.gifts(0, 2)
	b := w.live(p.Name)
	batch, err := w.Store.ReadAll(t.Context(), b.Position, 10, eventstore.Filter{})
	must(t, err)
	events, err := decoder{w.Catalog, w.Keys}.batch(t.Context(), batch.Events, true)
	must(t, err)
	late, err := led[b.ID].prepare(t.Context(), w.Pool, events, batch.Next)
	must(t, err)

	clear(led) // as after a step that failed
	at := w.gifts(2, 5)
	must(t, r.refresh(t.Context(), led))
	_, err = r.step(t.Context(), led)
	must(t, err)
	if err := commit(t.Context(), w.Pool, []prepared{late}); !lostLease(err) {
		t.Errorf("a late batch was written: %v", err)
	}
	if now := w.live(p.Name); now.Position != at {
		t.Errorf("back at %s from %s", now.Position, at)
	}
	w.agrees([]*Projection{p})
}

// A process that is stopped while it writes a batch does not know whether the batch is written. If it is, the checkpoint of
// before must not be written over it: whoever leads next would fold the batch again, and count its gifts twice.
func TestACheckpointIsNotSetBack(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r, led := w.led(c)
	l := led[w.live(p.Name).ID]
	l.unwritten.since = time.Now().Add(time.Hour)                 // not due, however slow the machine
	w.append(registered(thing("member", 1), thing("subject", 1))) // concerns it in nothing but its checkpoint
	_, err := r.step(t.Context(), led)
	must(t, err)
	if !l.unwritten.moved {
		t.Fatal("no checkpoint waits to be written")
	}
	at := w.gifts(0, 2)
	sent := *l // what the process knows when it is stopped
	_, err = r.step(t.Context(), led)
	must(t, err)
	if err := r.save(t.Context(), map[int64]*leading{sent.build.ID: &sent}); !lostLease(err) {
		t.Errorf("a checkpoint of before was written: %v", err)
	}
	if now := w.live(p.Name); now.Position != at {
		t.Errorf("back at %s from %s", now.Position, at)
	}
	w.agrees([]*Projection{p})
}

// A program ends between bringing the new version to the log's end and switching to it, and the old one runs no more:
// the next start does not wait for a comparison that can't be made.
func TestAnInterruptedSwitchIsBegunAgain(t *testing.T) {
	w, v1 := newWorld(t), byName("sums")
	v2 := later(v1)
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("old", v1))
	b := NewBuilder(w.config("new", v2))
	_, err := b.Build(t.Context(), []*Projection{v2})
	must(t, err)
	w.gifts(0, 2)
	candidate, err := b.newest(t.Context(), v2, Ready)
	must(t, err)
	l, err := b.takeOver(t.Context(), v2, candidate)
	must(t, err)
	must(t, b.catchUp(t.Context(), []*leading{l}, nil))

	must(t, NewBuilder(w.config("again", v2)).EnsureLive(t.Context(), []*Projection{v2}))
	if got := w.states(v1); got != "v2 live, v1 live" {
		t.Error(got)
	}
}

// Whoever makes indexes of a large build does not renew its lease meanwhile: pruning leaves the build alone.
func TestPruneLeavesWhatIsBeingBuilt(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	b := NewBuilder(w.config("one", p))
	past := asOf(eventstore.Position{}, "then")
	for _, what := range []struct {
		lock string
		past *AsOf
	}{{p.Name, nil}, {pastLock(past.Schema), past}} {
		made, err := create(t.Context(), w.Pool, p, "", ident.Nil, what.past)
		must(t, err)
		must(t, b.locked(t.Context(), []string{what.lock}, func() error {
			gone, err := b.Prune(t.Context(), Prune{})
			if len(gone) != 0 {
				t.Errorf("%+v was removed", gone)
			}
			return err
		}))
		w.Until("that the build is removed", func() bool {
			gone, err := b.Prune(t.Context(), Prune{})
			must(t, err)
			return len(gone) == 1 && gone[0].ID == made.ID
		})
	}
}

// Whoever was replaced meanwhile does not say that the build stands still: a newer program may have gone past the event.
func TestAFormerLeaderDoesNotSayThatABuildStandsStill(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r, led := w.led(c)
	w.Write("campaign-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	b := w.live(p.Name)
	_, err := w.leases().seize(t.Context(), b.ID, "two")
	must(t, err)
	_, err = r.step(t.Context(), led)
	must(t, err)
	if led[b.ID].build.Stopped == "" {
		t.Error("an event that nobody knows was folded")
	}
	if got := w.live(p.Name).Stopped; got != "" {
		t.Errorf("a former leader says: %s", got)
	}
}
