package projector

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/keyring"
)

// Event is a recorded event, decoded as far as its readers need.
type Event struct {
	Recorded eventstore.Recorded
	Sealed   any   // its data, with personal text sealed
	Opened   any   // its data, with personal text in the clear; nil when nobody asked for it
	err      error // it could not be decoded, or not opened
}

// decoder reads a batch of events for projections.
type decoder struct {
	cat  *catalog.Catalog
	keys catalog.Keys
}

// batch decodes every event once, on all processors when there are many. Personal text is opened only where it is asked
// for. The error says that the keys can't be had, which is no event's fault; what is an event's fault stands with it.
func (d decoder) batch(ctx context.Context, events []eventstore.Recorded, personal bool) ([]Event, error) {
	out := make([]Event, len(events))
	decode := func(from, to int) {
		for i := from; i < to; i++ {
			out[i].Recorded = events[i]
			out[i].Sealed, out[i].err = d.cat.Decode(events[i])
		}
	}
	share := max(worthSharing, (len(events)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	var others sync.WaitGroup
	for from := share; from < len(events); from += share {
		others.Go(func() { decode(from, min(from+share, len(events))) })
	}
	decode(0, min(share, len(events)))
	others.Wait()
	if !personal {
		return out, nil
	}
	sealed := make([]any, len(out))
	for i := range out {
		sealed[i] = out[i].Sealed
	}
	if err := d.keys.Preload(ctx, d.cat.Subjects(sealed)); err != nil {
		return nil, err
	}
	for i := range out {
		h := &out[i]
		switch {
		case h.err != nil:
		case !d.cat.Personal(h.Recorded.Type):
			h.Opened = h.Sealed
		default:
			h.Opened, h.err = d.cat.OpenDecoded(ctx, d.keys, h.Recorded, h.Sealed)
			if errors.Is(h.err, keyring.ErrUnavailable) {
				return nil, h.err
			}
		}
	}
	return out, nil
}

// worthSharing is how many events are decoded faster by two than by one.
const worthSharing = 100
