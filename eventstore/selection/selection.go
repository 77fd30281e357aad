package selection

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// pageSize is how many events are read at once.
const pageSize = 1000

// Selection is a part of the log. Each list that is empty lets everything pass.
type Selection struct {
	Streams, Categories, Types []string
	After                      eventstore.Position // from right after it
	Until                      eventstore.Position // up to and with it; End for all there is
}

// Matches tells whether an event is of the streams, categories and types asked for.
func (s Selection) Matches(r eventstore.Recorded) bool {
	in := func(of []string, v string) bool { return len(of) == 0 || slices.Contains(of, v) }
	return in(s.Streams, r.Stream) && in(s.Categories, r.Category()) && in(s.Types, r.Type)
}

// Read gives the selected events in order. It ends at Until, or where the log ended when it got there.
func (s Selection) Read(ctx context.Context, store eventstore.Store) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		if len(s.Streams) == 1 {
			s.readStream(ctx, store, yield)
			return
		}
		for page, err := range s.Pages(ctx, store) {
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			for _, r := range page.Events {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (s Selection) readStream(ctx context.Context, store eventstore.Store, yield func(eventstore.Recorded, error) bool) {
	for r, err := range store.ReadStream(ctx, s.Streams[0], 0) {
		if err == nil && s.Until.Before(r.Position) {
			return
		}
		if err == nil && (!s.After.Before(r.Position) || !s.Matches(r)) {
			continue
		}
		if !yield(r, err) || err != nil {
			return
		}
	}
}

// Pages gives the selected events a page at a time; a page may be empty, and its Next tells how far the log was read.
func (s Selection) Pages(ctx context.Context, store eventstore.Store) iter.Seq2[eventstore.Page, error] {
	return func(yield func(eventstore.Page, error) bool) {
		for at := s.After; at.Before(s.Until); {
			page, err := store.ReadAll(ctx, at, pageSize, eventstore.Filter{Types: s.Types})
			if err != nil {
				yield(page, fmt.Errorf("read the log after %s: %w", at, err))
				return
			}
			page.Events = slices.DeleteFunc(page.Events, func(r eventstore.Recorded) bool {
				return s.Until.Before(r.Position) || !s.Matches(r)
			})
			at = page.Next
			if !yield(page, nil) || page.End {
				return
			}
		}
	}
}

// Last gives the last n selected events, in order. It holds n events, and where positions are dense it reads no more of
// the log than it needs.
func (s Selection) Last(ctx context.Context, store eventstore.Store, n int) ([]eventstore.Recorded, error) {
	jumps, err := dense(ctx, store)
	if err != nil {
		return nil, err
	}
	_, head, err := store.Head(ctx)
	if err != nil {
		return nil, err
	}
	part := s
	if head.Before(part.Until) {
		part.Until = head
	}
	var found []eventstore.Recorded
	for window := uint64(4 * max(n, pageSize)); ; window *= 4 {
		part.After = s.After
		end, _ := part.Until.Parts()
		if back := eventstore.MakePosition(end-min(window, end), 0); jumps && len(s.Streams) != 1 && s.After.Before(back) {
			part.After = back
		}
		older, err := part.last(ctx, store, n-len(found))
		if err != nil {
			return nil, err
		}
		found = append(older, found...)
		if len(found) == n || part.After == s.After {
			return found, nil
		}
		part.Until = part.After
	}
}

func (s Selection) last(ctx context.Context, store eventstore.Store, n int) ([]eventstore.Recorded, error) {
	var ring []eventstore.Recorded
	for r, err := range s.Read(ctx, store) {
		if err != nil {
			return nil, err
		}
		if ring = append(ring, r); len(ring) >= 2*n {
			ring = slices.Clone(ring[len(ring)-n:])
		}
	}
	return ring[max(0, len(ring)-n):], nil
}

// ErrNotFound tells that the log holds no such event.
var ErrNotFound = errors.New("the log holds no such event")

// Find gives one event by its name: an event's id, stream@revision, or a position. An id is searched for through the
// whole log. Errors: ErrNotFound.
func Find(ctx context.Context, store eventstore.Store, name string) (eventstore.Recorded, error) {
	var wanted func(eventstore.Recorded) bool
	s := Selection{Until: End}
	stream, revision, named := strings.Cut(name, "@")
	id, err := ident.Parse(name)
	switch {
	case named:
		var n eventstore.Revision
		if _, err := fmt.Sscanf(revision+" ", "%d ", &n); err != nil || n < 0 {
			return eventstore.Recorded{}, fmt.Errorf("%q is no revision: name an event as stream@revision", revision)
		}
		s.Streams = []string{stream}
		wanted = func(r eventstore.Recorded) bool { return r.Revision == n }
	case err == nil:
		wanted = func(r eventstore.Recorded) bool { return r.ID == id }
	default:
		p, err := eventstore.ParsePosition(name)
		if err != nil {
			return eventstore.Recorded{}, fmt.Errorf("%q is neither an event's id, stream@revision, nor a position", name)
		}
		s.Until = p
		if a, b := p.Parts(); a > 0 && b == 0 {
			if jumps, err := dense(ctx, store); err != nil {
				return eventstore.Recorded{}, err
			} else if jumps {
				s.After = eventstore.MakePosition(a-1, 0)
			}
		}
		wanted = func(r eventstore.Recorded) bool { return r.Position == p }
	}
	for r, err := range s.Read(ctx, store) {
		if err != nil {
			return r, err
		}
		if wanted(r) {
			return r, nil
		}
	}
	return eventstore.Recorded{}, fmt.Errorf("%w: %s", ErrNotFound, name)
}

// MaxChain bounds what Chain gives.
const MaxChain = 1000

// Chain gives the events of one correlation, in order: everything that followed from the same first command. It reads
// the whole log and gives at most MaxChain events.
func Chain(ctx context.Context, store eventstore.Store, correlation ident.ID) ([]eventstore.Recorded, error) {
	var chain []eventstore.Recorded
	for r, err := range (Selection{Until: End}).Read(ctx, store) {
		if err != nil {
			return nil, err
		}
		if r.Metadata.Correlation == correlation && len(chain) < MaxChain {
			chain = append(chain, r)
		}
	}
	return chain, nil
}
