package projections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// Channel is where a change of the registry is announced.
const Channel = "callup_projections"

// States of a build.
const (
	Building = "building"
	Live     = "live"
	Retired  = "retired"
)

// Build is one set of tables of one version of a projection, in a schema of its own.
type Build struct {
	ID         int64
	Projection string
	Version    int
	Schema     string
	State      string
	Position   eventstore.Position
	EventID    ident.ID // of the last event folded
	Stream     string   // where that event stands
	Revision   eventstore.Revision
	Events     int64 // events folded over its life
	EventTime  *time.Time
	Stopped    string // why it stands still: a poison event
	StartedAt  time.Time
	LiveAt     *time.Time
	RetiredAt  *time.Time
}

const buildColumns = `id, projection, version, schema, state, position, coalesce(event_id, '00000000-0000-0000-0000-000000000000'),
	event_stream, event_revision, events, event_time, stopped, started_at, live_at, retired_at`

func scanBuild(row pgx.CollectableRow) (Build, error) {
	var b Build
	var position string
	err := row.Scan(&b.ID, &b.Projection, &b.Version, &b.Schema, &b.State, &position, &b.EventID, &b.Stream, &b.Revision,
		&b.Events, &b.EventTime, &b.Stopped, &b.StartedAt, &b.LiveAt, &b.RetiredAt)
	if err != nil {
		return b, err
	}
	b.Position, err = eventstore.ParsePosition(position)
	return b, err
}

// Builds lists every build there is, by projection, the newest first.
func Builds(ctx context.Context, pool *pgxpool.Pool) ([]Build, error) {
	rows, err := pool.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds ORDER BY projection, version DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list builds: %w", err)
	}
	builds, err := pgx.CollectRows(rows, scanBuild)
	if err != nil {
		return nil, fmt.Errorf("list builds: %w", err)
	}
	return builds, nil
}

func buildByID(ctx context.Context, pool *pgxpool.Pool, id int64) (Build, error) {
	rows, err := pool.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds WHERE id = $1`, id)
	if err != nil {
		return Build{}, fmt.Errorf("read build %d: %w", id, err)
	}
	b, err := pgx.CollectExactlyOneRow(rows, scanBuild)
	if err != nil {
		return Build{}, fmt.Errorf("read build %d: %w", id, err)
	}
	return b, nil
}

// create registers a build and makes its schema and tables, without their secondary indexes.
func create(ctx context.Context, pool *pgxpool.Pool, p *Projection) (Build, error) {
	var id int64
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `INSERT INTO projection_builds (projection, version, schema, state)
			VALUES ($1, $2, 'pending ' || gen_random_uuid(), 'building') RETURNING id`, p.Name, p.Version).Scan(&id); err != nil {
			return err
		}
		schema := fmt.Sprintf("%s_v%d_%d", p.Name, p.Version, id)
		if _, err := tx.Exec(ctx, `UPDATE projection_builds SET schema = $2 WHERE id = $1`, id, schema); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "CREATE SCHEMA "+quote(schema)); err != nil {
			return err
		}
		for _, t := range p.tables {
			if _, err := tx.Exec(ctx, t.create(schema)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Build{}, fmt.Errorf("create a build of %s: %w", p.Name, err)
	}
	return buildByID(ctx, pool, id)
}

// makeLive makes a build the one people read, by one change of the registry; the one before is retired. The old build
// is held still meanwhile, and catchUp brings the new one to exactly where it stands, so that no read goes backwards.
func makeLive(ctx context.Context, pool *pgxpool.Pool, l *leading, catchUp func(eventstore.Position) error) error {
	b := l.build
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds
			WHERE projection = $1 AND version = $2 AND state = 'live' FOR UPDATE`, b.Projection, b.Version)
		if err != nil {
			return err
		}
		old, err := pgx.CollectRows(rows, scanBuild)
		if err != nil {
			return err
		}
		for _, o := range old {
			if err := catchUp(o.Position); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `UPDATE projection_builds SET state = 'retired', retired_at = now() WHERE id = $1`, o.ID); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `UPDATE projection_builds SET state = 'live', live_at = now() WHERE id = $1 AND state = 'building'`, b.ID)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != 1 {
			return errors.New("the build is not one that is being built")
		}
		if _, err := tx.Exec(ctx, `UPDATE projection_leases SET expires_at = '-infinity' WHERE build = $1 AND holder = $2 AND term = $3`,
			b.ID, l.lease.holder, l.lease.term); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `SELECT pg_notify($1, $2)`, Channel, b.Projection)
		return err
	})
	if err != nil {
		return fmt.Errorf("switch %s to build %d: %w", b.Projection, b.ID, err)
	}
	return nil
}

// drop removes a build and its tables, unless it is the one people read: the answer to a switch may have been lost. It
// does not wait long for those who read the tables still, as a verification may.
func drop(ctx context.Context, pool *pgxpool.Pool, b Build) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '500ms'`); err != nil {
			return err
		}
		gone, err := tx.Exec(ctx, `DELETE FROM projection_builds WHERE id = $1 AND state <> 'live'`, b.ID)
		if err != nil || gone.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, "DROP SCHEMA IF EXISTS "+quote(b.Schema)+" CASCADE")
		return err
	})
	if err != nil {
		return fmt.Errorf("drop build %d of %s: %w", b.ID, b.Projection, err)
	}
	return nil
}

// lease says that this process leads a build.
type lease struct {
	term   int64
	holder string
}

// leaseTime is how long a lease lasts without being renewed.
const leaseTime = 5 * time.Second

// acquire takes or renews the lease of a build; ok is false while another process holds it.
func acquire(ctx context.Context, pool *pgxpool.Pool, build int64, holder string) (l lease, ok bool, err error) {
	err = pool.QueryRow(ctx, `
		INSERT INTO projection_leases AS l (build, term, holder, expires_at)
		VALUES ($1, 1, $2, now() + $3::interval)
		ON CONFLICT (build) DO UPDATE SET
			term = l.term + CASE WHEN l.holder = excluded.holder THEN 0 ELSE 1 END,
			holder = excluded.holder, expires_at = excluded.expires_at
		WHERE l.holder = excluded.holder OR l.expires_at < now()
		RETURNING term`, build, holder, leaseTime).Scan(&l.term)
	if errors.Is(err, pgx.ErrNoRows) {
		return lease{}, false, nil
	}
	var gone *pgconn.PgError
	if errors.As(err, &gone) && gone.Code == "23503" {
		return lease{}, false, nil // the build was dropped
	}
	if err != nil {
		return lease{}, false, fmt.Errorf("take the lease of build %d: %w", build, err)
	}
	l.holder = holder
	return l, true, nil
}

// release gives a lease back, so that another process leads at once.
func release(ctx context.Context, pool *pgxpool.Pool, build int64, l lease) error {
	_, err := pool.Exec(ctx, `UPDATE projection_leases SET expires_at = '-infinity' WHERE build = $1 AND holder = $2 AND term = $3`,
		build, l.holder, l.term)
	if err != nil {
		return fmt.Errorf("release the lease of build %d: %w", build, err)
	}
	return nil
}

// lostLease tells whether an error is the fence's.
func lostLease(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "CU001"
}
