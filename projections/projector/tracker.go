package projector

import (
	"context"
	"sync"
	"time"

	"github.com/callup/callup/eventstore"
)

// Tracker knows which position each projection's live build reflects, and lets reads wait for one.
type Tracker struct {
	tables map[string]string // table → projection
	wanted chan struct{}     // capacity 1: a read waits for a position
	times  Times

	mu    sync.Mutex
	at    map[string]eventstore.Position
	moved chan struct{}
}

// NewTracker makes a tracker of projections.
func NewTracker(all []*Projection, times Times) *Tracker {
	t := &Tracker{times: times.orDefault(), tables: map[string]string{}, wanted: make(chan struct{}, 1),
		at: map[string]eventstore.Position{}, moved: make(chan struct{})}
	for _, p := range all {
		for _, table := range p.Tables() {
			t.tables[table] = p.Name
		}
	}
	return t
}

// Advance records that a projection's live build reflects a position, unless it is known to reflect a later one. It is
// told by whoever folds it here, by the registry, and by what other processes publish.
func (t *Tracker) Advance(projection string, p eventstore.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if was, ok := t.at[projection]; ok && !was.Before(p) {
		return
	}
	t.at[projection] = p
	close(t.moved)
	t.moved = make(chan struct{})
}

// lowest gives the position that all of some tables reflect, and a channel that closes when any moves.
func (t *Tracker) lowest(tables []string) (eventstore.Position, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var low eventstore.Position
	for i, table := range tables {
		p := t.at[t.tables[table]]
		if i == 0 || p.Before(low) {
			low = p
		}
	}
	return low, t.moved
}

// Reflect waits until the tables reflect a position, for a few seconds at most, and gives the position they reflect.
// behind is true when they do not reflect it yet. A malformed position counts as none.
func (t *Tracker) Reflect(ctx context.Context, after string, tables []string) (position string, behind bool) {
	want, err := eventstore.ParsePosition(after)
	if err != nil {
		want = eventstore.Position{}
	}
	at, moved := t.lowest(tables)
	if !at.Before(want) { // nearly always
		return at.String(), false
	}
	patient, cancel := context.WithTimeout(ctx, t.times.Patience)
	defer cancel()
	for at.Before(want) {
		if t.wait(patient, moved) != nil {
			return at.String(), true
		}
		at, moved = t.lowest(tables)
	}
	return at.String(), false
}

// wait blocks until a position moves or it is time to look again.
func (t *Tracker) wait(ctx context.Context, moved <-chan struct{}) error {
	select {
	case t.wanted <- struct{}{}:
	default:
	}
	again := time.NewTimer(t.times.Ask)
	defer again.Stop()
	select {
	case <-moved:
	case <-again.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Wait blocks until the tables of every projection reflect a position.
func (t *Tracker) Wait(ctx context.Context, want eventstore.Position) error {
	tables := make([]string, 0, len(t.tables))
	for table := range t.tables {
		tables = append(tables, table)
	}
	for {
		at, moved := t.lowest(tables)
		if !at.Before(want) {
			return nil
		}
		if err := t.wait(ctx, moved); err != nil {
			return err
		}
	}
}
