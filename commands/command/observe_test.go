package command

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/observe"
)

// People read the log as text: it has a line for each command that a person gives, and for each that fails (found, point 4).
func TestObserve_TellsPeopleWhatPeopleDo(t *testing.T) {
	t.Parallel()
	for actor, shown := range map[string]bool{
		"member:0190": true, "guest": true, "operator": true, "reactor:mails": false, "timer": false, "provider:sandbox": false,
	} {
		var lines bytes.Buffer
		o := NewObserver(slog.New(observe.Lines(&lines, "text", slog.LevelInfo)), noop.NewTracerProvider().Tracer(""),
			func([]byte) string { return strings.Repeat("0", 16) }, prometheus.NewRegistry(), nil)
		for err, wants := range map[error]bool{
			nil: shown, domain.Refuse(domain.Invalid, "too_little", "this is too little"): shown, context.DeadlineExceeded: true,
		} {
			lines.Reset()
			_, _ = Observe(t.Context(), o, "donate-money", Envelope{Actor: actor}, func(context.Context) (int, error) { return 0, err })
			if got := strings.Count(lines.String(), "command=donate-money"); got == 1 != wants {
				t.Errorf("%s, %v: %q", actor, err, lines.String())
			}
		}
	}
}
