package reactors

import (
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cenkalti/backoff/v5"
)

// Patience says how often a reactor tries an event again before it becomes a dead letter, and how long it waits.
type Patience struct {
	Retries     int
	First, Most time.Duration // the first wait and the longest; each is about twice the one before
}

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
			handle := func() ([]*message.Message, error) {
				out, err := next(m)
				if err != nil && (refused(err) || away(err)) {
					return out, backoff.Permanent(err)
				}
				return out, err
			}
			again := func(_ error, in time.Duration) { // the error may name a person; a dead letter keeps it
				log.WarnContext(m.Context(), "reactor tries an event again", "reactor", reactor, "in", in)
			}
			return backoff.Retry(m.Context(), handle,
				backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: p.First, Multiplier: 2.2, MaxInterval: p.Most, RandomizationFactor: 0.3}),
				backoff.WithMaxTries(uint(p.Retries)+1),
				backoff.WithMaxElapsedTime(0), backoff.WithNotify(again))
		}
	}
}
