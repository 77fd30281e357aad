package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// BuildPositions is where all builds stand, for who must know that no table shows what was before a position: erasing a
// person ends with that.
type BuildPositions struct {
	pool     *pgxpool.Pool
	versions map[string]int // of this program
}

// NewBuildPositions looks at every build there is; all are the projections of this program.
func NewBuildPositions(pool *pgxpool.Pool, all []*Projection) *BuildPositions {
	_, versions := Versions(all)
	return &BuildPositions{pool, versions}
}

// Behind names the builds to wait for that have not reached a position: those people read with this program or can go
// back to, and those that some process is folding on.
func (s *BuildPositions) Behind(ctx context.Context, at eventstore.Position) ([]string, error) {
	below, err := s.below(ctx, at)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, b := range below {
		switch {
		case b.Stopped != "" && s.awaited(b):
			names = append(names, b.Schema+", which stands still: "+b.Stopped)
		case s.awaited(b):
			names = append(names, b.Schema)
		}
	}
	return names, nil
}

// DropBelow drops every build that stands below a position and that Behind does not wait for: retired and abandoned
// ones, those of a past moment, those of other versions that nobody folds any more. It tells how many it dropped.
func (s *BuildPositions) DropBelow(ctx context.Context, at eventstore.Position) (int, error) {
	below, err := s.below(ctx, at)
	if err != nil {
		return 0, err
	}
	dropped := 0
	var failed []error
	for _, b := range below {
		if s.awaited(b) {
			continue
		}
		n, err := s.drop(ctx, b.Build)
		if err != nil {
			failed = append(failed, fmt.Errorf("drop build %d of %s: %w", b.ID, b.Projection, err))
		}
		dropped += n
	}
	return dropped, errors.Join(failed...)
}

// awaited tells whether a build will reach any position, or must before anything else can be said. One that nobody
// folds any more, and that people do not read, never will. Who has just switched to a build of another version folds it
// soon.
func (s *BuildPositions) awaited(b buildPosition) bool {
	if s.versions[b.Projection] == b.Version && (b.State == Live || b.State == Previous && b.Stopped == "") {
		return true
	}
	return b.led
}

type buildPosition struct {
	Build
	led bool // or about to be
}

// toBegin is how long a program may take from switching to a build until it folds it: the others of its projections are
// compared and switched to before.
const toBegin = 5 * time.Minute

func (s *BuildPositions) below(ctx context.Context, at eventstore.Position) ([]buildPosition, error) {
	builds, err := Builds(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, `SELECT build FROM projection_leases WHERE expires_at > now()
		UNION SELECT id FROM projection_builds WHERE state = 'live' AND live_at > now() - $1::interval`, toBegin)
	if err != nil {
		return nil, fmt.Errorf("read who leads which build: %w", err)
	}
	leases, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("read who leads which build: %w", err)
	}
	led := map[int64]bool{}
	for _, id := range leases {
		led[id] = true
	}
	log, err := s.log(ctx)
	if err != nil {
		return nil, err
	}
	var out []buildPosition
	for _, b := range builds {
		if b.Position.Before(at) || b.AsOf != "" && b.Log != log {
			out = append(out, buildPosition{b, led[b.ID]})
		}
	}
	return out, nil
}

// log names the log that the installation goes by. Builds of past moments keep the name and the position of the one that
// they were made from, which say nothing once the log was moved.
func (s *BuildPositions) log(ctx context.Context) (ident.ID, error) {
	var log ident.ID
	err := s.pool.QueryRow(ctx, `SELECT log_id FROM installation_log`).Scan((*[16]byte)(&log))
	if err != nil {
		return log, fmt.Errorf("read the log's name: %w", err)
	}
	return log, nil
}

// drop removes a build with its tables, if it still is what it was found to be: it may have been caught up and switched
// to meanwhile. Those who read the tables still make it fail after a moment: it is tried again.
func (s *BuildPositions) drop(ctx context.Context, b Build) (dropped int, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '2s'`); err != nil {
			return err
		}
		if err := lockLeases(ctx, tx, b); err != nil {
			return err
		}
		// with an as-of build goes everything in its schema: it is all of one moment
		gone, err := tx.Exec(ctx, `DELETE FROM projection_builds WHERE schema = $1 AND (as_of <> '' OR state = $2 AND position = $3)
			AND NOT EXISTS (SELECT FROM projection_leases l JOIN projection_builds o ON o.id = l.build
				WHERE o.schema = $1 AND l.expires_at > clock_timestamp())`,
			b.Schema, b.State, b.Position.String())
		if err != nil || gone.RowsAffected() == 0 {
			return err
		}
		dropped = int(gone.RowsAffected())
		_, err = tx.Exec(ctx, "DROP SCHEMA IF EXISTS "+quote(b.Schema)+" CASCADE")
		return err
	})
	if err != nil {
		return 0, err
	}
	return dropped, nil
}
