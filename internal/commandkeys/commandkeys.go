// Package commandkeys remembers which body came first under the id of a command on something that exists. Commands that
// bring something new into being are found in the log under their own id and need no memory.
package commandkeys

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
)

// Keys is the memory, in the table command_keys.
type Keys struct{ pool *pgxpool.Pool }

// New makes the memory.
func New(pool *pgxpool.Pool) *Keys { return &Keys{pool} }

// Claim keeps a command's body, a keyed hash, unless another came first under the same id; first tells whether this
// body is the one that did. actor is who sends the command, as in the metadata of events.
func (k *Keys) Claim(ctx context.Context, command ident.ID, actor, body string) (first bool, err error) {
	var kept string
	err = k.pool.QueryRow(ctx, `INSERT INTO command_keys (command, actor, body) VALUES ($1, $2, $3)
		ON CONFLICT (command) DO UPDATE SET body = command_keys.body RETURNING body`, command, actor, body).Scan(&kept)
	if err != nil {
		return false, fmt.Errorf("remember a command's key: %w", err)
	}
	return kept == body, nil
}

// Forget forgets what a member sent, and tells how many keys that were.
func (k *Keys) Forget(ctx context.Context, member ident.ID) (int64, error) {
	gone, err := k.pool.Exec(ctx, `DELETE FROM command_keys WHERE actor = 'member:' || $1::text`, member.String())
	if err != nil {
		return 0, fmt.Errorf("forget a member's command keys: %w", err)
	}
	return gone.RowsAffected(), nil
}
