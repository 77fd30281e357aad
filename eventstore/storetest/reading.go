package storetest

import (
	"context"
	"errors"
	"reflect"

	"github.com/callup/callup/eventstore"
)

func readStream(s *scene) {
	stream := s.stream()
	const appends = 13
	for i := range appends {
		s.must(stream, eventstore.Revision(i*eventstore.MaxEvents-1), s.events(eventstore.MaxEvents)...)
		s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	}
	all := s.read(stream, 0)
	if len(all) != appends*eventstore.MaxEvents {
		s.Fatalf("read %d events, want %d", len(all), appends*eventstore.MaxEvents)
	}
	for i, e := range all {
		if e.Stream != stream || e.Revision != eventstore.Revision(i) {
			s.Fatalf("event %d is revision %d of %s", i, e.Revision, e.Stream)
		}
	}
	if part := s.read(stream, 777); !reflect.DeepEqual(part, all[777:]) {
		s.Errorf("from 777 on there are %d events, want %d", len(part), len(all)-777)
	}
	for _, from := range []eventstore.Revision{eventstore.Revision(len(all)), 1 << 40} {
		if n := len(s.read(stream, from)); n != 0 {
			s.Errorf("from %d on there are %d events", from, n)
		}
	}
	if n := len(s.read(stream, eventstore.NoStream)); n != len(all) {
		s.Errorf("from before the first there are %d events, want %d", n, len(all))
	}
	for _, unknown := range []string{s.stream(), "", "thing-\x00", "thing-\xff", stream[:len(stream)-1]} {
		if n := len(s.read(unknown, 0)); n != 0 {
			s.Errorf("unknown stream %q holds %d events", unknown, n)
		}
	}
	seen := 0
	for _, err := range s.store.ReadStream(s.ctx, stream, 0) {
		if err != nil {
			s.Fatal(err)
		}
		// Reading and appending inside the loop must not wait for the loop to end.
		if seen++; seen == 3 {
			s.must(s.stream(), eventstore.NoStream, s.events(1)...)
			break
		}
	}
	if seen != 3 {
		s.Errorf("the loop went on after its end: %d", seen)
	}
	ended, cancel := context.WithCancel(s.ctx)
	cancel()
	for _, err := range s.store.ReadStream(ended, stream, 0) {
		if !errors.Is(err, context.Canceled) {
			s.Errorf("reading with an ended context: %v", err)
		}
	}
}

func readPages(s *scene) {
	page, err := s.store.ReadAll(s.ctx, eventstore.Position{}, 10, eventstore.Filter{})
	if err != nil || len(page.Events) != 0 || !page.End || !page.Next.IsZero() {
		s.Errorf("an empty log gives %+v, %v", page, err)
	}
	for range 25 {
		s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	}
	all := s.all()
	if len(all) != 25 {
		s.Fatalf("the log holds %d events", len(all))
	}
	for _, limit := range []int{1, 5, 7, 25, 26} {
		var after eventstore.Position
		var read []eventstore.Recorded
		for end := false; !end; {
			page, err := s.store.ReadAll(s.ctx, after, limit, eventstore.Filter{})
			if err != nil {
				s.Fatal(err)
			}
			if len(page.Events) > limit {
				s.Fatalf("limit %d gave %d events", limit, len(page.Events))
			}
			read = append(read, page.Events...)
			if n := len(page.Events); n > 0 && page.Next.Before(page.Events[n-1].Position) {
				s.Fatalf("next is %s, the last event is at %s", page.Next, page.Events[n-1].Position)
			}
			after, end = page.Next, page.End
			if end != (len(read) == len(all)) && len(page.Events) > 0 {
				s.Fatalf("limit %d: end is %t after %d of %d events", limit, end, len(read), len(all))
			}
		}
		if !reflect.DeepEqual(read, all) {
			s.Errorf("limit %d: read %d events, want %d", limit, len(read), len(all))
		}
	}
	for i, e := range all {
		page, err := s.store.ReadAll(s.ctx, e.Position, 100, eventstore.Filter{})
		if err != nil || len(page.Events) != len(all)-i-1 || !page.End {
			s.Errorf("after event %d: %d events, end %t, %v", i, len(page.Events), page.End, err)
		}
	}
	beyond := eventstore.MakePosition(1<<62, 0)
	if page, err := s.store.ReadAll(s.ctx, beyond, 10, eventstore.Filter{}); err != nil || len(page.Events) != 0 || !page.End ||
		page.Next != beyond {
		s.Errorf("beyond the end: %+v, %v", page, err)
	}
	if _, err := s.store.ReadAll(s.ctx, eventstore.Position{}, 0, eventstore.Filter{}); err == nil {
		s.Error("a limit of 0 is accepted")
	}
}

