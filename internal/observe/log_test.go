package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
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
