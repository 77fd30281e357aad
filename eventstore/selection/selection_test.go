package selection_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
)

var began = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// log is a store in memory. sparse spreads its positions, as stores do that count bytes.
type log struct {
	eventstore.Store
	events []eventstore.Recorded
	sparse bool
	read   int // events handed out
}

// newLog records n events, two at each second: donations, and every fifth a campaign's.
func newLog(n int, sparse bool) *log {
	l := &log{sparse: sparse}
	revisions := map[string]eventstore.Revision{}
	for i := range n {
		category, kind := "donation", "Given"
		if i%5 == 0 {
			category, kind = "campaign", "Launched"
		}
		stream := fmt.Sprintf("%s-%d", category, i%7)
		l.events = append(l.events, eventstore.Recorded{
			Event: eventstore.Event{
				ID: ident.Pair("event", fmt.Sprint(i)), Type: kind,
				Metadata: eventstore.Metadata{Correlation: ident.Pair("chain", fmt.Sprint(i/3))},
			},
			Stream: stream, Revision: revisions[stream], Position: l.at(i), Time: began.Add(time.Duration(i/2) * time.Second),
		})
		revisions[stream]++
	}
	return l
}

func (l *log) at(i int) eventstore.Position {
	n := uint64(i) + 1
	if l.sparse {
		return eventstore.MakePosition(n*100, n*100-3)
	}
	return eventstore.MakePosition(n, 0)
}

func (l *log) ReadAll(_ context.Context, after eventstore.Position, limit int, _ eventstore.Filter) (eventstore.Page, error) {
	var page eventstore.Page
	for _, r := range l.events {
		if after.Before(r.Position) && len(page.Events) < limit {
			page.Events = append(page.Events, r)
		}
	}
	l.read += len(page.Events)
	page.Next, page.End = after, true
	if n := len(page.Events); n > 0 {
		page.Next = page.Events[n-1].Position
		page.End = page.Next == l.events[len(l.events)-1].Position
	}
	return page, nil
}

func (l *log) ReadStream(_ context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for _, r := range l.events {
			if r.Stream == stream && r.Revision >= from && !yield(r, nil) {
				return
			}
		}
	}
}

func (l *log) Head(context.Context) (eventstore.LogID, eventstore.Position, error) {
	if len(l.events) == 0 {
		return ident.Nil, eventstore.Position{}, nil
	}
	return ident.Nil, l.events[len(l.events)-1].Position, nil
}

func (l *log) Behind(context.Context, eventstore.Position) (eventstore.Lag, error) {
	return eventstore.Lag{Exact: !l.sparse}, nil
}

// both runs a test on a store with dense positions and on one without.
func both(t *testing.T, n int, f func(t *testing.T, l *log)) {
	t.Helper()
	for _, sparse := range []bool{false, true} {
		t.Run(fmt.Sprintf("sparse %t", sparse), func(t *testing.T) { f(t, newLog(n, sparse)) })
	}
}

