package sandbox

import (
	"context"
	"fmt"
	"time"
)

// Prune deletes webhooks that were taken before a moment, so many at most, and tells how many those were. What waits, was given
// up, or must have been tried before another that is kept stays.
func (s *Sandbox) Prune(ctx context.Context, before time.Time, most int) (int64, error) {
	// By id, the order in which they were entered: no index is needed to find the oldest.
	gone, err := s.pool.Exec(ctx, `DELETE FROM sandbox_deliveries WHERE tried_at < $1 AND id IN (
		SELECT d.id FROM sandbox_deliveries d WHERE d.outcome = 'delivered'
		AND NOT EXISTS (SELECT FROM sandbox_deliveries f WHERE f.follows = d.id) ORDER BY d.id LIMIT $2)`, before, most)
	if err != nil {
		return 0, fmt.Errorf("delete webhooks that were taken: %w", err)
	}
	return gone.RowsAffected(), nil
}
