package bus

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// The shared test Postgres keeps its connections until the process ends.
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/jackc/pgx/v5/pgxpool.(*Pool).backgroundHealthCheck"),
		goleak.IgnoreAnyFunction("github.com/callup/callup/internal/embeddedpg.(*Server).watch"))
}

func change(position, projection, table string, keys ...string) Change {
	return Change{Position: position, Projection: projection, Tables: map[string][]string{table: append([]string{}, keys...)}}
}

func receive(t *testing.T, ch <-chan *message.Message) Change {
	t.Helper()
	select {
	case m, ok := <-ch:
		if !ok {
			t.Fatal("the subscription has ended")
		}
		c, err := Read(m)
		if err != nil {
			t.Fatal(err)
		}
		m.Ack()
		return c
	case <-t.Context().Done():
		t.Fatal("nothing came")
	}
	return Change{}
}

func publish(t *testing.T, p message.Publisher, c Change) {
	t.Helper()
	m, err := c.Message()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Publish(Topic, m); err != nil {
		t.Fatal(err)
	}
}

func subscribe(t *testing.T, s message.Subscriber) <-chan *message.Message {
	t.Helper()
	ch, err := s.Subscribe(t.Context(), Topic)
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

func TestLocalKeepsOrderForEverySubscriber(t *testing.T) {
	l := NewLocal(slog.New(slog.DiscardHandler))
	a, b := subscribe(t, l), subscribe(t, l)
	for i := range 100 {
		publish(t, l, change(strconv.Itoa(i+1), "money", "totals", "EUR"))
	}
	for _, ch := range []<-chan *message.Message{a, b} {
		for i := range 100 {
			if got := receive(t, ch).Position; got != strconv.Itoa(i+1) {
				t.Fatalf("message %d has position %s", i, got)
			}
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, open := <-a; open {
		t.Error("the channel is open after Close")
	}
	if _, err := l.Subscribe(t.Context(), Topic); err == nil {
		t.Error("a closed bus takes subscribers")
	}
}

func TestLocalDeliversAgainAfterNack(t *testing.T) {
	l := NewLocal(slog.New(slog.DiscardHandler))
	defer func() { _ = l.Close() }()
	ch := subscribe(t, l)
	publish(t, l, change("1", "money", "totals", "EUR"))
	(<-ch).Nack()
	if got := receive(t, ch).Position; got != "1" {
		t.Errorf("got %s after a nack", got)
	}
}

func TestLocalEndsWithTheSubscribersContext(t *testing.T) {
	l := NewLocal(slog.New(slog.DiscardHandler))
	defer func() { _ = l.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	ch, err := l.Subscribe(ctx, Topic)
	if err != nil {
		t.Fatal(err)
	}
	publish(t, l, change("1", "money", "totals", "EUR"))
	cancel()
	for range ch {
	}
}

func TestASlowSubscriberNeverBlocksAndMissesNothing(t *testing.T) {
	l := NewLocal(slog.New(slog.DiscardHandler))
	defer func() { _ = l.Close() }()
	ch := subscribe(t, l)
	const published = 20 * maxQueued
	for i := range published {
		publish(t, l, change(strconv.Itoa(i+1), "money", "progress", fmt.Sprintf("key-%d", i)))
	}
	seen, anyRow, last, messages := map[string]bool{}, false, "", 0
	for last != strconv.Itoa(published) {
		c := receive(t, ch)
		messages++
		last = c.Position
		if len(c.Tables["progress"]) == 0 {
			anyRow = true
		}
		for _, k := range c.Tables["progress"] {
			seen[k] = true
		}
	}
	if messages > maxQueued+1 {
		t.Errorf("%d messages came", messages)
	}
	if !anyRow && len(seen) != published {
		t.Errorf("only %d of %d keys came, and no word of the rest", len(seen), published)
	}
}

func TestSquash(t *testing.T) {
	many := make([]string, maxKeys+1)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	tests := map[string]struct{ in, want []Change }{
		"keys are joined, the later position stands": {
			[]Change{change("2", "m", "t", "b", "a"), change("10", "m", "t", "a", "c")},
			[]Change{change("10", "m", "t", "a", "b", "c")},
		},
		"projections stay apart": {
			[]Change{change("1", "m", "t", "a"), change("1", "n", "u", "a")},
			[]Change{change("1", "m", "t", "a"), change("1", "n", "u", "a")},
		},
		"any row swallows keys": {
			[]Change{change("1", "m", "t", "a"), change("2", "m", "t"), change("3", "m", "t", "b")},
			[]Change{change("3", "m", "t")},
		},
		"too many keys are any row": {
			[]Change{change("1", "m", "t", many...)}, []Change{change("1", "m", "t")},
		},
		"everything swallows all": {
			[]Change{change("1", "m", "t", "a"), All(), change("2", "m", "t", "b")}, []Change{All()},
		},
		"an unknown position stays unknown": {
			[]Change{change("1", "m", "t", "a"), change("", "m", "t", "b")}, []Change{change("", "m", "t", "a", "b")},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, squash(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPositions(t *testing.T) {
	ordered := []string{"0", "0.1", "9", "10", "10.2", "10.10", "18446744073709551615"}
	for i, a := range ordered {
		for j, b := range ordered {
			pa, err := ParsePosition(a)
			if err != nil {
				t.Fatal(err)
			}
			pb, err := ParsePosition(b)
			if err != nil {
				t.Fatal(err)
			}
			if pa.Before(pb) != (i < j) {
				t.Errorf("%s before %s: %v", a, b, pa.Before(pb))
			}
		}
	}
	for _, bad := range []string{"", "a", "-1", "1.", ".1", "1.2.3", "18446744073709551616", " 1"} {
		if p, err := ParsePosition(bad); err == nil {
			t.Errorf("%q is read as %s", bad, p)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{"1", "1.2", "", "x", "1.2.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePosition(s)
		if err != nil {
			return
		}
		if q, err := ParsePosition(p.String()); err != nil || q != p {
			t.Errorf("%q is read as %v, which is written as %s", s, p, p)
		}
	})
}