func filters(s *scene) {
	const rounds = 60
	want := map[string]int{}
	for i := range rounds {
		kinds := []string{"Common"}
		if i%3 == 0 {
			kinds = append(kinds, "Some")
		}
		if i == 10 {
			kinds = append(kinds, "Rare")
		}
		for _, kind := range kinds {
			s.must(s.stream(), eventstore.NoStream, s.event(kind))
			want[kind]++
		}
	}
	head := s.all()
	for _, types := range [][]string{{"Rare"}, {"Some"}, {"Some", "Rare"}, {"Common", "Some", "Rare"}, {"Never"}, {}} {
		for _, limit := range []int{1, 4, 500} {
			got := map[string]int{}
			var after eventstore.Position
			for end := false; !end; {
				page, err := s.store.ReadAll(s.ctx, after, limit, eventstore.Filter{Types: types})
				if err != nil {
					s.Fatal(err)
				}
				for _, e := range page.Events {
					if !after.Before(e.Position) {
						s.Fatalf("%s was read after %s", e.Position, after)
					}
					got[e.Type]++
				}
				if !page.End && !after.Before(page.Next) {
					s.Fatalf("reading does not get on from %s", after)
				}
				after, end = page.Next, page.End
			}
			if last := head[len(head)-1].Position; after != last {
				s.Errorf("%v: reading ends at %s, the log at %s", types, after, last)
			}
			for _, kind := range types {
				if got[kind] != want[kind] {
					s.Errorf("%v, limit %d: %d of %d events of %s", types, limit, got[kind], want[kind], kind)
				}
			}
			if s.Exact && len(types) > 0 && len(got) > len(types) {
				s.Errorf("%v: read %v", types, got)
			}
		}
	}
}

func head(s *scene) {
	id, at, err := s.store.Head(s.ctx)
	if err != nil || id.IsNil() || !at.IsZero() {
		s.Fatalf("an empty log: %s, %s, %v", id, at, err)
	}
	a := s.must(s.stream(), eventstore.NoStream, s.events(3)...)
	for _, store := range []Store{s.store, s.open()} {
		again, at, err := store.Head(s.ctx)
		if err != nil || again != id || at != a.Position {
			s.Errorf("the head is %s, %s, %v; want %s, %s", again, at, err, id, a.Position)
		}
	}
}

func waiting(s *scene) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	a := s.must(s.stream(), eventstore.NoStream, s.events(1)...)
	if err := s.store.Wait(ctx, eventstore.Position{}); err != nil {
		s.Errorf("waiting for what is there: %v", err)
	}
	other := s.open()
	for _, writer := range []Store{s.store, other} {
		// A wait may return early, so a reader asks and waits in turn; it must come to see the event in the end.
		seen := make(chan error, 1)
		after := a.Position
		go func() {
			for {
				page, err := s.store.ReadAll(ctx, after, 10, eventstore.Filter{})
				if err != nil || len(page.Events) > 0 {
					seen <- err
					return
				}
				if err := s.store.Wait(ctx, page.Next); err != nil {
					seen <- err
					return
				}
			}
		}()
		var err error
		if a, err = writer.Append(ctx, s.stream(), eventstore.NoStream, s.events(1)); err != nil {
			s.Fatal(err)
		}
		if err := <-seen; err != nil {
			s.Errorf("waiting for an append: %v", err)
		}
	}
	ended, end := context.WithCancel(ctx)
	end()
	if err := s.store.Wait(ended, a.Position); !errors.Is(err, context.Canceled) {
		s.Errorf("waiting with an ended context: %v", err)
	}
}

func lag(s *scene) {
	if l, err := s.store.Behind(s.ctx, eventstore.Position{}); err != nil || l.Events != 0 || !l.Oldest.IsZero() {
		s.Errorf("an empty log: %+v, %v", l, err)
	}
	for range 5 {
		s.must(s.stream(), eventstore.NoStream, s.events(2)...)
	}
	all := s.all()
	for i, e := range all {
		l, err := s.store.Behind(s.ctx, e.Position)
		if err != nil || l.Exact != s.Exact {
			s.Fatalf("after event %d: %+v, %v", i, l, err)
		}
		if left := int64(len(all) - i - 1); l.Exact && l.Events != left || (l.Events == 0) != (left == 0) {
			s.Errorf("after event %d: %d events behind, want %d", i, l.Events, left)
		}
		if i+1 < len(all) && !l.Oldest.Equal(all[i+1].Time) || i+1 == len(all) && !l.Oldest.IsZero() {
			s.Errorf("after event %d: oldest %s", i, l.Oldest)
		}
	}
	if l, err := s.store.Behind(s.ctx, eventstore.MakePosition(1<<62, 0)); err != nil || l.Events != 0 {
		s.Errorf("beyond the end: %+v, %v", l, err)
	}
}
