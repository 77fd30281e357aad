package live

import (
	"context"
	"slices"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
)

// follow applies what the bus brings until it ends.
func (h *hub) follow(ctx context.Context, changes <-chan *message.Message) {
	// What changed before now was not heard.
	h.everything(ctx)
	for m := range changes {
		c, err := bus.Read(m)
		if err != nil {
			h.log.ErrorContext(ctx, "change not understood", "error", err)
			c = bus.All()
		}
		h.apply(ctx, c)
		m.Ack()
	}
}

// apply marks what a change concerns. What is known at once goes first.
func (h *hub) apply(ctx context.Context, c bus.Change) {
	at, err := bus.ParsePosition(c.Position)
	if err != nil || c.IsAll() {
		h.everything(ctx)
		return
	}
	for _, looked := range []bool{false, true} {
		for table, keys := range c.Tables {
			for _, e := range h.effects[table] {
				if (e.find != nil) == looked {
					h.affect(ctx, e, keys, at, c.Trace)
				}
			}
		}
	}
}

// affect marks the topics that changed rows concern: all of a family when it is not known which.
func (h *hub) affect(ctx context.Context, e effect, keys []string, at bus.Position, trace string) {
	unused := !slices.ContainsFunc(e.concerns, func(c concern) bool { return !c.single || h.registry[c.family].hasItems() })
	ids, err := parseIDs(keys, unused)
	if err == nil && e.find != nil && len(ids) > 0 {
		lookup, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		ids, err = e.find(lookup, h.answers, ids)
	}
	if err != nil {
		h.log.WarnContext(ctx, "not known which topics a change concerns: taking all", "concerns", e.concerns, "error", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hear(at)
	for _, c := range e.concerns {
		f := h.registry[c.family]
		what := f.bit(c.kind)
		switch {
		case len(keys) == 0 || err != nil:
			h.memory.forget(at)
			h.markAll(f, what, at, trace)
		case e.find != nil && len(ids) == 0: // it concerns nobody
		case c.single:
			h.mark(topicID{family: f}, what, at, ids, trace)
		default:
			for _, id := range ids {
				h.mark(topicID{f, id}, what, at, nil, trace)
			}
		}
	}
}

// parseIDs reads keys, unless they do not matter.
func parseIDs(keys []string, unused bool) ([]ident.ID, error) {
	if unused {
		return nil, nil
	}
	ids := make([]ident.ID, 0, len(keys))
	for _, k := range keys {
		id, err := ident.Parse(k)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// mark has something pushed on a topic, if it is watched; h.mu is held.
func (h *hub) mark(id topicID, what bits, at bus.Position, items []ident.ID, trace string) {
	t := h.topics[id]
	if t == nil {
		h.memory.change(id, h.memory.of(id), at)
		return
	}
	h.memory.change(id, t.mark, at)
	t.dirty |= what
	if trace != "" {
		t.trace = trace
	}
	for _, item := range items {
		if t.items == nil {
			t.items = map[ident.ID]struct{}{}
		}
		t.items[item] = struct{}{}
	}
	h.enqueue(t)
}

// markAll has something pushed on every topic of a family; h.mu is held.
func (h *hub) markAll(f *family, what bits, at bus.Position, trace string) {
	if f.hasItems() {
		what = refetch
	}
	for id := range h.topics {
		if id.family == f {
			h.mark(id, what, at, nil, trace)
		}
	}
}

// everything has the present answers pushed on every topic: it is not known what changed up to now.
func (h *hub) everything(ctx context.Context) {
	at, ok := h.now(ctx)
	if !ok {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.memory.forget(at)
	h.hear(at)
	for id, t := range h.topics {
		// The push must not pass for one from before what was missed.
		h.memory.change(id, t.mark, at)
		if t.id.family.current {
			for r, s := range t.subs {
				t.present(r, s)
			}
		} else {
			t.dirty |= refetch
		}
		h.enqueue(t)
	}
}

// hear notes how far the log reaches; h.mu is held.
func (h *hub) hear(at bus.Position) {
	if h.high.Before(at) {
		h.high = at
	}
}

// now reads the log's end, beyond which every change will be heard; false when the context has ended.
func (h *hub) now(ctx context.Context) (bus.Position, bool) {
	for {
		text, err := h.head(ctx)
		if err == nil {
			var at bus.Position
			if at, err = bus.ParsePosition(text); err == nil {
				return at, true
			}
		}
		if ctx.Err() != nil {
			return bus.Position{}, false
		}
		h.log.WarnContext(ctx, "the log's end is not known; asking again", "error", err)
		select {
		case <-time.After(h.retry):
		case <-ctx.Done():
			return bus.Position{}, false
		}
	}
}
