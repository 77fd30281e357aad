package reactors

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
)

// DeadLetter is an event a reactor gave up on.
type DeadLetter struct {
	ID         int64      `db:"id" json:"id"`
	Reactor    string     `db:"reactor" json:"reactor"`
	Position   string     `db:"position" json:"position"`
	EventID    ident.ID   `db:"event_id" json:"event_id"`
	Stream     string     `db:"stream" json:"stream"`
	Type       string     `db:"type" json:"type"`
	Error      string     `db:"error" json:"error"`
	Attempts   int        `db:"attempts" json:"attempts"`
	CreatedAt  time.Time  `db:"created_at" json:"created_at"`
	ReplayedAt *time.Time `db:"replayed_at" json:"replayed_at,omitempty"`
}

const deadLetterColumns = `id, reactor, position, event_id, stream, type, error, attempts, created_at, replayed_at`

// DeadLetters lists what waits to be replayed, oldest first; with all, also what was.
func DeadLetters(ctx context.Context, pool *pgxpool.Pool, all bool) ([]DeadLetter, error) {
	rows, err := pool.Query(ctx, `SELECT `+deadLetterColumns+` FROM dead_letters WHERE $1 OR replayed_at IS NULL ORDER BY id`, all)
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", err)
	}
	letters, err := pgx.CollectRows(rows, pgx.RowToStructByName[DeadLetter])
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", err)
	}
	return letters, nil
}

// Replay hands a dead letter's event to its reactor again, once. Its error is the reactor's.
func (r *Router) Replay(ctx context.Context, d DeadLetter) error {
	re, ok := r.reactors[d.Reactor]
	if !ok {
		return fmt.Errorf("no reactor is called %q in this version", d.Reactor)
	}
	for rec, err := range r.store.ReadStream(ctx, d.Stream, 0) {
		if err != nil {
			return fmt.Errorf("read the event of dead letter %d: %w", d.ID, err)
		}
		if rec.ID != d.EventID {
			continue
		}
		if err := r.react(ctx, re, rec); err != nil {
			return err
		}
		if _, err := r.pool.Exec(ctx, `UPDATE dead_letters SET replayed_at = now() WHERE id = $1`, d.ID); err != nil {
			return fmt.Errorf("mark dead letter %d as replayed: %w", d.ID, err)
		}
		return nil
	}
	return fmt.Errorf("event %s of dead letter %d is not in the log", d.EventID, d.ID)
}
