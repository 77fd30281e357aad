package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
)

// lowest is where the hindmost stands of the builds that can be folded now.
func lowest(led map[int64]*leading) (eventstore.Position, bool) {
	var low eventstore.Position
	found := false
	for _, l := range led {
		if l.build.Stopped == "" && !l.leftOut() && (!found || l.build.Position.Before(low)) {
			low, found = l.build.Position, true
		}
	}
	return low, found
}

// step folds one batch for every build this process leads, and gives how many events it held, at least one when any build
// moved. A build that fell behind gets a batch of its own, so that the others need not wait until it has caught up.
func (r *Runner) step(ctx context.Context, led map[int64]*leading) (int, error) {
	together, apart := map[int64]*leading{}, map[int64]*leading{}
	for id, l := range led {
		if l.apart {
			apart[id] = l
		} else {
			together[id] = l
		}
	}
	n, err := r.batch(ctx, together)
	for id, l := range apart {
		if err != nil || l.leftOut() {
			continue
		}
		var own int
		own, err = r.batch(ctx, map[int64]*leading{id: l})
		n += own
		if err == nil {
			r.rejoin(ctx, l, together)
		}
	}
	return n, err
}

// batch folds one batch for builds, from where the hindmost stands.
func (r *Runner) batch(ctx context.Context, led map[int64]*leading) (int, error) {
	after, ok := lowest(led)
	if !ok {
		return 0, nil
	}
	began := time.Now()
	batch, err := r.c.Store.ReadAll(ctx, after, r.c.Sizes.Live, eventstore.Filter{})
	if err != nil {
		return 0, fmt.Errorf("read the log after %s: %w", after, err)
	}
	if batch.Next == after {
		return 0, nil
	}
	events, err := r.dec.batch(ctx, batch.Events, true)
	if err != nil {
		return 0, err
	}
	read := pageOf(events)
	var batches []prepared
	for _, l := range led {
		if l.build.Stopped != "" || !l.build.Position.Before(batch.Next) {
			continue
		}
		p, err := l.prepare(ctx, r.pool, read, batch.Next)
		bad, stops := errors.AsType[*poison](err)
		if stops {
			err = r.stop(ctx, l, bad)
		}
		switch {
		case lockedOut(err):
			r.leaveOut(ctx, l, err)
		case err != nil:
			return 0, err
		case !stops:
			batches = append(batches, p)
		}
	}
	n := max(1, len(batch.Events))
	if len(batches) == 0 {
		return n, nil
	}
	written, err := r.write(ctx, batches)
	r.trace(ctx, written, events, began)
	for _, p := range written {
		r.tell(p)
	}
	for _, p := range written {
		r.publish(p)
	}
	return n, err
}

// write commits the batches that changed rows, and gives every batch that now holds. A batch that concerns a build in nothing
// but its checkpoint waits a little: another one is likely to follow.
func (r *Runner) write(ctx context.Context, batches []prepared) ([]prepared, error) {
	var due, idle []prepared
	for _, p := range batches {
		if p.rows == nil && len(p.omit) == 0 && time.Since(p.l.unwritten.since) < r.c.Times.Tick {
			idle = append(idle, p)
		} else {
			due = append(due, p)
		}
	}
	var err error
	if len(due) > 0 {
		switch err = commit(ctx, r.pool, due); {
		case lockedOut(err) && len(due) == 1:
			r.leaveOut(ctx, due[0].l, err)
			due, err = nil, nil
		case misfit(err), lockedOut(err): // one of them must not hold up the others
			due, err = r.commitEach(ctx, due)
		case err != nil:
			return nil, err
		}
		for _, p := range due {
			p.done()
		}
	}
	for _, p := range idle {
		p.l.passOver(p)
	}
	return append(due, idle...), err
}

// save writes the checkpoints that waited.
func (r *Runner) save(ctx context.Context, led map[int64]*leading) error {
	var waiting []prepared
	for _, l := range led {
		if l.unwritten.moved {
			waiting = append(waiting, prepared{l: l, next: l.build.Position})
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	return commit(ctx, r.pool, waiting)
}

// commitEach writes batches one by one, stops the projections whose batch does not fit, leaves out those whose table is locked,
// and gives the batches written, also when it fails.
func (r *Runner) commitEach(ctx context.Context, batches []prepared) ([]prepared, error) {
	var written []prepared
	for _, p := range batches {
		err := commit(ctx, r.pool, []prepared{p})
		if err == nil {
			written = append(written, p)
			continue
		}
		if misfit(err) {
			err = r.stop(ctx, p.l, &poison{p.last, err})
		}
		switch {
		case lockedOut(err):
			r.leaveOut(ctx, p.l, err)
		case err != nil:
			return written, err
		}
	}
	return written, nil
}

// tell says how far a build has got.
func (r *Runner) tell(p prepared) {
	r.folded.WithLabelValues(p.l.p.Name).Add(float64(p.folded))
	r.c.Tracker.Advance(p.l.p.Name, p.next)
	r.note(p.l.p.Name, Health{Build: p.l.build, Leading: true})
}

// publish says what changed. That a build moved on without a change is said too: other processes wait for it.
func (r *Runner) publish(p prepared) {
	if r.c.Publish != nil {
		r.c.Publish(p.changes())
	}
}

// stop takes a projection out of the running before the event it can't fold. What came before it in the batch is
// folded first, so that it stands right in front of it.
func (r *Runner) stop(ctx context.Context, l *leading, bad *poison) error {
	r.c.Log.ErrorContext(ctx, "projection stopped", "projection", l.p.Name, "error", bad.Error())
	for {
		batch, err := r.c.Store.ReadAll(ctx, l.build.Position, 1, eventstore.Filter{})
		if err != nil {
			return fmt.Errorf("read the log before a poison event: %w", err)
		}
		events, err := r.dec.batch(ctx, batch.Events, true)
		if err != nil {
			return err
		}
		p, err := l.prepare(ctx, r.pool, pageOf(events), batch.Next)
		if err == nil && batch.Next != l.build.Position {
			if err = commit(ctx, r.pool, []prepared{p}); misfit(err) {
				err = &poison{p.last, err}
			}
		}
		again, ok := errors.AsType[*poison](err)
		if ok && l.p.mayOmit(again) { // the database refuses its row
			p.rows, p.omit = nil, []*poison{again}
			err, ok = commit(ctx, r.pool, []prepared{p}), false
		}
		if ok {
			l.build.Stopped = again.Error()
			r.note(l.p.Name, Health{Build: l.build})
			r.gaveUp[l.build.ID] = gaveUp{l.build.Position, time.Now().Add(r.c.Times.Poison)}
			return noteStopped(ctx, r.c.Pool, l.build.ID, l.lease, again)
		}
		if err != nil {
			return err
		}
		if batch.Next == l.build.Position {
			return nil // the batch folds after all
		}
		p.done()
		r.tell(p)
		r.publish(p)
	}
}

// noteStopped records why a build stands still, if its lease is still held: another leader may have gone past the event, and
// what it folds must not be said to stand still.
func noteStopped(ctx context.Context, pool *pgxpool.Pool, build int64, ls lease, why error) error {
	_, err := pool.Exec(ctx, `WITH mine AS (SELECT build FROM projection_leases WHERE build = $1 AND holder = $3
		AND term = $4 FOR SHARE)
		UPDATE projection_builds SET stopped = $2, updated_at = now() FROM mine WHERE id = mine.build`,
		build, why.Error(), ls.holder, ls.term)
	if err != nil {
		return fmt.Errorf("record a poison event: %w", err)
	}
	return nil
}
