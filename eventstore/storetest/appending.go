package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/callup/callup/eventstore"
)

func appendedIsRead(s *scene) {
	stream, events := s.stream(), s.events(3)
	events[1].Type, events[1].Version = "Another", 7
	a := s.must(stream, eventstore.NoStream, events...)
	if a.Revision != 2 || a.Repeated || a.Position.IsZero() || a.Time.IsZero() || a.Time.Location() != time.UTC {
		s.Errorf("appended: %+v", a)
	}
	other := s.must(s.stream(), eventstore.NoStream, s.event("Happened"))
	if !a.Position.Before(other.Position) || other.Time.Before(a.Time) {
		s.Errorf("the second append is at %s, %s; the first at %s, %s", other.Position, other.Time, a.Position, a.Time)
	}
	read := s.read(stream, 0)
	if len(read) != len(events) {
		s.Fatalf("read %d events, want %d", len(read), len(events))
	}
	for i, r := range read {
		if r.Stream != stream || r.Revision != eventstore.Revision(i) || r.Time.Location() != time.UTC {
			s.Errorf("event %d: stream %s, revision %d, time %s", i, r.Stream, r.Revision, r.Time)
		}
		if !bytes.Equal(r.Data, events[i].Data) {
			s.Errorf("event %d: data %s, want %s to the byte", i, r.Data, events[i].Data)
		}
		if !reflect.DeepEqual(r.Event, events[i]) {
			s.Errorf("event %d: read %+v, want %+v", i, r.Event, events[i])
		}
	}
	if read[2].Position != a.Position || !read[2].Time.Equal(a.Time) {
		s.Errorf("the last event stands at %s, %s; the append said %s, %s", read[2].Position, read[2].Time, a.Position, a.Time)
	}
	if all := s.all(); len(all) != 4 || !reflect.DeepEqual(all[:3], read) {
		s.Errorf("the log holds %+v, want first %+v", all, read)
	}
}

func expectations(s *scene) {
	stream := s.stream()
	refused := func(expected, actual eventstore.Revision) {
		s.Helper()
		_, err := s.store.Append(s.ctx, stream, expected, s.events(1))
		var c *eventstore.Conflict
		if !errors.As(err, &c) || c.Stream != stream || c.Expected != expected || c.Actual != actual {
			s.Errorf("append at %d to a stream at %d: %v", expected, actual, err)
		}
	}
	refused(0, eventstore.NoStream)
	refused(7, eventstore.NoStream)
	s.must(stream, eventstore.NoStream, s.events(2)...)
	refused(eventstore.NoStream, 1)
	refused(0, 1)
	refused(2, 1)
	if a := s.must(stream, 1, s.events(1)...); a.Revision != 2 {
		s.Errorf("revision %d, want 2", a.Revision)
	}
	if n := len(s.all()); n != 3 {
		s.Errorf("the log holds %d events, want 3", n)
	}
}

