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
	for env, shown := range map[Envelope]bool{
		{Actor: "member:0190"}: true, {Actor: "guest"}: true, {Actor: "operator"}: true, {Actor: "reactor:mails"}: false,
		{Actor: "timer"}: false, {Actor: "provider:sandbox"}: false, {Actor: "member:0190", Aside: true}: false,
	} {
		var lines bytes.Buffer
		o := NewObserver(slog.New(observe.Lines(&lines, "text", slog.LevelInfo)), noop.NewTracerProvider().Tracer(""),
			func([]byte) string { return strings.Repeat("0", 16) }, prometheus.NewRegistry(), nil)
		for err, wants := range map[error]bool{
			nil: shown, domain.Refuse(domain.Invalid, "too_little", "this is too little"): shown, context.DeadlineExceeded: true,
		} {
			lines.Reset()
			_, _ = Observe(t.Context(), o, "donate-money", env, func(context.Context) (int, error) { return 0, err })
			if got := strings.Count(lines.String(), "command=donate-money"); got == 1 != wants {
				t.Errorf("%+v, %v: %q", env, err, lines.String())
			}
		}
	}
}
