package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
)

// KeptFor is how long the build that was live before a switch is folded on, so that one can go back.
const KeptFor = 24 * time.Hour

// retiredFor is how long a retired build's tables stay, for reads that began before the switch.
const retiredFor = "60 seconds"

// ErrNotReady tells that there is no build to switch to.
var ErrNotReady = errors.New("there is no build to switch to")

// Unaccepted tells that what a new build holds is not what people read now. Whoever has looked at the differences may
// switch all the same.
type Unaccepted struct {
	Projection string
	Compared   Compared
}

// Error says how much differs and what to do.
func (u *Unaccepted) Error() string {
	return fmt.Sprintf("%s: %s. Nothing was switched; to switch all the same: callup projections switch %s --accept",
		u.Projection, u.Compared.Summary(), u.Projection)
}

// Switch makes the build that is ready the one people read. What it holds is compared first, at one common position,
// with what they read now: within a version every row, between versions the named invariants. Errors: ErrNotReady;
// *Unaccepted when they differ, unless accept says yes.
func (b *Builder) Switch(ctx context.Context, p *Projection, accept bool) (Compared, Build, error) {
	var compared Compared
	var build Build
	err := b.alone(ctx, []*Projection{p}, func() (err error) {
		compared, build, err = b.switchReady(ctx, p, accept)
		return err
	})
	return compared, build, err
}

func (b *Builder) switchReady(ctx context.Context, p *Projection, accept bool) (Compared, Build, error) {
	candidate, err := b.newest(ctx, p, Ready)
	if errors.Is(err, pgx.ErrNoRows) {
		return Compared{}, Build{}, fmt.Errorf("%w for %s; run: callup projections build %s", ErrNotReady, p.Name, p.Name)
	}
	if err != nil {
		return Compared{}, Build{}, err
	}
	if candidate.Degraded > 0 {
		return Compared{}, candidate, fmt.Errorf("build %d of %s left out %d events and can't be switched to; run: callup "+
			"projections build %s",
			candidate.ID, p.Name, candidate.Degraded, p.Name)
	}
	if err := checkHistory(ctx, b.c.Store, candidate); err != nil {
		return Compared{}, candidate, err
	}
	l, err := b.takeOver(ctx, p, candidate)
	if err != nil {
		return Compared{}, candidate, err
	}
	compared, err := b.compareHeld(ctx, l)
	if err != nil {
		return compared, l.build, err
	}
	if !compared.Equal() && !accept {
		return compared, l.build, &Unaccepted{p.Name, compared}
	}
	err = b.catchUpHeld(ctx, l, nil)
	if bad, ok := errors.AsType[*poison](err); ok {
		if !compared.Exact { // nobody reads this version yet
			return compared, l.build, errors.Join(bad, drop(context.WithoutCancel(ctx), b.c.Pool, l.build))
		}
		// what people read stands still before that event too
		l, err = b.takeOver(ctx, p, candidate)
	}
	if err != nil {
		return compared, candidate, err
	}
	err = b.swap(ctx, l)
	return compared, l.build, err
}

// Back makes the build that was live before the last switch the one people read again, caught up to where they are.
func (b *Builder) Back(ctx context.Context, p *Projection) (Build, error) {
	var build Build
	err := b.alone(ctx, []*Projection{p}, func() error {
		previous, err := b.newest(ctx, p, Previous)
		if errors.Is(err, pgx.ErrNoRows) {
			return b.noWayBack(ctx, p)
		}
		if err != nil {
			return err
		}
		if previous.Degraded > 0 {
			return fmt.Errorf("build %d of %s left out %d events: there is no going back to it", previous.ID, p.Name, previous.Degraded)
		}
		if err := checkHistory(ctx, b.c.Store, previous); err != nil {
			return err
		}
		l, err := b.takeOver(ctx, p, previous)
		if err != nil {
			return err
		}
		live, found, err := b.reference(ctx, b.c.Pool, p)
		if err != nil {
			return err
		}
		if found && live.Version == p.Version { // most of the way while people's build moves on
			if err := b.catchUpHeld(ctx, l, &live.Position); err != nil {
				return err
			}
		}
		err = b.swap(ctx, l)
		build = l.build
		return err
	})
	return build, err
}

// noWayBack says what else can be done: an older version's build is read by the older program alone.
func (b *Builder) noWayBack(ctx context.Context, p *Projection) error {
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return err
	}
	for _, o := range builds { // the newest version first
		if o.Projection != p.Name || o.Version >= p.Version || o.State != Live {
			continue
		}
		lag, err := b.c.Store.Behind(ctx, o.Position)
		if err != nil {
			return fmt.Errorf("measure how far build %d is behind: %w", o.ID, err)
		}
		return fmt.Errorf("%w: version %d of %s is read by an older program and stands %d events behind; start that program, "+
			"which catches up, to go back to it",
			ErrNotReady, o.Version, p.Name, lag.Events)
	}
	return fmt.Errorf("%w: no earlier build of %s is kept", ErrNotReady, p.Name)
}

