//go:build bug_early

package main

import (
	"context"
	"strings"
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/eventstore"
)

// earlyStore is wrong on purpose: it answers before the events of gifts are committed. A fault run must name what follows.
type earlyStore struct{ eventstore.Store }

func early(s eventstore.Store) eventstore.Store { return earlyStore{s} }

// Append implements eventstore.Store.
func (e earlyStore) Append(ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event) (eventstore.Appended, error) {
	if !strings.HasPrefix(stream, donation.Category+"-") {
		return e.Store.Append(ctx, stream, expected, events)
	}
	_, head, err := e.Head(ctx)
	if err != nil {
		return eventstore.Appended{}, err
	}
	late := context.WithoutCancel(ctx)
	time.AfterFunc(100*time.Millisecond, func() {
		_, _ = e.Store.Append(late, stream, expected, events) // that nobody hears of a failure is the mistake
	})
	n, _ := head.Parts()
	return eventstore.Appended{
		Position: eventstore.MakePosition(n+uint64(len(events)), 0), Revision: expected + eventstore.Revision(len(events)), Time: now(),
	}, nil
}
