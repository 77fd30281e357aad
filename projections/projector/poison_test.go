package projector

import (
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// An event whose key is missing stops those who would show its words, and nobody else; what came before it is folded.
func TestRunner_StopsOnlyWhatNeedsAMissingKey(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	var mu sync.Mutex
	told := map[string]int{}
	c.Publish = func(ch Change) {
		mu.Lock()
		defer mu.Unlock()
		for table, keys := range ch.Tables {
			told[table] += len(keys)
		}
	}
	w.ready(c)
	before := w.append(registered(thing("member", 1), thing("subject", 1)))
	lost := thing("subject", 2)
	w.append(registered(thing("member", 2), lost))
	w.append(registered(thing("member", 3), thing("subject", 3)))
	end := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, completed()})
	var wrapped []byte
	must(t, w.Pool.QueryRow(t.Context(), `SELECT wrapped FROM subject_keys WHERE subject = $1`, lost).Scan(&wrapped))
	w.Exec(`DELETE FROM subject_keys WHERE subject = $1`, lost)

	c.Keys = w.NewKeys() // a process that has not seen the key
	r := w.run(c)
	w.Until("that names stand still", func() bool { return w.live("names").Stopped != "" })
	if r.Health()["names"].Build.Stopped == "" {
		t.Error("the process that stands still does not say so")
	}
	for _, p := range toys() {
		if p.Name != "names" {
			w.Until(p.Name+" to reach the end", func() bool { return w.live(p.Name).Position == end })
		}
	}
	b := w.live("names")
	if b.Position != before || !strings.Contains(b.Stopped, "MemberRegistered") || !strings.Contains(b.Stopped, "no such key") {
		t.Errorf("%+v", b)
	}
	if n := len(w.stored(byName("names")).Tables["names"]); n != 1 {
		t.Errorf("%d names before the event", n)
	}
	r.stop() // what is committed is told by then
	if told["names"] != 1 || told["sums"] != 1 {
		t.Errorf("told of %v", told)
	}

	// the key comes back, and the next leader goes on
	w.Exec(`INSERT INTO subject_keys (subject, kind, wrapped) VALUES ($1, 'test', $2)`, lost, wrapped)
	c = w.config("two")
	c.Keys = w.NewKeys()
	w.run(c)
	w.reached(c, end)
	if b := w.live("names"); b.Stopped != "" {
		t.Errorf("still stopped: %s", b.Stopped)
	}
	w.agrees(toys())
}

func TestRunner_StopsBeforeAnUnknownEvent(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	w.ready(c)
	last := w.append(fact{"campaign", id, launched()})
	w.Write("campaign-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	w.append(fact{"campaign", id, campaign.Paused{Campaign: id, At: at}})
	w.run(c)
	for _, p := range toys() {
		w.Until(p.Name+" to stand still", func() bool { return w.live(p.Name).StoppedByNewer() })
		b := w.live(p.Name)
		if b.Position != last {
			t.Errorf("%s stands at %s, not %s", p.Name, b.Position, last)
		}
		for _, part := range []string{"a newer callup wrote FromTheFuture (schema version 1; event ", ", recorded 2",
			"start the newer callup, and it goes on by itself"} {
			if !strings.Contains(b.Stopped, part) {
				t.Errorf("%s stands still, it says: %s", p.Name, b.Stopped)
			}
		}
	}
}

// What a column does not take stops the one projection that would write it; the others go on.
func TestRunner_StopsBeforeARowThatDoesNotFit(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	w.ready(c)
	before := w.append(fact{"campaign", id, launched()})
	e := started(false)
	e.Name = plain("Bo\x00") // text in Postgres holds no zero
	w.append(fact{"donation", gift, e})
	end := w.append(fact{"donation", gift, completed()})
	r := w.run(c)
	w.Until("that the lines stand still", func() bool { return w.live("lines").Stopped != "" })
	if r.Health()["lines"].Build.Stopped == "" {
		t.Error("the process that stands still does not say so")
	}
	for _, p := range toys() {
		if p.Name != "lines" {
			w.Until(p.Name+" to reach the end", func() bool { return w.live(p.Name).Position == end })
		}
	}
	if b := w.live("lines"); b.Position != before || !strings.Contains(b.Stopped, "DonationStarted") {
		t.Errorf("%+v", b)
	}
}

// Whoever was replaced meanwhile does not say that the build stands still: a newer program may have gone past the event.
func TestRunner_AFormerLeaderDoesNotSayThatABuildStandsStill(t *testing.T) {
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

// A harmless projection leaves out what it can't fold, says so, and is mended by building it again.
func TestHarmless_LeavesEventsOut(t *testing.T) {
	w := newWorld(t)
	p := later(byName("names")).Harmless()
	ctx := t.Context()
	c := w.config("one", p)
	w.ready(c)
	w.append(registered(owner, subject), registered(ident.ID{0x66}, ident.ID{0x67}))
	w.Exec(`DELETE FROM subject_keys WHERE subject = $1`, ident.ID{0x67})
	at := w.append(registered(ident.ID{0x77}, ident.ID{0x78}))
	c = w.config("two", p)
	c.Keys = w.NewKeys()
	metrics := prometheus.NewRegistry()
	c.Metrics = metrics
	r := w.run(c)
	w.reached(c, at)
	w.told(metrics, `callup_projection_degraded_events{projection="names"} 1`, `callup_projection_stopped{projection="names"} 0`)
	r.stop()
	live := w.live(p.Name)
	left, err := live.LeftOut(ctx, w.Pool)
	must(t, err)
	if live.Degraded != 1 || live.Stopped != "" || len(w.stored(p).Tables["names"]) != 2 || len(left) != 1 ||
		left[0].Stream != eventstore.StreamName("member", ident.ID{0x66}) || left[0].Type != "MemberRegistered" || left[0].Error == "" {
		t.Fatalf("%+v: %+v", live, left)
	}
	b := NewBuilder(c)
	builds, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	if builds[0].Degraded != 1 {
		t.Fatalf("%+v", builds[0])
	}
	if _, _, err := b.Switch(ctx, p, true); err == nil || !strings.Contains(err.Error(), "left out 1 events") {
		t.Errorf("a degraded build was switched to: %v", err)
	}
	// an event of a type nobody here knows is not left out: a newer program can fold it
	w.Write("member-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	c.Metrics = nil // they are registered
	w.run(c)
	w.Until("that the projection stands still", func() bool { return w.live(p.Name).Stopped != "" })
}
