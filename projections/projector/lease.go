package projector

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// lease says that this process leads a build.
type lease struct {
	term   int64
	holder string
}

// leases takes and renews leases that last so long.
type leases struct {
	pool  *pgxpool.Pool
	lasts time.Duration
}

func (c *Config) leases() leases { return leases{c.Pool, c.Times.Lease} }

// acquire takes the lease of a build; ok is false while another process holds it. A process that held it already gets a new
// term: what it sent before, and had no answer to, may still be on its way, and must not be written over what it folds now.
func (s leases) acquire(ctx context.Context, build int64, holder string) (l lease, ok bool, err error) {
	return s.takeLease(ctx, build, holder, "WHERE l.holder = excluded.holder OR l.expires_at < now()")
}

// acquireAll is acquire for many builds in one statement, and gives the leases that it took.
func (s leases) acquireAll(ctx context.Context, builds []Build, holder string) (map[int64]lease, error) {
	ids := make([]int64, len(builds))
	for i, b := range builds {
		ids[i] = b.ID
	}
	answered, cancel := outliving(ctx)
	defer cancel()
	taken := map[int64]lease{}
	// in the order in which others lock them
	rows, err := s.pool.Query(answered, `
		INSERT INTO projection_leases AS l (build, term, holder, expires_at)
		SELECT build, 1, $2, now() + $3::interval FROM unnest($1::bigint[]) AS wanted(build) ORDER BY build
		ON CONFLICT (build) DO UPDATE SET
			term = l.term + 1, holder = excluded.holder, expires_at = excluded.expires_at
		WHERE l.holder = excluded.holder OR l.expires_at < now()
		RETURNING build, term`, ids, holder, s.lasts)
	if err == nil {
		var build, term int64
		_, err = pgx.ForEachRow(rows, []any{&build, &term}, func() error {
			taken[build] = lease{term: term, holder: holder}
			return nil
		})
	}
	if gone, ok := errors.AsType[*pgconn.PgError](err); ok && gone.Code == buildGone { // one of them: take the others one by one
		for _, id := range ids {
			ls, ok, err := s.acquire(ctx, id, holder)
			if err != nil {
				return nil, err
			}
			if ok {
				taken[id] = ls
			}
		}
		return taken, nil
	}
	if err != nil {
		return nil, fmt.Errorf("take the leases of %d builds: %w", len(ids), err)
	}
	return taken, nil
}

// buildGone is how Postgres answers when the lease of a build is taken that was dropped: foreign_key_violation.
const buildGone = "23503"

// renew has the leases of one process last longer, but for those it has given back, and gives the builds whose lease it
// still has. A renewal need not reach
// the disk: one that a crash undoes ends the lease sooner.
func (s leases) renew(ctx context.Context, led iter.Seq[*leading]) (map[int64]bool, error) {
	var builds, terms []int64
	holder := ""
	for l := range led {
		builds, terms, holder = append(builds, l.build.ID), append(terms, l.lease.term), l.lease.holder
	}
	held := map[int64]bool{}
	if len(builds) == 0 {
		return held, nil
	}
	// Locked in the order in which others lock them; the time counts from when all are.
	rows, err := s.pool.Query(ctx, `WITH soon AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
		held AS MATERIALIZED (
			SELECT l.build FROM projection_leases l JOIN unnest($1::bigint[], $2::bigint[]) AS mine(build, term) USING (build, term)
			WHERE l.holder = $3 AND l.expires_at > '-infinity' ORDER BY l.build FOR UPDATE OF l)
		UPDATE projection_leases l SET expires_at = clock_timestamp() + $4::interval
		FROM held, soon WHERE l.build = held.build RETURNING l.build`, builds, terms, holder, s.lasts)
	if err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	var build int64
	if _, err = pgx.ForEachRow(rows, []any{&build}, func() error { held[build] = true; return nil }); err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	return held, nil
}

