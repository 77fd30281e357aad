package mail

import (
	"context"
	"fmt"
	"time"
)

// Prune deletes mails that were written before a moment, the oldest first, so many at most, and tells how many those were.
func (o *Outbox) Prune(ctx context.Context, before time.Time, most int) (int64, error) {
	// By id, the order in which they were written: no index is needed to find the oldest.
	gone, err := o.pool.Exec(ctx, `DELETE FROM outbox_mails WHERE created_at < $1
		AND id IN (SELECT id FROM outbox_mails ORDER BY id LIMIT $2)`, before, most)
	if err != nil {
		return 0, fmt.Errorf("deleting old mails from the outbox: %w", err)
	}
	return gone.RowsAffected(), nil
}
