package live

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/internal/bus"
)

// workers are how many topics are answered at the same time.
const workers = 4

// receiver is a client as the hub sees it.
type receiver interface {
	viewer() Viewer
	// push queues a message; it never blocks.
	push(frame)
}

// subscription is what a client has of a topic.
type subscription struct {
	since bus.Position // its answers reflect this, as far as it says
}

// watchers are the clients who have subscribed to a topic.
type watchers map[receiver]*subscription

// topic is one that somebody watches.
type topic struct {
	id    topicID
	mark  *mark
	subs  watchers
	state topicState

	// What waits to be pushed.
	dirty dirt
	items map[itemID]struct{}
	trace string   // W3C trace context of the last change
	late  watchers // those who get the present answers, changed or not
}

// itemID is one thing among many, and the kind that shows it.
type itemID struct {
	kind int
	key  string
}

type topicState uint8

const (
	idle topicState = iota
	queued
	resting // being answered, or gathering changes afterwards
)

// hub knows who watches what, and pushes what changed. A topic is answered by one worker at a time, so what a client
// gets never goes back.
type hub struct {
	name     string // of no other hub, before or since
	registry registry
	families []*family
	effects  map[string][]*effect
	lookups  []*effect     // those with a lookup
	missed   chan struct{} // capacity 1: it is not known what changed
	head     func(context.Context) (string, error)
	times    Times
	metrics  *metrics
	tracer   trace.Tracer
	log      *slog.Logger

	mu     sync.Mutex
	filled *sync.Cond // ready is not empty, or stopped
	stop   bool
	ready  []*topic
	topics map[topicID]*topic
	high   bus.Position // the latest that was heard of
}

func newHub(c Config, m *metrics) (*hub, error) {
	r, families, err := register(c.Topics)
	if err != nil {
		return nil, err
	}
	all, lookups := effects(families)
	h := &hub{
		name: rand.Text(), registry: r, families: families, effects: all, lookups: lookups, head: c.Head, times: c.Times,
		metrics: m, tracer: c.Tracer, log: c.Log, topics: map[topicID]*topic{}, missed: make(chan struct{}, 1),
	}
	h.filled = sync.NewCond(&h.mu)
	for _, f := range families {
		for _, k := range f.Kinds {
			if !k.Refetch {
				m.failures.WithLabelValues(k.Name) // from 0 on, so that the first one is seen to be more
			}
		}
	}
	return h, nil
}

// claim is what a client says that it has: everything up to a position. It knows that from what it read or, if there is
// a hub, from a push. A hub pushes what it has heard of, so a push of one position may hold less at one hub than at
// another. (A web app from before hubs had names claims to have read what it was pushed; on reconnecting it fetches
// everything anyway.)
type claim struct {
	position bus.Position
	hub      string
}

// subscribe makes changes of a topic reach a client, beginning with those it may have missed if it claims to have
// anything.
func (h *hub) subscribe(r receiver, id topicID, has *claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[id]
	if t == nil {
		t = &topic{id: id, mark: id.family.memory.of(id), subs: watchers{}}
		h.topics[id] = t
		id.family.watched++
	}
	delete(t.late, r)
	if _, again := t.subs[r]; !again {
		h.metrics.topics.Inc()
	}
	s := &subscription{}
	t.subs[r] = s
	if has == nil {
		return
	}
	s.since = has.position
	switch {
	case !id.family.memory.knows(*has):
		r.push(refetchFrame(id))
	case (has.hub == "" || has.hub == h.name) && !t.mark.missed(has.position):
	case id.family.current:
		t.present(r, s)
		h.enqueue(t)
	default:
		r.push(refetchFrame(id))
	}
}

func (h *hub) unsubscribe(r receiver, ids ...topicID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		t := h.topics[id]
		if t == nil {
			continue
		}
		if _, was := t.subs[r]; was {
			h.metrics.topics.Dec()
		}
		delete(t.subs, r)
		delete(t.late, r)
		if len(t.subs) == 0 {
			delete(h.topics, id)
			id.family.watched--
		}
	}
}

func refetchFrame(id topicID) frame {
	f, err := outgoing{Type: typeRefetch, Topic: id.String()}.frame(id, typeRefetch)
	if err != nil {
		panic(err) // two strings
	}
	return f
}

// present has the present answers pushed to a client.
func (t *topic) present(r receiver, s *subscription) {
	if t.late == nil {
		t.late = watchers{}
	}
	t.late[r] = s
}

// enqueue has a topic answered; h.mu is held.
func (h *hub) enqueue(t *topic) {
	if t.state != idle || !t.dirty.any() && len(t.late) == 0 {
		return
	}
	t.state = queued
	h.ready = append(h.ready, t)
	h.filled.Signal()
}

// work answers topics until the hub is stopped.
func (h *hub) work(ctx context.Context) {
	for {
		h.mu.Lock()
		for len(h.ready) == 0 && !h.stop {
			h.filled.Wait()
		}
		if h.stop {
			h.mu.Unlock()
			return
		}
		t := h.ready[0]
		h.ready = h.ready[1:]
		t.state = resting
		j := h.take(t)
		h.mu.Unlock()

		rest := h.times.Gather
		if !h.answer(ctx, t, j) {
			rest = h.times.Retry
		}
		time.AfterFunc(rest, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			t.state = idle
			if !h.stop {
				h.enqueue(t)
			}
		})
	}
}

func (h *hub) halt() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stop = true
	h.filled.Broadcast()
}
