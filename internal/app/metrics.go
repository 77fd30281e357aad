package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/rowscan"
)

// What is late by $1, for metrics and the doctor alike. A failure puts the next try off, so what fails for ever is never
// late by that alone: a timer is known by its failures, a webhook by its age.
const (
	TimersOverdue    = `greatest(due_at, retry_at) < now() - $1::interval`
	TimersFailing    = `due_at < now() AND attempts >= 3`
	WebhooksNotTaken = `outcome IS NULL AND (due_at < now() - $1::interval OR tries > 0 AND created_at < now() - $1::interval)`
	WebhooksGivenUp  = `outcome = 'given_up'`
	MailsOverdue     = `send_at IS NOT NULL AND (send_at < now() - $1::interval OR tries > 2)`
)

// waitingSQL counts what waits in tables, each by an index or in a table that is small when all is well.
const waitingSQL = `SELECT
	(SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL) AS letters,
	(SELECT count(*) FROM timers WHERE ` + TimersOverdue + `) AS overdue,
	(SELECT count(*) FROM timers WHERE ` + TimersFailing + `) AS failing,
	(SELECT count(*) FROM sandbox_deliveries
	WHERE ` + WebhooksNotTaken + `) + (SELECT count(*) FROM sandbox_deliveries WHERE ` + WebhooksGivenUp + `) AS deliveries,
	(SELECT count(*) FROM outbox_mails WHERE ` + MailsOverdue + `) AS late,
	(SELECT count(*) FROM outbox_mails WHERE refused) AS refused,
	(SELECT count(*) FROM restored WHERE resumed_at IS NULL) AS held,
	(SELECT differences FROM audits ORDER BY at DESC LIMIT 1) AS differences,
	(SELECT extract(epoch FROM max(at))::float8 FROM audits) AS audited`

// waiting gives, at each scrape, how much waits to be done. It is one statement; while the database does not answer it
// says only that.
type waiting struct {
	s                                         *Services
	up, letters, overdue, failing, deliveries *prometheus.Desc
	late, refused                             *prometheus.Desc
	held, differences, audited                *prometheus.Desc
}

func newWaiting(s *Services) *waiting {
	desc := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	return &waiting{
		s:       s,
		up:      desc("callup_database_up", "1 when the database answered at this scrape, else 0."),
		letters: desc("callup_dead_letters_waiting", "Events a reactor gave up on that wait to be replayed."),
		overdue: desc(
			"callup_timers_overdue", "Timers that nobody tried to fire for more than a minute after they should have been.",
		),
		failing: desc(
			"callup_timers_failing", "Timers that were fired three times or more and failed each time; they are tried again.",
		),
		deliveries: desc("callup_sandbox_webhooks_overdue",
			"Webhooks of the sandbox that nobody took within a minute, those that were given up included; absent with Stripe."),
		late: desc("callup_mails_late", "Mails that nobody handed to the mail server within a minute, or that it put off three "+
			"times."),
		refused: desc("callup_mails_refused", "Mails that the mail server refused for good, of the last 30 days."),
		held: desc(
			"callup_restored_held", "1 while a restored installation waits for callup resume, and does nothing by itself; else 0.",
		),
		differences: desc("callup_ledger_mismatches", "Differences between the log, the read tables and the payment provider's "+
			"books that the last callup audit all found; absent before the first."),
		audited: desc("callup_ledger_audit_timestamp_seconds",
			"When the last callup audit all ended, in seconds since 1970; absent before the first."),
	}
}

// Describe implements prometheus.Collector.
func (w *waiting) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		w.up, w.letters, w.overdue, w.failing, w.deliveries, w.late, w.refused, w.held, w.differences, w.audited,
	} {
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
	counts, err := rowscan.One[struct {
		Letters     int64    `db:"letters"`
		Overdue     int64    `db:"overdue"`
		Failing     int64    `db:"failing"`
		Deliveries  int64    `db:"deliveries"`
		Late        int64    `db:"late"`
		Refused     int64    `db:"refused"`
		Held        int64    `db:"held"`
		Differences *int64   `db:"differences"`
		Audited     *float64 `db:"audited"`
	}](ctx, w.s.Pool, waitingSQL, time.Minute)
	if err != nil {
		w.s.Log.WarnContext(ctx, "what waits could not be counted", "error", err)
		gauge(w.up, 0)
		return
	}
	gauge(w.up, 1)
	gauge(w.letters, counts.Letters)
	gauge(w.overdue, counts.Overdue)
	gauge(w.failing, counts.Failing)
	if w.s.resident != nil {
		gauge(w.deliveries, counts.Deliveries)
	}
	gauge(w.late, counts.Late)
	gauge(w.refused, counts.Refused)
	gauge(w.held, counts.Held)
	if counts.Differences != nil && counts.Audited != nil {
		gauge(w.differences, *counts.Differences)
		out <- prometheus.MustNewConstMetric(w.audited, prometheus.GaugeValue, *counts.Audited)
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
		"How long a reactor of this process has waited for the database, the event store, the payment provider or the machine; 0 "+
			"while it does not.",
		[]string{"reactor"}, nil)}
}

// Describe implements prometheus.Collector.
func (h *heldReactors) Describe(out chan<- *prometheus.Desc) { out <- h.desc }

// Collect implements prometheus.Collector.
func (h *heldReactors) Collect(out chan<- prometheus.Metric) {
	waiting := h.router.Paused()
	for _, name := range h.router.Names() {
		seconds := 0.0
		if w, ok := waiting[name]; ok {
			seconds = time.Since(w.Since).Seconds()
		}
		out <- prometheus.MustNewConstMetric(h.desc, prometheus.GaugeValue, seconds, name)
	}
}

// busConnected gives, at each scrape, whether this process hears the others.
func busConnected(b *bus.Between) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "callup_bus_connected",
		Help: "1 while this process hears from the others what changed, over NATS or through the database; else 0.",
	}, func() float64 {
		if b.Connected() {
			return 1
		}
		return 0
	})
}

// registerMetrics adds what is measured of the process as a whole.
func (s *Services) registerMetrics() {
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "callup_build_info", Help: "1; the version is the label.", ConstLabels: prometheus.Labels{"version": s.Version},
	})
	build.Set(1)
	s.Metrics.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build,
		observe.Pool(s.Pool), newWaiting(s),
	)
}
