package projector

import (
	"errors"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/testing/testdb"
)

// Whoever makes indexes of a large build does not renew its lease meanwhile: pruning leaves the build alone.
func TestPrune_LeavesWhatIsBeingBuilt(t *testing.T) {
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

// The tables of a previous build may refuse what those of the live one take. It stands still then and says why, and holds
// up nothing else.
func TestTidy_APreviousBuildThatTakesNoMoreStandsStill(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r := w.run(c)
	w.reached(c, w.gifts(0, 3))
	first := w.live(p.Name)
	b := NewBuilder(w.config("two", p))
	_, err := b.Rebuild(ctx, []*Projection{p}, false)
	must(t, err)
	w.Exec("ALTER TABLE " + quote(first.Schema) + ".sums ADD CONSTRAINT few CHECK (gifts < 5)")
	at := w.gifts(3, 6)
	w.reached(c, at)
	must(t, b.Tidy(ctx))
	previous, err := buildByID(ctx, w.Pool, first.ID)
	must(t, err)
	if previous.State != Previous || !strings.Contains(previous.Stopped, `constraint "few"`) || !previous.Position.Before(at) {
		t.Errorf("%+v", previous)
	}
	must(t, b.Tidy(ctx)) // it is left alone
	if _, err := b.Back(ctx, p); err == nil {
		t.Error("what stands still was gone back to")
	}
	r.stop()
	w.agrees([]*Projection{p})
}

func TestBuilder_RemovesInterruptedBuilds(t *testing.T) {
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

// Whether a build is due says the database, by the clock that says since when.
func TestBuilds_AreDueByTheDatabasesClock(t *testing.T) {
	pool := testdb.Pool(t)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO projection_builds (projection, version, schema, state, retired_at, as_of, keep_until)
		VALUES ('a', 1, 'a', 'retired', now() - interval '61 seconds', '', NULL),
			('b', 1, 'b', 'retired', now() - interval '50 seconds', '', NULL),
			('c', 1, 'c', 'as_of', NULL, 'x', now() - interval '1 second'),
			('d', 1, 'd', 'as_of', NULL, 'x', now() + interval '10 seconds'),
			('e', 1, 'e', 'live', now() - interval '1 day', '', now() - interval '1 day')`)
	if err != nil {
		t.Fatal(err)
	}
	builds, err := Builds(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	due := ""
	for _, b := range builds {
		if b.Due {
			due += b.Projection
		}
	}
	if due != "ac" {
		t.Errorf("due are %q", due)
	}
}
