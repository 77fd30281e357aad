// Package observe shows what a server does while it does it: one log line, one span and two figures for each request,
// and the figures of the database's connections. Nothing in it names what only its reader should know: routes stand in
// place of addresses, and no header, no parameter and no body is looked at.
package observe

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
)

// unmatched stands in place of the route when no route was found: the address itself may hold anything.
const unmatched = "unmatched"

// Requests observes HTTP requests.
type Requests struct {
	log     *slog.Logger
	tracer  trace.Tracer // nil when nothing is traced
	total   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

// NewRequests makes the observer and registers its metrics. tracer is nil when nothing is traced.
func NewRequests(log *slog.Logger, tracer trace.Tracer, r prometheus.Registerer) *Requests {
	o := &Requests{
		log: log, tracer: tracer,
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_http_requests_total", Help: "HTTP requests answered, by method, route template and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "callup_http_request_duration_seconds", Help: "Time from a request to its answer, by method and route template.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 11), // 1 ms to 10 s
		}, []string{"method", "route"}),
	}
	r.MustRegister(o.total, o.seconds)
	return o
}

// request is what is found out about a request while it is answered.
type request struct{ member ident.ID }

type requestKey struct{}

// SetMember says who sent the request ctx belongs to.
func SetMember(ctx context.Context, member ident.ID) {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		r.member = member
	}
}

// Middleware observes every request. It wants to stand behind ratelimit.Identify and middleware.RequestID. The span
// continues the trace a browser began. It is opened here and not by a library's middleware, because those keep the
// address and the browser's name with it, and the address can hold a slug, a gift's id or a secret.
func (o *Requests) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		about := &request{}
		ctx := context.WithValue(r.Context(), requestKey{}, about)
		if o.tracer != nil {
			var span trace.Span
			ctx = Continue(ctx, r.Header.Get("traceparent")) // tracestate is the client's own text
			ctx, span = o.tracer.Start(ctx, method(r), trace.WithSpanKind(trace.SpanKindServer))
			defer span.End()
		}
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		r = r.WithContext(ctx)
		brokenOff := true // by a panic, which goes on to the server
		defer func() { o.tell(r, ww, about, began, brokenOff) }()
		next.ServeHTTP(ww, r)
		brokenOff = false
	})
}

// tell counts and logs a request that has ended, and completes its span. An answer that was broken off counts as failed,
// whatever its head said, unless the client went away.
func (o *Requests) tell(r *http.Request, ww middleware.WrapResponseWriter, about *request, began time.Time, brokenOff bool) {
	ctx, took := r.Context(), time.Since(began)
	route, status := route(r), ww.Status()
	switch {
	case brokenOff && ctx.Err() != nil:
		status = problem.StatusClientClosed
	case brokenOff:
		status = http.StatusInternalServerError
	case status == 0:
		status = http.StatusOK // nothing was written
	}
	o.total.WithLabelValues(method(r), route, strconv.Itoa(status)).Inc()
	if status != http.StatusSwitchingProtocols { // a socket lives on
		o.seconds.WithLabelValues(method(r), route).Observe(took.Seconds())
	}
	attrs := []slog.Attr{
		slog.String("method", method(r)), slog.String("route", route), slog.Int("status", status),
		slog.Int("bytes", ww.BytesWritten()), slog.Float64("duration_ms", float64(took.Microseconds())/1000),
	}
	if client := ratelimit.Client(ctx); client.IsValid() {
		attrs = append(attrs, slog.String("client", client.String()))
	}
	if !about.member.IsNil() {
		attrs = append(attrs, slog.String("member", about.member.String()))
	}
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.SetName(method(r) + " " + route)
		span.SetAttributes(
			attribute.String("http.request.method", method(r)), attribute.String("http.route", route),
			attribute.Int("http.response.status_code", status),
		)
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	}
	o.log.LogAttrs(ctx, LevelRoutine, "request", attrs...)
}

// method is the request's, if it is one that exists: the label must have few values.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "other"
}

func route(r *http.Request) string {
	if c := chi.RouteContext(r.Context()); c != nil {
		if pattern := c.RoutePattern(); pattern != "" && pattern != "/*" {
			return pattern
		}
	}
	return unmatched
}
