package reactors

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
)

// ErrOtherHistory tells that a reactor has handled more than the log holds: the log was restored from a backup. Nothing
// is handled until callup reactors skip was run, or the log has grown past the reactor's place. The reactor then goes on
// from where the older log ended. If the newer log came back, some is handled again, which changes nothing.
var ErrOtherHistory = errors.New("the reactor is ahead of the log")

// NoteLogEnd keeps where the log ends for every reactor whose place lies beyond. It is called before this process appends
// anything, so that all it appends will be handled.
func NoteLogEnd(ctx context.Context, pool *pgxpool.Pool, store eventstore.Store) error {
	if err := noteLogEnd(ctx, pool, store, ""); err != nil && !errors.Is(err, ErrOtherHistory) {
		return err
	}
	return nil
}

// noteLogEnd looks whether the log ends before the place of a reactor, or of any where none is named, and keeps where, the
// least if it is found more than once. Error: ErrOtherHistory, for as long as it is so.
func noteLogEnd(ctx context.Context, db interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, store eventstore.Store, topic string) error {
	rows, err := db.Query(ctx, `SELECT reactor, position, coalesce(log_end, position) FROM reactor_checkpoints
		WHERE $1 IN ('', reactor)`, topic)
	if err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	type place struct{ Reactor, Position, End string }
	places, err := pgx.CollectRows(rows, pgx.RowToStructByPos[place])
	if err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	_, head, err := store.Head(ctx) // read after the places, which move on while a server runs
	if err != nil {
		return fmt.Errorf("read the log's head: %w", err)
	}
	var ahead error
	for _, p := range places {
		at, aerr := eventstore.ParsePosition(p.Position)
		end, eerr := eventstore.ParsePosition(p.End)
		if err := errors.Join(aerr, eerr); err != nil {
			return err
		}
		if !head.Before(at) {
			continue
		}
		if head.Before(end) { // for the first time, or restored again from a backup that is older still
			if _, err := db.Exec(ctx, `UPDATE reactor_checkpoints SET log_end = $2
				WHERE reactor = $1 AND position = $3
				AND coalesce(log_end, position) = $4`, p.Reactor, head.String(), p.Position, p.End); err != nil {
				return fmt.Errorf("note where the log ends: %w", err)
			}
		}
		ahead = fmt.Errorf("%w: the checkpoint is %s, the log ends at %s", ErrOtherHistory, at, head)
	}
	return ahead
}
