package projector

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// olderPositions is how a program looks at builds that knows the version before p's.
func olderPositions(w *world, p *Projection) *BuildPositions {
	older := *p
	older.Version--
	return NewBuildPositions(w.Pool, []*Projection{&older})
}

// While a newer program has switched to its tables and does not fold them yet, the older one leaves them alone.
func TestBuildPositions_LeaveAloneWhatWasJustSwitchedTo(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("new", p))
	at, older := w.gifts(0, 1), olderPositions(w, p)
	schema := w.live(p.Name).Schema
	behind, err := older.Behind(t.Context(), at)
	must(t, err)
	if len(behind) != 1 || behind[0] != schema {
		t.Errorf("waits for %v, not for %s", behind, schema)
	}
	if n, err := older.DropBelow(t.Context(), at); n != 0 || err != nil {
		t.Errorf("%d dropped, %v", n, err)
	}
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '1 hour'`)
	abandoned := w.live(p.Name)
	if _, ok, err := w.leases().acquire(t.Context(), abandoned.ID, "somebody"); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if n, err := older.drop(t.Context(), abandoned); n != 0 || err != nil { // found abandoned, and led since
		t.Errorf("%d dropped, %v", n, err)
	}
}

// Builds that people read are waited for, and so is what somebody folds; everything else below a position goes.
func TestDropBelow_LeavesNothingBelowAPosition(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	w.ready(c)
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
	s := NewBuildPositions(w.Pool, toys())
	made := func(state string, version int, position string, led bool) string {
		b, err := create(t.Context(), w.Pool, byName("names"), "test", ident.ID{1}, nil)
		must(t, err)
		w.Exec(`UPDATE projection_builds SET state = $2, version = $3, position = $4,
			retired_at = CASE WHEN $2 = 'retired' THEN now() END WHERE id = $1`,
			b.ID, state, version, position)
		if led {
			if _, ok, err := w.leases().acquire(t.Context(), b.ID, "somebody"); err != nil || !ok {
				t.Fatal(ok, err)
			}
		}
		return b.Schema
	}
	retired := made(Retired, 2, "1", false)
	abandoned := made(Building, 2, "1", false)
	underway := made(Building, 2, "1", true)
	older := made(Live, 1, "1", false)
	beyond := made(Retired, 2, at.String(), false)
	log, _, err := w.Store.Head(t.Context())
	must(t, err)
	past := func(p string, log ident.ID, schema string, position string) {
		b, err := create(t.Context(), w.Pool, byName(p), "test", log, asOf(at, schema))
		must(t, err)
		w.Exec(`UPDATE projection_builds SET state = 'as_of', position = $2 WHERE id = $1`, b.ID, position)
	}
	past("titles", log, "then", "1")
	past("names", log, "then", "1")
	past("names", log, "at_last", at.String())
	past("names", ident.ID{1}, "before_the_log_was_moved", "512000") // a place in another log, which says nothing of this one's

	behind := func() []string {
		names, err := s.Behind(t.Context(), at)
		must(t, err)
		return names
	}
	if names := behind(); len(names) != len(toys())+1 || !slices.Contains(names, underway) {
		t.Fatalf("waits for %v", names)
	}
	r := w.run(c)
	w.reached(c, at)
	r.stop()
	w.Exec(`UPDATE projection_builds SET stopped = 'an event it does not know', position = '1' WHERE state = 'live'
		AND projection = 'names' AND version = 2`)
	if names := behind(); len(names) != 2 || !strings.Contains(strings.Join(names, " "), "stands still: an event it does not know") {
		t.Errorf("waits for %v", names)
	}
	exists := func(schema string) bool {
		return w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname = $1`, schema) == 1
	}
	n, err := s.DropBelow(t.Context(), at)
	if err != nil || n != 6 {
		t.Errorf("dropped %d, %v", n, err)
	}
	for schema, want := range map[string]bool{retired: false, "then": false, "before_the_log_was_moved": false, "at_last": true,
		abandoned: false, older: false, underway: true, beyond: true, w.live("names").Schema: true} {
		if exists(schema) != want || (w.Count(`SELECT count(*) FROM projection_builds WHERE schema = $1`, schema) > 0) != want {
			t.Errorf("%s is kept: %t", schema, !want)
		}
	}
	w.Exec(`UPDATE projection_leases SET expires_at = $1`, time.Now().Add(-time.Second))
	if n, err := s.DropBelow(t.Context(), at); err != nil || n != 1 || exists(underway) {
		t.Errorf("dropped %d once nobody led it any more, %v", n, err)
	}
	if n, err := s.DropBelow(t.Context(), eventstore.Position{}); err != nil || n != 0 {
		t.Errorf("dropped %d below nothing, %v", n, err)
	}
}

// A build that stood below the position is caught up and switched to while the others are dropped: people read it now.
func TestDropBelow_NotWhatIsSwitchedTo(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("one", p))
	b := NewBuilder(w.config("two", p))
	_, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	at := w.gifts(0, 2)
	s := NewBuildPositions(w.Pool, []*Projection{p})
	below, err := s.below(ctx, at)
	must(t, err)
	_, build, err := b.Switch(ctx, p, false)
	must(t, err)
	for _, o := range below {
		if o.ID == build.ID {
			n, err := s.drop(ctx, o.Build)
			must(t, err)
			if n != 0 {
				t.Error("dropped what people read")
			}
		}
	}
	w.agrees([]*Projection{p})
}
