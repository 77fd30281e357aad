// Package observed wraps a store so that every append is counted, timed and traced, whichever store it is.
package observed

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/eventstore"
)

// store observes the appends of the one it wraps; everything else goes through untouched.
type store struct {
	eventstore.Store
	tracer  trace.Tracer // nil when nothing is traced
	events  *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

// Store wraps a store, and registers the metrics of its appends. types are those of the events that may be appended;
// tracer is nil when nothing is traced.
func Store(s eventstore.Store, types []string, tracer trace.Tracer, r prometheus.Registerer) eventstore.Store {
	o := &store{
		Store: s, tracer: tracer,
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_events_appended_total", Help: "Events this process appended to the log, by type.",
		}, []string{"type"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "callup_append_duration_seconds",
			Help:    "Time an append to the log took, by outcome: appended, repeated, conflict or failed.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14), // 0.5 ms to 4 s
		}, []string{"outcome"}),
	}
	r.MustRegister(o.events, o.seconds)
	// from 0 on, so that the first one is seen to be more, and that there was none is seen at all
	for _, outcome := range []string{"appended", "repeated", "conflict", "failed"} {
		o.seconds.WithLabelValues(outcome)
	}
	for _, name := range types {
		o.events.WithLabelValues(name)
	}
	return o
}

// Append implements eventstore.Store.
func (o *store) Append(ctx context.Context, stream string, expected eventstore.Revision,
	events []eventstore.Event) (eventstore.Appended, error) {
	var span trace.Span
	if o.tracer != nil {
		ctx, span = o.tracer.Start(ctx, "append "+eventstore.Category(stream),
			trace.WithAttributes(attribute.Int("callup.events", len(events))))
		defer span.End()
	}
	began := time.Now()
	done, err := o.Store.Append(ctx, stream, expected, events)
	outcome := "appended"
	var conflict *eventstore.Conflict
	switch {
	case errors.As(err, &conflict):
		outcome = "conflict"
	case err != nil:
		outcome = "failed"
	case done.Repeated:
		outcome = "repeated"
	default:
		for _, e := range events {
			o.events.WithLabelValues(e.Type).Inc()
		}
	}
	o.seconds.WithLabelValues(outcome).Observe(time.Since(began).Seconds())
	if span != nil {
		span.SetAttributes(attribute.String("callup.outcome", outcome))
		if err == nil {
			span.SetAttributes(attribute.String("callup.position", done.Position.String()))
		}
		if outcome == "failed" {
			span.SetStatus(codes.Error, outcome)
		}
	}
	return done, err
}
