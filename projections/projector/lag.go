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
		lag, measured := lags[h.Build.Position]
		if !measured {
			var err error
			if lag, err = r.c.Store.Behind(ctx, h.Build.Position); err != nil {
				if r.missed[name]++; r.missed[name] >= missedMost {
					r.unmeasured(name)
				}
				continue
			}
			lags[h.Build.Position] = lag
		}
		r.missed[name] = 0
		r.lag.WithLabelValues(name).Set(float64(lag.Events))
		late := 0.0
		if !lag.Oldest.IsZero() {
			late = max(0, time.Since(lag.Oldest).Seconds())
		}
		r.late.WithLabelValues(name).Set(late)
	}
}

// unmeasured tells no lag rather than the last one: alerts go by the least that any process tells.
func (r *Runner) unmeasured(name string) {
	r.lag.DeleteLabelValues(name)
	r.late.DeleteLabelValues(name)
}
