package observe

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5/middleware"
)

// While the database is away its failures are told once a minute, and nothing else is left out (Found73).
func TestFound73_Throttled(t *testing.T) {
	gone, wrong := errors.New("connection refused"), errors.New("wrong")
	var out bytes.Buffer
	h := Throttled(slog.NewTextHandler(&out, nil), func(err error) string {
		if errors.Is(err, gone) {
			return "the database can't be reached"
		}
		return ""
	})
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	h.(throttled).seen.now = func() time.Time { return now }
	log := slog.New(h)
	count := func(what string) int { return strings.Count(out.String(), what) }
	for range 20 {
		log.With("table", "posts").Warn("it waits", "error", gone)
		log.Error("it failed", "error", gone)
		log.Error("it failed", "error", wrong)
		log.Info("it goes on", "error", gone)
		log.WarnContext(context.WithValue(t.Context(), middleware.RequestIDKey, "r1"), "a request failed", "error", gone)
	}
	if count("it waits") != 1 || count("it failed") != 21 || count("it goes on") != 20 || count("a request failed") != 20 {
		t.Errorf("%d, %d, %d and %d lines", count("it waits"), count("it failed"), count("it goes on"), count("a request failed"))
	}
	now = now.Add(throttleFor)
	log.Warn("it waits", "error", gone)
	if count("it waits") != 2 || count("suppressed=19") != 1 {
		t.Errorf("a minute later: %s", out.String()[len(out.String())-200:])
	}
}
