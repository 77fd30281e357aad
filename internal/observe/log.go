package observe

import (
	"context"
	"log/slog"

	"github.com/go-chi/chi/v5/middleware"
	"go.opentelemetry.io/otel/trace"
)

// correlated adds to each record which request and trace it belongs to.
type correlated struct{ slog.Handler }

// Correlated wraps a handler so that whatever is logged with the context of a request names its request_id, and with
// that of a span its trace_id: all lines of one request are found by either.
func Correlated(h slog.Handler) slog.Handler { return correlated{h} }

// Handle implements slog.Handler.
func (c correlated) Handle(ctx context.Context, r slog.Record) error {
	r = r.Clone()
	if id := middleware.GetReqID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		r.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return c.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (c correlated) WithAttrs(attrs []slog.Attr) slog.Handler {
	return correlated{c.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (c correlated) WithGroup(name string) slog.Handler {
	return correlated{c.Handler.WithGroup(name)}
}
