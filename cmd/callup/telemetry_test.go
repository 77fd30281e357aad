package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/internal/app/apptest"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/callup/callup/domain/ident"
)

// collector receives traces as an OpenTelemetry collector does.
type collector struct {
	*httptest.Server

	mu    sync.Mutex
	raw   bytes.Buffer
	spans []*tracepb.Span
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var request collectorpb.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &request)
		}
		if err != nil {
			t.Errorf("what was exported can't be read: %v", err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.raw.Write(body)
		for _, resource := range request.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				c.spans = append(c.spans, scope.GetSpans()...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(c.Close)
	return c
}

// of gives the spans of one trace by name.
func (c *collector) of(traceID string) map[string]*tracepb.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := map[string]*tracepb.Span{}
	for _, s := range c.spans {
		if hex.EncodeToString(s.GetTraceId()) == traceID {
			found[s.GetName()] = s
		}
	}
	return found
}

func (c *collector) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.raw.String()
}

// canaries stand for what must never be seen in a log, a metric or a trace.
var canaries = map[string]string{
	"password": "canary-password-Zk3", "e-mail": "canary-mail@example.org", "card number": "4000056655665556",
	"access token": "canary.bearer.token", "token in the address": "canary-query-token", "webhook signature": "canary-signature",
	"webhook body": "canary-webhook-body", "message": "canary-message-of-a-donor", "name": "Canary Donorname",
	"unknown address": "canary-unknown-address", "user agent": "canary-user-agent", "request id": "canary-request-id",
	"idempotency key": "canary-idempotency-key-0", "tracestate": "canary-tracestate",
}

