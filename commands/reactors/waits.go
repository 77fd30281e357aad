package reactors

import (
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/eventstore/reach"
)

// Waits says how often a reactor tries an event again before it becomes a dead letter, and how long it waits.
type Waits struct {
	Retries     int
	First, Most time.Duration // the first wait and the longest; each is twice the one before
}

// wait is how long the try after so many is put off.
func (w Waits) wait(tries int) time.Duration { return min(w.First<<min(tries, 20), w.Most) }

// retries has an event tried again, but where that is of no use: a refusal stays one however often it is asked, and what is
// away is waited for outside. (Watermill's own middleware takes a wait from the back-off for each of its hooks, so its waits
// grow by the cube.)
func retries(w Waits, log *slog.Logger, reactor string) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			for try := 0; ; try++ {
				out, err := next(m)
				if err == nil || refused(err) || isDependencyError(err) || try == w.Retries {
					return out, err
				}
				in := w.wait(try)
				// the error is not logged: it may name a person
				log.WarnContext(m.Context(), "reactor tries an event again", "reactor", reactor, "try", try+1, "in", in)
				if !reach.Pause(m.Context(), in) {
					return out, err
				}
			}
		}
	}
}
