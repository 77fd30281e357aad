package reactors

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
)

// Forget removes what failures left of some things (members, campaigns, donations): mails that were never written, and
// what is said of why a reactor or a timer failed. A refund that waits to be made is still made. It tells how many rows
// that concerned.
func Forget(ctx context.Context, pool *pgxpool.Pool, things []ident.ID) (count int64, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		names := make([]string, len(things))
		for i, id := range things {
			names[i] = id.String()
		}
		for _, q := range []struct {
			sql string
			arg any
		}{
			{`DELETE FROM dead_letters WHERE reactor = 'mails' AND right(stream, 36) = ANY($1)`, names},
			{`UPDATE dead_letters SET error = '' WHERE error <> '' AND right(stream, 36) = ANY($1)`, names},
			{`UPDATE timers SET error = '' WHERE error <> '' AND subject = ANY($1)`, things},
			// a slug's stream does not tell whose it is: what is said of any of them goes
			{`UPDATE timers SET error = '' WHERE error <> '' AND command = $1`, timerSlug},
		} {
			done, err := tx.Exec(ctx, q.sql, q.arg)
			if err != nil {
				return err
			}
			count += done.RowsAffected()
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forget failures: %w", err)
	}
	return count, nil
}
