package commands

import (
	"context"
	"errors"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/ports"
)

// Keys makes the keys of new subjects, and destroys those that nothing will need.
type Keys interface {
	Ensure(ctx context.Context, subject ident.ID, kind string) error
	Destroy(ctx context.Context, kind string, subjects ...ident.ID) error
	Guest(ctx context.Context, email string, candidate ident.ID) (ident.ID, error)
	Digest(body []byte) string
}

// Config is what the commands are given.
type Config struct {
	Handler  *Handler
	Keys     Keys
	Rates    ports.Rates
	Payments ports.Payments
	Main     money.Currency // the installation's main currency
	Public   string         // the address people open, without a trailing slash
	Clock    ports.Clock
	Log      *slog.Logger
	Tracer   trace.Tracer
	Metrics  prometheus.Registerer
}

// Service carries out every command.
type Service struct {
	h        *Handler
	keys     Keys
	rates    ports.Rates
	payments ports.Payments
	main     money.Currency
	public   string
	now      ports.Clock
	log      *slog.Logger
	tracer   trace.Tracer
	seconds  *prometheus.HistogramVec
	titles   *lru.Cache[ident.ID, titled]
}

// observable are the names of all commands, as they are measured.
var observable = []string{
	"advance-erasure", "begin-erasure", "cancel-donation", "complete-campaign", "donate-money", "erase-guest", "erase-member",
	"feature-campaign", "launch-campaign", "pause-campaign", "payment-" + string(ports.PaymentCancelled),
	"payment-" + string(ports.PaymentDeclined), "payment-" + string(ports.PaymentExpired), "payment-" + string(ports.PaymentPaid),
	"payment-" + string(ports.PaymentPending), "payment-" + string(ports.PaymentRefunded), "read-personal-data", "reconcile-donation",
	"refund-donation", "refund-payment", "register-member", "resume-campaign", "revise-campaign", "revise-profile", "settle-slug",
	"undo-erasure",
}

// New makes the service.
func New(c Config) *Service {
	s := &Service{
		h: c.Handler, keys: c.Keys, rates: c.Rates, payments: c.Payments, main: c.Main, public: c.Public, now: c.Clock,
		log: c.Log, tracer: c.Tracer,
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "callup_command_duration_seconds", Help: "Time a command took, by name and outcome: done, refused, waiting or failed.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 15),
		}, []string{"command", "outcome"}),
	}
	for _, name := range observable {
		s.seconds.WithLabelValues(name, "failed") // from 0 on, so that the first failure is seen to be more
	}
	titles, err := lru.New[ident.ID, titled](4096)
	if err != nil {
		panic(err) // only for a size below 1
	}
	s.titles = titles
	if c.Metrics != nil {
		c.Metrics.MustRegister(s.seconds)
	}
	return s
}

// traceOfGift gives a context in which what a provider says continues the trace in which the gift was started, so that
// one trace leads from the click to the figure that moves. Providers hand no trace context back.
func (s *Service) traceOfGift(ctx context.Context, id ident.ID) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	for r, err := range s.h.store.ReadStream(ctx, eventstore.StreamName(donation.Category, id), 0) {
		if err != nil {
			break
		}
		return observe.Continue(ctx, r.Metadata.Trace)
	}
	return ctx
}

// observed logs, measures and traces a command, once.
func observed[T any](ctx context.Context, s *Service, name string, env Envelope, run func(context.Context) (T, error)) (T, error) {
	ctx, span := s.tracer.Start(ctx, "command "+name, trace.WithAttributes(attribute.String("callup.command.id", s.keys.Digest(env.ID[:])[:16])))
	defer span.End()
	began := time.Now()
	out, err := run(ctx)
	if errors.Is(err, catalog.ErrErased) {
		err = erasure.ErrErased // nothing is sealed for somebody who is gone
	}
	took := time.Since(began)
	outcome, level := "done", slog.LevelInfo
	var refusal *domain.Refusal
	var notYet *NotYet
	attrs := []slog.Attr{
		// the ids of what a command brings into being follow from its own: in a log they would tell who gave anonymously
		slog.String("command", name), slog.String("id", s.keys.Digest(env.ID[:])[:16]), slog.String("actor", env.Actor),
		slog.Duration("took", took),
	}
	switch {
	case errors.Is(err, ErrStillPending), errors.As(err, &notYet):
		outcome = "waiting"
	case errors.As(err, &refusal):
		outcome = "refused"
		attrs = append(attrs, slog.String("code", refusal.Code))
	case err != nil:
		outcome, level = "failed", slog.LevelWarn
		attrs = append(attrs, slog.String("error", err.Error()))
		span.SetStatus(codes.Error, outcome)
	}
	s.seconds.WithLabelValues(name, outcome).Observe(took.Seconds())
	s.log.LogAttrs(ctx, level, "command", append(attrs, slog.String("outcome", outcome))...)
	return out, err
}
