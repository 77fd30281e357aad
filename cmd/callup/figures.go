package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/callup/callup/internal/observe"
)

// waitingSQL counts what waits in tables, each by an index or in a table that is small when all is well.
const waitingSQL = `SELECT
	(SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL),
	(SELECT count(*) FROM timers WHERE due_at < now() - interval '1 minute'),
	(SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL AND due_at < now() - interval '1 minute')`

// waiting gives, at each scrape, how much waits to be done. It is one statement; while the database does not answer it
// says only that.
type waiting struct {
	s                               *services
	up, letters, timers, deliveries *prometheus.Desc
}

func newWaiting(s *services) *waiting {
	desc := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	return &waiting{
		s:          s,
		up:         desc("callup_database_up", "1 when the database answered at this scrape, else 0."),
		letters:    desc("callup_dead_letters_waiting", "Events a reactor gave up on that wait to be replayed."),
		timers:     desc("callup_timers_overdue", "Timers that should have fired more than a minute ago."),
		deliveries: desc("callup_sandbox_webhooks_overdue", "Webhooks of the sandbox that should have been sent more than a minute ago."),
	}
}

// Describe implements prometheus.Collector.
func (w *waiting) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{w.up, w.letters, w.timers, w.deliveries} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (w *waiting) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	gauge := func(d *prometheus.Desc, v int64) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v))
	}
	var letters, timers, deliveries int64
	if err := w.s.pool.QueryRow(ctx, waitingSQL).Scan(&letters, &timers, &deliveries); err != nil {
		w.s.log.WarnContext(ctx, "what waits could not be counted", "error", err)
		gauge(w.up, 0)
		return
	}
	gauge(w.up, 1)
	gauge(w.letters, letters)
	gauge(w.timers, timers)
	gauge(w.deliveries, deliveries)
}

// registerFigures adds what is measured of the process as a whole.
func (s *services) registerFigures() {
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "callup_build_info", Help: "1; the version is the label.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	s.metrics.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build,
		observe.Pool(s.pool), newWaiting(s),
	)
}
