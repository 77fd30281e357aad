package command

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/observe"
)

// Once is one event for a stream that grows too long to be folded for each append, such as a book of receipts.
type Once struct {
	Category string
	Stream   ident.ID
	Event    ident.ID            // its id, which the stream holds once
	After    eventstore.Revision // it lies after this revision, if it is there: earlier ones are not searched
	Envelope Envelope
	// Make gives the event for the revision that it gets.
	Make func(eventstore.Revision) any
}

// AppendOnce appends an event behind the last one of its stream, unless it is there already, and gives its revision. When others
// append at the same moment it looks again and makes the event anew. Errors: a *eventstore.Conflict after too many attempts,
// eventstore.ErrUnavailable.
func (h *Handler) AppendOnce(ctx context.Context, o Once) (eventstore.Appended, error) {
	stream := eventstore.StreamName(o.Category, o.Stream)
	meta := eventstore.Metadata{
		Command: o.Envelope.ID, Correlation: o.Envelope.Correlation, Causation: o.Envelope.Causation, Actor: o.Envelope.Actor,
		Trace: observe.TraceParent(ctx),
	}
	if meta.Correlation.IsNil() {
		meta.Correlation = o.Envelope.ID
	}
	last := o.After
	for attempt := 1; ; attempt++ {
		for r, err := range h.store.ReadStream(ctx, stream, last+1) {
			if err != nil {
				return eventstore.Appended{}, fmt.Errorf("read stream %s: %w", stream, err)
			}
			if r.ID == o.Event {
				return eventstore.Appended{Position: r.Position, Revision: r.Revision, Time: r.Time, Repeated: true}, nil
			}
			last = r.Revision
		}
		event, err := h.cat.Encode(ctx, h.keys, o.Event, o.Make(last+1), meta)
		if err != nil {
			return eventstore.Appended{}, err
		}
		done, err := h.store.Append(ctx, stream, last, []eventstore.Event{event})
		if err == nil {
			h.ends.Add(stream, done.Revision)
			return done, nil
		}
		if _, conflict := errors.AsType[*eventstore.Conflict](err); !conflict || attempt == maxAttempts {
			return eventstore.Appended{}, err
		}
		select {
		case <-time.After(rand.N(time.Duration(min(attempt, 10)) * 2 * time.Millisecond)): //nolint:gosec // jitter, nothing secret
		case <-ctx.Done():
			return eventstore.Appended{}, ctx.Err()
		}
	}
}

// End gives the revision of the last event of a stream, without reading all of it: NoStream for one that is empty.
func (h *Handler) End(ctx context.Context, category string, id ident.ID) (eventstore.Revision, error) {
	stream := eventstore.StreamName(category, id)
	last, ok := h.ends.Get(stream)
	if !ok {
		last = eventstore.NoStream
		// twice as far each time, then half as far: what lies between is never read
		step := eventstore.Revision(1)
		for there := true; there; {
			var err error
			if there, err = h.holds(ctx, stream, last+step); err != nil {
				return last, err
			}
			if there {
				last, step = last+step, step*2
			}
		}
		for step /= 2; step > 0; step /= 2 {
			there, err := h.holds(ctx, stream, last+step)
			if err != nil {
				return last, err
			}
			if there {
				last += step
			}
		}
	}
	for r, err := range h.store.ReadStream(ctx, stream, last+1) {
		if err != nil {
			return last, fmt.Errorf("read stream %s: %w", stream, err)
		}
		last = r.Revision
	}
	if last != eventstore.NoStream {
		h.ends.Add(stream, last)
	}
	return last, nil
}

func (h *Handler) holds(ctx context.Context, stream string, at eventstore.Revision) (bool, error) {
	for _, err := range h.store.ReadStream(ctx, stream, at) {
		if err != nil {
			return false, fmt.Errorf("read stream %s: %w", stream, err)
		}
		return true, nil
	}
	return false, nil
}
