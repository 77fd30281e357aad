package live

import (
	"context"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/internal/bus"
)

// follow applies what the bus brings until it ends.
func (h *hub) follow(ctx context.Context, changes <-chan *message.Message) {
	h.miss() // what changed before now
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

// miss has the present answers pushed on every topic, since it is not known what changed. The database is asked elsewhere.
func (h *hub) miss() {
	select {
	case h.missed <- struct{}{}:
	default: // it is known already
	}
}

// makeUp pushes everything whenever something was missed, until the context ends.
func (h *hub) makeUp(ctx context.Context) {
	for {
		select {
		case <-h.missed:
			h.everything(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// apply marks what a change concerns, or has it looked up.
func (h *hub) apply(ctx context.Context, c bus.Change) {
	at, err := bus.ParsePosition(c.Position)
	if err != nil || c.IsAll() {
		h.miss()
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hear(at)
	for table, keys := range c.Tables {
		for _, e := range h.effects[table] {
			switch {
			case len(keys) == 0:
				h.unknown(e, at, c.Trace)
			case e.lookup != nil:
				h.seek(e, keys, at, c.Trace)
			default:
				h.affect(ctx, e, keys, at, c.Trace)
			}
		}
	}
}

// affect marks the topics of which keys tell: all of a family when they can't be understood. h.mu is held.
func (h *hub) affect(ctx context.Context, e *effect, keys []string, at bus.Position, trace string) {
	targets, err := e.targets(keys)
	if err != nil {
		h.notKnown(ctx, e, at, trace, err)
		return
	}
	for _, t := range targets {
		h.mark(t.topicID, t.concern, at, t.item, trace)
	}
}

func (h *hub) notKnown(ctx context.Context, e *effect, at bus.Position, trace string, why error) {
	h.log.WarnContext(ctx, "not known which topics a change concerns: taking all", "concerns", e.names(), "error", why)
	h.unknown(e, at, trace)
}

// unknown marks all topics that a change can concern; h.mu is held.
func (h *hub) unknown(e *effect, at bus.Position, trace string) {
	h.forget(e)
	for _, c := range e.concerns {
		h.markAll(c, at, trace)
	}
}

// forget makes it unknown what changed up to now of the topics that an effect can concern; h.mu is held.
func (h *hub) forget(e *effect) {
	for _, c := range e.concerns {
		c.family.memory.forget(h.high)
	}
}

// target is a topic that a change concerns, and the item of which it tells.
type target struct {
	topicID
	concern
	item string
}

// targets gives the topics that the keys of topics or items concern. Error: keys that can't be understood.
func (e *effect) targets(keys []string) ([]target, error) {
	if len(keys) > 0 && e.keyless {
		keys = keys[:1]
	}
	out := make([]target, 0, len(keys)*len(e.concerns))
	for _, c := range e.concerns {
		for _, key := range keys {
			topic, item, ok := c.family.split(key)
			if !ok {
				return nil, fmt.Errorf("the key %.100q does not begin with that of a topic %s", key, c.family.Name)
			}
			out = append(out, target{topicID{c.family, topic}, c, item})
		}
	}
	return out, nil
}

// mark has something pushed on a topic, if it is watched; h.mu is held.
func (h *hub) mark(id topicID, c concern, at bus.Position, item, trace string) {
	t := h.topics[id]
	if t == nil {
		id.family.memory.change(id, id.family.memory.of(id), at)
		return
	}
	id.family.memory.change(id, t.mark, at)
	t.dirty.add(c.family, c.kind)
	if trace != "" {
		t.trace = trace
	}
	if c.family.Kinds[c.kind].Items != nil {
		if t.items == nil {
			t.items = map[itemID]struct{}{}
		}
		t.items[itemID{c.kind, item}] = struct{}{}
	}
	h.enqueue(t)
}

// markAll has something pushed on every topic of a family; h.mu is held.
func (h *hub) markAll(c concern, at bus.Position, trace string) {
	for id, t := range h.topics {
		if id.family != c.family {
			continue
		}
		if c.family.items { // it is not known which of them
			t.dirty.refetch = true
			id.family.memory.change(id, t.mark, at)
			h.enqueue(t)
			continue
		}
		h.mark(id, c, at, "", trace)
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
	h.hear(at)
	for _, f := range h.families {
		f.memory.forget(h.high)
	}
	for id, t := range h.topics {
		// The push must not pass for one from before what was missed.
		id.family.memory.change(id, t.mark, at)
		if id.family.current {
			for r, s := range t.subs {
				t.present(r, s)
			}
		} else {
			t.dirty.refetch = true
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
		case <-time.After(h.times.Retry):
		case <-ctx.Done():
			return bus.Position{}, false
		}
	}
}
