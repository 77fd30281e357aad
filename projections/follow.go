package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
)

// followPause is the least time between two looks at what other processes have folded.
const followPause = 10 * time.Millisecond

// follow looks how far the builds have come that other processes lead, as soon as a read waits for one: what somebody
// did through one process they may read through this one. Builds that nobody waits for are looked at once a tick.
func (r *Runner) follow(ctx context.Context) {
	for {
		select {
		case <-r.c.Tracker.wanted:
		case <-ctx.Done():
			return
		}
		if r.leadsAll() {
			continue
		}
		if err := within(ctx, r.look); err != nil && ctx.Err() == nil {
			r.c.Log.WarnContext(ctx, "not known how far other processes have folded", "error", err)
		}
		if pause(ctx, followPause) != nil {
			return
		}
	}
}

func (r *Runner) leadsAll() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range r.health {
		if !h.Leading {
			return false
		}
	}
	return true
}

// tells tells whether a projection's position is told of a build.
func (r *Runner) tells(projection string, build int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.live[projection] == build
}

func (r *Runner) look(ctx context.Context) error {
	rows, err := r.c.Pool.Query(ctx, `SELECT b.id, b.projection, b.position,
			EXISTS (SELECT FROM projection_leases l WHERE l.build = b.id AND l.expires_at > now())
		FROM projection_builds b WHERE b.state = 'live'`)
	if err != nil {
		return fmt.Errorf("read positions: %w", err)
	}
	var id int64
	var projection, text string
	var led bool
	_, err = pgx.ForEachRow(rows, []any{&id, &projection, &text, &led}, func() error {
		at, err := eventstore.ParsePosition(text)
		if err != nil {
			return err
		}
		if !r.tells(projection, id) {
			return nil // of another version, or switched to just now
		}
		r.c.Tracker.Advance(projection, at)
		if !led {
			select {
			case r.free <- struct{}{}:
			default:
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read positions: %w", err)
	}
	return nil
}
