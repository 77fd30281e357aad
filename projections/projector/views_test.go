package projector

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// What an analyst builds on a view, and who may read it, stays when the view shows another build. Where that can't be,
// because the columns are others, only the builds that are shown wait for it.
func TestViews_ThatSomethingIsBuiltOn(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	w.append(fact{"campaign", id, launched()})
	c := w.config("one", p)
	w.ready(c)
	b := NewBuilder(c)
	must(t, b.Tidy(ctx))
	w.Exec("GRANT SELECT ON readmodel.sums TO PUBLIC")
	w.Exec("CREATE VIEW mine AS SELECT sum(raised) AS raised FROM readmodel.sums")
	rebuild := func() Build {
		t.Helper()
		before := w.live(p.Name)
		_, err := b.Rebuild(ctx, []*Projection{p}, false)
		must(t, err)
		w.Exec(`UPDATE projection_builds SET state = 'retired', retired_at = now() - interval '1 hour' WHERE id = $1`, before.ID)
		return before
	}
	w.Exec("CREATE VIEW readmodel.of_a_version_before AS SELECT * FROM " + quote(w.live(p.Name).Schema) + ".sums")
	first := rebuild()
	must(t, b.Tidy(ctx))
	if w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname = $1`, first.Schema) != 0 {
		t.Error("a retired build stays although the view shows another")
	}
	if w.Count(`SELECT count(*)
		FROM mine`) != 1 || w.Count(`SELECT has_table_privilege('pg_monitor', 'readmodel.sums', 'SELECT')::int`) != 1 {
		t.Error("what was built or granted on the view is gone")
	}

	_, head, err := w.Store.Head(ctx)
	must(t, err)
	past := asOf(head, "in_november")
	_, err = b.BuildPast(ctx, []*Projection{p}, past)
	must(t, err)
	w.Exec("CREATE VIEW readmodel.november AS SELECT * FROM in_november.sums")
	w.Exec(`UPDATE projection_builds SET keep_until = now() - interval '1 second' WHERE schema = 'in_november'`)
	w.Exec("ALTER TABLE " + quote(w.live(p.Name).Schema) + ".sums ADD COLUMN of_before int")
	w.Exec("DROP VIEW mine")
	w.Exec("DROP VIEW readmodel.sums")
	must(t, b.Tidy(ctx))
	w.Exec("CREATE VIEW mine AS SELECT of_before FROM readmodel.sums")
	second := rebuild()
	if err := b.Tidy(ctx); err == nil || !strings.Contains(err.Error(), "other objects depend on it") {
		t.Errorf("a view with a column that is gone was replaced: %v", err)
	}
	if _, err := b.Prune(ctx, Prune{}); err == nil || !strings.Contains(err.Error(), "is shown by a view still") {
		t.Errorf("the build that it shows was dropped: %v", err)
	}
	if w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname = $1`, second.Schema) != 1 {
		t.Error("dropped, and with it what was built on it")
	}
	if w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname = 'in_november'`) != 0 {
		t.Error("the view of another build keeps an as-of build that expired")
	}
	w.Exec("DROP VIEW mine")
	must(t, b.Tidy(ctx))
	if w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname = $1`, second.Schema) != 0 {
		t.Error("a retired build stays although nothing holds the view any more")
	}
}

// Several processes keep the views: one lists them while another replaces one.
func TestViews_AreListedWhileOneIsReplaced(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("one", p))
	_, err := makeViews(t.Context(), w.Pool, []*Projection{p})
	must(t, err)
	live := w.live(p.Name)
	replaced := make(chan error, 1)
	go func() {
		var err error
		for range 200 {
			err = errors.Join(err, makeView(context.WithoutCancel(t.Context()), w.Pool, p.tables[0], live.Schema))
		}
		replaced <- err
	}()
	for listed := 0; ; listed++ {
		shown, err := viewed(t.Context(), w.Pool)
		must(t, err)
		if got := shown[p.tables[0].name]; got != live.Schema {
			t.Fatalf("the view shows %q, not %q", got, live.Schema)
		}
		select {
		case err := <-replaced:
			must(t, err)
			if listed == 0 {
				t.Fatal("nothing was listed meanwhile")
			}
			return
		default:
		}
	}
}

// switchedBehindViews makes views of a projection, and a build that is switched to, which they don't show yet.
func (w *world) switchedBehindViews(p *Projection) (b *Builder, before, now Build) {
	t := w.t
	t.Helper()
	w.append(fact{"campaign", id, launched()})
	c := w.config("one", p)
	w.ready(c)
	_, err := makeViews(t.Context(), w.Pool, []*Projection{p})
	must(t, err)
	before, b = w.live(p.Name), NewBuilder(c)
	_, err = b.Rebuild(t.Context(), []*Projection{p}, false)
	must(t, err)
	return b, before, w.live(p.Name)
}

// ahead has a build stand where the log has not come to.
func (w *world) ahead(b Build) {
	w.Exec(`UPDATE projection_builds SET position = '900000' WHERE id = $1`, b.ID)
}

// Whoever asks for the previous builds to go waits until the views can show others, however busy those are who fold these.
func TestPrune_WaitsUntilViewsCanShowOthers(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	b, before, now := w.switchedBehindViews(p)
	w.ahead(before)
	caughtUp := time.AfterFunc(3*viewWait, func() { w.ahead(now) })
	defer caughtUp.Stop()
	gone, err := b.Prune(t.Context(), Prune{Previous: true})
	must(t, err)
	if len(gone) != 1 || gone[0].ID != before.ID {
		t.Errorf("%+v went", gone)
	}
}

// A view that shows a build which is folded on after a switch stays there until the one that was switched to has caught up.
func TestViews_NeverGoBack(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	_, before, now := w.switchedBehindViews(p)
	shows := func() string {
		t.Helper()
		shown, err := viewed(t.Context(), w.Pool)
		must(t, err)
		return shown[p.tables[0].name]
	}

	w.ahead(before)
	if _, err := makeViews(t.Context(), w.Pool, []*Projection{p}); !errors.Is(err, errBehind) || shows() != before.Schema {
		t.Errorf("the view shows %s (%v), where %s stands ahead", shows(), err, before.Schema)
	}
	w.ahead(now)
	_, err := makeViews(t.Context(), w.Pool, []*Projection{p})
	must(t, err)
	if shows() != now.Schema {
		t.Errorf("the view shows %s, not %s, which has caught up", shows(), now.Schema)
	}
	w.Exec(`UPDATE projection_builds SET position = '1' WHERE id = $1`, before.ID)
	// Whoever read the registry before the switch, and waited since.
	if err := makeView(t.Context(), w.Pool, p.tables[0], before.Schema); !errors.Is(err, errBehind) || shows() != now.Schema {
		t.Errorf("the view went back to %s (%v)", shows(), err)
	}
}
