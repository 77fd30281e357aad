package projector

import (
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
)

// What a process sent and had no answer to may arrive after it has gone on: it is refused.
func TestCommit_RefusesALateBatch(t *testing.T) {
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
	late, err := led[b.ID].prepare(t.Context(), w.Pool, pageOf(events), batch.Next)
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
func TestSave_SetsNoCheckpointBack(t *testing.T) {
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

// A leader that was taken for dead writes nothing any more, neither rows nor checkpoint.
func TestCommit_FencesAFormerLeader(t *testing.T) {
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
	ready, err := l.prepare(ctx, w.Pool, pageOf(events), batch.Next)
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
func TestCommit_WritesABatchWholeOrNotAtAll(t *testing.T) {
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
