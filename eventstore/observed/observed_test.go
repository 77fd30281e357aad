package observed

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/callup/callup/eventstore"
)

// answers is a store that gives one answer to every append.
type answers struct {
	eventstore.Store
	done eventstore.Appended
	err  error
}

func (a answers) Append(context.Context, string, eventstore.Revision, []eventstore.Event) (eventstore.Appended, error) {
	return a.done, a.err
}

func TestAppend(t *testing.T) {
	away := errors.New("away, and this text is not told")
	for outcome, c := range map[string]struct {
		answers
		counted string
	}{
		"appended": {answers{done: eventstore.Appended{Position: eventstore.MakePosition(7, 0)}},
			`callup_events_appended_total{type="Given"} 2`},
		"repeated": {answers{done: eventstore.Appended{Repeated: true}}, `callup_events_appended_total{type="Given"} 0`},
		"conflict": {answers{err: &eventstore.Conflict{Stream: "gift-1"}}, `callup_events_appended_total{type="Given"} 0`},
		"failed":   {answers{err: away}, `callup_events_appended_total{type="Given"} 0`},
	} {
		t.Run(outcome, func(t *testing.T) {
			exporter := tracetest.NewInMemoryExporter()
			metrics := prometheus.NewRegistry()
			s := Store(c.answers, []string{"Given", "GivenBack"}, sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter)).Tracer("test"),
				metrics)
			done, err := s.Append(t.Context(), "gift-4711", 0, []eventstore.Event{{Type: "Given"}, {Type: "Given"}})
			if !errors.Is(err, c.err) || done != c.done {
				t.Errorf("it gives %+v, %v", done, err)
			}
			rec := httptest.NewRecorder()
			promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}).ServeHTTP(rec,
				httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
			told := rec.Body.String()
			if !strings.Contains(told, `callup_append_duration_seconds_count{outcome="`+outcome+`"} 1`) ||
				!strings.Contains(told, c.counted) ||
				!strings.Contains(told, `callup_events_appended_total{type="GivenBack"} 0`) {
				t.Errorf("the metrics are %s", told)
			}
			spans := exporter.GetSpans()
			if len(spans) != 1 || spans[0].Name != "append gift" || (spans[0].Status.Description != "") != (outcome == "failed") ||
				strings.Contains(spans[0].Status.Description, "away") {
				t.Errorf("the spans are %+v", spans)
			}
		})
	}
}
