package observe

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// poolCollector gives the figures of a pool of database connections.
type poolCollector struct {
	pool *pgxpool.Pool

	acquired, idle, total, most, acquires, waits, waited *prometheus.Desc
}

// Pool gives the figures of a pool of database connections.
func Pool(pool *pgxpool.Pool) prometheus.Collector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("callup_pgx_pool_"+name, help, nil, nil)
	}
	return &poolCollector{
		pool:     pool,
		acquired: desc("acquired_connections", "Database connections in use."),
		idle:     desc("idle_connections", "Database connections that are open and not in use."),
		total:    desc("open_connections", "Database connections open, being opened, or in use."),
		most:     desc("max_connections", "Database connections there may be at most."),
		acquires: desc("acquires_total", "Times a database connection was taken from the pool."),
		waits:    desc("empty_acquires_total", "Times somebody had to wait for a database connection, because none was idle."),
		waited:   desc("acquire_duration_seconds_total", "Time spent on getting a database connection from the pool."),
	}
}

// Describe implements prometheus.Collector.
func (c *poolCollector) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, out) }

// Collect implements prometheus.Collector.
func (c *poolCollector) Collect(out chan<- prometheus.Metric) {
	s := c.pool.Stat()
	gauge := func(d *prometheus.Desc, v int32) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(v))
	}
	counter := func(d *prometheus.Desc, v float64) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v)
	}
	gauge(c.acquired, s.AcquiredConns())
	gauge(c.idle, s.IdleConns())
	gauge(c.total, s.TotalConns())
	gauge(c.most, s.MaxConns())
	counter(c.acquires, float64(s.AcquireCount()))
	counter(c.waits, float64(s.EmptyAcquireCount()))
	counter(c.waited, s.AcquireDuration().Seconds())
}
