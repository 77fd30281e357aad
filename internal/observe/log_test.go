package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/google/go-cmp/cmp"
)

func TestCorrelated(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	asked := context.WithValue(t.Context(), middleware.RequestIDKey, "host/7")
	for name, c := range map[string]struct {
		ctx  context.Context
		want map[string]any
	}{
		"of nothing":   {t.Context(), map[string]any{"part": "mails", "n": 1.0}},
		"of a request": {asked, map[string]any{"part": "mails", "n": 1.0, "request_id": "host/7"}},
		"of a request and a trace": {Continue(asked, "00-"+trace+"-00f067aa0ba902b7-01"),
			map[string]any{"part": "mails", "n": 1.0, "request_id": "host/7", "trace_id": trace}},
	} {
		t.Run(name, func(t *testing.T) {
			var line bytes.Buffer
			log := slog.New(Correlated(slog.NewJSONHandler(&line, nil))).With("part", "mails")
			log.WarnContext(c.ctx, "it waits", "n", 1)
			var got map[string]any
			if err := json.Unmarshal(line.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			for _, field := range []string{slog.TimeKey, slog.LevelKey, slog.MessageKey} {
				delete(got, field)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Text is for people: what machines do all the time is shown at debug (found, point 4). JSON shows it as info.
func TestLines_ShowRoutineToMachinesAlone(t *testing.T) {
	for _, c := range []struct {
		format string
		least  slog.Level
		shown  bool
	}{
		{"text", slog.LevelInfo, false}, {"text", slog.LevelDebug, true}, {"text", slog.LevelWarn, false},
		{"json", slog.LevelInfo, true}, {"json", slog.LevelDebug, true}, {"json", slog.LevelWarn, false},
	} {
		var lines bytes.Buffer
		log := slog.New(Lines(&lines, c.format, c.least))
		log.LogAttrs(t.Context(), LevelRoutine, "request")
		if got := strings.Contains(lines.String(), "request"); got != c.shown {
			t.Errorf("%s at %s: %q", c.format, c.least, lines.String())
		}
		if c.shown && !strings.Contains(lines.String(), "INFO") {
			t.Errorf("%s at %s names a level that readers don't know: %s", c.format, c.least, lines.String())
		}
		lines.Reset()
		log.ErrorContext(t.Context(), "it failed")
		if !strings.Contains(lines.String(), "ERROR") {
			t.Errorf("%s at %s hides a failure: %q", c.format, c.least, lines.String())
		}
	}
}
