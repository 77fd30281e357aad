package kurrentdb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
)

func event(name string) eventstore.Event {
	return eventstore.Event{ID: ident.Pair("faults", name), Type: "Happened", Version: 3, Data: []byte(`{"of":"ours"}`)}
}

func events(name string, n int) []eventstore.Event {
	all := make([]eventstore.Event, n)
	for i := range all {
		all[i] = event(fmt.Sprint(name, i))
	}
	return all
}

func must(t *testing.T, s *kurrentdb.Store, stream string, expected eventstore.Revision,
	e ...eventstore.Event) eventstore.Appended {
	t.Helper()
	a, err := s.Append(t.Context(), stream, expected, e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// whole reads the log page by page and proves that reading gets on.
func whole(t *testing.T, s *kurrentdb.Store, limit int, hint eventstore.Filter) ([]eventstore.Recorded, eventstore.Position) {
	t.Helper()
	var all []eventstore.Recorded
	var after eventstore.Position
	for {
		page, err := s.ReadAll(t.Context(), after, limit, hint)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Events...)
		if page.End {
			return all, page.Next
		}
		if !after.Before(page.Next) {
			t.Fatalf("reading does not get on from %s", after)
		}
		after = page.Next
	}
}

// filled is a store on a log in which ours is spread among what others wrote.
func filled(t *testing.T) (*kurrenttest.Node, *kurrentdb.Store, []eventstore.Event) {
	t.Helper()
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	t.Cleanup(s.Close)
	ours := events("ours", 40)
	for i, e := range ours {
		must(t, s, "thing-1", eventstore.Revision(i-1), e)
		n.Log.Add("$stats-1", "$statsCollected", (i%7)*9)
		n.Log.Add("shop-1", "Happened", i%2)
	}
	n.Log.Add("$stats-1", "$statsCollected", 200)
	return n, s, ours
}

func same(t *testing.T, got []eventstore.Recorded, want []eventstore.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("there are %d events, want %d", len(got), len(want))
	}
	for i, w := range want {
		if e := got[i]; e.ID != w.ID || string(e.Data) != string(w.Data) || e.Version != w.Version {
			t.Fatalf("event %d is %+v", i, e)
		}
	}
}

func stream(t *testing.T, s *kurrentdb.Store, name string) []eventstore.Recorded {
	t.Helper()
	var all []eventstore.Recorded
	for e, err := range s.ReadStream(t.Context(), name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// However a node misbehaves while it is read, a reader sees every event once and in order, and comes to the end.
func TestReadingThroughFaults(t *testing.T) {
	n, s, ours := filled(t)
	for name, faults := range map[string]kurrenttest.Faults{
		"none":                               {},
		"every event twice":                  {Twice: true},
		"a checkpoint of 2^64-1":             {BadCheckpoint: math.MaxUint64},
		"a checkpoint that goes back":        {BadCheckpoint: 1},
		"no checkpoint":                      {Mute: true},
		"cut after one event":                {CutAfter: 1},
		"cut after five events":              {CutAfter: 5},
		"cut, and every event twice":         {CutAfter: 3, Twice: true},
		"bad checkpoints, every event twice": {BadCheckpoint: math.MaxUint64, Twice: true},
	} {
		for _, limit := range []int{1, 7, 1000} {
			t.Run(fmt.Sprint(name, ", ", limit), func(t *testing.T) {
				n.Set(faults)
				all, end := whole(t, s, limit, eventstore.Filter{})
				same(t, all, ours)
				if _, head, err := s.Head(t.Context()); err != nil || end != head || head != all[len(all)-1].Position {
					t.Errorf("reading ends at %s, the head is %s, %v", end, head, err)
				}
				n.Set(faults)
				same(t, stream(t, s, "thing-1"), ours)
				n.Set(faults)
				none, passed := whole(t, s, limit, eventstore.Filter{Types: []string{"Never"}})
				if len(none) != 0 || passed != end {
					t.Errorf("a filter that nothing passes gave %d events and ended at %s, not %s", len(none), passed, end)
				}
				n.Set(kurrenttest.Faults{})
			})
		}
	}
}

// A leader that no longer leads says who does; the store goes there.
func TestNotLeader(t *testing.T) {
	log := kurrenttest.NewLog()
	one, two := kurrenttest.Start(t, log), kurrenttest.Start(t, log)
	s := open(t, one.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	one.Follow(two)
	if a := must(t, s, "thing-1", 0, event("b")); a.Repeated || a.Revision != 1 {
		t.Errorf("appended %+v", a)
	}
	if two.Calls("append") != 1 {
		t.Errorf("the new leader was asked to append %d times", two.Calls("append"))
	}
	two.Follow(one)
	one.Follow(nil)
	same(t, stream(t, s, "thing-1"), []eventstore.Event{event("a"), event("b")})
}

// In a cluster the leader is found by asking, again and again where nodes fail.
func TestCluster(t *testing.T) {
	log := kurrenttest.NewLog()
	one, two, gone := kurrenttest.Start(t, log), kurrenttest.Start(t, log), kurrenttest.Start(t, log)
	one.Follow(two)
	gone.Cut()
	s := open(t, "esdb://"+gone.Address()+","+one.Address()+"?tls=false", quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	if one.Calls("append") != 0 || two.Calls("append") == 0 || one.Calls("gossip") == 0 {
		t.Error("not the leader was used")
	}
	two.Cut()
	one.Follow(nil)
	must(t, s, "thing-1", 0, event("b"))
	if one.Calls("append") == 0 {
		t.Error("the new leader was not used")
	}
}

// A server that is away for longer than anybody waits leaves nobody hanging and nothing broken.
func TestAwayForLong(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	n.Cut()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
			defer cancel()
			_, err := s.Append(ctx, fmt.Sprint("thing-away", i), eventstore.NoStream, events(fmt.Sprint("away", i), 1))
			if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("append while the server is away: %v", err)
			}
			if _, err := s.ReadAll(t.Context(), eventstore.Position{}, 10, eventstore.Filter{}); !errors.Is(err,
				eventstore.ErrUnavailable) {
				t.Errorf("read while the server is away: %v", err)
			}
		})
	}
	all.Wait()
	n.Mend()
	must(t, s, "thing-1", 0, event("b"))
	same(t, stream(t, s, "thing-1"), []eventstore.Event{event("a"), event("b")})
}

