package kurrentdb

import (
	"context"
	"fmt"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore"
)

// piece is a part of the log. It reaches as far as the conversations that showed it: another node may know less, so what
// one says of the log's end is never put beside what another showed.
type piece struct {
	events []stored
	next   eventstore.Position // everything up to here was looked at
	end    bool                // nothing lay after next
}

// ReadAll gives up to limit events after a position, in order. With a filter it may give none and still not be at the
// end: Next has moved on.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (eventstore.Page, error) {
	p, err := s.readAll(ctx, after, limit, hint)
	if err != nil {
		return eventstore.Page{}, fmt.Errorf("read the log after %s: %w", after, s.unavailable(ctx, err))
	}
	page := eventstore.Page{Events: make([]eventstore.Recorded, len(p.events)), Next: p.next, End: p.end}
	for i, e := range p.events {
		page.Events[i] = e.Recorded
	}
	return page, nil
}

// readAll looks at a few events without a filter first: if the log ends there, all is said, and only there a node shows
// where the log ends. Otherwise a subscription lets the node leave out what is not wanted, and tell how far it has come.
func (s *Store) readAll(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (piece, error) {
	if limit < 1 {
		return piece{}, fmt.Errorf("limit %d", limit)
	}
	p := piece{next: after}
	for {
		near, err := s.look(ctx, p.next, limit-len(p.events), hint)
		if err != nil {
			return piece{}, err
		}
		if near.end || len(p.events)+len(near.events) == limit {
			return p.and(near), nil
		}
		far, caughtUp, err := s.search(ctx, p.next, limit-len(p.events), hint)
		if err != nil {
			return piece{}, err
		}
		if !p.next.Before(far.next) {
			return p.and(near), nil // the node did not tell how far it looked
		}
		if p = p.and(far); !caughtUp || len(p.events) == limit {
			return p, nil
		}
	}
}

// and is p with what was read from where p ended.
func (p piece) and(more piece) piece {
	return piece{events: append(p.events, more.events...), next: more.next, end: more.end}
}

// look reads the events after a position as they are.
func (s *Store) look(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (piece, error) {
	// More than a window, so that what a subscription left over after its last checkpoint is within sight. The read
	// begins with the event at the position itself.
	count := 2*s.opts.Window + 1
	var p piece
	seen, more := 0, false
	begin := func() { p, seen, more = piece{next: after}, 0, false }
	err := s.read(ctx, forwards(allFrom(after), count), begin, func(w *wired) error {
		at := positionOf(w)
		if !p.next.Before(at) {
			if at == after {
				seen = 1
			}
			return nil // shown before
		}
		seen++
		if s.mine(w, hint) {
			if more = len(p.events) == limit; more {
				return errEnough
			}
			e, err := s.decode(w)
			if err != nil {
				return err
			}
			p.events = append(p.events, e)
		}
		p.next = at
		return nil
	})
	p.end = !more && seen < count
	return p, err
}

// search lets the node look for what is wanted, and tells whether it came to the end of what it knows.
func (s *Store) search(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (p piece, caughtUp bool, err error) {
	options := forwards(allFrom(after), 1)
	options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	options.FilterOption = s.filter(hint)
	checkpoints := 0
	begin := func() { p, checkpoints, caughtUp = piece{next: after}, 0, false }
	err = s.converse(ctx, options, begin, func(r *streams.ReadResp) error {
		switch r := r.GetContent().(type) {
		case *streams.ReadResp_Event:
			w := r.Event.GetEvent()
			at := positionOf(w)
			if !p.next.Before(at) {
				return nil // shown before
			}
			if s.mine(w, hint) {
				e, err := s.decode(w)
				if err != nil {
					return err
				}
				p.events, checkpoints = append(p.events, e), 0
			}
			p.next = at
			if len(p.events) == limit {
				return errEnough
			}
		case *streams.ReadResp_Checkpoint_:
			s.checkpoint(&p, r.Checkpoint.GetCommitPosition(), r.Checkpoint.GetPreparePosition())
			if checkpoints++; checkpoints >= s.opts.Scan {
				return errEnough
			}
		case *streams.ReadResp_CaughtUp_:
			caughtUp = true
			return errEnough
		}
		return nil
	})
	return p, caughtUp, err
}

// checkpoint moves on to where the node says that it is, unless that can't be: it is known to say 2^64-1 when it has
// nothing to say, and to go back.
func (s *Store) checkpoint(p *piece, commit, prepare uint64) {
	at := eventstore.MakePosition(commit, prepare)
	if commit == math.MaxUint64 || prepare == math.MaxUint64 || at.Before(p.next) {
		s.opts.Logger.Warn("the event store gave a checkpoint that can't be; it is ignored", "checkpoint", at, "reached", p.next)
		return
	}
	p.next = at
}