// TestTelemetry follows one gift from the click to the push as one trace, and looks for secrets in all that the server
// tells of itself.
func TestTelemetry(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	traces := newCollector(t)
	in := apptest.NewInstallation(t, "CALLUP_LOG_FORMAT=json", "CALLUP_LOG_LEVEL=debug", "CALLUP_METRICS_ADDR=127.0.0.1:0",
		"OTEL_EXPORTER_OTLP_ENDPOINT="+traces.URL, "OTEL_BSP_SCHEDULE_DELAY=50")
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)
	var probes string
	apptest.Until(ctx, t, "it says where its metrics are", func() bool {
		said := regexp.MustCompile(`metrics are served","address":"([^"]+)"`).FindStringSubmatch(s.Logs.String())
		if said != nil {
			probes = "http://" + said[1]
		}
		return said != nil
	})
	fresh := measured(ctx, t, probes)

	const click = "4bf92f3577b34da6a3ce929d0e0e4736"
	t.Run("one trace from the click to the push", func(t *testing.T) {
		conn, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.URL, "http")+"/api/live", nil)
		if err != nil {
			t.Fatal(err)
		}
		if res.Body != nil {
			_ = res.Body.Close() // of no use after an upgrade
		}
		defer func() { _ = conn.CloseNow() }()
		for _, m := range []map[string]any{{"type": "hello"},
			{"type": "subscribe", "topic": "campaign/" + load.Campaigns[0].String()}} {
			if err := wsjson.Write(ctx, conn, m); err != nil {
				t.Fatal(err)
			}
		}
		a, err := apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/donate-money", map[string]any{
			"campaign_id": load.Campaigns[0], "amount": 2500, "currency": "EUR", "lang": "en", "donor_name": canaries["name"],
			"message": canaries["message"], "donor_email": canaries["e-mail"],
		}, "Idempotency-Key", canaries["idempotency key"], "traceparent", "00-"+click+"-00f067aa0ba902b7-01",
			"tracestate", "vendor="+canaries["tracestate"], "User-Agent", canaries["user agent"], "X-Request-Id", canaries["request id"])
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("the gift was not taken: %v %s", err, a.Body)
		}
		var out struct {
			Donation ident.ID `json:"donation_id"`
			URL      string   `json:"payment_url"`
		}
		a.JSON(t, &out)
		load.Pay(ctx, &apptest.Gift{Donation: out.Donation}, out.URL)
		pushed := ""
		for !strings.Contains(pushed, click) {
			var m struct {
				Kind  string `json:"kind"`
				Trace string `json:"traceparent"`
				Data  struct {
					Raised int64 `json:"raised_amount"`
				} `json:"data"`
			}
			if err := wsjson.Read(ctx, conn, &m); err != nil {
				t.Fatalf("no push carries the trace: %v", err)
			}
			if m.Kind == "campaign" && m.Data.Raised == 2500 {
				pushed = m.Trace
			}
		}
		steps := []string{
			"POST /api/commands/donate-money", "command donate-money", "append donation", "payments open",
			"command payment-paid", "project", "push campaign", "react mails",
		}
		apptest.Until(ctx, t, "all spans of the gift are exported", func() bool {
			found := traces.of(click)
			return !slices.ContainsFunc(steps, func(s string) bool { return found[s] == nil })
		})
		known := map[string]bool{"00f067aa0ba902b7": true}
		for _, span := range traces.of(click) {
			known[hex.EncodeToString(span.GetSpanId())] = true
		}
		traces.mu.Lock()
		defer traces.mu.Unlock()
		for _, span := range traces.spans {
			if hex.EncodeToString(span.GetTraceId()) == click {
				known[hex.EncodeToString(span.GetSpanId())] = true
			}
		}
		for _, span := range traces.spans {
			if parent := hex.EncodeToString(span.GetParentSpanId()); hex.EncodeToString(span.GetTraceId()) == click && !known[parent] {
				t.Errorf("the span %q hangs on nothing", span.GetName())
			}
		}
	})

	t.Run("no secret is told", func(t *testing.T) {
		secrets(ctx, t, s, load.Campaigns[0])
		apptest.Until(ctx, t, "the last request is logged and traced", func() bool {
			return strings.Contains(s.Logs.String(), `"route":"/api/webhooks/sandbox"`) &&
				strings.Contains(traces.text(), "/api/webhooks/sandbox")
		})
		if out, errs, code := in.Command(ctx, "audit", "all"); code != 0 {
			t.Fatalf("audit exits %d: %s%s", code, out, errs)
		}
		metrics := measured(ctx, t, probes)
		for where, text := range map[string]string{"log": s.Logs.String(), "metrics": metrics, "traces": traces.text()} {
			if !strings.Contains(text, "donate-money") {
				t.Errorf("the %s do not even tell of the gift", where)
			}
			for what, canary := range canaries {
				if what == "unknown address" && where == "log" {
					continue // a page that does not exist is logged by its path, for broken links to be found
				}
				if strings.Contains(text, canary) {
					at := strings.Index(text, canary)
					t.Errorf("the %s tells the %s: %s", where, what, text[max(0, at-200):min(len(text), at+100)])
				}
			}
		}
		alertsAreOfMetrics(t, fresh, metrics)
		for _, name := range []string{
			`callup_http_requests_total{method="POST",route="/api/commands/donate-money",status="200"} `,
			`callup_http_request_duration_seconds_count{method="POST",route="/api/commands/donate-money"} `,
			`callup_command_duration_seconds_count{command="donate-money",outcome="done"} 1`,
			`callup_events_appended_total{type="DonationCompleted"} 1`, `callup_append_duration_seconds_count{outcome="appended"} `,
			`callup_projection_lag_events{projection="campaign_progress"} 0`,
			`callup_projection_lag_seconds{projection="campaign_progress"} 0`,
			`callup_projection_stopped{projection="campaign_progress"} 0`, "callup_live_sockets ", "callup_live_subscriptions ",
			"callup_live_slow_readers_dropped_total 0", `callup_live_pushes_total{kind="campaign"} `, "callup_dead_letters_waiting 0",
			`callup_payment_webhooks_total{outcome="taken",provider="sandbox"} 1`,
			`callup_payment_webhooks_total{outcome="wrong_signature",provider="sandbox"} 1`,
			"callup_pgx_pool_acquired_connections ", "go_goroutines ", "process_open_fds ", "callup_database_up 1",
			"callup_ledger_mismatches 0", "callup_build_info{",
		} {
			if !strings.Contains(metrics, name) {
				t.Errorf("no metric begins with %s", name)
			}
		}
	})

	t.Run("one line for each request", func(t *testing.T) {
		line := map[string]any{}
		for text := range strings.Lines(s.Logs.String()) {
			if strings.Contains(text, `"msg":"request"`) && strings.Contains(text, click) && strings.Contains(text, "donate-money") {
				if err := json.Unmarshal([]byte(text), &line); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, field := range []string{"method", "route", "status", "bytes", "duration_ms", "request_id", "trace_id", "client"} {
			if line[field] == nil {
				t.Errorf("the line has no %s: %v", field, line)
			}
		}
		warned := regexp.MustCompile(`"level":"WARN","msg":"webhook refused.*"request_id":"[^"]+","trace_id":"\w{32}"}`)
		if !warned.MatchString(s.Logs.String()) {
			t.Error("a warning does not name its request and trace")
		}
		if line["client"] != "127.0.0.1" || line["trace_id"] != click {
			t.Errorf("the line says %v", line)
		}
	})

	t.Run("probes", func(t *testing.T) {
		for _, path := range []string{s.URL + "/healthz", s.URL + "/readyz", probes + "/healthz", probes + "/readyz"} {
			if a, err := apptest.Call(ctx, http.MethodGet, path, nil); err != nil || a.Status != http.StatusOK {
				t.Errorf("%s: %v %d %s", path, err, a.Status, a.Body)
			}
		}
		if a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/metrics", nil); err != nil || a.Status == http.StatusOK {
			t.Errorf("metrics are served twice: %v %d", err, a.Status)
		}
	})
}

