package projector

import (
	"context"
	"fmt"
	"reflect"

	"github.com/callup/callup/eventstore"
)

// Memory is the tables of one projection without a database: what its folds make of events. The tests of folds look at
// it, and at what a build has made of the same events on Postgres.
type Memory struct {
	Tables    map[string]map[any]any // table → key → row
	Announced map[string][]string    // by the last batch: table → texts of the keys that are told to those who show the rows
	Looked    int                    // how many rows, and lookups of rows, the tables were asked for

	p    *Projection
	at   eventstore.Position
	kept *Rows
}

// NewMemory makes the empty tables of a projection. They are read again for each batch of events, as the runner reads
// them, or kept between batches, as a rebuild keeps them.
func NewMemory(p *Projection, keep bool) *Memory {
	m := &Memory{p: p, Tables: map[string]map[any]any{}}
	for _, t := range p.tables {
		m.Tables[t.name] = map[any]any{}
	}
	if keep {
		m.kept = newRows()
	}
	return m
}

// Fold folds one batch of events that the tables do not reflect yet.
func (m *Memory) Fold(events []Event) error {
	rows := m.kept
	if rows == nil {
		rows = newRows()
	}
	batch := pageOf(events)
	places := batch.concerning(m.p, m.at)
	for range maxPasses {
		err := m.p.fold(rows, batch, places, nil)
		if rows.missing {
			for _, w := range rows.used() {
				m.load(w)
			}
			continue
		}
		if err == nil {
			m.Announced = rows.announced()
			err = m.write(rows)
		}
		if err == nil && len(events) > 0 {
			m.at = events[len(events)-1].Recorded.Position
		}
		return err
	}
	return fmt.Errorf("not folded after %d passes", maxPasses)
}

func (m *Memory) load(w *working) {
	t := w.t
	m.Looked += len(w.wanted) + len(w.seek)
	for _, e := range w.wanted {
		w.settle(e, t.copyRow(m.Tables[t.name][e.key]))
	}
	w.answered()
	for ref := range w.seek {
		for _, row := range m.Tables[t.name] {
			if t.lookups[ref.column].of(row) == ref.value {
				w.found(reflect.ValueOf(t.copyRow(row)))
			}
		}
		w.known[ref] = true
	}
	clear(w.seek)
}

func (m *Memory) write(rows *Rows) error {
	for _, w := range rows.used() {
		t := w.t
		for _, e := range w.changed() {
			if e.row == nil {
				delete(m.Tables[t.name], e.key)
				continue
			}
			if got := t.keyOf(reflect.ValueOf(e.row).Elem()); got != e.key {
				return fmt.Errorf("the row of %v in %s has the key %v", e.key, t.name, got)
			}
			m.Tables[t.name][e.key] = t.copyRow(e.row)
		}
		if m.kept != nil {
			w.rebase()
			w.written()
		}
	}
	return nil
}

// Stored reads the tables of a projection in the schema of a build.
func Stored(ctx context.Context, q querier, p *Projection, schema string) (*Memory, error) {
	m := NewMemory(p, false)
	for _, t := range p.tables {
		rows, err := q.Query(ctx, "SELECT "+t.columnList()+" FROM "+t.in(schema))
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", t.name, err)
		}
		work := newRows().of(t)
		if err := work.scan(rows); err != nil {
			return nil, err
		}
		work.keys.each(func(e *entry) { m.Tables[t.name][e.key] = e.base })
	}
	return m, nil
}
