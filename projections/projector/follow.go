package projector

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
)

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
		if err := r.c.within(ctx, r.look); err != nil && ctx.Err() == nil {
			r.c.Log.WarnContext(ctx, "not known how far other processes have folded", "error", err)
		}
		if pause(ctx, r.c.Times.Follow) != nil {
			return
		}
	}
}

// Heard takes note of what a process says it has folded, and tells whether that concerns the tables this program reads:
// during an upgrade others fold another version's. When it concerns tables that were switched to just now, they are read
// from then on. It never says no to what it does not understand.
func (r *Runner) Heard(ctx context.Context, c Change) (concerned bool, err error) {
	p := r.byName[c.Projection]
	if p == nil || c.Version == 0 {
		return true, nil
	}
	if c.Version != p.Version {
		return false, nil
	}
	if !r.tells(c.Projection, c.Build) {
		if err := r.c.within(ctx, func(ctx context.Context) error { return r.switched(ctx, c) }); err != nil {
			return true, err
		}
	}
	if at, err := eventstore.ParsePosition(c.Position); err == nil && r.tells(c.Projection, c.Build) {
		r.c.Tracker.Advance(c.Projection, at)
	}
	return true, nil
}

// switched reads the registry again when a build is live that this process did not know to be.
func (r *Runner) switched(ctx context.Context, c Change) error {
	b, err := buildByID(ctx, r.c.Pool, c.Build)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil || b.State != Live {
		return err
	}
	return r.adopt(ctx, b)
}

// adopt publishes the positions of builds, once the process resolves their tables.
func (r *Runner) adopt(ctx context.Context, builds ...Build) error {
	fresh := slices.DeleteFunc(slices.Clone(builds), func(b Build) bool { return r.tells(b.Projection, b.ID) })
	if len(fresh) == 0 {
		return nil
	}
	if r.c.Switched != nil {
		if err := r.c.Switched(ctx); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range fresh {
		r.live[b.Projection] = b.ID
	}
	return nil
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
			EXISTS (SELECT FROM projection_leases l WHERE l.build = b.id AND l.expires_at > now()) AS led
		FROM projection_builds b WHERE b.state = 'live'`)
	if err != nil {
		return fmt.Errorf("read positions: %w", err)
	}
	type live struct {
		ID         int64  `db:"id"`
		Projection string `db:"projection"`
		Position   string `db:"position"`
		Led        bool   `db:"led"`
	}
	err = rowscan.Each(rows, func(b live) error {
		at, err := eventstore.ParsePosition(b.Position)
		if err != nil {
			return err
		}
		if !r.tells(b.Projection, b.ID) {
			return nil // of another version, or switched to just now
		}
		r.c.Tracker.Advance(b.Projection, at)
		if !b.Led {
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
