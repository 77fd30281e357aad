package projector

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/internal/observe"
)

// maxTraces is how many traces one batch adds a span to: a batch with more is catching up, and nobody waits for it.
const maxTraces = 32

// trace adds to the trace of each event in a committed batch how long folding and committing it took. What is published
// of a batch carries the trace of its last event.
func (r *Runner) trace(ctx context.Context, batches []prepared, events []Event, began time.Time) {
	if r.c.Tracer == nil {
		return
	}
	committed := map[string]string{} // traceparent of the event → that of the commit
	last := ""
	for i := range events {
		from := events[i].Recorded.Metadata.Trace
		if from == "" || len(committed) == maxTraces {
			continue
		}
		if _, again := committed[from]; !again {
			sctx, span := r.c.Tracer.Start(observe.Continue(ctx, from), "project", trace.WithTimestamp(began), trace.WithAttributes(
				attribute.Int("callup.events", len(events)), attribute.Int("callup.projections", len(batches)),
				attribute.String("callup.position", events[i].Recorded.Position.String()),
			))
			committed[from] = observe.TraceParent(sctx)
			span.End()
		}
		last = committed[from]
	}
	for i := range batches {
		batches[i].trace = last
	}
}
