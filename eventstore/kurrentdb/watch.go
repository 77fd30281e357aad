package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore"
)

// wake knows how far the log reaches, as far as this process has heard.
type wake struct {
	mu    sync.Mutex
	head  eventstore.Position
	moved chan struct{} // closed when head moves
}

func newWake() *wake { return &wake{moved: make(chan struct{})} }

// advance lets those go on who wait for what now is there.
func (w *wake) advance(head eventstore.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.head.Before(head) {
		w.head = head
		close(w.moved)
		w.moved = make(chan struct{})
	}
}

func (w *wake) state() (eventstore.Position, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.head, w.moved
}

// Wait returns when the log may hold events after a position, at the latest after the polling interval, or with the
// context's error. It is a hint: what another process wrote may be heard of late.
func (s *Store) Wait(ctx context.Context, after eventstore.Position) error {
	poll := time.NewTimer(s.opts.Poll)
	defer poll.Stop()
	for {
		head, moved := s.wake.state()
		if err := ctx.Err(); err != nil {
			return err
		}
		if after.Before(head) {
			return nil
		}
		select {
		case <-moved:
		case <-poll.C:
			return nil
		case <-ctx.Done():
		case <-s.leaving:
			return fmt.Errorf("wait for the log: %w: %w", eventstore.ErrUnavailable, errClosed)
		}
	}
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
		if !sleep(ctx, wait) {
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
					s.wake.advance(head)
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
	s.wake.advance(positionOf(w))
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
