package reactors

import (
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/eventstore/reach"
)

// Patience says how often a reactor tries an event again before it becomes a dead letter, and how long it waits.
type Patience struct {
	Retries     int
	First, Most time.Duration // the first wait and the longest; each is twice the one before
}

// wait is how long the try after so many is put off.
func (p Patience) wait(tries int) time.Duration { return min(p.First<<min(tries, 20), p.Most) }

// patience is over about two minutes.
func patience() Patience {
	return Patience{Retries: 9, First: 250 * time.Millisecond, Most: 40 * time.Second}
}

// retries has an event tried again, but where that is of no use: a refusal stays one however often it is asked, and what is
// away is waited for outside. (Watermill's own middleware takes a wait from the back-off for each of its hooks, so its waits
// grow by the cube.)
func retries(p Patience, log *slog.Logger, reactor string) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			for try := 0; ; try++ {
				out, err := next(m)
				if err == nil || refused(err) || away(err) || try == p.Retries {
					return out, err
				}
				in := p.wait(try)
				log.WarnContext(m.Context(), "reactor tries an event again", "reactor", reactor, "try", try+1, "in", in) // the error may name a person
				if !reach.Pause(m.Context(), in) {
					return out, err
				}
			}
		}
	}
}
