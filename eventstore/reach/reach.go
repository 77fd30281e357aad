// Package reach keeps how far a log is known to reach, and lets readers wait until it reaches further. Every store has
// one: its Wait is a hint, and what it has not heard of is found by polling.
package reach

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/callup/callup/eventstore"
)

// ErrClosed ends a wait on a store that is closing.
var ErrClosed = errors.New("the event store is closing")

// Pause waits, and tells whether it did so to the end: it does not once the context has ended.
func Pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Head is the furthest position a process has heard of.
type Head struct {
	mu    sync.Mutex
	at    eventstore.Position
	moved chan struct{} // closed when the head moves
}

// New makes a head; the zero position is before every event.
func New(at eventstore.Position) *Head { return &Head{at: at, moved: make(chan struct{})} }

// Advance lets those go on who wait for what now is there. A position that is not further changes nothing.
func (h *Head) Advance(to eventstore.Position) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at.Before(to) {
		h.at = to
		close(h.moved)
		h.moved = make(chan struct{})
	}
}

// At gives the furthest position heard of.
func (h *Head) At() eventstore.Position {
	at, _ := h.state()
	return at
}

func (h *Head) state() (eventstore.Position, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at, h.moved
}

// Wait returns when the log may hold events after a position, after poll at the latest, with the context's error, or with
// ErrClosed when closing is closed.
func (h *Head) Wait(ctx context.Context, after eventstore.Position, poll time.Duration, closing <-chan struct{}) error {
	latest := time.NewTimer(poll)
	defer latest.Stop()
	for {
		at, moved := h.state()
		if err := ctx.Err(); err != nil {
			return err
		}
		if after.Before(at) {
			return nil
		}
		select {
		case <-moved:
		case <-latest.C:
			return nil
		case <-ctx.Done():
		case <-closing:
			return ErrClosed
		}
	}
}