func limits(s *scene) {
	refused := func(what, stream string, expected eventstore.Revision, events []eventstore.Event) {
		s.Helper()
		if _, err := s.store.Append(s.ctx, stream, expected, events); !errors.Is(err, eventstore.ErrTooLarge) {
			s.Errorf("%s: %v", what, err)
		}
	}
	big := func(bytes int) eventstore.Event {
		e := s.event("Happened")
		e.Data = json.RawMessage(`"` + strings.Repeat("x", bytes) + `"`)
		return e
	}
	twice := s.event("Happened")
	unnamed, versionless, anonymous := s.event(""), s.event("Happened"), s.event("Happened")
	versionless.Version, anonymous.ID = 0, [16]byte{}
	refused("no events", s.stream(), eventstore.NoStream, nil)
	refused("too many events", s.stream(), eventstore.NoStream, s.events(eventstore.MaxEvents+1))
	refused("too many bytes", s.stream(), eventstore.NoStream, []eventstore.Event{big(eventstore.MaxBytes)})
	refused("too many bytes together", s.stream(), eventstore.NoStream,
		[]eventstore.Event{big(eventstore.MaxBytes / 2), big(eventstore.MaxBytes / 2)})
	refused("no stream", "", eventstore.NoStream, s.events(1))
	refused("long stream", strings.Repeat("x", eventstore.MaxStream+1), eventstore.NoStream, s.events(1))
	refused("no revision", s.stream(), -2, s.events(1))
	refused("the same id twice", s.stream(), eventstore.NoStream, []eventstore.Event{twice, twice})
	refused("no type", s.stream(), eventstore.NoStream, []eventstore.Event{unnamed})
	refused("no version", s.stream(), eventstore.NoStream, []eventstore.Event{versionless})
	refused("no id", s.stream(), eventstore.NoStream, []eventstore.Event{anonymous})
	if n := len(s.all()); n != 0 {
		s.Fatalf("the log holds %d events, want none", n)
	}
	long := strings.Repeat("x", eventstore.MaxStream)
	s.must(long, eventstore.NoStream, s.events(eventstore.MaxEvents)...)
	s.must(s.stream(), eventstore.NoStream, big(eventstore.MaxBytes-1000))
	if n := len(s.read(long, 0)); n != eventstore.MaxEvents {
		s.Errorf("read %d events, want %d", n, eventstore.MaxEvents)
	}
}

func retries(s *scene) {
	stream, first, second := s.stream(), s.events(3), s.events(2)
	a := s.must(stream, eventstore.NoStream, first...)
	b := s.must(stream, 2, second...)
	again := func(expected eventstore.Revision, events []eventstore.Event, was eventstore.Appended) {
		s.Helper()
		was.Repeated = true
		if now := s.must(stream, expected, events...); now != was {
			s.Errorf("retry answered %+v, want %+v", now, was)
		}
	}
	again(eventstore.NoStream, first, a)
	again(2, second, b)
	again(eventstore.NoStream, first, a)

	conflict := func(what string, expected eventstore.Revision, events ...eventstore.Event) {
		s.Helper()
		var c *eventstore.Conflict
		if _, err := s.store.Append(s.ctx, stream, expected, events); !errors.As(err, &c) || c.Actual != 4 {
			s.Errorf("%s: %v, want a conflict at 4", what, err)
		}
	}
	conflict("other ids", eventstore.NoStream, s.events(3)...)
	conflict("other order", eventstore.NoStream, first[1], first[0], first[2])
	conflict("one id more", 2, second[0], second[1], s.event("Happened"))
	conflict("other expectation", 0, first[0])
	s.must(s.stream(), eventstore.NoStream, first...) // the same ids in another stream are another append
	if n := len(s.read(stream, 0)); n != 5 {
		s.Errorf("the stream holds %d events, want 5", n)
	}
}

// badAppendsFailAlone sends bad appends amid good ones, so that they share a flush where a store has such a thing.
func badAppendsFailAlone(s *scene) {
	taken := s.event("Happened")
	full := s.stream()
	s.must(full, eventstore.NoStream, taken, s.event("Happened"))
	const good = 40
	broken := func(change func(*eventstore.Event)) (string, eventstore.Revision, []eventstore.Event) {
		e := s.event("Happened")
		change(&e)
		return s.stream(), eventstore.NoStream, []eventstore.Event{s.event("Happened"), e}
	}
	var all sync.WaitGroup
	for range good {
		stream, events := s.stream(), s.events(2)
		all.Go(func() {
			if _, err := s.store.Append(s.ctx, stream, eventstore.NoStream, events); err != nil {
				s.Errorf("good append: %v", err)
			}
		})
	}
	bad := func(what, stream string, expected eventstore.Revision, events []eventstore.Event) {
		all.Go(func() {
			_, err := s.store.Append(s.ctx, stream, expected, events)
			var c *eventstore.Conflict
			if err == nil || errors.Is(err, eventstore.ErrUnavailable) || errors.As(err, &c) {
				s.Errorf("%s: %v, want an error of its own", what, err)
			}
		})
	}
	for what, data := range map[string]string{
		"no JSON": `{"n": `, "empty data": ``, "not UTF-8": "\"\xff\"", "two values": `{} {}`,
	} {
		stream, expected, events := broken(func(e *eventstore.Event) { e.Data = json.RawMessage(data) })
		bad(what, stream, expected, events)
	}
	stream, expected, events := broken(func(e *eventstore.Event) { e.Type = "Bad\x00Type" })
	bad("zero byte in a type", stream, expected, events)
	bad("zero byte in a stream", "thing-\x00", eventstore.NoStream, s.events(1))
	bad("the id of an earlier event", full, 1, []eventstore.Event{s.event("Happened"), taken})
	all.Wait()
	if n := len(s.all()); n != 2+2*good {
		s.Errorf("the log holds %d events, want %d", n, 2+2*good)
	}
}

