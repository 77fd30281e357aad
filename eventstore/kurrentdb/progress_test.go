package kurrentdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
)

// searching is a store whose subscriptions search for as long as they may.
func searching(t *testing.T, n *kurrenttest.Node) *kurrentdb.Store {
	t.Helper()
	opts := quick()
	opts.Scan = 1000
	s := open(t, n.URL(), opts)
	t.Cleanup(s.Close)
	return s
}

// littleTime is what a try to read is given: on a slow machine the first few may bring nothing.
func littleTime(t *testing.T, try int) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(t.Context(), 50*time.Millisecond+time.Duration(try)*5*time.Millisecond)
}

// patiently reads the log with little time for each page, however often that is not enough.
func patiently(t *testing.T, s *kurrentdb.Store, tries int, hint eventstore.Filter) (all []eventstore.Recorded) {
	t.Helper()
	var after eventstore.Position
	for try := range tries {
		ctx, cancel := littleTime(t, try)
		page, err := s.ReadAll(ctx, after, 1000, hint)
		cancel()
		if errors.Is(err, eventstore.ErrUnavailable) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Events...)
		if page.End {
			return all
		}
		if !after.Before(page.Next) {
			t.Fatalf("reading does not get on from %s", after)
		}
		after = page.Next
	}
	t.Fatalf("%d reads did not come to the end", tries)
	return nil
}

// What others wrote may take longer to read than a reader has: it gets on all the same, and so do several.
func TestALongStretchOfOthersIsReadInPieces(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := searching(t, n)
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	n.Log.Add("shop-1", "Happened", 1500)
	last := must(t, s, "thing-1", 0, event("b"))
	n.Log.Add("shop-1", "Happened", 1500)
	n.Set(kurrenttest.Faults{Stall: 20}) // 160 events of a subscription, of 8 to a checkpoint
	same(t, patiently(t, s, 400, eventstore.Filter{}), []eventstore.Event{event("a"), event("b")})
	if none := patiently(t, s, 400, eventstore.Filter{Types: []string{"Never"}}); len(none) != 0 {
		t.Errorf("there are %d events of a type that there is not", len(none))
	}
	page, err := s.ReadAll(t.Context(), last.Position, 1, eventstore.Filter{})
	if err != nil || !page.End || len(page.Events) != 0 {
		t.Errorf("what was found to be others' is looked at again: %+v, %v", page, err)
	}
}

// A read that fails half-way gives what it has of ours.
func TestWhatWasReadBeforeAFailureIsGiven(t *testing.T) {
	n, _, ours := filled(t)
	s := searching(t, n)
	n.Set(kurrenttest.Faults{Stall: 25})
	same(t, patiently(t, s, 400, eventstore.Filter{}), ours)
	if none := patiently(t, s, 400, eventstore.Filter{Types: []string{"Never"}}); len(none) != 0 {
		t.Errorf("there are %d events of a type that there is not", len(none))
	}
}

// One subscription passes so many checkpoints at most: then what was found is given.
func TestAPageEndsAfterALongSearch(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	ours := events("ours", 5)
	for i, e := range ours {
		must(t, s, "thing-1", eventstore.Revision(i-1), e)
		n.Log.Add("shop-1", "Happened", 200)
	}
	// the store listens too, from its start on, and reads on to the head when it begins to: once, whenever that comes
	for patient := time.Now().Add(30 * time.Second); ; <-time.After(20 * time.Millisecond) {
		before := n.Calls("read")
		page, err := s.ReadAll(t.Context(), eventstore.Position{}, 1000, eventstore.Filter{})
		calls := n.Calls("read") - before
		if err != nil || page.End || len(page.Events) == 0 || len(page.Events) == len(ours) {
			t.Fatalf("%d events, end %v, %v", len(page.Events), page.End, err)
		}
		if calls <= 2 {
			break
		}
		if time.Now().After(patient) {
			t.Fatalf("one page took %d reads", calls)
		}
	}
	all, _ := whole(t, s, 1000, eventstore.Filter{})
	same(t, all, ours)
}

