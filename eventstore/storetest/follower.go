package storetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// follower checks what a reader of the log is shown, as it comes.
type follower struct {
	dense bool // positions are whole numbers without a gap
	// patient: what is not there at the moment is asked again, as a runner does.
	patient bool
	last    eventstore.Recorded
	heads   map[string]eventstore.Revision
	seen    map[ident.ID]eventstore.Recorded
}

func newFollower(dense bool) *follower {
	return &follower{dense: dense, heads: map[string]eventstore.Revision{}, seen: map[ident.ID]eventstore.Recorded{}}
}

// see takes the next event and says what is wrong with its coming now.
func (f *follower) see(e eventstore.Recorded) error {
	before := f.last
	f.last = e
	if first, again := f.seen[e.ID]; again {
		return fmt.Errorf("event %s stands at %s and again at %s", e.ID, first.Position, e.Position)
	}
	f.seen[e.ID] = e
	if !before.Position.Before(e.Position) {
		return fmt.Errorf("position %s comes after %s", e.Position, before.Position)
	}
	if e.Time.Before(before.Time) {
		return fmt.Errorf("the event at %s was recorded at %s, the one before it at %s", e.Position, e.Time, before.Time)
	}
	a, _ := e.Position.Parts()
	if b, _ := before.Position.Parts(); f.dense && a != b+1 {
		return fmt.Errorf("position %s follows %s: a gap", e.Position, before.Position)
	}
	next := eventstore.Revision(0)
	if head, known := f.heads[e.Stream]; known {
		next = head + 1
	}
	f.heads[e.Stream] = e.Revision
	if e.Revision != next {
		return fmt.Errorf("stream %s goes on at revision %d, not %d: an event was missed", e.Stream, e.Revision, next)
	}
	return nil
}

// missed names an acknowledged event that was not shown.
func (f *follower) missed(acknowledged []ident.ID) error {
	for _, id := range acknowledged {
		if _, ok := f.seen[id]; !ok {
			return fmt.Errorf("event %s was acknowledged and never seen (%d of %d were)", id, len(f.seen), len(acknowledged))
		}
	}
	return nil
}

// follow reads the log live until it has seen the event that ends it.
func (f *follower) follow(ctx context.Context, store eventstore.Store, last ident.ID) error {
	var after eventstore.Position
	for {
		page, err := store.ReadAll(ctx, after, 50, eventstore.Filter{})
		if f.patient && errors.Is(err, eventstore.ErrUnavailable) && reach.Pause(ctx, time.Millisecond) {
			continue
		}
		if err != nil {
			return fmt.Errorf("follow: %w", err)
		}
		for _, e := range page.Events {
			if err := f.see(e); err != nil {
				return err
			}
			if e.ID == last {
				return nil
			}
		}
		if page.Next.Before(after) {
			return fmt.Errorf("reading after %s goes on at %s", after, page.Next)
		}
		after = page.Next
		if page.End {
			if err := store.Wait(ctx, after); err != nil {
				return fmt.Errorf("follow: wait after %s: %w", after, err)
			}
		}
	}
}
