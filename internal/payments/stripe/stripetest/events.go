package stripetest

import (
	"slices"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// keepEvents is how long events can be read (https://docs.stripe.com/api/events).
const keepEvents = 30 * 24 * time.Hour

// event is what happened to an object, with the object as it was then.
type event struct {
	head
	of           string // type
	object       any
	previous     doc
	request, key string
}

func (*event) kind() string { return "event" }

func (o *event) doc(s *Stripe) doc {
	data := doc{"object": o.object}
	if o.previous != nil {
		data["previous_attributes"] = o.previous
	}
	waiting := count(s.due, func(d *delivery) bool { return d.event == o })
	return doc{
		"id": o.id, "object": "event", "api_version": stripe.APIVersion, "created": o.created.Unix(), "data": data, "livemode": o.live,
		"pending_webhooks": waiting, "request": doc{"id": nullable(o.request), "idempotency_key": nullable(o.key)}, "type": o.of,
	}
}

func (o *event) belongs(filters doc) bool {
	for name, value := range filters {
		switch name {
		case "type":
			if value != o.of {
				return false
			}
		case "types":
			if types, _ := value.([]any); !slices.Contains(types, any(o.of)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// emit records what happened to an object, and has it told to the endpoints that listen. previous is what changed, for events
// of updates.
func (s *Stripe) emit(of string, about object, previous doc) {
	c := s.call
	o := &event{head: s.newHead("evt", about.first().live), of: of, previous: previous}
	if c != nil {
		o.request, o.key = c.id, c.again
	} else {
		c = &call{Stripe: s}
	}
	written, err := c.expanded(about.doc(s), nil)
	if err != nil {
		s.violated("event %s: %v", of, err)
	}
	o.object = written
	s.checkEvent(o, about.kind())
	s.events.add(o)
	for _, e := range s.endpoints.all {
		if e.live == o.live && e.listens(of) {
			s.due = append(s.due, &delivery{event: o, to: e, at: s.now})
		}
	}
}

// checkEvent compares an event and what it is about with the description, which says nothing of the two together.
func (s *Stripe) checkEvent(o *event, kind string) {
	for _, part := range []struct {
		kind string
		doc  any
	}{{"event", o.doc(s)}, {kind, o.object}} {
		of, err := s.description.schema(part.kind)
		if err != nil {
			s.violated("event %s: %v", o.of, err)
			continue
		}
		for _, violation := range s.description.checkAnswer(of, part.doc) {
			s.violated("event %s: %s: %s", o.of, part.kind, violation)
		}
	}
}

func (s *Stripe) forgetEvents() {
	s.events.remove(func(o *event) bool { return s.now.Sub(o.created) <= keepEvents })
}

func readEvent(c *call) (any, error) { return read(c, &c.events, "id") }

func listEvents(c *call) (any, error) { return list(c, &c.events) }