// A read fails after its time, not after that of each of its tries.
func TestAReadHasOneLimit(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	opts := quick()
	opts.Read = time.Second
	s := open(t, n.URL(), opts)
	defer s.Close()
	n.Set(kurrenttest.Faults{Hold: make(chan struct{})})
	before := n.Calls("read")
	if _, _, err := s.Head(t.Context()); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("head: %v", err)
	}
	// Its first try takes the whole time; the store's own listener asks once more. With a time for each try it would be four.
	if calls := n.Calls("read") - before; calls > 3 {
		t.Errorf("it asked %d times", calls)
	}
	n.Set(kurrenttest.Faults{})
}

// The last event of ours is found however much others wrote after it, and how far a reader is behind it is told.
func TestTheHeadBehindWhatOthersWrote(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	n.Log.Add("shop-1", "Happened", 500) // before the log has a name
	s := searching(t, n)
	n.Set(kurrenttest.Faults{BackWithin: 40})
	if _, head, err := s.Head(t.Context()); err != nil || !head.IsZero() {
		t.Errorf("the head of an empty log is %s, %v", head, err)
	}
	first := must(t, s, "thing-1", eventstore.NoStream, event("a"))
	n.Log.Add("shop-1", "Happened", 1500)
	for i, e := range events("more", 30) {
		must(t, s, "thing-2", eventstore.Revision(i-1), e)
	}
	last := must(t, s, "thing-1", 0, event("b"))
	n.Log.Add("shop-1", "Happened", 1500)
	n.Set(kurrenttest.Faults{BackWithin: 40, Stall: 20})
	for tries := 1; ; tries++ {
		ctx, cancel := littleTime(t, tries)
		_, head, err := s.Head(ctx)
		cancel()
		if err == nil && head == last.Position {
			break
		}
		if err == nil || !errors.Is(err, eventstore.ErrUnavailable) || tries == 400 {
			t.Fatalf("the head is %s after %d tries, %v", head, tries, err)
		}
	}
	n.Set(kurrenttest.Faults{})
	short := open(t, n.URL(), quick()) // its pages end long before the log does
	defer short.Close()
	if lag, err := short.Behind(t.Context(), first.Position); err != nil || lag.Events != 31 || lag.Oldest.IsZero() {
		t.Errorf("behind: %+v, %v", lag, err)
	}
}

// What a read found before its time was over counts, for as long as its caller has more.
func TestAPatientReaderOutlastsTheLimitOfOneRead(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	opts := quick()
	opts.Read, opts.Scan = 500*time.Millisecond, 1000
	s := open(t, n.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	n.Log.Add("shop-1", "Happened", 1500)
	must(t, s, "thing-1", 0, event("b"))
	slow := open(t, n.URL(), opts)
	defer slow.Close()
	n.Set(kurrenttest.Faults{Stall: 20})
	all, _ := whole(t, slow, 1000, eventstore.Filter{})
	same(t, all, []eventstore.Event{event("a"), event("b")})
}

// Two readers at different places pass over what others wrote in turn, each with too little time.
func TestSeveralReadersGetOn(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := searching(t, n)
	var places []eventstore.Position
	for i, e := range events("ours", 3) {
		places = append(places, must(t, s, "thing-1", eventstore.Revision(i-1), e).Position)
		n.Log.Add("shop-1", "Happened", 800)
	}
	n.Set(kurrenttest.Faults{Stall: 20})
	arrived := map[int]bool{}
	for try := range 400 {
		for i, after := range places {
			ctx, cancel := littleTime(t, try)
			page, err := s.ReadAll(ctx, after, 1, eventstore.Filter{})
			cancel()
			if err == nil && (page.End || page.Next == places[i+1]) {
				arrived[i] = true
			}
		}
		if len(arrived) == len(places) {
			return
		}
	}
	t.Errorf("of 3 readers these arrived: %v", arrived)
}

// Who must find a log that is there names none.
func TestOnlyAKnownLog(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	opts := quick()
	opts.Known = true
	if _, err := opened(t, n.URL(), opts); !errors.Is(err, kurrentdb.ErrNoLog) {
		t.Errorf("no log: %v", err)
	}
	if n.Calls("append") != 0 {
		t.Error("something was written")
	}
	open(t, n.URL(), quick()).Close()
	s, err := opened(t, n.URL(), opts)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}
