// Package projector keeps read tables up to date with the log, and knows of no particular table. A Projection is a pure
// fold over typed rows: it sees no SQL, no clock and no network. The Runner gives it rows and writes them back with the
// checkpoint, in one transaction. A Builder makes new builds of the tables beside the ones that people read.
package projector

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Table is a read table whose rows are V, found by K. K is a single column's type, or a struct whose db tags name the
// key's columns.
type Table[K comparable, V any] struct{ def *table }

// table is what the runner knows of a Table.
type table struct {
	name    string
	place   int // among the tables of its projection
	row     reflect.Type
	newKeys func() keys
	copyRow func(row any) any // nil of nil
	columns []column
	key     []int // columns of the key
	parts   []int // fields of K for each of them, when K is a struct
	keyType reflect.Type
	indexes []string
	lookups map[string]lookup
	shown   func(row any) bool // nil: every row is
	ownership
}

type column struct {
	name, sqlType string
	index         []int
	nullable      bool
	append        appendField
}

type lookup struct {
	column string
	of     func(row any) ident.ID
	byKey  bool // the index of the key serves it
}

// TableOption adds to a table.
type TableOption func(*table)

// Index adds an index; what stands after the table's name, such as "(campaign, at DESC)".
func Index(definition string) TableOption {
	return func(t *table) { t.indexes = append(t.indexes, definition) }
}

// Lookup lets a fold find rows by another column than the key.
func Lookup[V any](column string, of func(*V) ident.ID) TableOption {
	return func(t *table) {
		t.lookups[column] = lookup{column: column, of: ofRow(of)}
		t.indexes = append(t.indexes, "("+column+")")
	}
}

// LookupByKey is Lookup by the first column of the key, whose index serves it.
func LookupByKey[V any](column string, of func(*V) ident.ID) TableOption {
	return func(t *table) { t.lookups[column] = lookup{column: column, of: ofRow(of), byKey: true} }
}

func ofRow[V any](of func(*V) ident.ID) func(row any) ident.ID {
	return func(row any) ident.ID {
		v, ok := row.(*V)
		if !ok {
			return ident.Nil
		}
		return of(v)
	}
}

// Shown tells which rows anybody is shown. A change of others is not announced: whoever follows what is shown would be
// pushed the same again.
func Shown[V any](shown func(*V) bool) TableOption {
	return func(t *table) {
		t.shown = func(row any) bool {
			v, ok := row.(*V)
			return ok && shown(v)
		}
	}
}

// NewTable declares a table. A row type that does not fit its key is a mistake in the program and panics at start.
func NewTable[K comparable, V any](name, key string, opts ...TableOption) Table[K, V] {
	t := &table{
		name: name, row: reflect.TypeFor[V](), keyType: reflect.TypeFor[K](), lookups: map[string]lookup{},
		newKeys: func() keys { return keyed[K]{} },
		copyRow: func(row any) any {
			v, ok := row.(*V)
			if !ok {
				return nil
			}
			c := *v
			return &c
		},
	}
	position := map[string]int{}
	for _, f := range reflect.VisibleFields(t.row) {
		n := f.Tag.Get("db")
		if n == "" || f.Anonymous {
			continue
		}
		typ, null := sqlType(f.Type)
		position[n] = len(t.columns)
		t.columns = append(t.columns, column{n, typ, f.Index, null, appenderOf(f.Type, typ)})
	}
	for k := range strings.SplitSeq(key, ",") {
		i, ok := position[strings.TrimSpace(k)]
		if !ok {
			panic(fmt.Sprintf("table %s has no key column %q", name, k))
		}
		t.key = append(t.key, i)
	}
	if t.keyType.Kind() == reflect.Struct && t.keyType != reflect.TypeFor[time.Time]() {
		for _, c := range t.key {
			f, ok := fieldByTag(t.keyType, t.columns[c].name)
			if !ok {
				panic(fmt.Sprintf("the key of table %s has no field %s", name, t.columns[c].name))
			}
			t.parts = append(t.parts, f)
		}
	} else if len(t.key) != 1 {
		panic(fmt.Sprintf("the key of table %s needs a struct", name))
	}
	for _, o := range opts {
		o(t)
	}
	t.checkOwners()
	return Table[K, V]{t}
}

func fieldByTag(t reflect.Type, tag string) (int, bool) {
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("db") == tag {
			return i, true
		}
	}
	return 0, false
}

// The types of columns that hold several texts or numbers.
const (
	textList   = "text[]"
	numberList = "bigint[]"
)

