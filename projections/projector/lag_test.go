package projector

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/eventstore"
)

// lagging is a log of which nothing is known but how far everybody is behind.
type lagging struct {
	eventstore.Store
	lag eventstore.Lag
	err error
}

func (l *lagging) Head(context.Context) (eventstore.LogID, eventstore.Position, error) {
	return eventstore.LogID{}, eventstore.MakePosition(7, 0), l.err
}

func (l *lagging) Behind(context.Context, eventstore.Position) (eventstore.Lag, error) {
	return l.lag, l.err
}

// A lag that can't be measured is not told as what it was before.
func TestMeasure_TellsNoLagThatItCouldNotMeasure(t *testing.T) {
	store, metrics := &lagging{lag: eventstore.Lag{Events: 7, Oldest: time.Now().Add(-time.Hour)}}, prometheus.NewRegistry()
	all := []*Projection{byName("names")}
	r := NewRunner(Config{Store: store, Projections: all, Tracker: NewTracker(all, times), Log: discard(), Metrics: metrics})
	lags := func() (told []string) {
		r.measure(t.Context())
		for _, line := range exposed(t, metrics) {
			if strings.HasPrefix(line, "callup_projection_lag_") {
				told = append(told, line)
			}
		}
		return told
	}
	measured := func() {
		t.Helper()
		told := lags()
		if len(told) != 2 || told[0] != `callup_projection_lag_events{projection="names"} 7` ||
			!strings.HasPrefix(told[1], `callup_projection_lag_seconds{projection="names"} 36`) {
			t.Errorf("an hour behind it tells %q", told)
		}
	}
	if told := lags(); len(told) != 0 {
		t.Errorf("before it is followed it tells %q", told)
	}
	r.note("names", Health{})
	measured()
	store.err = errors.New("away")
	for range missedMost - 1 {
		measured()
	}
	if told := lags(); len(told) != 0 {
		t.Errorf("while the log is away it tells %q", told)
	}
	store.err = nil
	measured()
	r.miss(nil)
	if told := lags(); len(told) != 0 {
		t.Errorf("after its tables were dropped it tells %q", told)
	}
}

// A database whose clock was ahead, and was set right, stamps what follows ahead too: what is behind is as old as this
// process has seen it to be, and it is told how far the stamps are ahead.
func TestMeasure_SeesALagThatStampsHide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stamp := time.Now().Add(time.Hour)
		store, metrics := &lagging{lag: eventstore.Lag{Events: 7, Oldest: stamp}}, prometheus.NewRegistry()
		all := []*Projection{byName("names")}
		r := NewRunner(Config{Store: store, Projections: all, Tracker: NewTracker(all, times), Log: discard(), Metrics: metrics})
		r.note("names", Health{Build: Build{EventTime: &stamp}})
		told := func(line string) {
			t.Helper()
			r.measure(t.Context())
			if all := exposed(t, metrics); !slices.Contains(all, line) {
				t.Errorf("%s is not told: %q", line, all)
			}
		}
		told(`callup_projection_lag_seconds{projection="names"} 0`)
		<-time.After(40 * time.Second) // in the bubble
		told(`callup_projection_lag_seconds{projection="names"} 40`)
		told(`callup_log_ahead_seconds 3560`)
		_, head, _ := store.Head(t.Context())
		if late := r.Late(head, eventstore.Position{}, store.lag); late != 40*time.Second {
			t.Errorf("it is late by %s", late)
		}
		r.note("names", Health{Build: Build{Position: head}}) // all is folded
		store.lag = eventstore.Lag{}
		told(`callup_projection_lag_seconds{projection="names"} 0`)
		told(`callup_log_ahead_seconds 0`)
	})
}

// However long something stands still, what is remembered is bounded, and nothing looks younger by that.
func TestSightings_AreBounded(t *testing.T) {
	var s sightings
	began := time.Now()
	const n = 3 * sightingsKept
	for i := range n {
		s.see(eventstore.MakePosition(uint64(i+1), 0), began.Add(time.Duration(i)*time.Second))
	}
	if len(s.seen) > sightingsKept {
		t.Errorf("%d are remembered", len(s.seen))
	}
	now := began.Add(n * time.Second)
	for _, at := range []int{0, 1, 1000, n / 2, n - 1} {
		if age, least := s.since(eventstore.MakePosition(uint64(at), 0), now), time.Duration(n-at)*time.Second; age < least {
			t.Errorf("what came after %d is %s old, not %s", at, age, least)
		}
	}
	if age := s.since(eventstore.MakePosition(n, 0), now); age != 0 {
		t.Errorf("nothing came after the end, and it is %s old", age)
	}
	s.forget(eventstore.MakePosition(n, 0))
	if len(s.seen) != 0 {
		t.Errorf("%d are remembered of what is folded", len(s.seen))
	}
}
