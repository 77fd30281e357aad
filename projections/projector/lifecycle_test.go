package projector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
)

// gifts writes completed gifts to one campaign; n tells them apart.
func (w *world) gifts(from, to int) (at eventstore.Position) {
	w.t.Helper()
	for n := from; n < to; n++ {
		e := completed()
		e.Donation, e.Supporter = thing("donation", n), thing("subject", n%5)
		at = w.append(fact{"donation", e.Donation, e})
	}
	return at
}

// states lists the builds of a projection, the newest first; its version is called v1, whatever it is by now.
func (w *world) states(p *Projection) string {
	w.t.Helper()
	builds, err := Builds(w.t.Context(), w.Pool)
	must(w.t, err)
	var out []string
	for _, b := range builds {
		if b.Projection == p.Name {
			out = append(out, fmt.Sprintf("v%d %s", b.Version-p.Version+1, b.State))
		}
	}
	return strings.Join(out, ", ")
}

func (w *world) raised(schema string) (raised int64) {
	w.t.Helper()
	must(w.t, w.Pool.QueryRow(w.t.Context(), "SELECT coalesce(sum(raised), 0)::bigint FROM "+quote(schema)+".sums").Scan(&raised))
	return raised
}

func TestBuildSwitchBack(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r := w.run(c)
	w.reached(c, w.gifts(0, 3))
	b := NewBuilder(w.config("two", p))
	if _, err := b.Back(ctx, p); !errors.Is(err, ErrNotReady) {
		t.Errorf("there is nothing to go back to: %v", err)
	}
	if _, _, err := b.Switch(ctx, p, true); !errors.Is(err, ErrNotReady) {
		t.Errorf("there is nothing to switch to: %v", err)
	}
	first := w.live(p.Name)
	_, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	if got := w.states(p); got != "v1 ready, v1 live" || w.live(p.Name).ID != first.ID {
		t.Fatal(got)
	}
	w.reached(c, w.gifts(3, 6)) // it stands still meanwhile and catches up at the switch
	compared, build, err := b.Switch(ctx, p, false)
	must(t, err)
	if !compared.Equal() || !compared.Exact || compared.Rows == 0 || w.live(p.Name).ID != build.ID || w.states(p) != "v1 live, v1 previous" {
		t.Fatalf("%s, %s", compared.Summary(), w.states(p))
	}
	// the previous build is folded on, so that going back loses nothing
	at := w.gifts(6, 9)
	w.reached(c, at)
	must(t, b.Tidy(ctx))
	builds, err := Builds(ctx, w.Pool)
	must(t, err)
	for _, o := range builds {
		if o.State == Previous && (o.ID != first.ID || o.Position.Before(at) || o.KeepUntil == nil) {
			t.Errorf("%+v", o)
		}
	}
	w.reached(c, w.gifts(9, 12))
	back, err := b.Back(ctx, p)
	must(t, err)
	if back.ID != first.ID || w.live(p.Name).ID != first.ID || w.states(p) != "v1 previous, v1 live" {
		t.Fatalf("%d, %s", back.ID, w.states(p))
	}
	w.reached(c, w.gifts(12, 15))
	w.Until("that the first build is led again", func() bool { h := r.Health()[p.Name]; return h.Build.ID == first.ID && h.Leading })
	r.stop()
	w.agrees([]*Projection{p})
	// what people with psql read is what people read
	must(t, b.Tidy(ctx))
	var view, live int64
	must(t, w.Pool.QueryRow(ctx, "SELECT sum(raised)::bigint FROM readmodel.sums").Scan(&view))
	if live = w.raised(first.Schema); view != live || live != 15*completed().Counted.Minor {
		t.Errorf("the view says %d, the table %d", view, live)
	}
	gone, err := b.Prune(ctx, Prune{Previous: true})
	must(t, err)
	if len(gone) != 1 || gone[0].ID != build.ID || w.states(p) != "v1 live" {
		t.Errorf("%+v, %s", gone, w.states(p))
	}
}

