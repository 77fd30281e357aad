package projector

import (
	"slices"
	"strings"

	"github.com/callup/callup/domain/ident"
)

// Rows is the working set of one batch of events. A batch is folded once to learn which rows it wants; they are loaded,
// and the batch is folded again, until nothing new is wanted.
type Rows struct {
	tables  []*working // by the place of the table in its projection
	whole   bool       // the tables are empty: what no batch has made is nowhere
	missing bool
	pass    uint64 // counts the passes over batches
	event   uint64 // counts the events that were folded
}

// working is the rows of one table.
type working struct {
	t       *table
	rows    *Rows
	keys    keys
	whole   bool // it holds every row that the table holds: what is not in it is nowhere
	touched []*entry
	wanted  []*entry
	pending []*entry           // of a rebuild: rows that are still to be written
	known   map[reference]bool // lookups whose rows are here
	seek    map[reference]struct{}
	held    map[string]map[ident.ID][]*entry // column → value → rows that may hold it; of columns that were looked up
	edited  []*entry                         // not in held yet: their values may still change
}

// entry is what is known of the row of one key.
type entry struct {
	key   any
	base  any // *V as the table has it, or as earlier batches left it; nil when there is none
	row   any // *V as this pass leaves it, or nil; not valid unless pass is that of the Rows
	pass  uint64
	event uint64 // in which it was last handed out to be changed
	dirty bool   // in this pass
	known bool   // base is: the database need not be asked
	asked bool   // it is among those wanted

	pending bool // base is still to be written
	stored  bool // of a pending row: the table has one of this key
}

type reference struct {
	column string
	value  ident.ID
}

// keys finds entries by the key of their row.
type keys interface {
	get(key any) *entry
	set(key any, e *entry)
	each(do func(*entry))
	size() int
}

// keyed is keys of one type: hashing a struct in an interface costs several times as much.
type keyed[K comparable] map[K]*entry

func (m keyed[K]) get(key any) *entry {
	k, _ := key.(K)
	return m[k]
}

func (m keyed[K]) set(key any, e *entry) {
	if k, ok := key.(K); ok {
		m[k] = e
	}
}

func (m keyed[K]) each(do func(*entry)) {
	for _, e := range m {
		do(e)
	}
}

func (m keyed[K]) size() int { return len(m) }

func newRows() *Rows { return &Rows{pass: 1} } // 0 is that of an entry which no pass has touched

func (r *Rows) of(t *table) *working {
	for len(r.tables) <= t.place {
		r.tables = append(r.tables, nil)
	}
	if r.tables[t.place] == nil {
		r.tables[t.place] = r.fresh(t, r.whole)
	}
	return r.tables[t.place]
}

func (r *Rows) fresh(t *table, whole bool) *working {
	return &working{t: t, rows: r, keys: t.newKeys(), whole: whole, known: map[reference]bool{}, seek: map[reference]struct{}{}}
}

// letGo forgets the rows of a table, which must be written: from now on they are asked for.
func (r *Rows) letGo(w *working) { r.tables[w.t.place] = r.fresh(w.t, false) }

// used gives the tables that a fold has looked at.
func (r *Rows) used() []*working {
	return slices.DeleteFunc(slices.Clone(r.tables), func(w *working) bool { return w == nil })
}

// begin forgets what an earlier pass over the batch did.
func (r *Rows) begin() {
	r.missing = false
	r.pass++
	for _, w := range r.tables {
		if w != nil {
			clear(w.touched)
			clear(w.edited)
			w.touched, w.edited = w.touched[:0], w.edited[:0]
		}
	}
}

// current tells whether an entry holds what this pass made of its row.
func (w *working) current(e *entry) bool { return e.pass == w.rows.pass }