func sqlType(t reflect.Type) (string, bool) {
	switch t {
	case reflect.TypeFor[ident.ID]():
		return "uuid", false
	case reflect.TypeFor[time.Time]():
		return "timestamptz", false
	case reflect.TypeFor[*time.Time]():
		return "timestamptz", true
	case reflect.TypeFor[[]string]():
		return textList, false
	case reflect.TypeFor[[]int64]():
		return numberList, false
	}
	switch t.Kind() { //nolint:exhaustive // every other kind is refused
	case reflect.String:
		return "text", false
	case reflect.Int64, reflect.Int:
		return "bigint", false
	case reflect.Bool:
		return "boolean", false
	case reflect.Slice, reflect.Struct, reflect.Map:
		return "jsonb", false
	}
	panic(fmt.Sprintf("no column type for %s", t))
}

// at gives the entry of a key. Where there is none yet, it is made.
func (t Table[K, V]) at(w *working, k K) *entry {
	all, _ := w.keys.(keyed[K])
	e := all[k]
	if e == nil {
		e = &entry{key: k}
		all[k] = e
	}
	return e
}

// Get gives the row of a key, or nil when there is none. The row is for reading: Edit it to change it.
func (t Table[K, V]) Get(r *Rows, k K) *V {
	w := r.of(t.def)
	if all, _ := w.keys.(keyed[K]); w.whole && all[k] == nil {
		return nil
	}
	e := w.find(t.at(w, k))
	if e == nil || e.row == nil {
		return nil
	}
	v, _ := e.row.(*V)
	return v
}

// Edit gives the row of a key to be changed; it is made when there is none, with its key filled in.
func (t Table[K, V]) Edit(r *Rows, k K) *V {
	w := r.of(t.def)
	return t.edit(w, t.at(w, k), k)
}

func (t Table[K, V]) edit(w *working, e *entry, k K) *V {
	if w.find(e) == nil {
		w.put(e)
	}
	if e.row == nil {
		v := new(V)
		t.def.setKey(reflect.ValueOf(v).Elem(), k)
		e.row = v
	}
	e.dirty = true
	w.hand(e)
	v, _ := e.row.(*V)
	return v
}

// Begin is Edit for a row that no event but this one makes, such as that of a thing whose stream the event begins. The
// table is not asked for it, which was more than a third of what folding a gift's beginning cost the database.
func (t Table[K, V]) Begin(r *Rows, k K) *V {
	w := r.of(t.def)
	e := t.at(w, k)
	if !w.current(e) {
		w.touch(e, t.def.copyRow(e.base))
	}
	return t.edit(w, e, k)
}

// Delete removes the row of a key, if there is one.
func (t Table[K, V]) Delete(r *Rows, k K) {
	w := r.of(t.def)
	e := t.at(w, k)
	if w.find(e) == nil {
		w.put(e)
	}
	e.row, e.dirty = nil, true
}

// By gives the rows to be changed whose declared column holds a value.
func (t Table[K, V]) By(r *Rows, column string, value ident.ID) iter.Seq[*V] {
	l, ok := t.def.lookups[column]
	if !ok {
		panic(fmt.Sprintf("table %s declares no lookup by %s", t.def.name, column))
	}
	return func(yield func(*V) bool) {
		for _, e := range r.by(t.def, l, value) {
			e.dirty = true
			if v, _ := e.row.(*V); !yield(v) {
				return
			}
		}
	}
}

// setKey fills the key's columns of a row.
func (t *table) setKey(row reflect.Value, k any) {
	kv := reflect.ValueOf(k)
	for i, c := range t.key {
		v := kv
		if t.parts != nil {
			v = kv.Field(t.parts[i])
		}
		f := row.FieldByIndex(t.columns[c].index)
		f.Set(v.Convert(f.Type()))
	}
}

// keyOf makes the key of a row.
func (t *table) keyOf(row reflect.Value) any {
	if t.parts == nil {
		return row.FieldByIndex(t.columns[t.key[0]].index).Convert(t.keyType).Interface()
	}
	k := reflect.New(t.keyType).Elem()
	for i, c := range t.key {
		f := k.Field(t.parts[i])
		f.Set(row.FieldByIndex(t.columns[c].index).Convert(f.Type()))
	}
	return k.Interface()
}

// keyText writes a key for the bus: its parts joined by slashes.
func (t *table) keyText(k any) string {
	kv := reflect.ValueOf(k)
	if t.parts == nil {
		return fmt.Sprint(k)
	}
	parts := make([]string, len(t.parts))
	for i, p := range t.parts {
		parts[i] = fmt.Sprint(kv.Field(p).Interface())
	}
	return strings.Join(parts, "/")
}
