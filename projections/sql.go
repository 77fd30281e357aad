package projections

import (
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

// querier is a connection, a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

func (t *table) in(schema string) string { return quote(schema) + "." + quote(t.name) }

func (t *table) create(schema string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %s (", t.in(schema))
	for _, c := range t.columns {
		null := " NOT NULL"
		if c.nullable {
			null = ""
		}
		fmt.Fprintf(&b, "%s %s%s, ", quote(c.name), c.sqlType, null)
	}
	fmt.Fprintf(&b, "PRIMARY KEY (%s))", t.keyColumns())
	return b.String()
}

func (t *table) keyColumns() string {
	names := make([]string, len(t.key))
	for i, c := range t.key {
		names[i] = quote(t.columns[c].name)
	}
	return strings.Join(names, ", ")
}

func (t *table) columnList() string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = quote(c.name)
	}
	return strings.Join(names, ", ")
}

func (t *table) createIndexes(schema string) []string {
	out := make([]string, len(t.indexes))
	for i, def := range t.indexes {
		out[i] = t.createIndex(schema, def)
	}
	return out
}

// createIndex makes one index, unless it is there already: its name derives from what it indexes.
func (t *table) createIndex(schema, def string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(def)) // never fails
	return fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s %s", quote(fmt.Sprintf("%s_%08x", t.name, h.Sum32())), t.in(schema), def)
}

// keyArrays gives the arguments that find keys: one array a key column.
func (t *table) keyArrays(keys []any) []any {
	args := make([]any, len(t.key))
	for i, c := range t.key {
		field := t.row.FieldByIndex(t.columns[c].index).Type
		arr := reflect.MakeSlice(reflect.SliceOf(field), 0, len(keys))
		for _, k := range keys {
			v := reflect.ValueOf(k)
			if t.parts != nil {
				v = v.Field(t.parts[i])
			}
			arr = reflect.Append(arr, v.Convert(field))
		}
		args[i] = plainArray(arr.Interface())
	}
	return args
}

// plainArray turns slices of named strings into []string, which every driver knows.
func plainArray(a any) any {
	switch a.(type) {
	case []ident.ID, []time.Time, []string, []int64:
		return a
	}
	v := reflect.ValueOf(a)
	out := make([]string, v.Len())
	for i := range v.Len() {
		out[i] = v.Index(i).String()
	}
	return out
}

func (t *table) keyMatch(alias string) string {
	unnest := make([]string, len(t.key))
	for i, c := range t.key {
		unnest[i] = fmt.Sprintf("$%d::%s[]", i+1, t.columns[c].sqlType)
	}
	return fmt.Sprintf("(%s) IN (SELECT * FROM unnest(%s))", prefixed(alias, t), strings.Join(unnest, ", "))
}

func prefixed(alias string, t *table) string {
	names := make([]string, len(t.key))
	for i, c := range t.key {
		names[i] = alias + quote(t.columns[c].name)
	}
	return strings.Join(names, ", ")
}

// load fetches the rows a pass wanted. Keys the table does not have are remembered as absent.
func (w *working) load(ctx context.Context, q querier, t *table, schema string) error {
	if len(w.wanted) > 0 {
		keys := make([]any, 0, len(w.wanted))
		for k := range w.wanted {
			keys = append(keys, k)
			w.base[k] = nil
		}
		rows, err := q.Query(ctx, "SELECT "+t.columnList()+" FROM "+t.in(schema)+" WHERE "+t.keyMatch(""), t.keyArrays(keys)...)
		if err != nil {
			return fmt.Errorf("load rows of %s: %w", t.name, err)
		}
		if err := w.scan(rows, t); err != nil {
			return err
		}
		clear(w.wanted)
	}
	for ref := range w.seek {
		rows, err := q.Query(ctx, "SELECT "+t.columnList()+" FROM "+t.in(schema)+" WHERE "+quote(ref.column)+" = $1", ref.value)
		if err != nil {
			return fmt.Errorf("look up rows of %s: %w", t.name, err)
		}
		if err := w.scan(rows, t); err != nil {
			return err
		}
		w.known[ref] = true
	}
	clear(w.seek)
	return nil
}

func (w *working) scan(rows pgx.Rows, t *table) error {
	defer rows.Close()
	for rows.Next() {
		v := reflect.New(t.row)
		dest := make([]any, len(t.columns))
		for i, c := range t.columns {
			dest[i] = v.Elem().FieldByIndex(c.index).Addr().Interface()
		}
		if err := rows.Scan(dest...); err != nil {
			return fmt.Errorf("read a row of %s: %w", t.name, err)
		}
		for _, d := range dest {
			inUTC(d)
		}
		k := t.keyOf(v.Elem())
		if _, changed := w.pending[k]; !changed { // what was changed since is not in the table yet
			w.base[k] = v.Interface()
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read rows of %s: %w", t.name, err)
	}
	return nil
}

// write queues the statements that store what the page changed.
func (w *working) write(b *pgx.Batch, t *table, schema string) error {
	var gone []any
	rows := []byte{'['}
	for _, k := range w.changed() {
		e := w.current[k]
		if e.row == nil {
			if w.base[k] != nil {
				gone = append(gone, k)
			}
			continue
		}
		if len(rows) > 1 {
			rows = append(rows, ',')
		}
		var err error
		if rows, err = t.appendRow(rows, reflect.ValueOf(e.row).Elem()); err != nil {
			return fmt.Errorf("write a row of %s: %w", t.name, err)
		}
	}
	if len(rows) > 1 {
		b.Queue(t.upsert(schema), string(append(rows, ']')))
	}
	if len(gone) > 0 {
		b.Queue(t.remove(schema), t.keyArrays(gone)...)
	}
	return nil
}

func (t *table) remove(schema string) string {
	return "DELETE FROM " + t.in(schema) + " WHERE " + t.keyMatch("")
}

func (t *table) appendRow(b []byte, row reflect.Value) ([]byte, error) {
	b = append(b, '{')
	for i, c := range t.columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), c.name...), `":`...)
		var err error
		if b, err = appendColumn(b, row.FieldByIndex(c.index)); err != nil {
			return b, fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return append(b, '}'), nil
}

func (t *table) upsert(schema string) string {
	var set []string
	for i, c := range t.columns {
		if !t.isKey(i) {
			set = append(set, quote(c.name)+" = excluded."+quote(c.name))
		}
	}
	action := "NOTHING"
	if len(set) > 0 {
		action = "UPDATE SET " + strings.Join(set, ", ")
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM json_populate_recordset(NULL::%s, $1::json) ON CONFLICT (%s) DO %s",
		t.in(schema), t.columnList(), t.columnList(), t.in(schema), t.keyColumns(), action)
}

func (t *table) isKey(column int) bool {
	return slices.Contains(t.key, column)
}

// keep makes what the page changed the base of the next page, and notes that it is to be written.
func (w *working) keep() {
	if w.pending == nil {
		w.pending = map[any]bool{}
	}
	for _, k := range w.order {
		e := w.current[k]
		if !e.dirty {
			continue
		}
		if _, noted := w.pending[k]; !noted {
			w.pending[k] = w.base[k] != nil
		}
		w.base[k] = e.row
	}
}

// inUTC makes a time that was read comparable, as a key too, with those that folds compute.
func inUTC(dest any) {
	switch d := dest.(type) {
	case *time.Time:
		*d = d.UTC()
	case **time.Time:
		if *d != nil {
			u := (*d).UTC()
			*d = &u
		}
	}
}
