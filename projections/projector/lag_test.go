package projector

import (
	"context"
	"errors"
	"strings"
	"testing"
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
