// Package commandkeys remembers which body came first under the id of a command on something that exists. Commands that
// bring something new into being are found in the log under their own id and need no memory.
package commandkeys

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
)

// Keys is the memory, in the table command_keys.
type Keys struct{ pool *pgxpool.Pool }

// New makes the memory.
func New(pool *pgxpool.Pool) *Keys { return &Keys{pool} }

// Claim keeps a command's body, a keyed hash, unless another came first under the same id; first tells whether this
// body is the one that did. actor is who sends the command, as in the metadata of events. made names what this very call
// wrote, for Release; it is 0 where the key was claimed before.
func (k *Keys) Claim(ctx context.Context, command ident.ID, actor, body string) (first bool, made int64, err error) {
	// A call that finds its own body writes the row anew: whoever claimed before then no longer takes it away.
	err = k.pool.QueryRow(ctx, `INSERT INTO command_keys (command, actor, body) VALUES ($1, $2, $3)
		ON CONFLICT (command) DO UPDATE SET body = excluded.body WHERE command_keys.body = excluded.body
		RETURNING CASE WHEN xmax = 0 THEN xmin::text::bigint ELSE 0 END`, command, actor, body).Scan(&made)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, fmt.Errorf("remember a command's key: %w", err)
	}
	return true, made, nil
}

// Release takes back what Claim made, unless another call has claimed the same key since.
func (k *Keys) Release(ctx context.Context, command ident.ID, made int64) error {
	_, err := k.pool.Exec(ctx, `DELETE FROM command_keys WHERE command = $1 AND xmin::text::bigint = $2`, command, made)
	if err != nil {
		return fmt.Errorf("release a command's key: %w", err)
	}
	return nil
}

// Forget forgets what a member sent, and tells how many keys that were.
func (k *Keys) Forget(ctx context.Context, member ident.ID) (int64, error) {
	gone, err := k.pool.Exec(ctx, `DELETE FROM command_keys WHERE actor = 'member:' || $1::text`, member.String())
	if err != nil {
		return 0, fmt.Errorf("forget a member's command keys: %w", err)
	}
	return gone.RowsAffected(), nil
}

// Prune forgets keys that were first claimed before a moment, so many at most, and tells how many those were. Whoever sends
// such a command again is still answered from the log where it acts on the same thing.
func (k *Keys) Prune(ctx context.Context, before time.Time, most int) (int64, error) {
	gone, err := k.pool.Exec(ctx, `DELETE FROM command_keys WHERE command IN (
		SELECT command FROM command_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, before, most)
	if err != nil {
		return 0, fmt.Errorf("forget old command keys: %w", err)
	}
	return gone.RowsAffected(), nil
}
