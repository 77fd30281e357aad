package projector

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
)

// Builds share the rows that may be kept. The largest tables are let go of: a small one, whose rows each page needs, is never
// asked for. Each build had an equal share before, so that of many builds each read its rows again and again.
func TestBuild_SmallTablesStayInMemory(t *testing.T) {
	w := newWorld(t)
	all := toys()
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 60)
	c := w.config("one", all...)
	asked := &statements{}
	pool := w.Pool.Config()
	pool.ConnConfig.Tracer = asked
	traced, err := pgxpool.NewWithConfig(t.Context(), pool)
	must(t, err)
	defer traced.Close()
	c.Pool = traced
	c.Sizes.Live, c.Sizes.Rebuild, c.Sizes.Rows = 500, 4, 40
	_, err = NewBuilder(c).Rebuild(t.Context(), all, false)
	must(t, err)
	w.agrees(all)
	reads := map[string]int{}
	for _, sql := range asked.sql {
		for _, table := range []string{"counts", "sums", "lines"} {
			if strings.HasPrefix(sql, "SELECT") && strings.Contains(sql, fmt.Sprintf(".%q WHERE", table)) {
				reads[table]++
			}
		}
	}
	if reads["counts"] != 0 || reads["sums"] != 0 || reads["lines"] == 0 {
		t.Errorf("rows were read again: %v", reads)
	}
}

// A row is found by the value that it has by now, whichever event and whichever batch gave it that.
func TestBy_FindsRowsByWhatTheyHoldNow(t *testing.T) {
	lines := NewTable[ident.ID, line]("lines", "donation", Lookup("supporter", func(l *line) ident.ID { return l.Supporter }))
	New("lines", 1, lines)
	r := newRows()
	r.whole = true
	one, other := thing("subject", 1), thing("subject", 2)
	has := func(when string, who ident.ID, want ...int) {
		t.Helper()
		var got []int
		for l := range lines.By(r, "supporter", who) {
			got = append(got, int(l.Returned))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", when, got, want)
		}
	}
	give := func(n int, to ident.ID) {
		l := lines.Edit(r, thing("donation", n))
		l.Supporter, l.Returned = to, int64(n)
	}
	event := func() { r.event++ }
	r.begin()
	event()
	give(1, one)
	has("the event that made it", one, 1)
	give(1, other)
	has("changed by the same event, where it was", one)
	has("changed by the same event", other, 1)
	event()
	has("the next event", other, 1)
	give(1, one)
	give(2, one)
	event()
	has("after a change, where it was", other)
	has("after a change", one, 1, 2)
	r.of(lines.def).rebase()
	r.begin()
	event()
	has("the next batch", one, 1, 2)
	lines.Delete(r, thing("donation", 1))
	give(2, other)
	has("after a deletion", one)
	r.begin() // the pass is done again
	event()
	has("what another pass did", one, 1, 2)
	has("what another pass did, where it was", other)
}
