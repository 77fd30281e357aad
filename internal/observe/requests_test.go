package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
)

func TestRequests(t *testing.T) {
	member := ident.Pair("observe", "member")
	trusted := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	for name, c := range map[string]struct {
		method, path, forwarded, traceparent string
		line                                 map[string]any
		series                               string
		span                                 string
	}{
		"a route": {
			"GET", "/things/secret-id?token=secret", "198.51.100.7", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
			map[string]any{
				"method": "GET", "route": "/things/{id}", "status": 418.0, "bytes": 6.0, "client": "198.51.100.7", "member": member.String(),
				"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
			},
			`callup_http_requests_total{method="GET",route="/things/{id}",status="418"} 1`, "GET /things/{id}",
		},
		"no route": {
			"GET", "/secret", "", "", map[string]any{"route": "unmatched", "status": 404.0, "client": "192.0.2.1"},
			`callup_http_requests_total{method="GET",route="unmatched",status="404"} 1`, "GET unmatched",
		},
		"a method of one's own": {
			"SECRET", "/things/1", "", "nonsense", map[string]any{"method": "other", "status": 405.0},
			`callup_http_requests_total{method="other",route="unmatched",status="405"} 1`, "other unmatched",
		},
		"nothing written": {
			"POST", "/things/1", "", "", map[string]any{"status": 200.0, "bytes": 0.0},
			`callup_http_requests_total{method="POST",route="/things/{id}",status="200"} 1`, "POST /things/{id}",
		},
		"broken off": {
			"PUT", "/things/1", "", "", map[string]any{"method": "PUT", "route": "/things/{id}", "status": 500.0, "bytes": 4.0},
			`callup_http_requests_total{method="PUT",route="/things/{id}",status="500"} 1`, "PUT /things/{id}",
		},
		"hung up": {
			"PUT", "/things/1", "", "", map[string]any{"method": "PUT", "route": "/things/{id}", "status": 499.0, "bytes": 4.0},
			`callup_http_requests_total{method="PUT",route="/things/{id}",status="499"} 1`, "PUT /things/{id}",
		},
	} {
		t.Run(name, func(t *testing.T) {
			exporter := tracetest.NewInMemoryExporter()
			tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter)).Tracer("test")
			var log bytes.Buffer
			metrics := prometheus.NewRegistry()
			ctx, hangUp := context.WithCancel(t.Context())
			defer hangUp()
			r := chi.NewRouter()
			r.Use(middleware.RequestID, ratelimit.Identify(trusted),
				NewRequests(slog.New(Correlated(Lines(&log, "json", slog.LevelInfo))), tracer, metrics).Middleware)
			r.Get("/things/{id}", func(w http.ResponseWriter, r *http.Request) {
				SetMember(r.Context(), member)
				w.WriteHeader(http.StatusTeapot)
				_, _ = w.Write([]byte("teapot"))
			})
			r.Post("/things/{id}", func(http.ResponseWriter, *http.Request) {})
			r.Put("/things/{id}", func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte("half"))
				if name == "hung up" {
					hangUp()
				}
				panic(http.ErrAbortHandler)
			})
			req := httptest.NewRequestWithContext(ctx, c.method, c.path, nil)
			if c.forwarded != "" {
				req.Header.Set("X-Forwarded-For", c.forwarded)
			}
			req.Header.Set("traceparent", c.traceparent)
			func() {
				defer func() {
					if cause := recover(); (cause != nil) != (c.method == http.MethodPut) {
						t.Errorf("panics with %v", cause)
					}
				}()
				r.ServeHTTP(httptest.NewRecorder(), req)
			}()

			var line map[string]any
			if err := json.Unmarshal(log.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			for field, want := range c.line {
				if line[field] != want {
					t.Errorf("%s is %v, not %v", field, line[field], want)
				}
			}
			rec := httptest.NewRecorder()
			promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}).ServeHTTP(rec, req)
			shown := rec.Body.String()
			if !strings.Contains(shown, c.series) {
				t.Errorf("no %s in %s", c.series, shown)
			}
			spans := exporter.GetSpans()
			if len(spans) != 1 || spans[0].Name != c.span {
				t.Fatalf("the spans are %+v", spans)
			}
			if strings.Contains(log.String()+shown, "secret") || strings.Contains(spans[0].Name, "secret") {
				t.Errorf("a secret is told: %s %s", log.String(), shown)
			}
			for _, a := range spans[0].Attributes {
				if strings.Contains(strings.ToLower(a.Value.String()), "secret") {
					t.Errorf("the span tells %s", a.Value.String())
				}
			}
		})
	}
}
