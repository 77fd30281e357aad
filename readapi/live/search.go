package live

import (
	"context"

	"github.com/callup/callup/internal/bus"
)

// maxSought are looked up at a time; of more, all topics are taken.
const maxSought = 2000

// search is what waits to be looked up for an effect: the keys of changed rows, and the position up to which they changed.
type search struct {
	keys  map[string]struct{}
	at    bus.Position
	trace string // W3C trace context of the last change
}

// seek has keys of changed rows looked up, if somebody watches a topic that they can concern; else it is only remembered that
// something changed. The database is asked elsewhere: it holds up nothing that is known already. h.mu is held.
func (h *hub) seek(e *effect, keys []string, at bus.Position, trace string) {
	if !e.watched() {
		h.forget(e)
		return
	}
	s := &e.waiting
	if s.keys == nil {
		s.keys = map[string]struct{}{}
	}
	for _, k := range keys {
		s.keys[k] = struct{}{}
	}
	if s.at.Before(at) {
		s.at = at
	}
	if trace != "" {
		s.trace = trace
	}
	if len(s.keys) > maxSought {
		h.unknown(e, s.at, s.trace)
		e.waiting = search{}
		return
	}
	select {
	case e.due <- struct{}{}:
	default: // it is known already that something waits
	}
}

// watched tells whether somebody watches a topic that an effect can concern; the hub's mutex is held.
func (e *effect) watched() bool {
	for _, c := range e.concerns {
		if c.family.watched > 0 {
			return true
		}
	}
	return false
}

// look looks up what waits for an effect until the context ends, one search after another: what comes meanwhile is gathered.
func (h *hub) look(ctx context.Context, e *effect) {
	for {
		select {
		case <-e.due:
			h.search(ctx, e)
		case <-ctx.Done():
			return
		}
	}
}

// search looks up what waits for an effect, and marks the topics that it leads to: as late as that of a projection that lags.
func (h *hub) search(ctx context.Context, e *effect) {
	h.mu.Lock()
	s := e.waiting
	e.waiting = search{}
	watched := e.watched()
	if !watched && len(s.keys) > 0 {
		h.forget(e)
	}
	h.mu.Unlock()
	if !watched || len(s.keys) == 0 {
		return
	}
	found, err := e.find(ctx, s.keys, h.times)
	if ctx.Err() != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		h.notKnown(ctx, e, s.at, s.trace, err)
		return
	}
	h.affect(ctx, e, found, s.at, s.trace)
}

func (e *effect) find(ctx context.Context, keys map[string]struct{}, times Times) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, times.Answer)
	defer cancel()
	sought := make([]string, 0, len(keys))
	for k := range keys {
		sought = append(sought, k)
	}
	return e.lookup.Find(ctx, sought)
}
