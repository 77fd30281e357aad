package kurrentdb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
)

// A commit that took too long leaves open whether the events stand in the log: the store finds out, and they stand there
// once, whatever became of the tries before.
func TestAppend_SettlesACommitThatTookTooLong(t *testing.T) {
	for name, becomes := range map[string]kurrenttest.Outcome{
		"written": kurrenttest.Written, "dropped": kurrenttest.Dropped, "written late": kurrenttest.WrittenLate,
	} {
		t.Run(name, func(t *testing.T) {
			n := kurrenttest.Start(t, kurrenttest.NewLog())
			s := open(t, n.URL(), quick())
			defer s.Close()
			must(t, s, "thing-1", eventstore.NoStream, event("first"))
			before := n.Calls("append")
			n.Set(kurrenttest.Faults{TimeOuts: 2, TimedOut: becomes})
			a := must(t, s, "thing-1", 0, events("slow", 3)...)
			if calls := n.Calls("append") - before; calls != 3 {
				t.Errorf("it was tried %d times", calls)
			}
			if wrote := becomes != kurrenttest.Dropped; a.Revision != 3 || a.Repeated != wrote {
				t.Errorf("appended %+v", a)
			}
			want := append([]eventstore.Event{event("first")}, events("slow", 3)...)
			same(t, stream(t, s, "thing-1"), want)
			all, _ := whole(t, s, 10, eventstore.Filter{})
			same(t, all, want)
		})
	}
}

// Who waits no longer for a commit that takes too long is told that the outcome is open, and may append again: the events
// stand there once.
func TestAppend_SaysThatTheOutcomeOfASlowCommitIsOpen(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	first := must(t, s, "thing-1", eventstore.NoStream, event("first"))
	n.Set(kurrenttest.Faults{TimeOuts: 1 << 30, TimedOut: kurrenttest.WrittenLate})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := s.Append(ctx, "thing-1", 0, events("slow", 2))
	if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("append: %v", err)
	}
	n.Set(kurrenttest.Faults{})
	if a := must(t, s, "thing-1", 0, events("slow", 2)...); !a.Repeated || a.Revision != 2 || !first.Position.Before(a.Position) {
		t.Errorf("appended again: %+v", a)
	}
	same(t, stream(t, s, "thing-1"), append([]eventstore.Event{event("first")}, events("slow", 2)...))
}

// A commit that took too long and then never happened leaves room for another's append, which is a conflict.
func TestAppend_MeetsAConflictAfterASlowCommit(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s, other := open(t, n.URL(), quick()), open(t, n.URL(), quick())
	defer s.Close()
	defer other.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("first"))
	n.Set(kurrenttest.Faults{TimeOuts: 1 << 30, TimedOut: kurrenttest.Dropped})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Append(ctx, "thing-1", 0, events("mine", 1)); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("append: %v", err)
	}
	n.Set(kurrenttest.Faults{})
	must(t, other, "thing-1", 0, event("another's"))
	var c *eventstore.Conflict
	if a, err := s.Append(t.Context(), "thing-1", 0, events("mine", 1)); !errors.As(err, &c) || c.Actual != 1 {
		t.Errorf("appended again: %+v, %v", a, err)
	}
	same(t, stream(t, s, "thing-1"), []eventstore.Event{event("first"), event("another's")})
}

