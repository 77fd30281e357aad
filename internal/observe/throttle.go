package observe

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/go-chi/chi/v5/middleware"
)

// throttleFor is how long a failure of a dependency is not logged again.
const throttleFor = time.Minute

// throttled suppresses repeated failures while something that the process depends on is away.
type throttled struct {
	slog.Handler
	away func(error) string
	seen *seen
}

// seen is when each message was written last, and how often it was suppressed since. It is shared by all handlers of one log.
type seen struct {
	sync.Mutex
	now  func() time.Time
	last map[string]time.Time
	left map[string]int
}

// Throttled wraps a handler so that a warning or error about a dependency that is away is written once a minute for each message,
// with the number that was suppressed since the last one. away says what is away when an error tells of that, and is empty for
// every other error. What is logged about a request is always written.
func Throttled(h slog.Handler, away func(error) string) slog.Handler {
	return throttled{h, away, &seen{now: time.Now, last: map[string]time.Time{}, left: map[string]int{}}}
}

// Handle implements slog.Handler.
func (c throttled) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn || middleware.GetReqID(ctx) != "" {
		return c.Handler.Handle(ctx, r)
	}
	isAway := false
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		isAway = ok && c.away(err) != ""
		return !isAway
	})
	if !isAway {
		return c.Handler.Handle(ctx, r)
	}
	left, write := c.seen.write(r.Message)
	if !write {
		return nil
	}
	if left > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("suppressed", left))
	}
	return c.Handler.Handle(ctx, r)
}

// write tells whether a message is written now, and how often it was suppressed before.
func (s *seen) write(message string) (left int, write bool) {
	s.Lock()
	defer s.Unlock()
	now := s.now()
	if last, there := s.last[message]; there && now.Sub(last) < throttleFor {
		s.left[message]++
		return 0, false
	}
	left = s.left[message]
	s.last[message], s.left[message] = now, 0
	return left, true
}

// WithAttrs implements slog.Handler.
func (c throttled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return throttled{c.Handler.WithAttrs(attrs), c.away, c.seen}
}

// WithGroup implements slog.Handler.
func (c throttled) WithGroup(name string) slog.Handler {
	return throttled{c.Handler.WithGroup(name), c.away, c.seen}
}
