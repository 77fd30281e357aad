package projector

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5"
)

// A table that was empty when its rows were first asked for is not read whole once it holds many.
func TestLoad_FindsKeysByTheirIndexOnceATableHasGrown(t *testing.T) {
	const schema, many, looks = "grown", 5000, 20
	w := newWorld(t)
	ctx := t.Context()
	conn, err := pgx.ConnectConfig(ctx, w.Pool.Config().ConnConfig)
	must(t, err)
	defer func() { _ = conn.Close(ctx) }()
	lines := toyLines().tables[0]
	for _, sql := range append([]string{"CREATE SCHEMA " + schema, lines.create(schema)},
		append(lines.createIndexes(schema), "ANALYZE "+lines.in(schema))...) {
		_, err := conn.Exec(ctx, sql)
		must(t, err)
	}
	look := func(n int) {
		t.Helper()
		rows := newRows().of(lines)
		wanted := &entry{key: thing("donation", n)}
		rows.keys.set(wanted.key, wanted)
		rows.find(wanted)
		rows.seek[reference{"supporter", thing("nobody", n)}] = struct{}{}
		must(t, rows.load(ctx, conn, schema))
		if found := wanted.base != nil; found != (n < 0) {
			t.Fatalf("row %d found: %t", n, found)
		}
	}
	for n := range looks {
		look(n)
	}
	var added []reflect.Value
	for n := 1; n <= many; n++ {
		added = append(added, reflect.ValueOf(&line{
			Donation: thing("donation", -n), Supporter: thing("supporter", n), Name: fmt.Sprint("Zoé ", n),
		}).Elem())
	}
	arrays, err := lines.arrays(added)
	must(t, err)
	_, err = conn.Exec(ctx, lines.upsert(schema), arrays...)
	must(t, err)

	read := func() (tuples int) {
		t.Helper()
		_, err := conn.Exec(ctx, `SELECT pg_stat_force_next_flush()`)
		must(t, err)
		must(t, conn.QueryRow(ctx, `SELECT t.seq_tup_read + (SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i
			WHERE i.relid = t.relid)
			FROM pg_stat_user_tables t WHERE t.schemaname = $1`, schema).Scan(&tuples))
		return tuples
	}
	before := read()
	for n := 1; n <= looks; n++ {
		look(-n)
	}
	if got := read() - before; got != looks {
		t.Errorf("%d rows were read to find %d among %d", got, looks, many)
	}
}
