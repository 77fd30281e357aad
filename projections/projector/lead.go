package projector

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// lead goes on folding live builds whose leases are held, takes those that are free, and tells whether it took any. All are
// asked for at once: with a round trip or more a build, a start took as much longer as there are projections.
func (r *Runner) lead(ctx context.Context, led map[int64]*leading, live []Build, held map[int64]bool) (begun bool, err error) {
	var mine, wanted []Build
	for _, b := range live {
		if g, ok := r.gaveUp[b.ID]; ok {
			if g.at == b.Position && time.Now().Before(g.until) {
				r.followed(b)
				continue
			}
			delete(r.gaveUp, b.ID)
		}
		mine = append(mine, b)
	}
	if err := r.adopt(ctx, mine...); err != nil {
		return false, err
	}
	for _, b := range mine {
		if l := led[b.ID]; l != nil && held[b.ID] {
			r.note(b.Projection, Health{Build: l.build, Leading: true})
			continue
		}
		delete(led, b.ID)
		wanted = append(wanted, b)
	}
	if len(wanted) == 0 {
		return false, nil
	}
	taken, err := r.c.leases().acquireAll(ctx, wanted, r.c.Holder)
	if err != nil {
		return false, err
	}
	fresh := map[int64]Build{}
	if len(taken) > 0 { // as the last leaders left them
		builds, err := Builds(ctx, r.c.Pool)
		if err != nil {
			return false, err
		}
		for _, b := range builds {
			fresh[b.ID] = b
		}
	}
	checked := histories{}
	for _, b := range wanted {
		ls, ok := taken[b.ID]
		if !ok {
			r.followed(b)
			continue
		}
		now, there := fresh[b.ID]
		if !there || now.State != Live {
			return begun, errors.Join(errSwitched, r.c.leases().release(ctx, b.ID, ls))
		}
		if err := checked.check(ctx, r.c.Store, now); err != nil {
			return begun, err
		}
		now.Stopped = "" // each leader tries again
		led[b.ID] = &leading{p: r.byName[b.Projection], build: now, lease: ls}
		begun = true
		r.c.Tracker.Advance(b.Projection, now.Position)
		r.note(b.Projection, Health{Build: now, Leading: true})
	}
	return begun, nil
}

// followed takes note of how far another process has folded a build.
func (r *Runner) followed(b Build) {
	r.c.Tracker.Advance(b.Projection, b.Position)
	r.note(b.Projection, Health{Build: b})
}

// histories are the places in the log that were found to be as builds say. Most builds stand at the same event.
type histories map[standing]bool

// standing is where a build stands, and at which event.
type standing struct {
	at       eventstore.Position
	event    ident.ID
	stream   string
	revision eventstore.Revision
}

// check is checkHistory, once for all builds that stand at the same event.
func (h histories) check(ctx context.Context, store eventstore.Store, b Build) error {
	at := standing{b.Position, b.EventID, b.Stream, b.Revision}
	if h[at] {
		return nil
	}
	err := checkHistory(ctx, store, b)
	h[at] = err == nil
	return err
}
