package projector

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
)

func TestBuildPast_MakesTablesOfAPastMoment(t *testing.T) {
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
	first, last := told[0], told[len(told)-1]
	if first.Events != 2 || first.Total != int64(n) || first.Left <= 0 || first.Rate <= 0 ||
		last.Events != int64(n) || last.Total != int64(n) || last.Left != 0 {
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
	open := &AsOf{At: selection.AsOf(moment), Until: batch.Events[0].Position, Schema: "a_moment", Personal: true,
		KeepUntil: time.Now().Add(time.Hour)}
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
