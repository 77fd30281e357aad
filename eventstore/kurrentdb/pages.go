package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore"
)

// piece is a part of the log that was read. The database holds more than this log; what others wrote is moved over, but
// never shows: positions that are given out are those of our own events, and none lies beyond the head.
type piece struct {
	events []stored
	next   eventstore.Position // of our last event, wanted or not; where reading began if there was none
	at     eventstore.Position // everything up to here was looked at
}

// ReadAll gives up to limit events after a position, in order. With a filter it may give none and still not be at the
// end: Next has moved on.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position, limit int,
	hint eventstore.Filter) (eventstore.Page, error) {
	if limit < 1 {
		return eventstore.Page{}, fmt.Errorf("read the log: limit %d", limit)
	}
	// One event more than asked for tells that the page is not the last.
	p, end, err := s.readAll(ctx, after, limit+1, hint)
	if err != nil {
		return eventstore.Page{}, fmt.Errorf("read the log after %s: %w", after, s.unavailable(ctx, err))
	}
	page := eventstore.Page{Next: p.next, End: end}
	if len(p.events) > limit {
		p.events = p.events[:limit]
		page.Next = p.events[limit-1].Position
	}
	page.Events = make([]eventstore.Recorded, len(p.events))
	for i, e := range p.events {
		page.Events[i] = e.Recorded
	}
	return page, nil
}

// readAll reads on until it has enough events or has seen the end. It looks at a few events as they are: where the
// database ends among them, nothing more is to be said. Otherwise a subscription lets the node leave out what others
// wrote, and tell how far it has come.
//
// However much others wrote, reading gets on: what was found to be theirs is not looked at again, and what was found of
// ours is given when a subscription has run for long enough, or when something fails.
func (s *Store) readAll(ctx context.Context, after eventstore.Position, enough int, hint eventstore.Filter) (piece, bool, error) {
	p := piece{next: after, at: s.begins(after)}
	for {
		began := p.at
		near, end, err := s.look(ctx, p, enough, hint)
		if err == nil && (end || len(near.events) == enough) {
			s.pass(near)
			return near, end, nil
		}
		far, long := p, false
		if err == nil {
			far, long, err = s.search(ctx, p, enough, hint)
		}
		if errors.Is(err, errUnreadable) {
			return piece{}, false, err
		}
		// A node that does not tell how far it looked has brought nothing.
		if p = near; near.at.Before(far.at) {
			p = far
		}
		s.pass(p)
		switch {
		case err != nil && p.next != after: // the next read meets the failure again
			s.opts.Logger.DebugContext(ctx, "a read of the event store failed half-way", "after", after, "next", p.next, "error", err)
			return p, false, nil
		case err != nil && (!isPassing(err) || ctx.Err() != nil || !began.Before(p.at)):
			return piece{}, false, err
		case len(p.events) == enough || long && p.next != after:
			return p, false, nil
		}
	}
}

// begins gives where to begin to read what comes after a position: not before the event that named the log, and after
// what was found to be others'.
func (s *Store) begins(after eventstore.Position) eventstore.Position {
	at := after
	if to, known := s.passed.Get(after); known && at.Before(to) {
		at = to
	}
	if at.Before(s.named) {
		return s.named
	}
	return at
}

// pass remembers how far after our last event, or where reading began, there are only others'.
func (s *Store) pass(p piece) {
	if to, known := s.passed.Peek(p.next); p.next.Before(p.at) && (!known || to.Before(p.at)) {
		s.passed.Add(p.next, p.at)
	}
}

// see takes an event of the database into the piece.
func (p *piece) see(s *Store, w *wired, hint eventstore.Filter) error {
	at := positionOf(w)
	if !p.at.Before(at) {
		return nil // seen before
	}
	p.at = at
	if !s.mine(w) {
		return nil
	}
	p.next = at
	if len(hint.Types) > 0 && !slices.Contains(hint.Types, w.GetMetadata()["type"]) {
		return nil
	}
	e, err := s.decode(w)
	p.events = append(p.events, e)
	return err
}

// look reads events as they are, and tells whether they are the last.
func (s *Store) look(ctx context.Context, from piece, enough int, hint eventstore.Filter) (p piece, end bool, err error) {
	// More than a window, so that what a subscription left over after its last checkpoint is within sight. The read
	// begins with the event at the position itself.
	count := 2*s.opts.Window + 1
	p = from
	p.events = slices.Clip(p.events)
	start, seen := p.at, 0
	options := forwards(allFrom(start), count)
	begin := func() { // again where the try before has come to
		start, seen = p.at, 0
		options.StreamOption = allFrom(start)
	}
	err = s.read(ctx, options, begin, func(w *wired) error {
		if at := positionOf(w); p.at.Before(at) || at == start && seen == 0 {
			seen++
		}
		if err := p.see(s, w, hint); err != nil {
			return err
		}
		if len(p.events) == enough {
			return errEnough
		}
		return nil
	})
	return p, seen < count && len(p.events) < enough, err
}

// search lets the node leave out what is others', as far as it has come or for as long as it finds nothing. Long tells
// that it ended only because it was.
func (s *Store) search(ctx context.Context, from piece, enough int, hint eventstore.Filter) (p piece, long bool, err error) {
	p = from
	p.events = slices.Clip(p.events)
	options := forwards(allFrom(p.at), 1)
	options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	options.FilterOption = s.filter()
	checkpoints := 0
	begin := func() {
		checkpoints = 0
		options.StreamOption = allFrom(p.at)
	}
	err = s.converse(ctx, options, begin, func(r *streams.ReadResp) error {
		switch r := r.GetContent().(type) {
		case *streams.ReadResp_Event:
			if err := p.see(s, r.Event.GetEvent(), hint); err != nil {
				return err
			}
			if len(p.events) == enough {
				return errEnough
			}
		case *streams.ReadResp_Checkpoint_:
			s.checkpoint(&p, r.Checkpoint.GetCommitPosition(), r.Checkpoint.GetPreparePosition())
			if checkpoints++; checkpoints >= s.opts.Scan {
				long = true
				return errEnough
			}
		case *streams.ReadResp_CaughtUp_:
			return errEnough
		}
		return nil
	})
	return p, long, err
}

// checkpoint moves on to where the node says that it is, unless that can't be: it is known to say 2^64-1 when it has
// nothing to say, and to go back.
func (s *Store) checkpoint(p *piece, commit, prepare uint64) {
	at := eventstore.MakePosition(commit, prepare)
	if commit == math.MaxUint64 || prepare == math.MaxUint64 || at.Before(p.at) {
		s.opts.Logger.Warn("the event store gave a checkpoint that can't be; it is ignored", "checkpoint", at, "reached", p.at)
		return
	}
	p.at = at
}
