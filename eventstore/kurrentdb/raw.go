package kurrentdb

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/eventstore"
)

var _ eventstore.Copyable = (*Store)(nil)

// ReadRaw gives up to limit events after a position, in order, as they are kept.
func (s *Store) ReadRaw(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Raw, error) {
	p, _, err := s.readAll(ctx, after, limit, eventstore.Filter{})
	if err != nil {
		return nil, fmt.Errorf("read the log after %s: %w", after, s.unavailable(ctx, err))
	}
	events := make([]eventstore.Raw, len(p.events))
	for i, e := range p.events {
		events[i] = eventstore.Raw{
			Stream: e.Stream, Revision: e.Revision, ID: e.ID, Type: e.Type, Version: e.Version, Data: e.Data, Metadata: e.metadata,
			Time: e.Time, Position: e.Position,
		}
	}
	return events, nil
}

// Import adds events as they are, one append after the other, so that the log has their order. KurrentDB says itself when
// an event was created, so the time at which it was recorded first goes into its metadata, and is what readers are told.
func (s *Store) Import(ctx context.Context, events []eventstore.Raw) error {
	for len(events) > 0 {
		n, size := 1, len(events[0].Data)
		for n < len(events) && n < eventstore.MaxEvents && events[n].Stream == events[0].Stream &&
			size+len(events[n].Data) <= eventstore.MaxBytes {
			size += len(events[n].Data)
			n++
		}
		if err := s.importRun(ctx, events[:n]); err != nil {
			return fmt.Errorf("import event %s of %s: %w", events[0].ID, events[0].Stream, err)
		}
		events = events[n:]
	}
	return nil
}

// importRun appends successive events of one stream.
func (s *Store) importRun(ctx context.Context, events []eventstore.Raw) error {
	batch := make([]outgoing, len(events))
	for i, e := range events {
		if e.Revision != events[0].Revision+eventstore.Revision(i) {
			return eventstore.ErrNotNext
		}
		at := e.Time
		batch[i] = outgoing{
			id: e.ID, kind: e.Type, data: e.Data, envelope: envelope{Version: e.Version, Recorded: &at, Metadata: e.Metadata},
		}
	}
	_, err := s.write(ctx, events[0].Stream, events[0].Revision-1, batch)
	if _, conflict := errors.AsType[*eventstore.Conflict](err); conflict {
		return fmt.Errorf("%w: %w", eventstore.ErrNotNext, err)
	}
	return err
}
