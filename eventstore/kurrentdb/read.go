package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore"
)

const chunk = 500 // events that ReadStream asks for at once

// readTries is how often a read is made before it fails: once more after a connection that broke while nobody used it,
// and once more for a leader that is elsewhere.
const readTries = 3

// ReadStream gives a stream's events in order from a revision on. Nothing is held while the caller looks at an event.
func (s *Store) ReadStream(ctx context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for next := max(from, 0); ; {
			events, err := s.readStream(ctx, stream, next, chunk)
			if err != nil {
				yield(eventstore.Recorded{}, fmt.Errorf("read stream %s: %w", stream, s.unavailable(ctx, err)))
				return
			}
			s.learn(stream, next, events)
			for _, e := range events {
				if !yield(e.Recorded, nil) {
					return
				}
			}
			if len(events) < chunk {
				return
			}
			next = events[len(events)-1].Revision + 1
		}
	}
}

// learn keeps the ids of events that follow those that are known.
func (s *Store) learn(stream string, from eventstore.Revision, events []stored) {
	known, _ := s.ids.Get(stream)
	if int64(len(known)) != int64(from) || len(events) == 0 {
		return
	}
	known = slices.Clip(known)
	for _, e := range events {
		known = append(known, e.ID)
	}
	s.ids.Add(stream, known)
}

func (s *Store) readStream(ctx context.Context, stream string, from eventstore.Revision, count int) ([]stored, error) {
	if err := eventstore.Holdable(stream); err != nil {
		return []stored{}, nil //nolint:nilerr // such a stream can't have been written
	}
	at := &streams.ReadReq_Options_StreamOptions{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(s.prefix + stream)},
		RevisionOption: &streams.ReadReq_Options_StreamOptions_Revision{
			Revision: uint64(from), //nolint:gosec // from is not negative
		},
	}
	var events []stored
	err := s.read(ctx, forwards(&streams.ReadReq_Options_Stream{Stream: at}, count),
		func() { events = make([]stored, 0, min(count, 16)) },
		func(w *wired) error {
			e, err := s.decode(w)
			if len(events) == 0 || events[len(events)-1].Revision < e.Revision { // else it was shown before
				events = append(events, e)
			}
			return err
		})
	return events, err
}

// tail gives the revision of a stream's last event.
func (s *Store) tail(ctx context.Context, stream string) (eventstore.Revision, error) {
	options := forwards(&streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(s.prefix + stream)},
		RevisionOption:   &streams.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}},
	}}, 1)
	options.ReadDirection = streams.ReadReq_Options_Backwards
	last := eventstore.NoStream
	err := s.read(ctx, options, func() { last = eventstore.NoStream }, func(w *wired) error {
		last = eventstore.Revision(w.GetStreamRevision()) //nolint:gosec // revisions are far below 2^63
		return nil
	})
	return last, err
}

// forwards are the options of reading count events.
func forwards[T interface {
	*streams.ReadReq_Options_Stream | *streams.ReadReq_Options_All
}](from T, count int) *streams.ReadReq_Options {
	o := &streams.ReadReq_Options{
		CountOption:  &streams.ReadReq_Options_Count{Count: uint64(count)}, //nolint:gosec // count is positive
		FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption: &streams.ReadReq_Options_UUIDOption{
			Content: &streams.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}},
		},
	}
	switch from := any(from).(type) {
	case *streams.ReadReq_Options_Stream:
		o.StreamOption = from
	case *streams.ReadReq_Options_All:
		o.StreamOption = from
	}
	return o
}

// read makes one read, again where it broke, and hands over the events; each time begin is called before. It ends the
// iteration itself when see gives errEnough.
func (s *Store) read(ctx context.Context, options *streams.ReadReq_Options, begin func(), see func(*wired) error) error {
	return s.converse(ctx, options, begin, func(r *streams.ReadResp) error {
		if e := r.GetEvent().GetEvent(); e != nil {
			return see(e)
		}
		return nil
	})
}

// errEnough ends a conversation that has what it wants.
var errEnough = errors.New("enough")

func (s *Store) converse(ctx context.Context, options *streams.ReadReq_Options, begin func(),
	see func(*streams.ReadResp) error) (err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	until := time.Now().Add(s.opts.Read)
	enough := s.opts.Read / 10 // what has less is not tried: it would give up a node that may be well
	for range readTries {
		begin()
		err = s.link.call(ctx, time.Until(until), func(ctx context.Context, to streams.StreamsClient) error {
			ctx, hangUp := context.WithCancel(ctx)
			defer hangUp()
			call, err := to.Read(ctx, &streams.ReadReq{Options: options})
			if err != nil {
				return err
			}
			for {
				answer, err := call.Recv()
				if errors.Is(err, io.EOF) {
					return nil
				}
				if err != nil {
					return &failure{err, call.Trailer()}
				}
				if err := see(answer); errors.Is(err, errEnough) {
					return nil
				} else if err != nil {
					return err
				}
			}
		})
		if err == nil || !isPassing(err) || ctx.Err() != nil || time.Until(until) < enough {
			return err
		}
	}
	return err
}

