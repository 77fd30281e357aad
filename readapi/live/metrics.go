package live

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	sockets  prometheus.Gauge
	topics   prometheus.Gauge
	slow     prometheus.Counter
	pushes   *prometheus.CounterVec
	failures *prometheus.CounterVec
	closed   *prometheus.CounterVec
	refused  *prometheus.CounterVec
}

func newMetrics(r prometheus.Registerer) *metrics {
	m := &metrics{
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "callup_live_sockets", Help: "Open websockets.",
		}),
		topics: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "callup_live_subscriptions", Help: "Topics that open websockets have subscribed to, counted once for each socket.",
		}),
		slow: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "callup_live_slow_readers_dropped_total", Help: "Websockets closed because their client did not read fast enough.",
		}),
		pushes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_live_pushes_total", Help: "Answers written to websockets, by kind.",
		}, []string{"kind"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_live_failed_answers_total", Help: "Answers that could not be made and are tried again, by kind.",
		}, []string{"kind"}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_live_closed_total", Help: "Websockets that have ended, by reason.",
		}, []string{"reason"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_live_refused_total", Help: "Websockets that were not opened, by code.",
		}, []string{"code"}),
	}
	if r != nil {
		r.MustRegister(m.sockets, m.topics, m.slow, m.pushes, m.failures, m.closed, m.refused)
	}
	return m
}
