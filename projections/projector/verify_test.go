package projector

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

func TestVerify_NamesWhatDiffers(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	c := w.config("one", p)
	other := launched()
	other.Campaign = ident.ID{0x21}
	w.append(fact{"campaign", id, launched()}, fact{"campaign", other.Campaign, other}, fact{"donation", gift, completed()})
	w.ready(c)
	b := NewBuilder(c)
	v, err := b.Verify(t.Context(), p)
	if must(t, err); v.Total != 0 || v.Rows != 4 {
		t.Fatalf("%+v", v)
	}
	s := quote(w.live(p.Name).Schema)
	w.Exec("UPDATE "+s+".sums SET raised = raised + 1 WHERE campaign = $1", id)
	w.Exec("DELETE FROM "+s+".givers WHERE supporter = $1", supporter)
	w.Exec("INSERT INTO "+s+".sums SELECT $1, currency, raised, gifts, last_at FROM "+s+
		".sums WHERE campaign = $2", ident.ID{0xff}, id)
	v, err = b.Verify(t.Context(), p)
	must(t, err)
	got := map[Difference]bool{}
	for _, d := range v.Differences {
		got[d] = true
	}
	for _, want := range []Difference{
		{"sums", id.String(), "different"},
		{"sums", ident.ID{0xff}.String(), "unexpected"},
		{"givers", id.String() + "/" + supporter.String(), "missing"},
	} {
		if !got[want] {
			t.Errorf("%+v is not among %+v", want, v.Differences)
		}
	}
	if v.Total != 3 || len(v.Differences) != 3 || w.schemas(p.Name) != 1 {
		t.Errorf("%+v, %d schemas", v, w.schemas(p.Name))
	}
}

// statements keeps what a pool is asked.
type statements struct {
	mu  sync.Mutex
	sql []string
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sql = append(s.sql, q.SQL)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Sorting the rows of both tables, and fetching a digest of each, took a third of a rebuild.
func TestVerify_FetchesNoRowOfEqualTables(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 5)
	c := w.config("one", p)
	w.ready(c)
	asked := &statements{}
	pool := w.Pool.Config()
	pool.ConnConfig.Tracer = asked
	traced, err := pgxpool.NewWithConfig(t.Context(), pool)
	must(t, err)
	defer traced.Close()
	c.Pool = traced
	rowByRow := func(want int64) bool {
		t.Helper()
		asked.sql = nil
		v, err := NewBuilder(c).Verify(t.Context(), p)
		if must(t, err); v.Rows != 7 || v.Total != want {
			t.Errorf("%+v", v)
		}
		return slices.ContainsFunc(asked.sql, func(sql string) bool { return strings.Contains(sql, "md5") })
	}
	if rowByRow(0) {
		t.Error("rows of equal tables were fetched")
	}
	s := quote(w.live(p.Name).Schema)
	one, other := thing("subject", 0), thing("subject", 1)
	w.Exec("UPDATE "+s+".givers g SET at = o.at FROM "+s+".givers o WHERE g.supporter IN ($1, $2) AND o.supporter IN ($1, $2) "+
		"AND o.supporter <> g.supporter", one, other)
	w.Exec("UPDATE "+s+".givers SET gifts = gifts + 1 WHERE supporter = $1", one)
	w.Exec("UPDATE "+s+".givers SET gifts = gifts - 1 WHERE supporter = $1", other)
	if !rowByRow(2) {
		t.Error("tables with the same values in other rows are equal")
	}
}

// Two rows that exchange a value of one column change the sums, whichever rows they are: right values on the wrong rows are what
// a mistaken fold writes most easily.
func TestTableSum_SeesEveryExchange(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 40)
	w.ready(w.config("one", p))
	schema := w.live(p.Name).Schema
	in := quote(schema) + ".givers"
	givers := p.tables[slices.IndexFunc(p.tables, func(t *table) bool { return t.name == "givers" })]
	sum := func() tableSum {
		t.Helper()
		s, err := givers.sum(t.Context(), w.Pool, schema)
		must(t, err)
		return s
	}
	w.Exec("UPDATE " + in + " SET gifts = n FROM (SELECT supporter AS s, row_number() OVER (ORDER BY supporter) AS n FROM " +
		in + ") AS x WHERE supporter = s")
	all := w.Count("SELECT count(*) FROM " + in)
	before, exchanged := sum(), 0
	for one := 1; one <= all; one++ {
		for other := one + 1; other <= all; other++ {
			exchange := fmt.Sprintf("UPDATE %s SET gifts = %d - gifts WHERE gifts IN (%d, %d)", in, one+other, one, other)
			w.Exec(exchange)
			if sum() == before {
				t.Errorf("%d and %d are exchanged, and the sums are equal", one, other)
			}
			w.Exec(exchange)
			exchanged++
		}
	}
	if exchanged < 10 || sum() != before {
		t.Errorf("%d exchanges, and the sums changed for good: %v", exchanged, sum() != before)
	}
}

// A verification has a build of its own: one that somebody began, and could not finish, is gone on with afterwards. What is
// left of a verification that was cut off is neither gone on with nor kept.
func TestVerify_LeavesAnInterruptedBuildAlone(t *testing.T) {
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
