package reach_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// never is a poll no test waits for.
const never = time.Hour

func TestWait(t *testing.T) {
	two := eventstore.MakePosition(2, 2)
	for name, c := range map[string]struct {
		act  func(h *reach.Head, cancel func(), closing chan struct{})
		poll time.Duration
		want error
	}{
		"what is further": {func(h *reach.Head, _ func(), _ chan struct{}) { h.Advance(eventstore.MakePosition(3, 3)) },
			never, nil},
		"nothing, but the poll": {func(*reach.Head, func(), chan struct{}) {}, time.Millisecond, nil},
		"the context's end":     {func(_ *reach.Head, cancel func(), _ chan struct{}) { cancel() }, never, context.Canceled},
		"the store's closing":   {func(_ *reach.Head, _ func(), closing chan struct{}) { close(closing) }, never, reach.ErrClosed},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			h, closing := reach.New(two), make(chan struct{})
			done := make(chan error, 1)
			go func() { done <- h.Wait(ctx, two, c.poll, closing) }()
			c.act(h, cancel, closing)
			if err := <-done; !errors.Is(err, c.want) {
				t.Errorf("waited until %v", err)
			}
		})
	}
}

func TestPause(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if !reach.Pause(ctx, time.Microsecond) {
		t.Error("a pause was cut short")
	}
	cancel()
	if reach.Pause(ctx, never) {
		t.Error("a pause outlasted its context")
	}
}

func TestAdvance_neverGoesBack(t *testing.T) {
	h := reach.New(eventstore.MakePosition(5, 5))
	h.Advance(eventstore.MakePosition(4, 4))
	if h.At() != eventstore.MakePosition(5, 5) {
		t.Errorf("the head is at %s", h.At())
	}
	if err := h.Wait(t.Context(), eventstore.MakePosition(4, 4), never, nil); err != nil {
		t.Error(err) // what is there already needs no waiting
	}
}
