package main

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/projections/ledger"
)

// waitingSQL counts what waits in tables, each by an index or in a table that is small when all is well.
const waitingSQL = `SELECT
	(SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL),
	(SELECT count(*) FROM timers WHERE greatest(due_at, retry_at) < now() - interval '1 minute'),
	(SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL AND due_at < now() - interval '1 minute'),
	(SELECT count(*) FROM restored WHERE resumed_at IS NULL),
	(SELECT differences FROM audits ORDER BY at DESC LIMIT 1),
	(SELECT extract(epoch FROM max(at))::float8 FROM audits)`

// waiting gives, at each scrape, how much waits to be done. It is one statement; while the database does not answer it
// says only that.
type waiting struct {
	s                               *services
	up, letters, timers, deliveries *prometheus.Desc
	held, differences, audited      *prometheus.Desc
}

func newWaiting(s *services) *waiting {
	desc := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	return &waiting{
		s:           s,
		up:          desc("callup_database_up", "1 when the database answered at this scrape, else 0."),
		letters:     desc("callup_dead_letters_waiting", "Events a reactor gave up on that wait to be replayed."),
		timers:      desc("callup_timers_overdue", "Timers that should have fired more than a minute ago."),
		deliveries:  desc("callup_sandbox_webhooks_overdue", "Webhooks of the sandbox that should have been sent more than a minute ago."),
		held:        desc("callup_restored_held", "1 while a restored installation waits for callup resume, and does nothing by itself; else 0."),
		differences: desc("callup_ledger_mismatches", "Differences between the log, the read tables and the payment provider's books that the last callup audit all found; absent before the first."),
		audited:     desc("callup_ledger_audit_timestamp_seconds", "When the last callup audit all ended, in seconds since 1970; absent before the first."),
	}
}

// Describe implements prometheus.Collector.
func (w *waiting) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{w.up, w.letters, w.timers, w.deliveries, w.held, w.differences, w.audited} {
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
	var letters, timers, deliveries, held int64
	var differences *int64
	var audited *float64
	if err := w.s.pool.QueryRow(ctx, waitingSQL).Scan(&letters, &timers, &deliveries, &held, &differences, &audited); err != nil {
		w.s.log.WarnContext(ctx, "what waits could not be counted", "error", err)
		gauge(w.up, 0)
		return
	}
	gauge(w.up, 1)
	gauge(w.letters, letters)
	gauge(w.timers, timers)
	gauge(w.deliveries, deliveries)
	gauge(w.held, held)
	if differences != nil && audited != nil {
		gauge(w.differences, *differences)
		out <- prometheus.MustNewConstMetric(w.audited, prometheus.GaugeValue, *audited)
	}
}

// heldReactors gives, at each scrape, how long the reactors of this process have waited for their surroundings: it needs none of
// them for that.
type heldReactors struct {
	router *reactors.Router
	desc   *prometheus.Desc
}

func newHeldReactors(r *reactors.Router) *heldReactors {
	return &heldReactors{r, prometheus.NewDesc("callup_reactor_held_seconds",
		"How long a reactor of this process has waited for the database, the event store, the payment provider or the machine; 0 while it does not.",
		[]string{"reactor"}, nil)}
}

// Describe implements prometheus.Collector.
func (h *heldReactors) Describe(out chan<- *prometheus.Desc) { out <- h.desc }

// Collect implements prometheus.Collector.
func (h *heldReactors) Collect(out chan<- prometheus.Metric) {
	waiting := h.router.Held()
	for _, name := range h.router.Names() {
		seconds := 0.0
		if w, ok := waiting[name]; ok {
			seconds = time.Since(w.Since).Seconds()
		}
		out <- prometheus.MustNewConstMetric(h.desc, prometheus.GaugeValue, seconds, name)
	}
}

// recordAudit keeps what an audit of everything found.
func (b *base) recordAudit(ctx context.Context, s ledger.Summary) error {
	_, err := b.pool.Exec(ctx, `INSERT INTO audits (at, position, events, differences) VALUES (clock_timestamp(), $1, $2, $3)`,
		s.Position.String(), s.Events, s.Differences)
	if err != nil {
		return fmt.Errorf("record what the audit found: %w", err)
	}
	return nil
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