// newest finds the newest build of a projection's version in a state; pgx.ErrNoRows when there is none.
func (b *Builder) newest(ctx context.Context, p *Projection, state string) (Build, error) {
	rows, err := b.c.Pool.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds
		WHERE projection = $1 AND version = $2 AND state = $3 ORDER BY id DESC LIMIT 1`, p.Name, p.Version, state)
	if err != nil {
		return Build{}, fmt.Errorf("find the %s build of %s: %w", state, p.Name, err)
	}
	build, err := pgx.CollectExactlyOneRow(rows, scanBuild)
	if err != nil {
		return Build{}, fmt.Errorf("find the %s build of %s: %w", state, p.Name, err)
	}
	return build, nil
}

// takeOver makes this builder the one who folds a build, whoever did before.
func (b *Builder) takeOver(ctx context.Context, p *Projection, build Build) (*leading, error) {
	ls, err := b.c.leases().seize(ctx, build.ID, b.holder())
	if err != nil {
		return nil, err
	}
	if build, err = buildByID(ctx, b.c.Pool, build.ID); err != nil { // as whoever led it left it
		return nil, err
	}
	return &leading{p: p, build: build, lease: ls, rows: newRows()}, nil
}

// swap makes a build live, by one change of the registry. The live one of its version is held still meanwhile and the
// new one brought to exactly where it stands, so that no read goes backwards. The live one becomes the previous one,
// and the previous one before that is retired.
func (b *Builder) swap(ctx context.Context, l *leading) error {
	build := &l.build
	err := pgx.BeginFunc(ctx, b.c.Pool, func(tx pgx.Tx) error {
		// in the order of the fence: the lease first
		var old int64
		err := tx.QueryRow(ctx, `SELECT b.id FROM projection_builds b WHERE projection = $1 AND version = $2 AND state = 'live'`,
			build.Projection, build.Version).Scan(&old)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		default:
			if err := b.holdStill(ctx, tx, l, old); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `UPDATE projection_leases SET expires_at = '-infinity' WHERE build = $1 AND holder = $2 AND term = $3`,
			build.ID, l.lease.holder, l.lease.term)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 { // whoever took it would go on folding what people read, and tell nobody
			return errors.New("another process folds the build now")
		}
		tag, err = tx.Exec(ctx, `UPDATE projection_builds SET state = 'live', live_at = now(), keep_until = NULL, stopped = ''
			WHERE id = $1 AND state IN ('building', 'ready', 'previous')`, build.ID)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 {
			return errors.New("the build is no longer one that can be switched to")
		}
		_, err = tx.Exec(ctx, `SELECT pg_notify($1, $2)`, Channel, build.Projection)
		faultpoint.Hit("switch-uncommitted")
		return err
	})
	if err != nil && !b.switched(ctx, build.ID) {
		return fmt.Errorf("switch %s to build %d: %w", build.Projection, build.ID, err)
	}
	faultpoint.Hit("switch-committed")
	build.State = Live
	return nil
}

// switched tells whether people read a build, for who was not told what became of the switch: said to have failed, it would
// be repeated, and going back twice is going forth.
func (b *Builder) switched(ctx context.Context, id int64) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.c.Times.Round)
	defer cancel()
	now, err := buildByID(ctx, b.c.Pool, id)
	return err == nil && now.State == Live
}

func (b *Builder) holdStill(ctx context.Context, tx pgx.Tx, l *leading, old int64) error {
	// the term moves on: who leads the old build finds out at once, and whoever leads it later leads a previous build
	if _, err := tx.Exec(ctx, `UPDATE projection_leases SET term = term + 1, holder = '', expires_at = '-infinity' WHERE build = $1`,
		old); err != nil {
		return err
	}
	var state, position string
	if err := tx.QueryRow(ctx, `SELECT state, position FROM projection_builds WHERE id = $1 FOR UPDATE`, old).Scan(&state,
		&position); err != nil {
		return err
	}
	if state != Live {
		return errors.New("another switch came first")
	}
	at, err := eventstore.ParsePosition(position)
	if err != nil {
		return err
	}
	if err := b.catchUpHeld(ctx, l, &at); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE projection_builds SET state = 'retired', retired_at = now()
		WHERE projection = $1 AND version = $2 AND state = 'previous'
			AND id <> $3`, l.build.Projection, l.build.Version, l.build.ID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE projection_builds SET state = 'previous', keep_until = now() + $2::interval WHERE id = $1`, old,
		KeptFor)
	return err
}
