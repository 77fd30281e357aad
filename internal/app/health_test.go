package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/projector"
)

func ask(t *testing.T, h *app.Health) (int, app.Readiness) {
	t.Helper()
	rec := httptest.NewRecorder()
	h.Readyz(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
	var r app.Readiness
	if err := json.Unmarshal(rec.Body.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, rec.Body)
	}
	return rec.Code, r
}

// TestReady breaks one thing after the other, and expects it named.
func TestReady(t *testing.T) {
	t.Parallel()
	b := apptest.BaseWith(t, app.Options{Times: app.Times{Probe: time.Nanosecond}}, "CALLUP_READY_LAG=1s")
	h := b.Health()
	ready := prometheus.NewRegistry()
	ready.MustRegister(h.Gauge())
	expect := func(what, why string) {
		t.Helper()
		code, r := ask(t, h)
		if code != http.StatusServiceUnavailable || r.Ready {
			t.Errorf("answers %d, %+v", code, r)
		}
		if told := scraped(t, ready); !strings.Contains(told, "\ncallup_ready 0\n") {
			t.Errorf("a server that is not ready tells %s", told)
		}
		for _, n := range r.NotReady {
			if n.What == what && strings.Contains(n.Why, why) {
				return
			}
		}
		t.Errorf("%s is not named: %+v", what, r.NotReady)
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := b.Pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}

	expect("projections", "being built")
	runner := projector.NewRunner(b.ProjectionConfig(nil))
	if err := runner.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.Runner.Store(runner)
	expect("projection campaign_progress", "not followed yet")

	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(running) }()
	apptest.Until(t.Context(), t, "the server is ready",
		func() bool { code, r := ask(t, h); return code == http.StatusOK && r.Ready })
	if told := scraped(t, ready); !strings.Contains(told, "\ncallup_ready 1\n") {
		t.Errorf("a server that is ready tells %s", told)
	}

	exec(`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`)
	expect("migrations", "this program needs")
	exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	apptest.Until(t.Context(), t, "a database that a newer program migrated is ready",
		func() bool { code, _ := ask(t, h); return code == http.StatusOK })

	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	exec(`INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
		VALUES (1, 'x-1', 0, $1, 'Unheard', 1, '{}', '{}', now() - interval '5 minutes')`, ident.Pair("health", "test"))
	expect("projection campaign_progress", "is 1 events and ")

	c, metrics := b.ProjectionConfig(nil), prometheus.NewRegistry()
	c.Metrics = metrics
	again := projector.NewRunner(c)
	running, stop = context.WithCancel(t.Context())
	defer stop()
	go func() { ended <- again.Run(running) }()
	h.Runner.Store(again)
	apptest.Until(t.Context(), t, "the event that no version knows stops the projections", func() bool {
		_, r := ask(t, h)
		return len(r.NotReady) == len(b.Projections) && strings.Contains(r.NotReady[0].Why, "a newer callup wrote") &&
			strings.Contains(r.NotReady[0].Why, "start the newer one")
	})
	if _, r := ask(t, h); strings.Contains(r.NotReady[0].Why, "Unheard") {
		t.Errorf("the text of an error is told: %+v", r)
	}
	stands := regexp.MustCompile(`(?s)\ncallup_projection_lag_events{projection="members"} 1\n.*` +
		`\ncallup_projection_lag_seconds{projection="members"} [3-9]\d\d\.\d+\n.*\ncallup_projection_stopped{projection="members"} 1\n`)
	apptest.Until(t.Context(), t, "it is measured how far it is behind, and that it stands still",
		func() bool { return stands.MatchString(scraped(t, metrics)) })
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}

	h.Draining.Store(true)
	expect("server", "shutting down")
	h.Draining.Store(false)
	b.Pool.Close()
	expect("database", "does not answer")
}
