package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/eventstore/transfer"
	"github.com/callup/callup/internal/testing/testdb"
)

func inPostgres(t *testing.T) eventstore.Copyable {
	t.Helper()
	s, err := pgstore.Open(t.Context(), testdb.Pool(t), pgstore.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func inKurrentDB(t *testing.T) eventstore.Copyable {
	t.Helper()
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	n.Log.Add("$stats-1", "$statsCollected", 40)
	target, err := endpoint.Parse(n.URL())
	if err != nil {
		t.Fatal(err)
	}
	s, err := kurrentdb.Open(t.Context(), target, kurrentdb.Options{Logger: slog.New(slog.DiscardHandler), Window: 16})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// fill writes events to streams that grow in turn, in JSON of every look.
func fill(t *testing.T, s eventstore.Store, appends int) {
	t.Helper()
	ends := map[string]eventstore.Revision{}
	for i := range appends {
		stream := eventstore.StreamName("thing", ident.Pair("stream", fmt.Sprint(i%7)))
		at, known := ends[stream]
		if !known {
			at = eventstore.NoStream
		}
		events := make([]eventstore.Event, 1+i%4)
		for n := range events {
			events[n] = eventstore.Event{
				ID: ident.Pair("event", fmt.Sprint(i, n)), Type: "Happened", Version: 1 + i%3,
				Data:     fmt.Appendf(nil, "{ \"n\": %d,\n\"t\":\"<é>\\u0041\"}", i),
				Metadata: eventstore.Metadata{Actor: "guest <&>", Command: ident.Pair("command", fmt.Sprint(i))},
			}
		}
		a, err := s.Append(t.Context(), stream, at, events)
		if err != nil {
			t.Fatal(err)
		}
		ends[stream] = a.Revision
	}
}

func copied(t *testing.T, from, to eventstore.Copyable) transfer.Report {
	t.Helper()
	r, err := transfer.Copy(t.Context(), from, to, func(transfer.Report) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func all(t *testing.T, s eventstore.Store) []eventstore.Recorded {
	t.Helper()
	page, err := s.ReadAll(t.Context(), eventstore.Position{}, 10_000, eventstore.Filter{})
	if err != nil || !page.End {
		t.Fatal(page.End, err)
	}
	return page.Events
}

// A log goes from one store to the other and back, to the byte, and both go on where it ends.
func TestThereAndBack(t *testing.T) {
	for name, stores := range map[string][3]eventstore.Copyable{
		"from Postgres":  {inPostgres(t), inKurrentDB(t), inPostgres(t)},
		"from KurrentDB": {inKurrentDB(t), inPostgres(t), inKurrentDB(t)},
	} {
		t.Run(name, func(t *testing.T) {
			first, second, third := stores[0], stores[1], stores[2]
			fill(t, first, 600)
			there, back := copied(t, first, second), copied(t, second, third)
			if there != back || there.Events != 1500 || there.Copied != 1500 {
				t.Errorf("there %+v, back %+v", there, back)
			}
			was, is := all(t, first), all(t, third)
			for i := range was {
				is[i].Position = was[i].Position
				if fmt.Sprintf("%+v", was[i]) != fmt.Sprintf("%+v", is[i]) {
					t.Fatalf("event %d was %+v and is %+v", i, was[i], is[i])
				}
			}
			if id, _, err := third.Head(t.Context()); err != nil || id.IsNil() {
				t.Errorf("the copy is called %s, %v", id, err)
			}
			last := was[len(was)-1]
			more := []eventstore.Event{{ID: ident.Pair("more"), Type: "Happened", Version: 1, Data: []byte(`{}`)}}
			a, err := third.Append(t.Context(), last.Stream, last.Revision, more)
			if err != nil || a.Time.Before(last.Time) {
				t.Errorf("appended to the copy: %+v, %v", a, err)
			}
			if again, err := third.Append(t.Context(), was[0].Stream, eventstore.NoStream, []eventstore.Event{was[0].Event}); err != nil ||
				!again.Repeated {
				t.Errorf("an append that the source had answered: %+v, %v", again, err)
			}
		})
	}
}

// A copy that is cut goes on where it was.
func TestResumed(t *testing.T) {
	for name, stores := range map[string][2]eventstore.Copyable{
		"to KurrentDB": {inPostgres(t), inKurrentDB(t)}, "to Postgres": {inKurrentDB(t), inPostgres(t)},
	} {
		t.Run(name, func(t *testing.T) {
			fill(t, stores[0], 600)
			ctx, cut := context.WithCancel(t.Context())
			if _, err := transfer.Copy(ctx, stores[0], stores[1], func(transfer.Report) { cut() }); !errors.Is(err, context.Canceled) {
				t.Fatalf("the copy that was cut: %v", err)
			}
			fill2 := copied(t, stores[0], stores[1])
			if fill2.Events != 1500 || fill2.Copied == 0 || fill2.Copied == 1500 {
				t.Errorf("resumed: %+v", fill2)
			}
			if again := copied(t, stores[0], stores[1]); again.Copied != 0 || again.Digest != fill2.Digest {
				t.Errorf("once more: %+v", again)
			}
		})
	}
}

// What holds something else is left as it is.
func TestTargetHoldsSomethingElse(t *testing.T) {
	for name, target := range map[string]eventstore.Copyable{"Postgres": inPostgres(t), "KurrentDB": inKurrentDB(t)} {
		t.Run(name, func(t *testing.T) {
			source := inKurrentDB(t)
			fill(t, source, 20)
			copied(t, source, target)
			other := eventstore.Event{ID: ident.Pair("other"), Type: "Happened", Version: 1, Data: []byte(`{}`)}
			if _, err := target.Append(t.Context(), "thing-other", eventstore.NoStream, []eventstore.Event{other}); err != nil {
				t.Fatal(err)
			}
			before := len(all(t, target))
			if _, err := transfer.Copy(t.Context(), source, target, func(transfer.Report) {}); !errors.Is(err, transfer.ErrOther) {
				t.Errorf("the source has less: %v", err)
			}
			fill(t, source, 40)
			if _, err := transfer.Copy(t.Context(), source, target, func(transfer.Report) {}); !errors.Is(err, transfer.ErrOther) {
				t.Errorf("the source has others: %v", err)
			}
			raw, err := source.ReadRaw(t.Context(), eventstore.Position{}, 5)
			if err != nil {
				t.Fatal(err)
			}
			raw[0].Revision, raw[0].ID = 900, ident.Pair("gap")
			if err := target.Import(t.Context(), raw[:1]); !errors.Is(err, eventstore.ErrNotNext) {
				t.Errorf("a gap in a stream: %v", err)
			}
			if after := len(all(t, target)); after != before {
				t.Errorf("the target went from %d to %d events", before, after)
			}
		})
	}
}

// spoiling stores something else than it is given.
type spoiling struct {
	eventstore.Copyable
	spoil func(*eventstore.Raw)
}

func (s spoiling) Import(ctx context.Context, events []eventstore.Raw) error {
	events = append([]eventstore.Raw(nil), events...)
	s.spoil(&events[1])
	return s.Copyable.Import(ctx, events)
}

// The proof names a copy that differs in anything.
func TestProofFindsADifference(t *testing.T) {
	source := inKurrentDB(t)
	fill(t, source, 3)
	for name, spoil := range map[string]func(*eventstore.Raw){
		"data": func(e *eventstore.Raw) { e.Data = bytes.ReplaceAll(e.Data, []byte(" "), nil) },
		"metadata": func(e *eventstore.Raw) {
			e.Metadata = append([]byte(" "), bytes.Replace(e.Metadata, []byte(","), []byte(", "), 1)...)
		},
		"type":    func(e *eventstore.Raw) { e.Type = "Occurred" },
		"version": func(e *eventstore.Raw) { e.Version++ },
		"id":      func(e *eventstore.Raw) { e.ID = ident.Pair("another") },
		"time":    func(e *eventstore.Raw) { e.Time = e.Time.Add(1000) },
	} {
		t.Run(name, func(t *testing.T) {
			_, err := transfer.Copy(t.Context(), source, spoiling{inPostgres(t), spoil}, func(transfer.Report) {})
			if err == nil || !strings.Contains(err.Error(), "differs from its source") {
				t.Errorf("the copy: %v", err)
			}
		})
	}
}
