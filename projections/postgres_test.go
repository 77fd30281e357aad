package projections

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// Live, rebuilt, verified and computed from the final states: one and the same, on Postgres.
func TestLiveIsRebuiltIsNaive(t *testing.T) {
	for seed := range 3 {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorld(t)
			all := All()
			c := w.config("one")
			h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 150) }).Example(seed)
			half := len(h.facts) / 2
			w.append(h.facts[:half]...)
			w.ready(c)
			stop := w.run(c)
			var at eventstore.Position
			for _, f := range h.facts[half:] {
				at = w.append(f)
			}
			w.reached(c, at)
			stop()
			w.agrees(all)
			live := map[string]*projector.Memory{}
			for _, p := range all {
				live[p.Name] = w.stored(p)
			}
			check(t, compute(h), live)

			b := projector.NewBuilder(w.config("two"))
			for _, p := range all {
				v, err := b.Verify(t.Context(), p)
				must(t, err)
				if v.Total != 0 || v.Position != at {
					t.Errorf("%+v at %s", v, at)
				}
				was := w.live(p.Name)
				build, err := rebuilt(t.Context(), b, p)
				must(t, err)
				now := w.live(p.Name)
				if build.ID == was.ID || now.ID != build.ID || build.Events != int64(len(h.facts)) || now.Position != at {
					t.Errorf("%+v after %+v", build, was)
				}
				if got := w.stored(p); !reflect.DeepEqual(got.Tables, live[p.Name].Tables) {
					t.Errorf("%s rebuilt is\n%s\nnot\n%s", p.Name, show(got), show(live[p.Name]))
				}
			}
		})
	}
}

// However few rows a rebuild may keep, and however small its pages are, it makes the tables that the log says: rows that
// are written, forgotten, loaded and changed again included.
func TestRebuildInLittleMemory(t *testing.T) {
	for seed, size := range []struct{ page, rows int }{{1, 0}, {7, 3}, {40, 20}, {7, 1000}} {
		t.Run(fmt.Sprintf("pages of %d, %d rows", size.page, size.rows), func(t *testing.T) {
			w := newWorld(t)
			all := All()
			h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 120) }).Example(seed)
			at := w.append(h.facts...)
			c := w.config("builder")
			c.Sizes = projector.Sizes{Live: 500, Rebuild: size.page, Rows: size.rows}
			b := projector.NewBuilder(c)
			for _, p := range all {
				build, err := rebuilt(t.Context(), b, p)
				must(t, err)
				if stored := w.live(p.Name); build.Events != int64(len(h.facts)) || stored.Events != build.Events || stored.Position != at {
					t.Errorf("%+v, stored as %+v", build, stored)
				}
			}
			w.agrees(all)
			_, err := b.Rebuild(t.Context(), all, false) // all together, who share the rows that may be kept
			must(t, err)
			w.agrees(all)
		})
	}
}

func TestProjections_BeginningIsNotLookedFor(t *testing.T) {
	for name, first := range map[string]any{
		"campaign_supporters": started(false), "wallet_history": started(false), "members": registered(owner, supporter),
	} {
		m := fold(t, name, first)
		if m.Looked != 0 || len(m.Announced) > 1 {
			t.Errorf("%s: looked for %d rows", name, m.Looked)
		}
		for table, rows := range m.Tables {
			if len(rows) != 1 {
				t.Errorf("%s: %d rows in %s", name, len(rows), table)
			}
		}
	}
}

func TestProjections_PendingContributionsAreNotAnnounced(t *testing.T) {
	m := projector.NewMemory(byName("campaign_supporters"), true)
	facts := happenings([]fact{
		{"donation", gift, started(false)}, {"donation", gift, completed()}, {"donation", gift, returned(1000, false)},
		{"donation", gift, returned(4000, true)},
	})
	for i, told := range []int{0, 1, 1, 1} {
		must(t, m.Fold(facts[i:i+1]))
		if got := m.Announced[readmodel.Supporters]; len(got) != told {
			t.Errorf("%d: told of %v", i, got)
		}
	}
}
