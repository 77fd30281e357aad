package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// each is how often each of the writers appends.
const each = 13

// acknowledged collects the events whose append succeeded.
type acknowledged struct {
	mu  sync.Mutex
	ids []ident.ID
}

func (a *acknowledged) add(events []eventstore.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range events {
		a.ids = append(a.ids, e.ID)
	}
}

func (a *acknowledged) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.ids)
}

// writeAll lets many writers append at once: to streams of their own that grow, and to one that all of them want,
// where they try again after a conflict. Each has an append refused now and then.
func writeAll(ctx context.Context, s *scene, store Store, shared string, ack *acknowledged) {
	s.Helper()
	var all sync.WaitGroup
	for w := range writers {
		own := s.stream()
		all.Go(func() {
			at := eventstore.NoStream
			for i := range each {
				events := s.events(1 + i%3)
				a, err := store.Append(ctx, own, at, events)
				if err != nil {
					s.Errorf("writer %d: %v", w, err)
					return
				}
				at = a.Revision
				ack.add(events)
				switch i % 7 {
				case 2:
					if _, err := store.Append(ctx, own, at, []eventstore.Event{s.event("Happened"), events[0]}); err == nil {
						s.Errorf("writer %d: the same event twice in a stream", w)
					}
				case 5:
					if err := contend(ctx, s, store, shared, ack); err != nil {
						s.Errorf("writer %d: %v", w, err)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// contend appends to a stream that others append to as well, until it gets through.
func contend(ctx context.Context, s *scene, store Store, stream string, ack *acknowledged) error {
	events := s.events(1)
	at := eventstore.NoStream
	for {
		_, err := store.Append(ctx, stream, at, events)
		var c *eventstore.Conflict
		switch {
		case err == nil:
			ack.add(events)
			return nil
		case !errors.As(err, &c):
			return err
		case c.Actual <= at:
			return fmt.Errorf("conflict at %d, and the stream is at %d", at, c.Actual)
		}
		at = c.Actual
	}
}

// disturb does something again and again until it is stopped; stopping waits for its end.
func (s *scene) disturb(ctx context.Context, what string, do func(context.Context) error) (stop func()) {
	if do == nil {
		return func() {}
	}
	ending := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if err := do(ctx); err != nil {
				s.Errorf("%s: %v", what, err)
				return
			}
			select {
			case <-ending:
				return
			case <-ctx.Done():
				return
			case <-time.After(time.Millisecond): // leaves the log to the writers for a while
			}
		}
	}()
	return func() { close(ending); <-ended }
}

// followed lets followers, patient ones or not, watch the log through stores while write fills it, and proves that each saw
// all of it.
func (s *scene) followed(stores []Store, patient bool, write func(context.Context, *acknowledged)) {
	s.Helper()
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	last := s.event("Finished")
	followers := make([]*follower, 0, 2*len(stores))
	var watching sync.WaitGroup
	for i := range 2 * len(stores) {
		f, store := newFollower(s.Exact), stores[i%len(stores)]
		f.patient = patient
		followers = append(followers, f)
		watching.Go(func() {
			if err := f.follow(ctx, store, last.ID); err != nil {
				s.Errorf("follower %d: %v", i, err)
			}
		})
	}
	var ack acknowledged
	write(ctx, &ack)
	s.must(s.stream(), eventstore.NoStream, last)
	ack.add([]eventstore.Event{last})
	watching.Wait()
	for i, f := range followers {
		if err := f.missed(ack.ids); err != nil {
			s.Errorf("follower %d: %v", i, err)
		}
		if len(f.seen) != len(ack.ids) {
			s.Errorf("follower %d saw %d events, %d were acknowledged", i, len(f.seen), len(ack.ids))
		}
	}
}

func followWriters(s *scene) {
	s.followed([]Store{s.store}, false, func(ctx context.Context, ack *acknowledged) {
		stop := s.disturb(ctx, "a transaction that fails", s.Fail)
		writeAll(ctx, s, s.store, s.stream(), ack)
		stop()
	})
}

func twoProcesses(s *scene) {
	other := s.open()
	s.followed([]Store{s.store, other}, false, func(ctx context.Context, ack *acknowledged) {
		stop := s.disturb(ctx, "a transaction that fails", s.Fail)
		shared := s.stream()
		var both sync.WaitGroup
		for _, store := range []Store{s.store, other} {
			both.Go(func() { writeAll(ctx, s, store, shared, ack) })
		}
		both.Wait()
		stop()
	})
}

// killed writes while the server ends connections, three times at least. Followers read with retries, as runners do.
func killed(s *scene) {
	var (
		kills  atomic.Int64
		before int
		all    *acknowledged
	)
	s.followed([]Store{s.store}, true, func(ctx context.Context, ack *acknowledged) {
		all = ack
		stop := s.disturb(ctx, "killing connections", func(ctx context.Context) error {
			now := ack.count()
			if now < before+20 {
				return nil // lets the writers get on between two deaths
			}
			before = now
			err := s.Kill(ctx)
			if err == nil {
				kills.Add(1)
			}
			return err
		})
		defer stop()
		var writing sync.WaitGroup
		for range writers {
			stream := s.stream()
			writing.Go(func() {
				at := eventstore.NoStream
				for n := 0; n < each/4 || kills.Load() < 3 && n < 10*each; n++ {
					events := s.events(2)
					a, err := s.store.Append(ctx, stream, at, events)
					if err != nil {
						s.Errorf("append while connections are killed: %v", err)
						return
					}
					at = a.Revision
					ack.add(events)
				}
			})
		}
		writing.Wait()
	})
	if n := kills.Load(); n < 3 {
		s.Errorf("connections were killed %d times", n)
	}
	if log := s.recovered(s.ctx); len(log) != all.count() {
		s.Errorf("%d events in the log, %d were acknowledged", len(log), all.count())
	}
}

// recovered reads the log, again where the connections it finds are broken still.
func (s *scene) recovered(ctx context.Context) []eventstore.Recorded {
	s.Helper()
	var all []eventstore.Recorded
	var after eventstore.Position
	for {
		page, err := s.store.ReadAll(ctx, after, 1_000_000, eventstore.Filter{})
		switch {
		case err == nil:
			all, after = append(all, page.Events...), page.Next
			if page.End {
				return all
			}
		case !errors.Is(err, eventstore.ErrUnavailable) || ctx.Err() != nil:
			s.Fatalf("read after a disturbance: %v", err)
		}
	}
}

func lostAnswer(s *scene) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	stream, events := s.stream(), s.events(3)
	s.LoseAnswer()
	a, err := s.store.Append(ctx, stream, eventstore.NoStream, events)
	if err != nil {
		s.Fatalf("append: %v", err)
	}
	if !a.Repeated || a.Revision != 2 {
		s.Errorf("appended %+v, want the answer of a retry", a)
	}
	read := s.read(stream, 0)
	if len(read) != 3 || read[2].Position != a.Position || !read[2].Time.Equal(a.Time) {
		s.Errorf("the stream holds %+v, the append said %+v", read, a)
	}
	// A caller whose own answer was lost as well asks once more.
	if again, err := s.store.Append(ctx, stream, eventstore.NoStream, events); err != nil || again != a {
		s.Errorf("asked again: %+v, %v; want %+v", again, err, a)
	}
}

func away(s *scene) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	s.Cut()
	var patient sync.WaitGroup
	kept := make([]string, 8)
	for i := range kept {
		stream, events := s.stream(), s.events(2)
		kept[i] = stream
		patient.Go(func() {
			if a, err := s.store.Append(ctx, stream, eventstore.NoStream, events); err != nil || a.Revision != 1 {
				s.Errorf("append across an outage: %+v, %v", a, err)
			}
		})
	}
	short, end := context.WithTimeout(ctx, 50*time.Millisecond)
	defer end()
	given := s.stream()
	_, err := s.store.Append(short, given, eventstore.NoStream, s.events(1))
	s.wantUnavailable(err, context.DeadlineExceeded)
	if _, err := s.store.ReadAll(short, eventstore.Position{}, 10, eventstore.Filter{}); !errors.Is(err, eventstore.ErrUnavailable) {
		s.Errorf("read during an outage: %v", err)
	}
	s.Mend()
	patient.Wait()
	s.recovered(ctx)
	for _, stream := range kept {
		if n := len(s.read(stream, 0)); n != 2 {
			s.Errorf("stream %s holds %d events, want 2", stream, n)
		}
	}
	if n := len(s.read(given, 0)); n > 1 {
		s.Errorf("the append that was given up left %d events", n)
	}
	checkStreams(s, s.all())
}

func silent(s *scene) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	s.Hush()
	stream, events := s.stream(), s.events(1)
	var patient sync.WaitGroup
	patient.Go(func() {
		if _, err := s.store.Append(ctx, stream, eventstore.NoStream, events); err != nil {
			s.Errorf("append across a silence: %v", err)
		}
	})
	short, end := context.WithTimeout(ctx, 50*time.Millisecond)
	defer end()
	_, err := s.store.Append(short, s.stream(), eventstore.NoStream, s.events(1))
	s.wantUnavailable(err, context.DeadlineExceeded)
	s.Mend()
	patient.Wait()
	s.recovered(ctx)
	if n := len(s.read(stream, 0)); n != 1 {
		s.Errorf("the stream holds %d events, want 1", n)
	}
}

func closingAway(s *scene) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	s.Cut()
	failed := make(chan error, 1)
	stream, events := s.stream(), s.events(1)
	go func() {
		_, err := s.store.Append(ctx, stream, eventstore.NoStream, events)
		failed <- err
	}()
	s.store.Close()
	if err := <-failed; !errors.Is(err, eventstore.ErrUnavailable) {
		s.Errorf("append on a store that closes while the log is away: %v", err)
	}
	s.Mend()
	s.store = s.open()
	if n := len(s.read(stream, 0)); n > 1 {
		s.Errorf("the stream holds %d events", n)
	}
}
