package projector

import (
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

type everything struct {
	ID     ident.ID       `db:"id"`
	Text   string         `db:"text"`
	Number int64          `db:"number"`
	Count  int            `db:"count"`
	Is     bool           `db:"is"`
	At     time.Time      `db:"at"`
	Maybe  *time.Time     `db:"maybe"`
	Texts  []string       `db:"texts"`
	Hours  []int64        `db:"hours"`
	Many   []sum          `db:"many"`
	Held   map[string]int `db:"held"`
}

// What is copied is what the driver writes: rows of every type of column are the same whichever way they come.
func TestCopy_WritesWhatTheDriverWrites(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	table := NewTable[ident.ID, everything]("everything", "id").def
	at := time.Date(2026, 3, 29, 1, 59, 59, 123_456_789, time.UTC)
	before := time.Date(1890, 1, 1, 0, 0, 0, 0, time.UTC)
	all := []*everything{
		{ID: thing("row", 1), At: at, Texts: []string{}, Hours: []int64{}, Many: []sum{}, Held: map[string]int{}},
		{
			ID: thing("row", 2), Text: "l’école \" \\N\t\n ʼ 🦔", Number: -1 << 63, Count: -1, Is: true, At: before, Maybe: &at,
			Texts: []string{"", "a,b", `{"c"}`, "é"}, Hours: []int64{1 << 62, -3, 0}, Many: []sum{{Raised: 7}}, Held: map[string]int{"a": 1},
		},
		{ID: ident.ID{}, At: time.Time{}, Texts: nil, Hours: nil, Many: nil, Held: map[string]int{"": 0}},
	}
	rows := make([]reflect.Value, len(all))
	for i, row := range all {
		rows[i] = reflect.ValueOf(row).Elem()
	}
	for _, schema := range []string{"copied", "driven"} {
		w.Exec("CREATE SCHEMA " + schema)
		w.Exec(table.create(schema))
	}
	must(t, pgx.BeginFunc(ctx, w.Pool, func(tx pgx.Tx) error { return table.copyRows(ctx, tx, "copied", rows) }))
	arrays, err := table.arrays(rows)
	must(t, err)
	_, err = w.Pool.Exec(ctx, table.upsert("driven"), arrays...)
	must(t, err)
	if n := w.Count("SELECT count(*) FROM copied.everything c JOIN driven.everything d ON c = d"); n != len(all) {
		t.Errorf("%d rows of %d are the same", n, len(all))
	}
	read := newRows().of(table)
	found, err := w.Pool.Query(ctx, "SELECT "+table.columnList()+" FROM copied.everything")
	must(t, err)
	must(t, read.scan(found))
	want := *all[1]
	rounded := at.Round(time.Microsecond)
	want.Maybe = &rounded
	if got := read.keys.get(want.ID).base; !reflect.DeepEqual(got, &want) {
		t.Errorf("%+v was read, not %+v", got, want)
	}
}