// oneWinner lets many append at the same revision at once, beside others who are in nobody's way.
func oneWinner(s *scene) {
	const rivals, rounds = 12, 8
	stream := s.stream()
	for round := range rounds {
		expected := eventstore.Revision(round - 1)
		var all sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for range rivals {
			mine, alone, own := s.events(1), s.events(1), s.stream()
			all.Go(func() {
				_, err := s.store.Append(s.ctx, stream, expected, mine)
				var c *eventstore.Conflict
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case !errors.As(err, &c) || c.Actual != expected+1:
					s.Errorf("round %d: %v", round, err)
				}
			})
			all.Go(func() {
				if _, err := s.store.Append(s.ctx, own, eventstore.NoStream, alone); err != nil {
					s.Errorf("round %d: %v", round, err)
				}
			})
		}
		all.Wait()
		if won != 1 {
			s.Errorf("round %d: %d appends won", round, won)
		}
	}
	checkStreams(s, s.all())
	if n := len(s.all()); n != rounds*(rivals+1) {
		s.Errorf("the log holds %d events, want %d", n, rounds*(rivals+1))
	}
}

func immutable(s *scene) {
	s.must(s.stream(), eventstore.NoStream, s.events(3)...)
	before := s.all()
	for what, err := range s.Tamper(s.ctx) {
		if err == nil {
			s.Errorf("%s was not refused", what)
		}
	}
	if after := s.all(); !reflect.DeepEqual(before, after) {
		s.Errorf("the log changed from %+v to %+v", before, after)
	}
}

func closing(s *scene) {
	const n = 30
	var all sync.WaitGroup
	for i := range n {
		stream, events := s.stream(), s.events(1)
		all.Go(func() {
			_, err := s.store.Append(s.ctx, stream, eventstore.NoStream, events)
			if err != nil && !errors.Is(err, eventstore.ErrUnavailable) {
				s.Errorf("append %d: %v", i, err)
			}
		})
	}
	s.store.Close()
	all.Wait()
	if _, err := s.store.Append(s.ctx, s.stream(), eventstore.NoStream, s.events(1)); !errors.Is(err, eventstore.ErrUnavailable) {
		s.Errorf("append after closing: %v", err)
	}
	if err := s.store.Wait(s.ctx, eventstore.MakePosition(1<<40, 0)); err == nil {
		s.Error("waiting on a closed store did not fail")
	}
	s.store.Close()
	cancelled, cancel := context.WithCancel(s.ctx)
	cancel()
	_, err := s.open().Append(cancelled, s.stream(), eventstore.NoStream, s.events(1))
	s.wantUnavailable(err, context.Canceled)
}

// checkStreams proves that revisions have no gap.
func checkStreams(s *scene, all []eventstore.Recorded) {
	s.Helper()
	f := newFollower(false)
	for _, e := range all {
		if err := f.see(e); err != nil {
			s.Error(fmt.Errorf("the log: %w", err))
		}
	}
}
