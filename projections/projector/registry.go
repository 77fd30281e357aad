package projector

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
)

// Channel is where a change of the registry is announced.
const Channel = "callup_projections"

// States of a build.
const (
	Building = "building"
	Ready    = "ready"    // waits to be switched to
	Live     = "live"     // what people read
	Previous = "previous" // was live until the last switch; folded on, so that one can go back
	Retired  = "retired"  // left standing for reads that began before the switch
	Past     = "as_of"    // stopped at a past moment, for analysts
)

// Build is one set of tables of one version of a projection, in a schema of its own.
type Build struct {
	ID         int64               `db:"id"`
	Projection string              `db:"projection"`
	Version    int                 `db:"version"`
	Schema     string              `db:"schema"`
	State      string              `db:"state"`
	Position   eventstore.Position `db:"-"`
	EventID    ident.ID            `db:"event_id"`     // of the last event folded
	Stream     string              `db:"event_stream"` // where that event stands
	Revision   eventstore.Revision `db:"event_revision"`
	Events     int64               `db:"events"` // events folded over its life
	EventTime  *time.Time          `db:"event_time"`
	Stopped    string              `db:"stopped"` // why it stands still: a poison event
	StartedAt  time.Time           `db:"started_at"`
	LiveAt     *time.Time          `db:"live_at"`
	RetiredAt  *time.Time          `db:"retired_at"`
	Code       string              `db:"code"`       // the program that made it
	Log        ident.ID            `db:"log_id"`     // the log it was made from
	KeepUntil  *time.Time          `db:"keep_until"` // when a previous build is retired, or an as-of build dropped
	AsOf       string              `db:"as_of"`      // the moment or position asked for
	Personal   bool                `db:"personal"`   // whether personal text is in the clear
	Degraded   int64               `db:"degraded"`   // harmless events left out
	Due        bool                `db:"due"`        // nobody needs it any more, by the database's clock, which says since when
}

const buildColumns = `id, projection, version, schema, state, position,
	coalesce(event_id, '00000000-0000-0000-0000-000000000000') AS event_id, event_stream, event_revision, events,
	event_time, stopped, started_at, live_at, retired_at,
	code, coalesce(log_id, '00000000-0000-0000-0000-000000000000') AS log_id, keep_until, as_of, personal, degraded,
	coalesce(state = 'retired' AND retired_at < now() - interval '` + retiredFor + `'
		OR state = 'as_of' AND keep_until < now(), false) AS due`

func scanBuild(row pgx.CollectableRow) (Build, error) {
	r, err := rowscan.Row[struct {
		Build

		At string `db:"position"`
	}](row)
	if err != nil {
		return r.Build, err
	}
	r.Position, err = eventstore.ParsePosition(r.At)
	return r.Build, err
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

// LeftOut is an event that a build left out: it could not fold it and declares that harmless.
type LeftOut struct {
	Event    ident.ID            `json:"event"`
	Type     string              `json:"type"`
	Stream   string              `json:"stream"`
	Position eventstore.Position `json:"position" db:"-"`
	Error    string              `json:"error"`
}

// LeftOut lists what a build left out, the first of it first, a hundred at most.
func (b Build) LeftOut(ctx context.Context, pool *pgxpool.Pool) ([]LeftOut, error) {
	if b.Degraded == 0 {
		return nil, nil
	}
	rows, err := pool.Query(ctx, `SELECT event, type, stream, position, error FROM projection_poison WHERE build = $1
		ORDER BY at, position LIMIT 100`, b.ID)
	if err != nil {
		return nil, fmt.Errorf("list what build %d left out: %w", b.ID, err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (LeftOut, error) {
		r, err := rowscan.Row[struct {
			LeftOut

			At string `db:"position"`
		}](row)
		if err != nil {
			return r.LeftOut, err
		}
		r.Position, err = eventstore.ParsePosition(r.At)
		return r.LeftOut, err
	})
	if err != nil {
		return nil, fmt.Errorf("list what build %d left out: %w", b.ID, err)
	}
	return out, nil
}

func buildByID(ctx context.Context, q querier, id int64) (Build, error) {
	rows, err := q.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds WHERE id = $1`, id)
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
func create(ctx context.Context, pool *pgxpool.Pool, p *Projection, code string, log eventstore.LogID,
	past *AsOf) (Build, error) {
	var id int64
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `INSERT INTO projection_builds (projection, version, schema, state, code, log_id)
			VALUES ($1, $2, 'pending ' || gen_random_uuid(), 'building', $3,
				$4) RETURNING id`, p.Name, p.Version, code, log).Scan(&id); err != nil {
			return err
		}
		schema, exists := fmt.Sprintf("%s_v%d_%d", p.Name, p.Version, id), ""
		if past != nil {
			schema, exists = past.Schema, "IF NOT EXISTS "
			if _, err := tx.Exec(ctx, `UPDATE projection_builds SET as_of = $2, personal = $3, keep_until = $4 WHERE id = $1`,
				id, past.At.String(), past.Personal, past.KeepUntil); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `UPDATE projection_builds SET schema = $2 WHERE id = $1`, id, schema); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "CREATE SCHEMA "+exists+quote(schema)); err != nil {
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

// drop removes a build and its tables, unless it is the one people read: the answer to a switch may have been lost. With
// an as-of build goes everything in its schema. It does not wait long for those who read the tables still, as a
// verification may.
func drop(ctx context.Context, pool *pgxpool.Pool, b Build) error {
	if err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return dropIn(ctx, tx, b) }); err != nil {
		return fmt.Errorf("drop build %d of %s: %w", b.ID, b.Projection, err)
	}
	return nil
}

// dropIdle drops a build unless a builder works on its projection or schema at this moment.
func dropIdle(ctx context.Context, pool *pgxpool.Pool, b Build) (dropped bool, err error) {
	name := b.Projection
	if b.AsOf != "" {
		name = pastLock(b.Schema)
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lockKey(name)).Scan(&dropped); err != nil || !dropped {
			return err
		}
		return dropIn(ctx, tx, b)
	})
	if err != nil {
		return false, fmt.Errorf("drop build %d of %s: %w", b.ID, b.Projection, err)
	}
	return dropped, nil
}

// lockLeases locks the leases of all builds of a schema. A pass locks the lease and then the build: whoever removes both
// does so in that order too.
func lockLeases(ctx context.Context, tx pgx.Tx, b Build) error {
	_, err := tx.Exec(ctx, `SELECT FROM projection_leases l JOIN projection_builds b ON b.id = l.build WHERE b.schema = $1
		ORDER BY l.build FOR UPDATE OF l`, b.Schema)
	return err
}

func dropIn(ctx context.Context, tx pgx.Tx, b Build) error {
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '500ms'`); err != nil {
		return err
	}
	if err := lockLeases(ctx, tx, b); err != nil {
		return err
	}
	gone, err := tx.Exec(ctx, `DELETE FROM projection_builds WHERE schema = $1 AND state <> 'live'`, b.Schema)
	if err != nil || gone.RowsAffected() == 0 {
		return err
	}
	_, err = tx.Exec(ctx, "DROP SCHEMA IF EXISTS "+quote(b.Schema)+" CASCADE")
	return err
}

// Versions gives each table's projection and the projection's version, for those who read the tables.
func Versions(all []*Projection) (tables map[string]string, versions map[string]int) {
	tables, versions = map[string]string{}, map[string]int{}
	for _, p := range all {
		versions[p.Name] = p.Version
		for _, t := range p.Tables() {
			tables[t] = p.Name
		}
	}
	return tables, versions
}
