package command

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// Read is an event as it was recorded, and decoded.
type Read struct {
	eventstore.Recorded
	Event any
}

// Events gives what a stream holds, in order. Personal text stays sealed.
func (h *Handler) Events(ctx context.Context, category string, id ident.ID) iter.Seq2[Read, error] {
	return h.EventsAfter(ctx, category, id, eventstore.NoStream)
}

// EventsAfter gives what a stream holds after a revision, in order. Personal text stays sealed.
func (h *Handler) EventsAfter(
	ctx context.Context, category string, id ident.ID, after eventstore.Revision,
) iter.Seq2[Read, error] {
	return h.events(ctx, category, id, after, func(r eventstore.Recorded) (any, error) { return h.cat.Decode(r) })
}

// OpenedEvents gives what a stream holds, in order, with the personal text of whoever is not erased.
func (h *Handler) OpenedEvents(ctx context.Context, category string, id ident.ID) iter.Seq2[Read, error] {
	return h.events(ctx, category, id, eventstore.NoStream, func(r eventstore.Recorded) (any, error) {
		return h.cat.Open(ctx, h.keys, r)
	})
}

// Opened gives the state of a thing as its stream tells it with personal text in the clear, but for that of whoever is erased. A
// state that was loaded for a rule holds such text only as long as this process remembers that it wrote it.
func Opened[S, E any](ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID) (S, error) {
	state := d.Initial()
	for r, err := range h.OpenedEvents(ctx, d.Category, id) {
		if err != nil {
			return d.Initial(), err
		}
		e, ok := r.Event.(E)
		if !ok {
			return d.Initial(), fmt.Errorf("stream of %s %s holds a %s", d.Category, id, r.Type)
		}
		state = d.Evolve(state, e)
	}
	return state, nil
}

func (h *Handler) events(
	ctx context.Context, category string, id ident.ID, after eventstore.Revision, decode func(eventstore.Recorded) (any, error),
) iter.Seq2[Read, error] {
	return func(yield func(Read, error) bool) {
		stream := eventstore.StreamName(category, id)
		for r, err := range h.store.ReadStream(ctx, stream, after+1) {
			if err != nil {
				yield(Read{}, fmt.Errorf("read stream %s: %w", stream, err))
				return
			}
			event, err := decode(r)
			if !yield(Read{r, event}, err) || err != nil {
				return
			}
		}
	}
}

// Open opens the personal text of an event.
func (h *Handler) Open(ctx context.Context, r eventstore.Recorded) (any, error) {
	return h.cat.Open(ctx, h.keys, r)
}

// OpenText opens one text of an event; it is empty once its subject is erased.
func (h *Handler) OpenText(ctx context.Context, event, subject ident.ID, field string,
	text personal.Text) (personal.Text, error) {
	return catalog.OpenText(ctx, h.keys, event, subject, field, text)
}

// readAtOnce is how many events of the log are read at once.
const readAtOnce = 2000

// Search gives the events of some types after a position, of which a zero value of each is named, and tells where it came to.
// Personal text stays sealed.
func (h *Handler) Search(
	ctx context.Context, after eventstore.Position, types []any, each func(Read) error,
) (eventstore.Position, error) {
	var filter eventstore.Filter
	for _, t := range types {
		name, err := h.cat.NameOf(t)
		if err != nil {
			return after, err
		}
		filter.Types = append(filter.Types, name)
	}
	for {
		batch, err := h.store.ReadAll(ctx, after, readAtOnce, filter)
		if err != nil {
			return after, fmt.Errorf("read the log after %s: %w", after, err)
		}
		for _, r := range batch.Events {
			if !slices.Contains(filter.Types, r.Type) { // a store may give more than was asked for
				continue
			}
			event, err := h.cat.Decode(r)
			if err != nil {
				return after, err
			}
			if err := each(Read{r, event}); err != nil {
				return after, err
			}
		}
		if after = batch.Next; batch.End {
			return after, nil
		}
	}
}