func bound(t *testing.T, text string) selection.Bound {
	t.Helper()
	b, err := selection.ParseBound(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAsOfATime(t *testing.T) {
	both(t, 3000, func(t *testing.T, l *log) {
		t.Helper()
		for text, want := range map[string]int{ // how many events were recorded by then
			"2026-11-20T08:59:59Z": 0, "2026-11-20T09:00:00Z": 2, "2026-11-20T09:00:00.5Z": 2, "2026-11-20T10:00:01+01:00": 4,
			"2026-11-20 09:00:01": 4, "2026-11-20T09:00:01": 4,
			"2026-11-20T09:24:58Z": 2998, "2026-11-20T09:24:59Z": 3000, "2026-11-21": 3000, "2026-11-20": 0,
		} {
			at, err := bound(t, text).Resolve(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			var wanted eventstore.Position
			if want > 0 {
				wanted = l.at(want - 1)
			}
			if at != wanted {
				t.Errorf("as of %s is %s, not %s", text, at, wanted)
			}
		}
	})
}

// A store that can't wait for appends gives no position for a time that nothing shows to be over.
func TestAsOfNow(t *testing.T) {
	l := newLog(10, true)
	just := time.Now().Add(-time.Second)
	if at, err := selection.AsOf(just).Resolve(t.Context(), l); !errors.Is(err, eventstore.ErrToCome) {
		t.Errorf("as of a moment ago is %s, %v", at, err)
	}
	l.events[9].Time = just.Add(time.Millisecond)
	if at, err := selection.AsOf(just).Resolve(t.Context(), l); err != nil || at != l.at(8) {
		t.Errorf("with an event after it, it is %s, %v", at, err)
	}
	if at, err := selection.AsOf(just.Add(-time.Hour)).Resolve(t.Context(), l); err != nil || at != l.at(8) {
		t.Errorf("as of an hour ago is %s, %v", at, err)
	}
}

func TestBounds(t *testing.T) {
	l := newLog(10, false)
	if at, err := bound(t, "7").Resolve(t.Context(), l); err != nil || at != l.at(6) {
		t.Errorf("%s, %v", at, err)
	}
	if _, err := bound(t, "11").Resolve(t.Context(), l); err == nil {
		t.Error("a position beyond the log is taken")
	}
	if at, err := bound(t, "2020-01-01").Resolve(t.Context(), newLog(0, false)); err != nil || !at.IsZero() {
		t.Errorf("an empty log: %s, %v", at, err)
	}
	if at, err := bound(t, "2130-01-01").Resolve(t.Context(), newLog(0, false)); !errors.Is(err, eventstore.ErrToCome) {
		t.Errorf("a time to come: %s, %v", at, err)
	}
	for _, text := range []string{"", "-1", "1.", "yesterday", "2026-13-01", "2026-11-20 09:00", "20.11.2026"} {
		if b, err := selection.ParseBound(text); err == nil {
			t.Errorf("%q is read as %s", text, b)
		}
	}
	for _, text := range []string{"12", "12.7", "2026-11-20T09:00:00.25Z"} {
		if got := bound(t, text).String(); got != text {
			t.Errorf("%s is written as %s", text, got)
		}
	}
}

// What is read is what one finds by looking at every event.
func TestReadAndLast(t *testing.T) {
	both(t, 5000, func(t *testing.T, l *log) {
		t.Helper()
		for name, s := range map[string]selection.Selection{
			"everything":      {Until: selection.End},
			"a category":      {Categories: []string{"campaign"}, Until: selection.End},
			"types":           {Types: []string{"Launched", "Unheard"}, Until: selection.End},
			"a stream":        {Streams: []string{"donation-3"}, Until: selection.End},
			"a stream's part": {Streams: []string{"donation-3"}, After: l.at(100), Until: l.at(200)},
			"two streams":     {Streams: []string{"donation-3", "campaign-0"}, Until: selection.End},
			"a part":          {After: l.at(1999), Until: l.at(4999 - 1000)},
			"an end":          {Until: l.at(0)},
			"nothing":         {},
			"turned about":    {After: l.at(7), Until: l.at(3)},
		} {
			var want, got []ident.ID
			for _, r := range l.events {
				if s.Matches(r) && s.After.Before(r.Position) && !s.Until.Before(r.Position) {
					want = append(want, r.ID)
				}
			}
			for r, err := range s.Read(t.Context(), l) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %d events read, not %d", name, len(got), len(want))
			}
			for _, n := range []int{1, 3, 1500} {
				last, err := s.Last(t.Context(), l, n)
				if err != nil {
					t.Fatal(err)
				}
				var ids []ident.ID
				for _, r := range last {
					ids = append(ids, r.ID)
				}
				if !slices.Equal(ids, want[max(0, len(want)-n):]) {
					t.Errorf("%s: the last %d are %d others", name, n, len(ids))
				}
			}
		}
	})
}

// With dense positions the last events are found without reading the log from its beginning, and times by halving.
func TestDensePositionsAreMadeUseOf(t *testing.T) {
	l := newLog(100_000, false)
	if _, err := (selection.Selection{Until: selection.End}).Last(t.Context(), l, 10); err != nil || l.read > 5000 {
		t.Errorf("%d events read for the last 10: %v", l.read, err)
	}
	l.read = 0
	if _, err := bound(t, "2026-11-20T12:00:00Z").Resolve(t.Context(), l); err != nil || l.read > 2000 {
		t.Errorf("%d events read for a time: %v", l.read, err)
	}
	l.read = 0
	if _, err := selection.Find(t.Context(), l, "90000"); err != nil || l.read > 1000 {
		t.Errorf("%d events read for a position: %v", l.read, err)
	}
}

func TestFind(t *testing.T) {
	both(t, 2500, func(t *testing.T, l *log) {
		t.Helper()
		r := l.events[2345]
		for _, name := range []string{r.ID.String(), fmt.Sprintf("%s@%d", r.Stream, r.Revision), r.Position.String()} {
			if got, err := selection.Find(t.Context(), l, name); err != nil || got.ID != r.ID {
				t.Errorf("%s is %s, %v", name, got.ID, err)
			}
		}
		for _, name := range []string{ident.Pair("no").String(), "donation-3@99999", "donation-99@0", "0", "999999999"} {
			if got, err := selection.Find(t.Context(), l, name); !errors.Is(err, selection.ErrNotFound) {
				t.Errorf("%s is %s, %v", name, got.ID, err)
			}
		}
		for _, name := range []string{"", "donation-3@", "donation-3@-1", "donation-3@1x", "rubbish"} {
			if got, err := selection.Find(t.Context(), l, name); err == nil || errors.Is(err, selection.ErrNotFound) {
				t.Errorf("%q is %s, %v", name, got.ID, err)
			}
		}
		chain, err := selection.Chain(t.Context(), l, r.Metadata.Correlation)
		if err != nil || len(chain) != 3 || chain[2].ID != r.ID {
			t.Errorf("the chain has %d events: %v", len(chain), err)
		}
	})
}
