package live

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/readapi"
)

const (
	patience = 5 * time.Second // for one answer
	maxItems = 48              // pushed one by one; more are refetched
)

// job is what one answering of a topic is to push, and to whom.
type job struct {
	dirty bits
	label bus.Position
	items []ident.ID
	trace string   // W3C trace context of the last change
	subs  watchers // who gets what changed
	late  watchers // who gets the present answers, changed or not
	ahead watchers // who knows of positions that were not heard of here
}

// take empties a topic; h.mu is held. What a client has may reflect a change already or only seem to, if a push told
// it the position while one projection lagged behind another. So it gets the change, under a position no earlier than
// its own.
func (h *hub) take(t *topic) job {
	j := job{
		dirty: t.dirty, trace: t.trace, items: slices.Collect(maps.Keys(t.items)), subs: watchers{}, late: watchers{}, ahead: watchers{},
	}
	dirty, late := t.dirty, t.late
	t.dirty, t.items, t.late, t.trace = 0, nil, nil, ""
	if h.topics[t.id] != t {
		return j // everybody has left
	}
	var since bus.Position
	for r, s := range t.subs {
		if dirty == 0 && late[r] == nil {
			continue
		}
		if h.high.Before(s.since) {
			j.ahead[r] = s
			continue
		}
		if since.Before(s.since) {
			since = s.since
		}
		if dirty != 0 {
			j.subs[r] = s
		}
		if late[r] != nil {
			j.late[r] = s
		}
	}
	j.label = h.memory.push(t.id, t.mark, since)
	return j
}

// answer makes and pushes what a job asks for; false when some of it has to be tried again.
func (h *hub) answer(ctx context.Context, t *topic, j job) bool {
	failed := bits(0)
	h.push(t, j.ahead, refetchFrame(t.id))
	if j.dirty&refetch != 0 || len(j.items) > maxItems {
		h.push(t, j.subs, refetchFrame(t.id))
		j.items = nil
	}
	for i, k := range t.id.family.kinds {
		to := j.late
		if j.dirty&(1<<i) != 0 {
			to = j.subs
		}
		if len(to) == 0 {
			continue
		}
		if err := h.answerKind(ctx, t, k, j, to); err != nil {
			if ctx.Err() != nil {
				return true
			}
			h.log.WarnContext(ctx, "push not made; trying again", "topic", t.id.family.name, "kind", k.name, "error", err)
			h.metrics.failures.WithLabelValues(k.name).Inc()
			failed |= 1 << i
		}
	}
	if failed == 0 {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.again(t, j, failed)
	return false
}

// again puts back what could not be pushed; h.mu is held.
func (h *hub) again(t *topic, j job, failed bits) {
	t.dirty |= j.dirty & failed
	if t.trace == "" {
		t.trace = j.trace
	}
	for _, id := range j.items {
		if t.items == nil {
			t.items = map[ident.ID]struct{}{}
		}
		t.items[id] = struct{}{}
	}
	for r, s := range j.late {
		if t.subs[r] == s {
			t.present(r, s)
		}
	}
}

// answerKind makes one kind's answer for each class of viewers, and pushes it.
func (h *hub) answerKind(ctx context.Context, t *topic, k kind, j job, to watchers) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ctx, end := h.span(ctx, &j, k)
	defer end()
	if k.items != nil {
		return h.answerItems(ctx, t, k, j, to)
	}
	classes, err := h.classes(ctx, t.id, k, to)
	if err != nil {
		return err
	}
	for _, class := range classes {
		data, err := k.answer(ctx, h.answers, class.viewer, t.id.id)
		message := outgoing{Type: typeData, Topic: t.id.String(), Position: j.label.String(), Kind: k.name, Data: data, Trace: j.trace}
		if refused, ok := errors.AsType[*domain.Refusal](err); ok {
			message = outgoing{Type: typeError, Topic: t.id.String(), Code: refused.Code}
		} else if err != nil {
			return err
		}
		f, err := message.frame(t.id, k.name)
		if err != nil {
			return err
		}
		h.push(t, class.watchers, f)
	}
	return nil
}

// span continues the trace of what changed, and has the pushes carry it.
func (h *hub) span(ctx context.Context, j *job, k kind) (context.Context, func()) {
	if h.tracer == nil || j.trace == "" {
		return ctx, func() {}
	}
	ctx, span := h.tracer.Start(observe.Continue(ctx, j.trace), "push "+k.name)
	j.trace = observe.TraceParent(ctx)
	return ctx, func() { span.End() }
}

func (h *hub) answerItems(ctx context.Context, t *topic, k kind, j job, to watchers) error {
	if len(j.items) == 0 {
		return nil
	}
	found, err := k.items(ctx, h.answers, j.items)
	if err != nil {
		return err
	}
	for id, data := range found {
		message := outgoing{Type: typeData, Topic: t.id.String(), Position: j.label.String(), Kind: k.name, Data: data, Trace: j.trace}
		f, err := message.frame(t.id, k.name+"/"+id.String())
		if err != nil {
			return err
		}
		h.push(t, to, f)
	}
	return nil
}

// class is the watchers who share one answer, and the viewer it is made for.
type class struct {
	viewer   readapi.Viewer
	watchers watchers
}

// classes divides watchers by the answer they get: insiders by member, the others under the zero id.
func (h *hub) classes(ctx context.Context, id topicID, k kind, to watchers) (map[ident.ID]class, error) {
	members := map[ident.ID]struct{}{}
	for r := range to {
		if m := r.viewer().Member; !m.IsNil() {
			members[m] = struct{}{}
		}
	}
	insiders, err := k.audience(ctx, h.answers, id.id, slices.Collect(maps.Keys(members)))
	if err != nil {
		return nil, err
	}
	out := map[ident.ID]class{}
	for r, s := range to {
		viewer := r.viewer()
		if !slices.Contains(insiders, viewer.Member) {
			viewer = readapi.Viewer{}
		}
		c, known := out[viewer.Member]
		if !known {
			c = class{viewer, watchers{}}
			out[viewer.Member] = c
		}
		c.watchers[r] = s
	}
	return out, nil
}

// push hands a message to those of some watchers who still are.
func (h *hub) push(t *topic, to watchers, f frame) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for r, s := range to {
		if t.subs[r] == s {
			r.push(f)
		}
	}
}
