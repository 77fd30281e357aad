package projector

import (
	"reflect"
	"sort"

	"github.com/callup/callup/domain/ident"
)

// Rows is the working set of one batch of events. A batch is folded once to learn which rows it wants; they are loaded,
// and the batch is folded again, until nothing new is wanted.
type Rows struct {
	tables  map[*table]*working
	missing bool
	whole   bool // base holds every row the tables hold: what is not in it is nowhere
}

type working struct {
	base    map[any]any // rows as the database has them; nil for a key it does not have
	current map[any]*entry
	order   []any // keys of current, as first touched
	wanted  map[any]struct{}
	known   map[reference]bool // lookups whose rows are in base
	seek    map[reference]struct{}
	pending map[any]bool // of a rebuild: rows of base that are still to be written, and whether the table has them
}

type entry struct {
	row   any // *V, or nil
	dirty bool
}

type reference struct {
	column string
	value  ident.ID
}

func newRows() *Rows { return &Rows{tables: map[*table]*working{}} }

func (r *Rows) of(t *table) *working {
	w := r.tables[t]
	if w == nil {
		w = &working{
			base: map[any]any{}, current: map[any]*entry{}, wanted: map[any]struct{}{},
			known: map[reference]bool{}, seek: map[reference]struct{}{},
		}
		r.tables[t] = w
	}
	return w
}

// begin forgets what an earlier pass over the batch did.
func (r *Rows) begin() {
	r.missing = false
	for _, w := range r.tables {
		clear(w.current)
		w.order = w.order[:0]
	}
}

// entry gives the entry of a key, or nil when the database has to be asked for it first.
func (r *Rows) entry(t *table, k any) *entry {
	w := r.of(t)
	if e := w.current[k]; e != nil {
		return e
	}
	b, ok := w.base[k]
	if !ok && !r.whole {
		w.wanted[k] = struct{}{}
		r.missing = true
		return nil
	}
	return w.add(k, copyRow(b))
}

// put makes an entry for a key that is not loaded yet, so that the fold can go on learning.
func (r *Rows) put(t *table, k any) *entry { return r.of(t).add(k, nil) }

func (w *working) add(k, row any) *entry {
	e := &entry{row: row}
	w.current[k] = e
	w.order = append(w.order, k)
	return e
}

func copyRow(row any) any {
	if row == nil {
		return nil
	}
	v := reflect.ValueOf(row).Elem()
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	return c.Interface()
}

func (r *Rows) by(t *table, l lookup, value ident.ID) []*entry {
	w := r.of(t)
	ref := reference{l.column, value}
	if !w.known[ref] && !r.whole {
		w.seek[ref] = struct{}{}
		r.missing = true
		return nil
	}
	for k, b := range w.base {
		if b != nil && w.current[k] == nil && l.of(b) == value {
			w.add(k, copyRow(b))
		}
	}
	var found []any
	for k, e := range w.current {
		if e.row != nil && l.of(e.row) == value {
			found = append(found, k)
		}
	}
	sort.Slice(found, func(i, j int) bool { return t.keyText(found[i]) < t.keyText(found[j]) })
	out := make([]*entry, len(found))
	for i, k := range found {
		out[i] = w.current[k]
	}
	return out
}

// changed lists a table's keys that the batch changed, in the order they were touched.
func (w *working) changed() []any {
	var keys []any
	for _, k := range w.order {
		if w.current[k].dirty {
			keys = append(keys, k)
		}
	}
	return keys
}