// A node that starts, or has too much to do, is asked again, and who can't wait is told that it is away.
func TestStore_AsksANodeAgainThatIsNotReadyOrTooBusy(t *testing.T) {
	for _, says := range []string{kurrenttest.NotReady, kurrenttest.TooBusy} {
		t.Run(says, func(t *testing.T) {
			n := kurrenttest.Start(t, kurrenttest.NewLog())
			s := open(t, n.URL(), quick())
			defer s.Close()
			must(t, s, "thing-1", eventstore.NoStream, event("a"))
			n.Set(kurrenttest.Faults{Refused: "append", Refusals: 3, Refusal: says})
			if a := must(t, s, "thing-1", 0, event("b")); a.Repeated || a.Revision != 1 {
				t.Errorf("appended %+v", a)
			}
			n.Set(kurrenttest.Faults{Refused: "read", Refusals: 2, Refusal: says})
			same(t, stream(t, s, "thing-1"), []eventstore.Event{event("a"), event("b")})
			n.Set(kurrenttest.Faults{Refused: "read", Refusals: 1 << 30, Refusal: says})
			if _, err := s.ReadAll(t.Context(), eventstore.Position{}, 10, eventstore.Filter{}); !errors.Is(err,
				eventstore.ErrUnavailable) {
				t.Errorf("read: %v", err)
			}
			n.Set(kurrenttest.Faults{Refused: "append", Refusals: 1 << 30, Refusal: says})
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if _, err := s.Append(ctx, "thing-1", 1, events("c", 1)); !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("append: %v", err)
			}
			n.Set(kurrenttest.Faults{})
			must(t, s, "thing-1", 1, events("c", 1)...)
		})
	}
}

// Reading goes on past what a subscription says of itself, and from positions of which the commit is not the prepare.
func TestReadAll_GoesOnPastWhatSubscriptionsSay(t *testing.T) {
	n, s, ours := filled(t)
	for name, faults := range map[string]kurrenttest.Faults{
		"it fell behind":                  {FellBehind: true},
		"positions apart by one":          {Apart: 1},
		"positions apart by an event":     {Apart: 150},
		"positions apart by many":         {Apart: 5000},
		"apart, cut after five":           {Apart: 150, CutAfter: 5},
		"apart, behind, twice":            {Apart: 150, FellBehind: true, Twice: true},
		"pages of one event":              {Page: 1},
		"pages of three, positions apart": {Page: 3, Apart: 150},
	} {
		for _, limit := range []int{1, 7} {
			t.Run(fmt.Sprint(name, ", ", limit), func(t *testing.T) {
				n.Set(faults)
				fresh := open(t, n.URL(), quick()) // has passed over nothing yet
				defer fresh.Close()
				all, end := whole(t, fresh, limit, eventstore.Filter{})
				same(t, all, ours)
				if end != all[len(all)-1].Position {
					t.Errorf("reading ends at %s", end)
				}
				same(t, stream(t, s, "thing-1"), ours)
				n.Set(kurrenttest.Faults{})
			})
		}
	}
}

// A read of several pages shows what is appended between them, once.
func TestReadAll_ShowsWhatIsAppendedBetweenPages(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s, writer := open(t, n.URL(), quick()), open(t, n.URL(), quick())
	defer s.Close()
	defer writer.Close()
	want := events("ours", 12)
	for i, e := range want[:4] {
		must(t, writer, "thing-1", eventstore.Revision(i-1), e)
	}
	var turn sync.Mutex // reads overlap: what a reader has left runs on at the node until it hears of that
	written, between := 4, 0
	write := func() {
		if written == len(want) {
			return
		}
		if _, err := writer.Append(t.Context(), "thing-1", eventstore.Revision(written-1), want[written:written+1]); err != nil {
			t.Error(err)
			return
		}
		written++
		n.Log.Add("shop-1", "Happened", 2)
	}
	n.Set(kurrenttest.Faults{Page: 3, Between: func() {
		if turn.TryLock() { // else it is the append that reads
			defer turn.Unlock()
			before := written
			write()
			between += written - before
		}
	}})
	var all []eventstore.Recorded
	var after eventstore.Position
	for len(all) < len(want) && !t.Failed() {
		page, err := s.ReadAll(t.Context(), after, 5, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		all, after = append(all, page.Events...), page.Next
		if page.End { // the reader was faster than the writer
			turn.Lock()
			write()
			turn.Unlock()
		}
	}
	if turn.Lock(); between == 0 {
		t.Error("nothing was appended between two pages")
	}
	turn.Unlock()
	n.Set(kurrenttest.Faults{})
	same(t, all, want)
	same(t, stream(t, s, "thing-1"), want)
}
