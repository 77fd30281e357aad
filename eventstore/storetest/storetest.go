// Package storetest proves that a store fulfils the contract of eventstore.Store. Every store runs the whole of it.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// Store is what is tested: one process's way to the log.
type Store interface {
	eventstore.Store
	// Close writes what waits and leaves nothing running.
	Close()
}

// Harness is a fresh, empty log and the means to disturb it. A nil function leaves out the tests that need it, for
// a store that has no such thing.
type Harness struct {
	// Open gives a further store on the same log, as another process would have it.
	Open func(t *testing.T) Store
	// Fail makes a transaction that appends and is then undone.
	Fail func(ctx context.Context) error
	// Kill ends, on the server's side, the connections of every store.
	Kill func(ctx context.Context) error
	// Cut makes the log unreachable and breaks every connection; Mend makes it reachable again.
	Cut, Mend func()
	// Hush lets every connection stand but carries nothing any more, as a network does that lost its other end. Mend
	// ends it for new connections.
	Hush func()
	// LoseAnswer lets the next append come to pass and breaks the connection before its answer arrives.
	LoseAnswer func()
	// Tamper tries every way to change or remove an event and gives what came of each.
	Tamper func(ctx context.Context) map[string]error
	// Rest ends what the harness itself holds of the log: its driver may read on in the background. It may be nil.
	Rest func()
	// Exact tells that Behind counts exactly and that a filter is obeyed, not only taken as a hint.
	Exact bool
}

// Run runs the contract against the logs that fresh makes.
func Run(t *testing.T, fresh func(t *testing.T) Harness) {
	t.Helper()
	for _, test := range []struct {
		name  string
		run   func(*scene)
		needs func(Harness) bool
	}{
		{name: "what is appended is read", run: appendedIsRead},
		{name: "an append needs the expected revision", run: expectations},
		{name: "limits", run: limits},
		{name: "a retry is recognised", run: retries},
		{name: "a bad append fails alone", run: badAppendsFailAlone},
		{name: "one winner per revision", run: oneWinner},
		{name: "a stream is read from a revision on", run: readStream},
		{name: "the log is read in pages", run: readPages},
		{name: "a filter leaves nothing out", run: filters},
		{name: "the head names the log", run: head},
		{name: "waiting", run: waiting},
		{name: "the lag", run: lag},
		{name: "a follower sees everything once and in order", run: followWriters},
		{name: "two processes on one log", run: twoProcesses},
		{name: "an answer that was lost", run: lostAnswer, needs: func(h Harness) bool { return h.LoseAnswer != nil }},
		{name: "connections that are killed", run: killed, needs: func(h Harness) bool { return h.Kill != nil }},
		{name: "a context that ends while the log is away", run: away, needs: func(h Harness) bool { return h.Cut != nil }},
		{name: "a log that no longer answers", run: silent, needs: func(h Harness) bool { return h.Hush != nil }},
		{name: "closing", run: closing},
		{name: "closing while the log is away", run: closingAway, needs: func(h Harness) bool { return h.Cut != nil }},
		{name: "events don't change", run: immutable, needs: func(h Harness) bool { return h.Tamper != nil }},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := fresh(t)
			if test.needs != nil && !test.needs(h) {
				return
			}
			before := goleak.IgnoreCurrent()
			// Long enough for whatever works: running into it is a failure, not a measurement.
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			s := &scene{T: t, Harness: h, ctx: ctx}
			defer func() {
				for _, o := range s.opened {
					o.Close()
				}
				cancel()
				if h.Rest != nil {
					h.Rest()
				}
				noneLeft(t, before)
			}()
			s.store = s.open()
			test.run(s)
		})
	}
}

// noneLeft fails when goroutines stay. What a driver closes it ends behind the caller's back: on a busy machine that takes
// longer than goleak waits by itself.
func noneLeft(t *testing.T, before goleak.Option) {
	t.Helper()
	left := goleak.Find(before)
	for deadline := time.Now().Add(time.Minute); left != nil && time.Now().Before(deadline); {
		left = goleak.Find(before)
	}
	if left != nil {
		t.Error(left)
	}
}

// scene is one test: a log and a store on it.
type scene struct {
	*testing.T
	Harness
	ctx    context.Context //nolint:containedctx // the test's
	store  Store
	opened []Store
	serial atomic.Int64
}

func (s *scene) open() Store {
	s.Helper()
	o := s.Open(s.T)
	s.opened = append(s.opened, o)
	return o
}

// event makes an event that no other is equal to.
func (s *scene) event(kind string) eventstore.Event {
	n := s.serial.Add(1)
	id := ident.Pair("storetest", s.Name(), fmt.Sprint(n))
	return eventstore.Event{
		ID: id, Type: kind, Version: 1, Data: fmt.Appendf(nil, `{"n": %d, "text": "día €"}`, n),
		Metadata: eventstore.Metadata{
			Command: ident.Pair("command", id.String()), Body: "00ff", Correlation: ident.Pair("correlation", id.String()),
			Causation: ident.Pair("causation", id.String()), Actor: "operator",
			Trace: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
		},
	}
}

func (s *scene) events(n int) []eventstore.Event {
	events := make([]eventstore.Event, n)
	for i := range events {
		events[i] = s.event("Happened")
	}
	return events
}

func (s *scene) stream() string {
	return eventstore.StreamName("thing", ident.Pair("stream", s.Name(), fmt.Sprint(s.serial.Add(1))))
}

// must appends and expects to succeed.
func (s *scene) must(stream string, expected eventstore.Revision, events ...eventstore.Event) eventstore.Appended {
	s.Helper()
	a, err := s.store.Append(s.ctx, stream, expected, events)
	if err != nil {
		s.Fatalf("append to %s at %d: %v", stream, expected, err)
	}
	return a
}

func (s *scene) all() []eventstore.Recorded {
	s.Helper()
	var all []eventstore.Recorded
	var after eventstore.Position
	for {
		page, err := s.store.ReadAll(s.ctx, after, 1000, eventstore.Filter{})
		if err != nil {
			s.Fatalf("read the log: %v", err)
		}
		all = append(all, page.Events...)
		if page.End {
			return all
		}
		after = page.Next
	}
}

func (s *scene) read(stream string, from eventstore.Revision) []eventstore.Recorded {
	s.Helper()
	var all []eventstore.Recorded
	for e, err := range s.store.ReadStream(s.ctx, stream, from) {
		if err != nil {
			s.Fatalf("read %s: %v", stream, err)
		}
		all = append(all, e)
	}
	return all
}

// wantUnavailable checks the error of an append whose context ended: both reasons are to be found in it.
func (s *scene) wantUnavailable(err, cause error) {
	s.Helper()
	if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, cause) {
		s.Errorf("error is %v, want one that wraps %q and %q", err, eventstore.ErrUnavailable, cause)
	}
}
