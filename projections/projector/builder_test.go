package projector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/eventstore"
)

// A program ends between bringing the new version to the log's end and switching to it, and the old one runs no more:
// the next start does not wait for a comparison that can't be made.
func TestEnsureLive_BeginsAnInterruptedSwitchAgain(t *testing.T) {
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

// While somebody's keys are gone and the erasure is not folded yet, a build made anew lacks what people still read: it is
// compared again once the erasure is.
func TestRebuild_WaitsForAnErasure(t *testing.T) {
	w, p := newWorld(t), byName("lines")
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
	giver := started(false).Supporter
	c := w.config("one", p)
	w.ready(c)
	w.run(c)
	w.reached(c, at)
	must(t, w.Keys.Destroy(t.Context(), "guest", giver))
	again := w.config("two", p)
	again.Keys = w.NewKeys()
	asked := 0
	again.Erasing = func(ctx context.Context) (bool, error) {
		if asked++; asked == 1 {
			w.reached(c, w.append(fact{erasure.Category, id, erasure.PersonErased{Erasure: id, Subject: giver, Kind: erasure.OfMember}}))
		}
		return w.Keys.Unsettled(ctx)
	}
	if _, err := rebuilt(t.Context(), NewBuilder(again), p); err != nil {
		t.Error(err)
	}
	if asked != 1 {
		t.Errorf("asked %d times whether somebody is being erased", asked)
	}
}

// Builds wait for their turn to be switched to. One that an erasure drops meanwhile is made again.
func TestRebuild_MakesAgainWhatAnErasureDropped(t *testing.T) {
	w, p, q := newWorld(t), byName("lines"), byName("receipts")
	both := []*Projection{p, q}
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
	giver := started(false).Supporter
	c := w.config("one", both...)
	w.ready(c)
	w.run(c)
	w.reached(c, at)
	was := w.live(q.Name).ID
	must(t, w.Keys.Destroy(t.Context(), "guest", giver))
	again := w.config("two", both...)
	again.Keys = w.NewKeys()
	dropped := 0
	again.Erasing = func(ctx context.Context) (_ bool, err error) {
		if dropped == 0 {
			erased := w.append(fact{erasure.Category, id, erasure.PersonErased{Erasure: id, Subject: giver, Kind: erasure.OfMember}})
			w.reached(c, erased)
			if dropped, err = NewBuildPositions(w.Pool, both).DropBelow(ctx, erased); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	if _, err := NewBuilder(again).Rebuild(t.Context(), both, false); err != nil {
		t.Error(err)
	}
	if dropped != 1 || w.live(q.Name).ID == was {
		t.Errorf("%d builds were dropped, and %s is switched to: %t", dropped, q.Name, w.live(q.Name).ID != was)
	}
}

// later is a newer version of a projection.
func later(p *Projection) *Projection {
	next := *p
	next.Version++
	return &next
}

// What a version before meant something else by is not compared with it.
func TestEnsureLive_LeavesOutWhatMeantSomethingElse(t *testing.T) {
	w, v1 := newWorld(t), byName("sums")
	ctx := t.Context()
	old := w.config("old", v1)
	w.append(fact{"campaign", id, launched()})
	w.ready(old)
	w.run(old)
	w.reached(old, w.gifts(0, 3))
	v2 := later(v1)
	v2.folds = maps.Clone(v1.folds)
	of := reflect.TypeFor[donation.Completed]()
	v2.folds[of] = func(r *Rows, e any, m Meta) {
		v1.folds[of](r, e, m)
		v1.folds[of](r, e, m)
	}
	v2.invariants = nil
	v2.InvariantSince(v2.Version, "raised", "SELECT currency, sum(raised)::text FROM {sums} GROUP BY currency")
	must(t, NewBuilder(w.config("new", v2)).EnsureLive(ctx, []*Projection{v2}))

	v3 := later(v2)
	v3.folds = maps.Clone(v1.folds)
	var differs *Unaccepted
	if err := NewBuilder(w.config("newest", v3)).EnsureLive(ctx, []*Projection{v3}); !errors.As(err, &differs) {
		t.Fatalf("a version that counts otherwise again: %v", err)
	}
}

// A version before that has not what an invariant reads is left as it is, and what it can be asked is compared all the same.
func TestEnsureLive_AsksNothingOfColumnsThatAreNew(t *testing.T) {
	w, v1 := newWorld(t), byName("sums")
	ctx := t.Context()
	old := w.config("old", v1)
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 3)
	w.ready(old)
	v2 := later(v1)
	v2.invariants = slices.Clone(v1.invariants)
	v2.Invariant("gifts", "SELECT 'gifts', sum(gifts)::text FROM {sums}").
		Invariant("givers", "SELECT 'givers', count(*)::text FROM {givers}")
	before := quote(w.live(v1.Name).Schema)
	w.Exec("ALTER TABLE " + before + ".sums DROP COLUMN gifts")
	w.Exec("DROP TABLE " + before + ".givers")
	w.Exec("UPDATE " + before + ".sums SET raised = raised + 1")

	b := NewBuilder(w.config("new", v2))
	var differs *Unaccepted
	if err := b.EnsureLive(ctx, []*Projection{v2}); !errors.As(err, &differs) || differs.Compared.Total != 1 {
		t.Fatalf("a figure that differs passes: %v", err)
	}
	w.Exec("UPDATE " + before + ".sums SET raised = raised - 1")
	compared, _, err := b.Switch(ctx, v2, false)
	must(t, err)
	if !slices.Equal(compared.Unasked, []string{"gifts", "givers"}) || !strings.Contains(compared.Summary(), "gifts, givers") {
		t.Errorf("%+v: %s", compared, compared.Summary())
	}
}

// A new version is built beside the old one, which goes on: both programs run. Its invariants must hold.
func TestEnsureLive_BuildsANewVersionBesideTheOld(t *testing.T) {
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
	if _, err := NewBuilder(w.config("three", v2)).Back(ctx, v2); !errors.Is(err, ErrNotReady) || !strings.Contains(err.Error(),
		"older program") {
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
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
		WHERE version > 1`)
	must(t, NewBuilder(waiting).Tidy(ctx))
	if got := w.states(v1); got != "v3 live, v2 retired, v1 live" {
		t.Fatal(got)
	}
}

// away is a store that can't be reached any more after some batches.
type away struct {
	eventstore.Store
	batches int
}

func (a *away) ReadAll(ctx context.Context, after eventstore.Position, limit int,
	hint eventstore.Filter) (eventstore.Page, error) {
	if a.batches--; a.batches < 0 {
		return eventstore.Page{}, eventstore.ErrUnavailable
	}
	return a.Store.ReadAll(ctx, after, limit, hint)
}

// What was folded before a crash is not folded again, and the outcome is the same.
func TestBuild_GoesOnWithAnInterruptedOne(t *testing.T) {
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

func TestEnsureLive_BuildsOnce(t *testing.T) {
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
