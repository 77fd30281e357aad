package projector

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
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
func (w *working) load(ctx context.Context, q querier, schema string) error {
	t := w.t
	if len(w.wanted) > 0 {
		asked := make([]any, len(w.wanted))
		for i, e := range w.wanted {
			asked[i] = e.key
		}
		rows, err := q.Query(ctx, "SELECT "+t.columnList()+" FROM "+t.in(schema)+" WHERE "+t.keyMatch(""),
			append([]any{readmodel.Replanned}, t.keyArrays(asked)...)...)
		if err != nil {
			return fmt.Errorf("load rows of %s: %w", t.name, err)
		}
		if err := w.scan(rows); err != nil {
			return err
		}
		w.answered()
	}
	for ref := range w.seek {
		rows, err := q.Query(ctx, "SELECT "+t.columnList()+" FROM "+t.in(schema)+" WHERE "+quote(ref.column)+" = $1",
			readmodel.Replanned, ref.value)
		if err != nil {
			return fmt.Errorf("look up rows of %s: %w", t.name, err)
		}
		if err := w.scan(rows); err != nil {
			return err
		}
		w.known[ref] = true
	}
	clear(w.seek)
	return nil
}

// answered takes it that the table has no row of a key that it was asked for and did not give.
func (w *working) answered() {
	for _, e := range w.wanted {
		e.asked, e.known = false, true
	}
	clear(w.wanted)
	w.wanted = w.wanted[:0]
}

func (w *working) scan(rows pgx.Rows) error {
	defer rows.Close()
	t := w.t
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
		w.found(v)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read rows of %s: %w", t.name, err)
	}
	return nil
}

// found takes over a row that was read, unless it was changed since: that is not in the table yet.
func (w *working) found(row reflect.Value) {
	k := w.t.keyOf(row.Elem())
	e := w.keys.get(k)
	if e == nil {
		e = &entry{key: k}
		w.keys.set(k, e)
	}
	if !e.pending {
		w.settle(e, row.Interface())
	}
}

// write queues the statements that store what the batch changed.
func (w *working) write(b *pgx.Batch, schema string) error {
	t := w.t
	var gone []any
	var rows []reflect.Value
	for _, e := range w.changed() {
		switch {
		case e.row != nil:
			rows = append(rows, reflect.ValueOf(e.row).Elem())
		case e.base != nil:
			gone = append(gone, e.key)
		}
	}
	if len(rows) > 0 {
		arrays, err := t.arrays(rows)
		if err != nil {
			return err
		}
		b.Queue(t.upsert(schema), arrays...)
	}
	if len(gone) > 0 {
		b.Queue(t.remove(schema), t.keyArrays(gone)...)
	}
	return nil
}

func (t *table) remove(schema string) string {
	return "DELETE FROM " + t.in(schema) + " WHERE " + t.keyMatch("")
}

// upsert stores rows that come as arrays gives them. Arrays of columns cost Postgres half of what reading the rows from
// JSON does. An array of arrays is not unnested into arrays: a list travels as JSON.
func (t *table) upsert(schema string) string {
	params, read := make([]string, len(t.columns)), make([]string, len(t.columns))
	var set []string
	for i, c := range t.columns {
		name := quote(c.name)
		params[i], read[i] = fmt.Sprintf("$%d::%s[]", i+1, c.sqlType), "r."+name
		if c.sqlType == textList || c.sqlType == numberList {
			params[i] = fmt.Sprintf("$%d::jsonb[]", i+1)
			read[i] = "ARRAY(SELECT jsonb_array_elements_text(r." + name + "))::" + c.sqlType
		}
		if !t.isKey(i) {
			set = append(set, name+" = excluded."+name)
		}
	}
	action := "NOTHING"
	if len(set) > 0 {
		action = "UPDATE SET " + strings.Join(set, ", ")
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS r(%s) ON CONFLICT (%s) DO %s",
		t.in(schema), t.columnList(), strings.Join(read, ", "), strings.Join(params, ", "), t.columnList(), t.keyColumns(), action)
}

// arrays gives rows as the arguments of upsert: one array a column.
func (t *table) arrays(rows []reflect.Value) ([]any, error) {
	args := make([]any, len(t.columns))
	for i, c := range t.columns {
		column := make([]any, len(rows))
		for j, row := range rows {
			v, err := columnValue(row.FieldByIndex(c.index), c.sqlType)
			if (c.sqlType == textList || c.sqlType == numberList) && err == nil {
				v, err = json.Marshal(v)
			}
			if err != nil {
				return nil, fmt.Errorf("write a row of %s: column %s: %w", t.name, c.name, err)
			}
			column[j] = v
		}
		args[i] = column
	}
	return args, nil
}

func (t *table) isKey(column int) bool {
	return slices.Contains(t.key, column)
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