// A server that answers late holds up only who is ready to wait.
func TestDelay(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), kurrentdb.Options{Logger: slog.New(slog.DiscardHandler)})
	defer s.Close()
	n.Set(kurrenttest.Faults{Hold: make(chan struct{})})
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Append(short, "thing-1", eventstore.NoStream, events("short", 1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("append: %v", err)
	}
	if _, _, err := s.Head(short); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("head: %v", err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.Append(context.WithoutCancel(t.Context()), "thing-2", eventstore.NoStream, events("patient", 1))
		done <- err
	}()
	n.Set(kurrenttest.Faults{})
	if err := <-done; err != nil {
		t.Errorf("append: %v", err)
	}
}

// An event without the time at which it was created is an error, and no more than that.
func TestNoCreated(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	n.Set(kurrenttest.Faults{NoCreated: true})
	if _, err := s.ReadAll(t.Context(), eventstore.Position{}, 10, eventstore.Filter{}); err == nil ||
		!strings.Contains(err.Error(), "time of the event") {
		t.Errorf("read: %v", err)
	}
	n.Set(kurrenttest.Faults{})
	same(t, stream(t, s, "thing-1"), []eventstore.Event{event("a")})
}

// What the server takes for a repetition is believed only where the events stand at the revision that was expected.
func TestServerTakesAnotherAppendForARepetition(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, events("a", 4)...)
	n.Set(kurrenttest.Faults{AnyPlace: true})
	other := open(t, n.URL(), quick()) // remembers nothing of that stream
	defer other.Close()
	for expected, e := range map[eventstore.Revision]eventstore.Event{0: events("a", 4)[0], 1: events("a", 4)[3],
		9: events("a", 4)[0]} {
		var c *eventstore.Conflict
		if a, err := other.Append(t.Context(), "thing-1", expected, []eventstore.Event{e}); !errors.As(err, &c) || c.Actual != 3 {
			t.Errorf("the same id expected at %d: %+v, %v", expected, a, err)
		}
	}
	if a, err := other.Append(t.Context(), "thing-1", 1, events("a", 4)[2:]); err != nil || !a.Repeated || a.Revision != 3 {
		t.Errorf("a true repetition: %+v, %v", a, err)
	}
}

// A repetition is known long after, and by another process; its events may differ in everything but their ids, as text
// that was sealed twice does.
func TestRepeatedLongAfter(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	s := open(t, n.URL(), quick())
	defer s.Close()
	first := must(t, s, "thing-1", eventstore.NoStream, events("first", 2)...)
	for i, e := range events("later", 30) {
		must(t, s, "thing-1", eventstore.Revision(i+1), e)
	}
	other := open(t, n.URL(), quick())
	defer other.Close()
	again := events("first", 2)
	again[0].Data = []byte(`{"of":"another sealing"}`)
	first.Repeated = true
	if a := must(t, other, "thing-1", eventstore.NoStream, again...); a != first {
		t.Errorf("the repetition answers %+v, want %+v", a, first)
	}
	if got := stream(t, s, "thing-1"); len(got) != 32 || string(got[0].Data) != `{"of":"ours"}` {
		t.Errorf("the stream holds %d events, the first %s", len(got), got[0].Data)
	}
}

// Processes that come to a new log at the same time agree on its name. A log under another prefix is another log.
func TestNaming(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	ids := make([]eventstore.LogID, 8)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			s := open(t, n.URL(), quick())
			defer s.Close()
			id, head, err := s.Head(t.Context())
			if err != nil || !head.IsZero() {
				t.Errorf("head %s, %v", head, err)
			}
			ids[i] = id
		})
	}
	all.Wait()
	for _, id := range ids {
		if id.IsNil() || id != ids[0] {
			t.Fatalf("the log is called %v", ids)
		}
	}
	other := open(t, with(n.URL(), "prefix=other."), quick())
	defer other.Close()
	if id, _, err := other.Head(t.Context()); err != nil || id == ids[0] {
		t.Errorf("the other log is called %s, %v", id, err)
	}
}

