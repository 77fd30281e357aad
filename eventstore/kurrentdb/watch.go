package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// Wait returns when the log may hold events after a position, at the latest after the polling interval, or with the
// context's error. It is a hint: what another process wrote may be heard of late.
func (s *Store) Wait(ctx context.Context, after eventstore.Position) error {
	err := s.head.Wait(ctx, after, s.opts.Poll, s.leaving)
	if errors.Is(err, reach.ErrClosed) {
		return fmt.Errorf("wait for the log: %w: %w", eventstore.ErrUnavailable, errClosed)
	}
	return err
}

// listening is how long one subscription lasts at most; the next takes its place.
const listening = 24 * time.Hour

// listen hears what is appended, and subscribes again for as long as the store is open.
func (s *Store) listen() {
	ctx, cancel := context.WithCancel(s.life)
	defer cancel()
	s.done.Go(func() {
		select {
		case <-s.leaving:
			cancel()
		case <-ctx.Done():
		}
	})
	for wait := firstPause; ctx.Err() == nil; wait = min(2*wait, lastPause) {
		heard, err := s.hear(ctx)
		if ctx.Err() != nil {
			return
		}
		if heard {
			wait = firstPause
		}
		s.opts.Logger.Debug("listen to the event store; subscribing again", "error", err)
		if !reach.Pause(ctx, wait) {
			return
		}
	}
}

// hear subscribes once and tells whether that came about, and why it ended.
func (s *Store) hear(ctx context.Context) (heard bool, err error) {
	options := forwards(&streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{
		AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}},
	}}, 1)
	options.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	options.FilterOption = s.filter()
	err = s.link.call(ctx, listening, func(ctx context.Context, to streams.StreamsClient) error {
		call, err := to.Read(ctx, &streams.ReadReq{Options: options})
		if err != nil {
			return err
		}
		var last time.Time
		for {
			answer, err := call.Recv()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return &failure{err, call.Trailer()}
			}
			switch r := answer.GetContent().(type) {
			case *streams.ReadResp_Confirmation:
				heard = true
				if _, head, err := s.Head(ctx); err == nil { // what was appended while nobody listened
					s.head.Advance(head)
				}
			case *streams.ReadResp_Event:
				last = s.note(r.Event.GetEvent(), last)
			}
		}
	})
	return heard, err
}

// note wakes who waits, and says so when the clock of the database went back: times are what its leader's clock said.
func (s *Store) note(w *wired, last time.Time) time.Time {
	if !s.mine(w) {
		return last
	}
	s.head.Advance(positionOf(w))
	e, err := s.decode(w)
	if err != nil {
		return last // who reads it says so
	}
	if e.Time.Before(last) {
		s.opts.Logger.Warn("the event store's clock went back", "by", last.Sub(e.Time), "position", e.Position)
		return last
	}
	return e.Time
}
