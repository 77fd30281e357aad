package projector

import (
	"context"
	"time"

	"github.com/callup/callup/eventstore"
)

// missedMost is how often in a row a lag may not be measured before none is told: a series that comes and goes with a slow
// database would keep alerts from ever firing.
const missedMost = 5

func (r *Runner) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.c.Times.Tick)
	defer cancel()
	health := r.Health()
	_, head, err := r.c.Store.Head(ctx)
	lowest, ahead := head, 0.0
	lags := map[eventstore.Position]eventstore.Lag{} // most stand at the same place
	for name := range r.byName {
		h, followed := health[name]
		if !followed {
			r.unmeasured(name)
			continue
		}
		stopped := 0.0
		if h.Build.Stopped != "" {
			stopped = 1
		}
		r.stopped.WithLabelValues(name).Set(stopped)
		r.omitted.WithLabelValues(name).Set(float64(h.Build.Degraded))
		if h.Build.EventTime != nil {
			ahead = max(ahead, time.Until(*h.Build.EventTime).Seconds())
		}
		if h.Build.Position.Before(lowest) {
			lowest = h.Build.Position
		}
		lag, measured := lags[h.Build.Position]
		if !measured {
			if err == nil {
				lag, err = r.c.Store.Behind(ctx, h.Build.Position)
			}
			if err != nil {
				if r.missed[name]++; r.missed[name] >= missedMost {
					r.unmeasured(name)
				}
				continue
			}
			lags[h.Build.Position] = lag
		}
		r.missed[name] = 0
		r.lag.WithLabelValues(name).Set(float64(lag.Events))
		r.late.WithLabelValues(name).Set(r.Late(head, h.Build.Position, lag).Seconds())
	}
	r.ahead.Set(ahead)
	r.sightings.forget(lowest)
}

// unmeasured tells no lag rather than the last one: alerts go by the least that any process tells.
func (r *Runner) unmeasured(name string) {
	r.lag.DeleteLabelValues(name)
	r.late.DeleteLabelValues(name)
}