// A log that holds nothing but its name is waited for: no reader is shown the name.
func TestAnEmptyLogIsWaitedFor(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	o := quick()
	o.Poll = time.Minute
	s := open(t, n.URL(), o)
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := s.Wait(ctx, eventstore.Position{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("there is said to be more: %v", err)
	}
}

func TestOldServer(t *testing.T) {
	for version, want := range map[string]string{"22.10.5.0": "needs 23.10 or newer", "five": "which is none", "": "which is none"} {
		n := kurrenttest.Start(t, kurrenttest.NewLog())
		n.SetVersion(version)
		target, err := endpoint.Parse(n.URL())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kurrentdb.Open(t.Context(), target, quick()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("version %q: %v", version, err)
		}
	}
}

// lines collects what is logged.
type lines struct {
	mu   sync.Mutex
	all  bytes.Buffer
	got  chan struct{}
	once sync.Once
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(b, []byte("clock went back")) {
		l.once.Do(func() { close(l.got) })
	}
	return l.all.Write(b)
}

// Times are what the leader's clock said, so that every reader is told the same; a clock that goes back is reported.
func TestClockGoesBack(t *testing.T) {
	log := kurrenttest.NewLog()
	n := kurrenttest.Start(t, log)
	heard := &lines{got: make(chan struct{})}
	opts := quick()
	opts.Logger = slog.New(slog.NewTextHandler(heard, nil))
	s := open(t, n.URL(), opts)
	defer s.Close()
	at := time.Date(2026, 11, 21, 12, 0, 0, 123_456_789, time.UTC)
	log.SetClock(func() time.Time { return at })
	first := must(t, s, "thing-1", eventstore.NoStream, event("a"))
	if want := at.Truncate(time.Microsecond); !first.Time.Equal(want) {
		t.Errorf("recorded at %s, want %s", first.Time, want)
	}
	log.SetClock(func() time.Time { return at.Add(-time.Minute) })
	must(t, s, "thing-1", 0, event("b"))
	// whoever listens by now hears one that goes forward and one that goes back
	for i, said := 1, false; !said; i += 2 {
		log.SetClock(func() time.Time { return at })
		must(t, s, "thing-1", eventstore.Revision(i), event(fmt.Sprint("forward", i)))
		log.SetClock(func() time.Time { return at.Add(-time.Minute) })
		must(t, s, "thing-1", eventstore.Revision(i+1), event(fmt.Sprint("back", i)))
		select {
		case <-heard.got:
			said = true
		default:
		}
	}
	if all, _ := whole(t, s, 1, eventstore.Filter{}); !all[0].Time.Equal(first.Time) || all[1].Time.Equal(first.Time) {
		t.Errorf("recorded at %s and %s", all[0].Time, all[1].Time)
	}
}

// Over TLS the server is who its certificate says, and gets the password; a wrong one is told in words.
func TestTLS(t *testing.T) {
	n := kurrenttest.StartTLS(t, kurrenttest.NewLog(), "callup", "s3cret:&/é")
	s := open(t, n.URL(), quick())
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("a"))
	same(t, stream(t, s, "thing-1"), []eventstore.Event{event("a")})
	wrong := strings.Replace(n.URL(), "s3cret", "guess", 1)
	for address, want := range map[string]string{wrong: "the password is wrong", "esdb://" + n.Address(): "certificate",
		"esdb://" + n.Address() + "?tls=false": "unavailable"} {
		target, err := endpoint.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kurrentdb.Open(t.Context(), target, quick()); err == nil ||
			!strings.Contains(strings.ToLower(err.Error()), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

// What is too slow for one call ends no other: appends that are given up again and again leave a read alone that takes
// its time.
func TestASlowCallEndsNoOther(t *testing.T) {
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	opts := quick()
	opts.Attempt, opts.Read = 10*time.Millisecond, time.Minute
	s := open(t, n.URL(), opts)
	defer s.Close()
	must(t, s, "thing-1", eventstore.NoStream, event("first"))
	n.Set(kurrenttest.Faults{Hold: make(chan struct{})})
	reads := n.Calls("read")
	read := make(chan error, 1)
	go func() {
		_, err := s.ReadAll(t.Context(), eventstore.Position{}, 10, eventstore.Filter{})
		read <- err
	}()
	for n.Calls("read") == reads {
		<-time.After(time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	appended := make(chan error, 1)
	go func() {
		_, err := s.Append(ctx, "thing-2", eventstore.NoStream, []eventstore.Event{event("second")})
		appended <- err
	}()
	for before := n.Calls("append"); n.Calls("append") < before+6; {
		select {
		case err := <-read:
			t.Fatalf("the read ended with the appends: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if err := <-appended; err == nil {
		t.Error("a held append came through")
	}
	n.Set(kurrenttest.Faults{})
	if err := <-read; err != nil {
		t.Error(err)
	}
}
