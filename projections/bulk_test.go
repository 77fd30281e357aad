package projections

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// However few rows a rebuild may keep, and however small its pages are, it makes the tables that the log says: rows that
// are written, forgotten, loaded and changed again included.
func TestRebuildInLittleMemory(t *testing.T) {
	for seed, size := range []struct{ page, rows int }{{1, 0}, {7, 3}, {40, 20}, {7, 1000}} {
		t.Run(fmt.Sprintf("pages of %d, %d rows", size.page, size.rows), func(t *testing.T) {
			w := newWorld(t)
			all := All()
			h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 120) }).Example(seed)
			at := w.append(h.facts...)
			b := NewBuilder(w.config("builder", all...))
			b.page, b.rows = size.page, size.rows
			for _, p := range all {
				build, err := rebuilt(t.Context(), b, p)
				must(t, err)
				if stored := w.live(p.Name); build.Events != int64(len(h.facts)) || stored.Events != build.Events || stored.Position != at {
					t.Errorf("%+v, stored as %+v", build, stored)
				}
			}
			w.agrees(all)
		})
	}
}
