package commands

import (
	"context"
	"log/slog"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
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
	Handler  *command.Handler
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
	h        *command.Handler
	keys     Keys
	rates    ports.Rates
	payments ports.Payments
	main     money.Currency
	public   string
	now      ports.Clock
	log      *slog.Logger
	observer *command.Observer
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
		log:      c.Log,
		observer: command.NewObserver(c.Log, c.Tracer, c.Keys.Digest, c.Metrics, observable),
	}
	titles, err := lru.New[ident.ID, titled](4096)
	if err != nil {
		panic(err) // only for a size below 1
	}
	s.titles = titles
	return s
}

// traceOfGift gives a context in which what a provider says continues the trace in which the gift was started, so that
// one trace leads from the click to the figure that moves. Providers hand no trace context back.
func (s *Service) traceOfGift(ctx context.Context, id ident.ID) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	for r, err := range s.h.Events(ctx, donation.Category, id) {
		if err != nil {
			break
		}
		return observe.Continue(ctx, r.Metadata.Trace)
	}
	return ctx
}

// observed logs, measures and traces a command, once.
func observed[T any](
	ctx context.Context, s *Service, name string, env command.Envelope, run func(context.Context) (T, error),
) (T, error) {
	return command.Observe(ctx, s.observer, name, env, run)
}