// holding renews the leases of builds for as long as f works on them: an erasure drops what nobody leads.
func (b *Builder) holding(ctx context.Context, led []*leading, f func(context.Context) error) error {
	work, ctx := errgroup.WithContext(ctx)
	renewing, done := context.WithCancel(ctx)
	work.Go(func() error {
		defer done()
		return f(ctx)
	})
	work.Go(func() error {
		for pause(renewing, b.c.Times.Tick) == nil {
			soon, cancel := context.WithTimeout(renewing, b.c.Times.Lease)
			held, err := b.c.leases().renew(soon, slices.Values(led))
			cancel()
			if err != nil {
				continue // f finds out by itself that the database is away
			}
			for _, l := range led {
				if !held[l.build.ID] {
					return fmt.Errorf("build %d: %w", l.build.ID, errDeposed)
				}
			}
		}
		return nil
	})
	return work.Wait()
}

// seize takes the lease of a build whoever holds it. What the holder before still tries to write is refused.
func (s leases) seize(ctx context.Context, build int64, holder string) (lease, error) {
	l, ok, err := s.takeLease(ctx, build, holder, "")
	if err == nil && !ok {
		err = fmt.Errorf("%w: build %d is gone", ErrNotReady, build)
	}
	return l, err
}

func (s leases) takeLease(ctx context.Context, build int64, holder, from string) (l lease, ok bool, err error) {
	ctx, cancel := outliving(ctx)
	defer cancel()
	err = s.pool.QueryRow(ctx, `
		INSERT INTO projection_leases AS l (build, term, holder, expires_at)
		VALUES ($1, 1, $2, now() + $3::interval)
		ON CONFLICT (build) DO UPDATE SET
			term = l.term + 1, holder = excluded.holder, expires_at = excluded.expires_at
		`+from+`
		RETURNING term`, build, holder, s.lasts).Scan(&l.term)
	if errors.Is(err, pgx.ErrNoRows) {
		return lease{}, false, nil
	}
	var gone *pgconn.PgError
	if errors.As(err, &gone) && gone.Code == buildGone {
		return lease{}, false, nil
	}
	if err != nil {
		return lease{}, false, fmt.Errorf("take the lease of build %d: %w", build, err)
	}
	l.holder = holder
	return l, true, nil
}

// release gives a lease back, so that another process leads at once.
func (s leases) release(ctx context.Context, build int64, l lease) error {
	_, err := s.pool.Exec(ctx, `UPDATE projection_leases SET expires_at = '-infinity' WHERE build = $1 AND holder = $2
		AND term = $3`,
		build, l.holder, l.term)
	if err != nil {
		return fmt.Errorf("release the lease of build %d: %w", build, err)
	}
	return nil
}

// releaseAll releases every lease of some holders, also one that a holder does not know of: it may have been stopped before the
// answer arrived.
func (s leases) releaseAll(ctx context.Context, holders ...string) error {
	_, err := s.pool.Exec(ctx, `WITH held AS MATERIALIZED (
			SELECT build FROM projection_leases WHERE holder = ANY($1) AND expires_at > '-infinity' ORDER BY build FOR UPDATE)
		UPDATE projection_leases l SET expires_at = '-infinity' FROM held WHERE l.build = held.build`, holders)
	if err != nil {
		return fmt.Errorf("release leases: %w", err)
	}
	return nil
}

// answerWithin is how long a statement that takes a lease is waited for once its process is stopped: cut off, it may be carried
// out after the leases were given back, and nobody would lead until the lease is over.
const answerWithin = time.Second

// outliving gives a context that ends a while after another.
func outliving(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		defer cancel()
		_ = pause(out, answerWithin)
	})
	return out, func() { stop(); cancel() }
}

// errDeposed tells that another process has taken the lease of a build.
var errDeposed = errors.New("its lease was lost")

// lostLease tells whether an error is the fence's, or says that a lease is lost.
func lostLease(err error) bool {
	if errors.Is(err, errDeposed) {
		return true
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "CU001"
}
