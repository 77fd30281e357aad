package observe

import (
	"context"
	"io"
	"log/slog"

	"github.com/go-chi/chi/v5/middleware"
	"go.opentelemetry.io/otel/trace"
)

// LevelRoutine is the level of lines for machines: each request, and the commands of reactors, timers and providers. Text,
// which is for people, shows them at debug; JSON shows them as info.
const LevelRoutine = slog.LevelInfo - 2

// Lines makes the handler of a log in a format, "text" or "json", that shows what is at least as important as least.
func Lines(w io.Writer, format string, least slog.Level) slog.Handler {
	opts := &slog.HandlerOptions{Level: least, ReplaceAttr: routineIsInfo}
	if format != "json" {
		return slog.NewTextHandler(w, opts)
	}
	if least == slog.LevelInfo {
		opts.Level = LevelRoutine
	}
	return slog.NewJSONHandler(w, opts)
}

// routineIsInfo gives routine lines the level that every reader of logs knows.
func routineIsInfo(groups []string, a slog.Attr) slog.Attr {
	if level, ok := a.Value.Any().(slog.Level); ok && len(groups) == 0 && a.Key == slog.LevelKey && level == LevelRoutine {
		a.Value = slog.AnyValue(slog.LevelInfo)
	}
	return a
}

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
