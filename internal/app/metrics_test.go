package app_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// scraped is what Prometheus is told.
func scraped(t *testing.T, metrics prometheus.Gatherer) string {
	t.Helper()
	rec := httptest.NewRecorder()
	promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}).ServeHTTP(rec,
		httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("metrics answer %d: %s", rec.Code, rec.Body)
	}
	return "\n" + rec.Body.String()
}

// TestHeldReactorsAreMeasured fills the disk for mails and for nothing else.
func TestHeldReactorsAreMeasured(t *testing.T) {
	t.Parallel()
	s := apptest.Seeded(t, app.SeedOptions{Members: 12, Campaigns: 5, Donations: 60, Seed: 7})
	apptest.MustExec(t, s.Base, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION
		'could not extend file' USING ERRCODE = '53100'; END $$`)
	apptest.MustExec(t, s.Base, `CREATE TRIGGER full_disk BEFORE INSERT ON outbox_mails FOR EACH ROW EXECUTE FUNCTION full_disk()`)
	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Router.Run(running) }()
	apptest.Until(t.Context(), t, "mails wait", func() bool { return len(s.Router.Paused()) > 0 })
	since := s.Router.Paused()["mails"].Since
	least := time.Since(since).Seconds()
	told := scraped(t, s.Metrics)
	most := time.Since(since).Seconds()
	held := map[string]float64{}
	for _, m := range regexp.MustCompile(`callup_reactor_held_seconds{reactor="(\w+)"} (\S+)`).FindAllStringSubmatch(told, -1) {
		seconds, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		held[m[1]] = seconds
	}
	if waited, refunds := held["mails"], held["refunds"]; waited < least || waited > most || refunds != 0 ||
		len(held) != len(s.Router.Names()) {
		t.Errorf("mails have waited between %v and %v s, and the metrics are %v", least, most, held)
	}
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// TestWhatWaitsIsMeasured lets a different number of everything wait, beside what is not to be counted.
func TestWhatWaitsIsMeasured(t *testing.T) {
	t.Parallel()
	p := apptest.NewPatient(t)
	s, err := p.B.Alone()
	if err != nil {
		t.Fatal(err)
	}
	expect := func(lines ...string) {
		t.Helper()
		told := scraped(t, s.Metrics)
		for _, line := range lines {
			if !strings.Contains(told, "\n"+line+"\n") {
				name, _, _ := strings.Cut(line, " ")
				_, found, _ := strings.Cut(told, "\n"+name+" ")
				found, _, _ = strings.Cut(found, "\n")
				t.Errorf("%s is told as %q", line, found)
			}
		}
	}
	expect("callup_database_up 1", "callup_dead_letters_waiting 0", "callup_timers_overdue 0", "callup_timers_failing 0",
		"callup_sandbox_webhooks_overdue 0", "callup_restored_held 0")

	p.Exec(`INSERT INTO dead_letters (reactor, position, event_id, stream, type, error, attempts, replayed_at)
		SELECT 'mails', n::text, gen_random_uuid(), 'x-1', 'X', 'a mistake', 9, CASE WHEN n = 1 THEN now() END
		FROM generate_series(1, 3) n`)
	p.Timers(2, "NULL", 0)
	p.Timers(1, "now() - interval '1 hour'", 2)
	p.Timers(4, "now() + interval '1 hour'", 3)
	p.Timers(1, "now() + interval '1 hour'", 2)
	p.Webhooks(2, "NULL", "1 hour", 1)
	p.Webhooks(1, "NULL", "-1 hour", 0)
	p.Webhooks(2, "'given_up'", "-1 hour", 9)
	p.Webhooks(1, "NULL", "1 hour", 0)
	p.Webhooks(1, "'delivered'", "-1 hour", 9)
	p.Exec(`INSERT INTO restored (completed_at) VALUES (now())`)
	p.Exec(`INSERT INTO audits (at, position, events, differences) VALUES ('2026-01-02', '0', 0, 6), ('2026-01-01', '0', 0, 7)`)
	expect("callup_database_up 1", "callup_dead_letters_waiting 2", "callup_timers_overdue 3", "callup_timers_failing 4",
		"callup_sandbox_webhooks_overdue 5", "callup_restored_held 1", "callup_ledger_mismatches 6",
		"callup_ledger_audit_timestamp_seconds 1.767312e+09")

	p.B.Pool.Close()
	expect("callup_database_up 0")
	if told := scraped(t, s.Metrics); strings.Contains(told, "callup_dead_letters_waiting ") {
		t.Errorf("what a database that is away holds is told: %s", told)
	}
}
