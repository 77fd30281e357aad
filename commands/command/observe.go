package command

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/observe"
)

// Observer logs, measures and traces commands.
type Observer struct {
	log     *slog.Logger
	tracer  trace.Tracer
	digest  func([]byte) string
	seconds *prometheus.HistogramVec
}

// NewObserver makes an observer of the commands that are named. digest hides their ids.
func NewObserver(
	log *slog.Logger, tracer trace.Tracer, digest func([]byte) string, metrics prometheus.Registerer, names []string,
) *Observer {
	o := &Observer{
		log: log, tracer: tracer, digest: digest,
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "callup_command_duration_seconds", Help: "Time a command took, by name and outcome: done, refused, waiting or failed.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 15),
		}, []string{"command", "outcome"}),
	}
	for _, name := range names {
		o.seconds.WithLabelValues(name, "failed") // from 0 on, so that the first failure is seen to be more
	}
	if metrics != nil {
		metrics.MustRegister(o.seconds)
	}
	return o
}

// Observe runs a command, and logs, measures and traces it once.
func Observe[T any](
	ctx context.Context, o *Observer, name string, env Envelope, run func(context.Context) (T, error),
) (T, error) {
	// the ids of what a command brings into being follow from its own: in a log they would tell who gave anonymously
	id := o.digest(env.ID[:])[:16]
	ctx, span := o.tracer.Start(ctx, "command "+name, trace.WithAttributes(attribute.String("callup.command.id", id)))
	defer span.End()
	began := time.Now()
	out, err := run(ctx)
	if errors.Is(err, catalog.ErrErased) {
		err = erasure.ErrErased // nothing is sealed for somebody who is gone
	}
	took := time.Since(began)
	outcome, level := "done", observe.LevelRoutine
	if env.byPerson() {
		level = slog.LevelInfo
	}
	var refusal *domain.Refusal
	var notYet *NotYet
	attrs := []slog.Attr{
		slog.String("command", name), slog.String("id", id), slog.String("actor", env.Actor), slog.Duration("took", took),
	}
	switch {
	case errors.Is(err, ErrUndecided), errors.As(err, &notYet):
		outcome = "waiting"
	case errors.As(err, &refusal):
		outcome = "refused"
		attrs = append(attrs, slog.String("code", refusal.Code))
	case err != nil:
		outcome, level = "failed", slog.LevelWarn
		attrs = append(attrs, slog.String("error", err.Error()))
		span.SetStatus(codes.Error, outcome)
	}
	o.seconds.WithLabelValues(name, outcome).Observe(took.Seconds())
	o.log.LogAttrs(ctx, level, "command", append(attrs, slog.String("outcome", outcome))...)
	return out, err
}
