package media

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

// noteWithin is how long it may take to record that a check ended, also after the client has gone.
const noteWithin = 10 * time.Second

// checked checks uploaded bytes, unless an earlier check of them began and never ended: it ended the process then, and
// would again. That is noted before, outside of what is open. An upload that is kept already is named. A look that panics is one
// at something unreadable. Errors: unreadable, and those of looking.
func (u *Uploads) checked(ctx context.Context, digest []byte, upload string, unreadable error, look func() error) error {
	return pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		// held while this process lives, so that no other takes the look for one that never ended
		if _, err := tx.Exec(ctx, `SELECT set_config('idle_in_transaction_session_timeout', '10min', true),
			set_config('lock_timeout', '1min', true), pg_advisory_xact_lock($1)`, lockOf(digest)); err != nil {
			return fmt.Errorf("begin a check of an upload: %w", err)
		}
		var never bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM media_checks WHERE digest = $1)`, digest).Scan(&never); err != nil {
			return fmt.Errorf("begin a check of an upload: %w", err)
		}
		if never {
			return unreadable
		}
		if _, err := u.c.Pool.Exec(ctx, `INSERT INTO media_checks (digest, upload, began_at) VALUES ($1, $2, $3)`, digest, upload,
			u.c.Now()); err != nil {
			return fmt.Errorf("note a check of an upload: %w", err)
		}
		found := u.safely(ctx, unreadable, look)
		noting, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
		defer cancel()
		if _, err := u.c.Pool.Exec(noting, `DELETE FROM media_checks WHERE digest = $1`, digest); err != nil {
			return errors.Join(found, fmt.Errorf("note the end of a check of an upload: %w", err))
		}
		return found
	})
}

// safely looks at something.
func (u *Uploads) safely(ctx context.Context, unreadable error, look func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			u.c.Log.ErrorContext(ctx, "a check of an upload panicked, and the upload is refused", "panic", fault,
				"stack", string(debug.Stack()))
			err = unreadable
		}
	}()
	return look()
}

// lockOf is the lock in Postgres of who looks at bytes.
func lockOf(digest []byte) int64 {
	return int64(binary.BigEndian.Uint64(digest)) //nolint:gosec // any number does
}

// died removes an upload of which a check began and never ended, and tells whether it did. Errors: uploads_busy where it is being
// looked at.
func (u *Uploads) died(ctx context.Context, owner ident.ID, k Kind, name string) (bool, error) {
	var digest []byte
	err := u.c.Pool.QueryRow(ctx, `SELECT digest FROM media_checks WHERE upload = $1`, name).Scan(&digest)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("ask for the check of an upload: %w", err)
	}
	over, err := u.over(ctx, digest)
	if err != nil {
		return false, err
	}
	if !over {
		return false, errBusy
	}
	return true, u.Remove(ctx, owner, k, name)
}

// over reports whether no check of the bytes is running.
func (u *Uploads) over(ctx context.Context, digest []byte) (over bool, err error) {
	err = pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lockOf(digest)).Scan(&over)
	})
	if err != nil {
		return false, fmt.Errorf("ask whether an upload is being checked: %w", err)
	}
	return over, nil
}

// DropDied removes the uploads of which a check began and never ended, so many at most, and tells how many that were. What they
// brought stays refused until it is pruned.
func (u *Uploads) DropDied(ctx context.Context, most int) (int64, error) {
	rows, err := u.c.Pool.Query(ctx, `SELECT c.upload, m.kind, m.owner FROM media_checks c JOIN media_uploads m ON m.name = c.upload
		WHERE c.upload <> '' ORDER BY c.began_at LIMIT $1`, most)
	if err != nil {
		return 0, fmt.Errorf("list checks of uploads: %w", err)
	}
	type upload struct {
		Upload string
		Kind   string
		Owner  ident.ID
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[upload])
	if err != nil {
		return 0, fmt.Errorf("list checks of uploads: %w", err)
	}
	var gone int64
	for _, one := range all {
		k, known := u.Kind(one.Kind)
		if !known { // a newer callup's
			continue
		}
		died, err := u.died(ctx, one.Owner, k, one.Upload)
		if err != nil && !errors.Is(err, errBusy) {
			return gone, err
		}
		if died {
			u.c.Log.WarnContext(ctx, "a check of an upload never ended, and the upload is removed", "upload", one.Upload,
				"member", one.Owner)
			gone++
		}
	}
	return gone, nil
}

// PruneChecks forgets what was refused since before a moment because a check of it never ended.
func (u *Uploads) PruneChecks(ctx context.Context, before time.Time, most int) (int64, error) {
	done, err := u.c.Pool.Exec(ctx, `DELETE FROM media_checks WHERE digest IN
		(SELECT digest FROM media_checks WHERE began_at < $1 LIMIT $2)`, before, most)
	if err != nil {
		return 0, fmt.Errorf("forget checks of uploads: %w", err)
	}
	return done.RowsAffected(), nil
}