func allFrom(p eventstore.Position) *streams.ReadReq_Options_All {
	at := &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}
	if !p.IsZero() {
		commit, prepare := p.Parts()
		at.AllOption = &streams.ReadReq_Options_AllOptions_Position{
			Position: &streams.ReadReq_Options_Position{CommitPosition: commit, PreparePosition: prepare},
		}
	}
	return &streams.ReadReq_Options_All{All: at}
}

// mine tells whether an event is one of this log. The stream that names the log is none of its events.
func (s *Store) mine(w *wired) bool {
	name := string(w.GetStreamIdentifier().GetStreamName())
	return strings.HasPrefix(name, s.prefix) && name != s.prefix+identityStream
}

// filter lets the server leave out what is others', the system's events among them. Types are chosen here: the server
// takes one filter only, and one by type would not tell how far our own events were moved over.
func (s *Store) filter() *streams.ReadReq_Options_Filter {
	return &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{
		Window:                       &streams.ReadReq_Options_FilterOptions_Max{Max: uint32(s.opts.Window)}, //nolint:gosec // small
		CheckpointIntervalMultiplier: 1,
		Filter: &streams.ReadReq_Options_FilterOptions_StreamIdentifier{
			StreamIdentifier: &streams.ReadReq_Options_FilterOptions_Expression{Prefix: []string{s.prefix}},
		},
	}}
}

// Head gives the log's identity and the position of its last event.
func (s *Store) Head(ctx context.Context) (eventstore.LogID, eventstore.Position, error) {
	head, err := s.last(ctx)
	if err != nil {
		return eventstore.LogID{}, eventstore.Position{}, fmt.Errorf("read the log's head: %w", s.unavailable(ctx, err))
	}
	return s.id, head, nil
}

// last finds our last event: among the last of the database, else after the last one that is known, past what others wrote
// since. Only who knows of none yet lets the node look back as far as it must.
func (s *Store) last(ctx context.Context) (eventstore.Position, error) {
	head, found, err := s.back(ctx, 2*s.opts.Window+1, false)
	if found || err != nil {
		return head, err
	}
	if head = s.head.At(); head.IsZero() {
		head, _, err = s.back(ctx, 1, true)
		return head, err
	}
	for {
		p, end, err := s.readAll(ctx, head, chunk, eventstore.Filter{})
		if err != nil {
			return head, err
		}
		head = p.next
		s.head.Advance(head)
		if end {
			return head, nil
		}
	}
}

// back reads so many events, from the database's end back to our last one or to the log's name, before which there is none
// of ours. The node may leave out what is others'.
func (s *Store) back(ctx context.Context, count int, leaveOut bool) (head eventstore.Position, found bool, err error) {
	options := forwards(&streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{
		AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}},
	}}, count)
	options.ReadDirection = streams.ReadReq_Options_Backwards
	if leaveOut {
		options.FilterOption = s.filter()
	}
	err = s.read(ctx, options, func() { head, found = eventstore.Position{}, false }, func(w *wired) error {
		switch {
		case s.mine(w):
			head, found = positionOf(w), true
		case string(w.GetStreamIdentifier().GetStreamName()) == s.prefix+identityStream:
			found = true
		default:
			return nil
		}
		return errEnough
	})
	return head, found, err
}

// near is how many events Behind counts before it estimates.
const near = 64

// Behind says how far a position is behind the head. Positions are places in KurrentDB's files, so beyond a few events
// the number is estimated from their sizes.
func (s *Store) Behind(ctx context.Context, after eventstore.Position) (eventstore.Lag, error) {
	var lag eventstore.Lag
	first, at := eventstore.Position{}, after
	for lag.Events < near {
		page, err := s.ReadAll(ctx, at, near-int(lag.Events), eventstore.Filter{})
		if err != nil {
			return eventstore.Lag{}, fmt.Errorf("measure the lag: %w", err)
		}
		if lag.Events == 0 && len(page.Events) > 0 {
			first, lag.Oldest = page.Events[0].Position, page.Events[0].Time
		}
		lag.Events += int64(len(page.Events))
		if at = page.Next; page.End {
			return lag, nil
		}
	}
	_, head, err := s.Head(ctx)
	if err != nil {
		return eventstore.Lag{}, fmt.Errorf("measure the lag: %w", err)
	}
	from, _ := first.Parts()
	to, _ := at.Parts()
	end, _ := head.Parts()
	if end > to && to > from {
		lag.Events += int64(min(float64(end-to)*float64(lag.Events)/float64(to-from), math.MaxInt32))
	}
	return lag, nil
}
