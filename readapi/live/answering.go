package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/observe"
)

// maxItems are pushed one by one; more are refetched.
const maxItems = 48

// job is what one answering of a topic is to push, and to whom.
type job struct {
	dirty dirt
	label bus.Position
	items []itemID
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
		dirty: t.dirty, trace: t.trace, items: slices.Collect(maps.Keys(t.items)),
		subs: watchers{}, late: watchers{}, ahead: watchers{},
	}
	dirty, late := t.dirty, t.late
	t.dirty, t.items, t.late, t.trace = dirt{}, nil, nil, ""
	if h.topics[t.id] != t {
		return j // everybody has left
	}
	var since bus.Position
	for r, s := range t.subs {
		if !dirty.any() && late[r] == nil {
			continue
		}
		if h.high.Before(s.since) {
			j.ahead[r] = s
			continue
		}
		if since.Before(s.since) {
			since = s.since
		}
		if dirty.any() {
			j.subs[r] = s
		}
		if late[r] != nil {
			j.late[r] = s
		}
	}
	j.label = t.id.family.memory.push(t.id, t.mark, since)
	return j
}

// kindPush is a kind that a job pushes, and to whom.
type kindPush struct {
	Kind
	place int // in the family
	to    watchers
}

// pushes are in an order in which whoever gets one gets all that follow: the last of them ends the job for everybody.
func (j job) pushes(f *family) []kindPush {
	var some, all []kindPush
	for i, k := range f.Kinds {
		switch {
		case k.Refetch:
		case j.dirty.has(i) && len(j.subs) > 0:
			all = append(all, kindPush{k, i, j.subs})
		case !j.dirty.has(i) && len(j.late) > 0:
			some = append(some, kindPush{k, i, j.late})
		}
	}
	return append(some, all...)
}

// answer makes and pushes what a job asks for; false when some of it has to be tried again.
func (h *hub) answer(ctx context.Context, t *topic, j job) bool {
	var failed dirt
	h.push(t, j.ahead, refetchFrame(t.id))
	if j.dirty.refetch || len(j.items) > maxItems {
		h.push(t, j.subs, refetchFrame(t.id))
		j.items = nil
	}
	pushes := j.pushes(t.id.family)
	for n, p := range pushes {
		// what failed follows later: whoever is cut off before has not got everything of this position
		if err := h.answerKind(ctx, t, p, j, n < len(pushes)-1 || failed.any()); err != nil {
			if ctx.Err() != nil {
				return true
			}
			h.log.WarnContext(ctx, "push not made; trying again", "topic", t.id.family.Name, "kind", p.Name, "error", err)
			h.metrics.failures.WithLabelValues(p.Name).Inc()
			failed.add(t.id.family, p.place)
		}
	}
	if !failed.any() {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.again(t, j, failed)
	return false
}

// again puts back what could not be pushed; h.mu is held.
func (h *hub) again(t *topic, j job, failed dirt) {
	for kind := range failed.kinds {
		if failed.kinds[kind] && j.dirty.has(kind) {
			t.dirty.add(t.id.family, kind)
		}
	}
	if t.trace == "" {
		t.trace = j.trace
	}
	for _, id := range j.items {
		if t.items == nil {
			t.items = map[itemID]struct{}{}
		}
		t.items[id] = struct{}{}
	}
	for r, s := range j.late {
		if t.subs[r] == s {
			t.present(r, s)
		}
	}
}

// answerKind makes one kind's answer for each class of viewers, and pushes it. More tells that another kind follows: a
// client that is cut off between them must not take what it has for complete.
func (h *hub) answerKind(ctx context.Context, t *topic, p kindPush, j job, more bool) (err error) {
	defer func() {
		if x := recover(); x != nil { // as over HTTP, one answer that panics ends no process
			err = fmt.Errorf("the answer panicked: %v", x)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, h.times.Answer)
	defer cancel()
	ctx, end := h.span(ctx, &j, p.Kind)
	defer end()
	if p.Items != nil {
		return h.answerItems(ctx, t, p, j, more)
	}
	classes, err := h.classes(ctx, t.id, p.Kind, p.to)
	if err != nil {
		return err
	}
	for _, class := range classes {
		data, err := p.Answer(ctx, class.viewer, t.id.key)
		message := outgoing{
			Type: typeData, Topic: t.id.String(), Position: j.label.String(), More: more, Kind: p.Name, Data: data,
			Trace: j.trace,
		}
		if refused, ok := errors.AsType[*domain.Refusal](err); ok {
			message = outgoing{Type: typeError, Topic: t.id.String(), Code: refused.Code}
		} else if err != nil {
			return err
		}
		f, err := message.frame(t.id, p.Name)
		if err != nil {
			return err
		}
		h.push(t, class.watchers, f)
	}
	return nil
}

// span continues the trace of what changed, and has the pushes carry it.
func (h *hub) span(ctx context.Context, j *job, k Kind) (context.Context, func()) {
	if h.tracer == nil || j.trace == "" {
		return ctx, func() {}
	}
	ctx, span := h.tracer.Start(observe.Continue(ctx, j.trace), "push "+k.Name)
	j.trace = observe.TraceParent(ctx)
	return ctx, func() { span.End() }
}

func (h *hub) answerItems(ctx context.Context, t *topic, p kindPush, j job, more bool) error {
	keys := make([]string, 0, len(j.items))
	for _, item := range j.items {
		if item.kind == p.place {
			keys = append(keys, item.key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	classes := map[identity]class{{}: {watchers: p.to}}
	if p.Insiders != nil {
		var err error
		if classes, err = h.classes(ctx, t.id, p.Kind, p.to); err != nil {
			return err
		}
	}
	for _, class := range classes {
		if err := h.answerItemsTo(ctx, t, p, j, class, keys, more); err != nil {
			return err
		}
	}
	return nil
}

func (h *hub) answerItemsTo(ctx context.Context, t *topic, p kindPush, j job, to class, keys []string, more bool) error {
	found, err := p.Items(ctx, to.viewer, t.id.key, keys)
	if err != nil {
		return err
	}
	left := len(found)
	for key, data := range found {
		left--
		message := outgoing{
			Type: typeData, Topic: t.id.String(), Position: j.label.String(), More: more || left > 0, Kind: p.Name, Data: data,
			Trace: j.trace,
		}
		f, err := message.frame(t.id, p.Name+"/"+key)
		if err != nil {
			return err
		}
		h.push(t, to.watchers, f)
	}
	return nil
}

// class is the watchers who share one answer, and the viewer it is made for.
type class struct {
	viewer   Viewer
	watchers watchers
}

// identity is what an answer made for somebody depends on. A member's roles are those a socket was opened with.
type identity struct {
	member ident.ID
	roles  string
}

// classes divides watchers by the answer they get: insiders by who they are, the others under nobody.
func (h *hub) classes(ctx context.Context, id topicID, k Kind, to watchers) (map[identity]class, error) {
	members := map[ident.ID]struct{}{}
	for r := range to {
		if m := r.viewer().Member; !m.IsNil() {
			members[m] = struct{}{}
		}
	}
	insiders, err := k.Insiders(ctx, id.key, slices.Collect(maps.Keys(members)))
	if err != nil {
		return nil, err
	}
	out := map[identity]class{}
	for r, s := range to {
		viewer := r.viewer()
		if !slices.Contains(insiders, viewer.Member) {
			viewer = Viewer{}
		}
		who := identity{viewer.Member, strings.Join(viewer.Roles, " ")}
		c, known := out[who]
		if !known {
			c = class{viewer, watchers{}}
			out[who] = c
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