// The tables of a previous build may refuse what those of the live one take. It stands still then and says why, and holds
// up nothing else.
func TestAPreviousBuildThatTakesNoMoreStandsStill(t *testing.T) {
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

// What an analyst builds on a view, and who may read it, stays when the view shows another build. Where that can't be,
// because the columns are others, only the builds that are shown wait for it.
func TestViewsThatSomethingIsBuiltOn(t *testing.T) {
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
	if w.Count(`SELECT count(*) FROM mine`) != 1 || w.Count(`SELECT has_table_privilege('pg_monitor', 'readmodel.sums', 'SELECT')::int`) != 1 {
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
func TestViewsAreListedWhileOneIsReplaced(t *testing.T) {
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

// A build that does not hold what people read is not switched to until someone says so.
func TestASwitchComparesFirst(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 3)
	w.ready(w.config("one", p))
	live := w.live(p.Name)
	w.Exec("UPDATE " + quote(live.Schema) + ".sums SET raised = raised + 1")
	b := NewBuilder(w.config("two", p))
	_, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	_, _, err = b.Switch(ctx, p, false)
	var differs *Unaccepted
	if !errors.As(err, &differs) || differs.Compared.Total != 1 || !strings.Contains(err.Error(), id.String()) || w.live(p.Name).ID != live.ID {
		t.Fatalf("%v", err)
	}
	_, build, err := b.Switch(ctx, p, true)
	must(t, err)
	if w.live(p.Name).ID != build.ID {
		t.Error("not switched although accepted")
	}
	w.agrees([]*Projection{p})
}

// later is a newer version of a projection.
func later(p *Projection) *Projection {
	next := *p
	next.Version++
	return &next
}

// A new version is built beside the old one, which goes on: both programs run. Its invariants must hold.
func TestANewVersion(t *testing.T) {
	w, v1 := newWorld(t), byName("sums")
	ctx := t.Context()
	v2 := later(v1)
	old := w.config("old", v1)
	w.append(fact{"campaign", id, launched()})
	w.ready(old)
	w.run(old)
	w.reached(old, w.gifts(0, 5))

	// built ahead by the new program, beside the old server
	if _, err := NewBuilder(w.config("new", v2)).Build(ctx, []*Projection{v2}); err != nil {
		t.Fatal(err)
	}
	w.reached(old, w.gifts(5, 8))
	if got := w.states(v1); got != "v2 ready, v1 live" {
		t.Fatal(got)
	}
	fresh := w.config("new", v2)
	w.ready(fresh)
	r := w.run(fresh)
	at := w.gifts(8, 10)
	w.reached(old, at)
	w.reached(fresh, at)
	if got := w.states(v1); got != "v2 live, v1 live" {
		t.Fatal(got)
	}
	builds, err := Builds(ctx, w.Pool)
	must(t, err)
	for _, o := range builds {
		if got := w.raised(o.Schema); got != 10*completed().Counted.Minor {
			t.Errorf("version %d shows %d", o.Version, got)
		}
	}
	if _, err := NewBuilder(w.config("three", v2)).Back(ctx, v2); !errors.Is(err, ErrNotReady) || !strings.Contains(err.Error(), "older program") {
		t.Errorf("%v", err)
	}
	r.stop()

	// a version that counts otherwise waits for somebody to accept it, and the old one goes on
	v3 := later(v2)
	v3.folds = maps.Clone(v2.folds)
	of := reflect.TypeFor[donation.Completed]()
	v3.folds[of] = func(r *Rows, e any, m Meta) {
		v2.folds[of](r, e, m)
		v2.folds[of](r, e, m)
	}
	waiting := w.config("newest", v3)
	err = NewBuilder(waiting).EnsureLive(ctx, []*Projection{v3})
	var differs *Unaccepted
	if !errors.As(err, &differs) || differs.Compared.Exact || differs.Compared.Total == 0 {
		t.Fatalf("%v", err)
	}
	done := make(chan error, 1)
	go func() { done <- NewRunner(waiting).Ready(ctx) }()
	if _, _, err := NewBuilder(w.config("operator", v3)).Switch(ctx, v3, true); err != nil {
		t.Fatal(err)
	}
	must(t, <-done)
	if got := w.states(v1); got != "v3 live, v2 live, v1 live" {
		t.Fatal(got)
	}
	// a day later nobody folds version 2 any more, and it goes; the old program still folds version 1
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '25 hours', updated_at = now() - interval '25 hours' WHERE version > 1`)
	must(t, NewBuilder(waiting).Tidy(ctx))
	if got := w.states(v1); got != "v3 live, v2 retired, v1 live" {
		t.Fatal(got)
	}
}

func TestAsOf(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	sums := byName("sums")
	all := []*Projection{sums, byName("lines"), byName("names")}
	b := NewBuilder(w.config("one", all...))
	w.append(fact{"campaign", id, launched()}, registered(owner, subject))
	at := w.gifts(0, 4)
	w.gifts(4, 9)
	past := asOf(at, "in_november")
	must(t, past.Validate(time.Now()))
	var told []BuildProgress
	b.c.Sizes.Rebuild, b.Progress = 2, func(g BuildProgress) { told = append(told, g) }
	builds, err := b.BuildPast(ctx, all, past)
	must(t, err)
	n, _ := at.Parts()
	if first, last := told[0], told[len(told)-1]; first.Events != 2 || first.Total != int64(n) || first.Left <= 0 || last.Events != int64(n) || last.Total != int64(n) || first.Rate <= 0 || last.Left != 0 {
		t.Errorf("of %d events: %+v", n, told)
	}
	if len(builds) != 3 || w.raised("in_november") != 4*completed().Counted.Minor {
		t.Fatalf("%d builds, %d", len(builds), w.raised("in_november"))
	}
	for _, o := range builds {
		if o.Schema != "in_november" || o.Position != at || o.State != Past || o.Personal || o.Log.IsNil() {
			t.Errorf("%+v", o)
		}
	}
	var names int
	must(t, w.Pool.QueryRow(ctx, `SELECT count(*) FROM in_november.names WHERE name <> '' OR email <> ''`).Scan(&names))
	if names != 0 {
		t.Error("names stand in a masked build")
	}
	if _, err := b.BuildPast(ctx, all, past); !errors.Is(err, ErrSchemaTaken) {
		t.Errorf("built into a schema that is taken: %v", err)
	}
	// at a moment: what was recorded up to it, to the microsecond
	batch, err := w.Store.ReadAll(ctx, at, 1, eventstore.Filter{})
	must(t, err)
	moment := batch.Events[0].Time
	open := &AsOf{At: selection.AsOf(moment), Until: batch.Events[0].Position, Schema: "a_moment", Personal: true, KeepUntil: time.Now().Add(time.Hour)}
	_, err = b.BuildPast(ctx, all, open)
	must(t, err)
	if got := w.raised("a_moment"); got != 5*completed().Counted.Minor {
		t.Errorf("%d as of the fifth gift", got)
	}
	must(t, w.Pool.QueryRow(ctx, `SELECT count(*) FROM a_moment.names WHERE name <> '' AND email <> ''`).Scan(&names))
	if names != 1 {
		t.Error("no name in a build with personal text")
	}
	var diffs []RowDiff
	must(t, pgx.BeginFunc(ctx, w.Pool, func(tx pgx.Tx) error {
		return Diff(ctx, tx, sums, "in_november", "a_moment", func(d RowDiff) error { diffs = append(diffs, d); return nil })
	}))
	found := false
	for _, d := range diffs {
		if d.Table == "sums" {
			found = true
			if d.Key["campaign"] != id.String() || fmt.Sprintf("%v %v", d.Left["gifts"], d.Right["gifts"]) != "4 5" {
				t.Errorf("%+v", d)
			}
		}
	}
	if !found {
		t.Errorf("%+v", diffs)
	}
	// what expired goes, and what an erasure must not leave behind
	w.Exec(`UPDATE projection_builds SET keep_until = now() - interval '1 second' WHERE schema = 'in_november'`)
	must(t, b.Tidy(ctx))
	gone, err := NewBuildPositions(w.Pool, all).DropBelow(ctx, eventstore.MakePosition(1<<40, 0))
	must(t, err)
	if w.Count(`SELECT count(*) FROM projection_builds WHERE state = 'as_of'`) != 0 || gone == 0 ||
		w.Count(`SELECT count(*) FROM pg_namespace WHERE nspname IN ('in_november', 'a_moment')`) != 0 {
		t.Error("as-of builds are still there")
	}
	tomorrow := time.Now().Add(24 * time.Hour)
	for name, wrong := range map[string]*AsOf{
		"tomorrow":        {At: selection.AsOf(tomorrow), Schema: "x", KeepUntil: time.Now().Add(48 * time.Hour)},
		"public":          {At: selection.AsOf(moment), Schema: "public", KeepUntil: time.Now().Add(time.Hour)},
		"a quote":         {At: selection.AsOf(moment), Schema: `x"; DROP`, KeepUntil: time.Now().Add(time.Hour)},
		"for a month":     {At: selection.AsOf(moment), Schema: "x", Personal: true, KeepUntil: time.Now().Add(30 * 24 * time.Hour)},
		"the future":      {At: selection.AsOf(time.Now().Add(time.Hour)), Schema: "x", KeepUntil: time.Now().Add(2 * time.Hour)},
		"already expired": {At: selection.AsOf(moment), Schema: "x", KeepUntil: time.Now().Add(-time.Hour)},
	} {
		if wrong.Validate(time.Now()) == nil {
			t.Errorf("%s is allowed", name)
		}
	}
}

// away is a store that can't be reached any more after some batches.
type away struct {
	eventstore.Store
	batches int
}

func (a *away) ReadAll(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (eventstore.Page, error) {
	if a.batches--; a.batches < 0 {
		return eventstore.Page{}, eventstore.ErrUnavailable
	}
	return a.Store.ReadAll(ctx, after, limit, hint)
}

// What was folded before a crash is not folded again, and the outcome is the same.
func TestAnInterruptedBuildIsGoneOnWith(t *testing.T) {
	w := newWorld(t)
	all := []*Projection{byName("sums"), byName("totals"), byName("lines")}
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 40)
	failing := w.config("one", all...)
	failing.Store = &away{Store: w.Store, batches: 5}
	b := NewBuilder(failing)
	b.c.Sizes.Rebuild, b.c.Times.Save = 5, 0
	if _, err := b.Build(t.Context(), all); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatal(err)
	}
	left, err := Builds(t.Context(), w.Pool)
	must(t, err)
	for _, o := range left {
		if o.State != Building || o.Events < 10 || o.Events > 40 {
			t.Fatalf("%+v", o)
		}
	}
	b = NewBuilder(w.config("two", all...))
	builds, err := b.Rebuild(t.Context(), all, false)
	must(t, err)
	for i, o := range builds {
		if o.Events != 41 || o.ID > 3 {
			t.Errorf("%d: %+v", i, o)
		}
	}
	w.agrees(all)

	// another program's half-made build is no use
	b.c.Sizes.Rebuild, b.c.Times.Save, b.Progress = 5, 0, nil
	led, err := b.begin(t.Context(), all[:1], nil)
	must(t, err)
	at := eventstore.MakePosition(10, 0)
	must(t, b.catchUp(t.Context(), led, &at))
	c := w.config("three", all...)
	c.Code = "another"
	again, err := NewBuilder(c).Build(t.Context(), all[:1])
	must(t, err)
	if again[0].ID == led[0].build.ID {
		t.Error("another program's build was gone on with")
	}
}

// A verification has a build of its own: one that somebody began, and could not finish, is gone on with afterwards. What is
// left of a verification that was cut off is neither gone on with nor kept.
func TestVerifyLeavesAnInterruptedBuildAlone(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 20)
	w.ready(w.config("one", p))
	failing := w.config("two", p)
	failing.Store = &away{Store: w.Store, batches: 2}
	b := NewBuilder(failing)
	b.c.Sizes.Rebuild, b.c.Times.Save = 5, 0
	if _, err := b.Build(t.Context(), []*Projection{p}); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatal(err)
	}
	builds, err := Builds(t.Context(), w.Pool)
	must(t, err)
	left := builds[0] // the newest
	if left.State != Building || left.Events == 0 {
		t.Fatalf("%+v", left)
	}
	rows := w.Count("SELECT count(*) FROM " + quote(left.Schema) + ".givers")
	kill := func(name string) {
		t.Helper()
		b := NewBuilder(w.config(name, p))
		shadow, err := b.shadow(t.Context(), p)
		must(t, err)
		at := eventstore.MakePosition(10, 0)
		must(t, b.catchUp(t.Context(), []*leading{shadow}, &at))
	}
	kill("three")
	v, err := NewBuilder(w.config("four", p)).Verify(t.Context(), p)
	must(t, err)
	is, err := buildByID(t.Context(), w.Pool, left.ID)
	must(t, err)
	if v.Total != 0 || !reflect.DeepEqual(is, left) || w.Count("SELECT count(*) FROM "+quote(left.Schema)+".givers") != rows {
		t.Errorf("%+v: the build is %+v, and was %+v", v, is, left)
	}
	if n := w.schemas(p.Name); n != 2 {
		t.Errorf("%d schemas after a verification", n)
	}
	kill("five")
	builds, err = NewBuilder(w.config("six", p)).Build(t.Context(), []*Projection{p})
	must(t, err)
	if builds[0].ID != left.ID || builds[0].Events != 21 || w.schemas(p.Name) != 2 {
		t.Errorf("%+v was made instead of going on with %+v", builds[0], left)
	}
}

// A harmless projection leaves out what it can't fold, says so, and is mended by building it again.
func TestAHarmlessProjectionIsDegraded(t *testing.T) {
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
