package projector

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// impatient makes connections that wait no longer than so long for any lock. They are the runner's own, since a setting
// within the transaction would come too late: a statement that is new to a connection is prepared before the transaction
// begins, and that waits for the table too.
func impatient(ctx context.Context, pool *pgxpool.Pool, wait time.Duration) (*pgxpool.Pool, error) {
	c := pool.Config()
	// one batch is written at a time; the others may be connections that went silent and are not given up yet
	c.MinConns, c.MinIdleConns, c.MaxConns = 0, 0, 4
	c.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(wait.Milliseconds(), 10)
	p, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("make the connections that fold: %w", err)
	}
	return p, nil
}

// lockNotAvailable is how Postgres ends what waited too long for a lock.
const lockNotAvailable = "55P03"

// lockedOut tells whether a lock did not come in time.
func lockedOut(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == lockNotAvailable
}

// unprepared tells whether statements that were sent together failed before its transaction began.
func unprepared(err error) bool {
	_, ok := errors.AsType[pgx.ErrPreprocessingBatch](err)
	return ok
}

// leaveOut lets the others go on without a build whose table is locked. It stays led where it stands, and is tried again in
// a moment.
func (r *Runner) leaveOut(ctx context.Context, l *leading, err error) {
	if !l.apart {
		r.c.Log.WarnContext(ctx, "projection waits for a lock that somebody holds on a table of its; the others go on",
			"projection", l.p.Name, "schema", l.build.Schema, "error", err)
	}
	l.apart, l.again = true, time.Now().Add(r.c.Times.Tick)
}

// rejoin folds a build with the others again, once it has come to where they are.
func (r *Runner) rejoin(ctx context.Context, l *leading, others map[int64]*leading) {
	low, ok := lowest(others)
	if l.leftOut() || l.build.Stopped != "" || ok && l.build.Position.Before(low) {
		return
	}
	l.apart = false
	r.c.Log.InfoContext(ctx, "projection goes on: the lock is gone", "projection", l.p.Name)
}

// leftOut tells whether it is too early to try a build again.
func (l *leading) leftOut() bool { return time.Now().Before(l.again) }
