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
// body is the one that did.
func (k *Keys) Claim(ctx context.Context, command ident.ID, body string) (first bool, err error) {
	var kept string
	err = k.pool.QueryRow(ctx, `INSERT INTO command_keys (command, body) VALUES ($1, $2)
		ON CONFLICT (command) DO UPDATE SET body = command_keys.body RETURNING body`, command, body).Scan(&kept)
	if err != nil {
		return false, fmt.Errorf("remember a command's key: %w", err)
	}
	return kept == body, nil
}
