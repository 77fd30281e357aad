// Package selection reads a chosen part of the log, of any store and any size, a page at a time: what lies between two
// moments or positions, of some streams, categories and types.
package selection

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"time"

	"github.com/callup/callup/eventstore"
)

// Bound is a place in the log: right after a position, or after all that was recorded up to a time. As of time T means
// before the first event recorded after T.
type Bound struct {
	position eventstore.Position
	time     time.Time // zero when the bound is a position
}

// At is the place right after a position.
func At(p eventstore.Position) Bound { return Bound{position: p} }

// AsOf is the place after all that was recorded up to a time.
func AsOf(t time.Time) Bound { return Bound{time: t.UTC()} }

var positionText = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// ParseBound reads a position as eventstore.ParsePosition does, a time as RFC 3339 writes it, which is UTC without a
// zone, or a day (2026-11-20), which means its beginning in UTC.
func ParseBound(text string) (Bound, error) {
	if positionText.MatchString(text) {
		p, err := eventstore.ParsePosition(text)
		return At(p), err
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return AsOf(t), nil
		}
	}
	return Bound{}, fmt.Errorf("%q is neither a time such as 2026-11-20T09:30:00Z, a day such as 2026-11-20, nor a position", text)
}

// Time is the moment of a bound that is one.
func (b Bound) Time() (t time.Time, ok bool) { return b.time, !b.time.IsZero() }

// Position is the position of a bound that is one.
func (b Bound) Position() (p eventstore.Position, ok bool) { return b.position, b.time.IsZero() }

// String gives what ParseBound reads.
func (b Bound) String() string {
	if t, ok := b.Time(); ok {
		return t.Format(time.RFC3339Nano)
	}
	return b.position.String()
}

// settles is how long a store that can't tell may take to show what it recorded, and how far its clock and this machine's
// may be apart.
const settles = time.Minute

// Resolve gives the last position within a bound, exactly: nothing is recorded within it later. A position beyond the head
// is an error, and so is a time at which something may still be recorded (eventstore.ErrToCome).
func (b Bound) Resolve(ctx context.Context, store eventstore.Store) (eventstore.Position, error) {
	_, head, err := store.Head(ctx)
	if err != nil {
		return head, err
	}
	t, ok := b.Time()
	if !ok {
		if head.Before(b.position) {
			return head, fmt.Errorf("the log ends at position %s, before %s", head, b.position)
		}
		return b.position, nil
	}
	settling, settled := store.(eventstore.Settling)
	if settled {
		if head, err = settling.Settled(ctx, t); err != nil {
			return head, err
		}
	}
	start, err := bisect(ctx, store, head, t)
	if err != nil {
		return start, err
	}
	at, err := scan(ctx, store, start, head, t)
	if err != nil || settled || at != head || time.Since(t) > settles {
		return at, err
	}
	// nothing stands after the time yet that would show that all before it is there
	return at, fmt.Errorf("as of %s: %w; ask again in a minute, or name position %s", t.Format(time.RFC3339Nano),
		eventstore.ErrToCome, at)
}

// dense tells whether positions count events. Only a store of which that is true knows exactly how many events lie
// after a position.
func dense(ctx context.Context, store eventstore.Store) (bool, error) {
	lag, err := store.Behind(ctx, eventstore.Position{})
	return lag.Exact, err
}

// bisect gives a position up to which all was recorded by a time, near the last such one: times never go back from one
// position to the next. Where positions are not dense it gives the beginning.
func bisect(ctx context.Context, store eventstore.Store, head eventstore.Position, t time.Time) (eventstore.Position, error) {
	var low uint64
	if ok, err := dense(ctx, store); !ok || err != nil {
		return eventstore.Position{}, err
	}
	high, _ := head.Parts()
	for low < high {
		middle := low + (high-low+1)/2
		page, err := store.ReadAll(ctx, eventstore.MakePosition(middle-1, 0), 1, eventstore.Filter{})
		if err != nil {
			return eventstore.Position{}, fmt.Errorf("look for %s in the log: %w", t.Format(time.RFC3339Nano), err)
		}
		if len(page.Events) > 0 && !page.Events[0].Time.After(t) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return eventstore.MakePosition(low, 0), nil
}

// scan goes on from a position to the last one recorded by a time.
func scan(ctx context.Context, store eventstore.Store, at, head eventstore.Position, t time.Time) (eventstore.Position, error) {
	for r, err := range (Selection{After: at, Until: head}).Read(ctx, store) {
		if err != nil {
			return at, err
		}
		if r.Time.After(t) {
			return at, nil
		}
		at = r.Position
	}
	return at, nil
}

// End is a position that no log reaches.
var End = eventstore.MakePosition(math.MaxInt64, math.MaxInt64)