// measured gives the metrics, once the projections were looked at and nothing is left to fold.
func measured(ctx context.Context, t *testing.T, probes string) (told string) {
	t.Helper()
	apptest.Until(ctx, t, "the projections were measured", func() bool {
		a, err := apptest.Call(ctx, http.MethodGet, probes+"/metrics", nil)
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("no metrics: %v %d", err, a.Status)
		}
		told = string(a.Body)
		return strings.Contains(told, `callup_projection_lag_events{projection="campaign_progress"} 0`)
	})
	return told
}

// secrets sends every canary where it belongs, and where it does not.
func secrets(ctx context.Context, t *testing.T, s *apptest.Server, campaign ident.ID) {
	t.Helper()
	send := func(method, path string, body any, headers ...string) {
		if _, err := apptest.Call(ctx, method, s.URL+path, body, headers...); err != nil {
			t.Fatal(err)
		}
	}
	send(http.MethodPost, "/api/auth/sign-up", map[string]any{
		"email": canaries["e-mail"], "password": canaries["password"], "display_name": canaries["name"], "lang": "en",
		"accept_terms": true,
	})
	send(http.MethodPost, "/api/auth/sign-in", map[string]any{"email": canaries["e-mail"], "password": canaries["password"]})
	send(http.MethodPost, "/api/auth/sign-in", map[string]any{"email": canaries["e-mail"], canaries["password"]: 1})
	send(http.MethodPost, "/api/commands/donate-money", map[string]any{
		"campaign_id": campaign, "amount": -1, "currency": canaries["card number"], "lang": "en", "message": canaries["card number"],
		"donor_email": canaries["e-mail"],
	}, "Idempotency-Key", canaries["idempotency key"]+"-other")
	send(http.MethodGet, "/api/me", nil, "Authorization", "Bearer "+canaries["access token"])
	send(http.MethodGet, "/api/live?token="+canaries["token in the address"], nil)
	send(http.MethodGet, "/auth/confirm?token="+canaries["token in the address"], nil)
	send(http.MethodGet, "/"+canaries["unknown address"], nil)
	send(http.MethodGet, "/api/"+canaries["unknown address"], nil)
	send(http.MethodGet, "/campaign/"+canaries["unknown address"], nil)
	send(http.MethodPost, "/api/webhooks/sandbox", map[string]any{"id": canaries["webhook body"]},
		"Callup-Sandbox-Signature", "t=1,v1="+canaries["webhook signature"])
}