// find gives the current entry of a row, or nil when the database has to be asked for it first.
func (w *working) find(e *entry) *entry {
	switch {
	case w.current(e):
		return e
	case e.known || w.whole:
		return w.touch(e, w.t.copyRow(e.base))
	case !e.asked:
		e.asked = true
		w.wanted = append(w.wanted, e)
	}
	w.rows.missing = true
	return nil
}

// put makes an entry current whose row is not loaded yet, so that the fold can go on learning.
func (w *working) put(e *entry) { w.touch(e, nil) }

func (w *working) touch(e *entry, row any) *entry {
	e.row, e.pass, e.dirty = row, w.rows.pass, false
	w.touched = append(w.touched, e)
	return e
}

// hand notes that the row of an entry is handed out, maybe to be changed.
func (w *working) hand(e *entry) {
	if w.held != nil && e.event != w.rows.event {
		e.event = w.rows.event
		w.edited = append(w.edited, e)
	}
}

func (r *Rows) by(t *table, l lookup, value ident.ID) []*entry {
	w := r.of(t)
	ref := reference{l.column, value}
	if !w.known[ref] && !w.whole {
		w.seek[ref] = struct{}{}
		r.missing = true
		return nil
	}
	w.index(l)
	for _, e := range w.held[l.column][value] {
		if !w.current(e) && e.base != nil && l.of(e.base) == value {
			w.touch(e, t.copyRow(e.base))
		}
	}
	var found []*entry
	for _, some := range [][]*entry{w.held[l.column][value], w.edited} {
		for _, e := range some {
			if w.current(e) && e.row != nil && l.of(e.row) == value {
				found = append(found, e)
			}
		}
	}
	if len(found) > 1 {
		slices.SortFunc(found, func(a, b *entry) int { return strings.Compare(t.keyText(a.key), t.keyText(b.key)) })
		found = slices.Compact(found)
	}
	for _, e := range found {
		w.hand(e)
	}
	return found
}

// index brings what a lookup finds up to date with all rows but those that the present event was given to change: these are
// in edited. A row may be listed where it was before: a look-up compares what it holds.
func (w *working) index(l lookup) {
	if w.held == nil {
		w.held = map[string]map[ident.ID][]*entry{}
	}
	if w.held[l.column] == nil {
		w.held[l.column] = map[ident.ID][]*entry{}
		of := map[string]lookup{l.column: l}
		w.keys.each(func(e *entry) {
			w.hold(of, e, nil, e.base)
			if w.current(e) && e.row != nil {
				e.event = w.rows.event
				w.edited = append(w.edited, e)
			}
		})
	}
	rest := w.edited[:0]
	for _, e := range w.edited {
		if e.event == w.rows.event {
			rest = append(rest, e)
			continue
		}
		w.hold(w.t.lookups, e, e.base, e.row)
	}
	clear(w.edited[len(rest):])
	w.edited = rest
}

// hold lists a row that was something else before in the lookups that are kept.
func (w *working) hold(lookups map[string]lookup, e *entry, was, is any) {
	if is == nil {
		return
	}
	for column, l := range lookups {
		if values := w.held[column]; values != nil {
			if v := l.of(is); was == nil || l.of(was) != v {
				values[v] = append(values[v], e)
			}
		}
	}
}

// settle takes over what the table holds of a row.
func (w *working) settle(e *entry, base any) {
	w.hold(w.t.lookups, e, e.base, base)
	e.base, e.known = base, true
}

// rebase makes what the batch changed the base of the next batch, and notes that it is to be written.
func (w *working) rebase() {
	for _, e := range w.touched {
		if !e.dirty {
			continue
		}
		if !e.pending {
			e.pending, e.stored = true, e.base != nil
			w.pending = append(w.pending, e)
		}
		w.settle(e, e.row)
	}
}

// changed lists what the batch changed, in the order in which it was touched.
func (w *working) changed() []*entry {
	var out []*entry
	for _, e := range w.touched {
		if e.dirty {
			out = append(out, e)
		}
	}
	return out
}
