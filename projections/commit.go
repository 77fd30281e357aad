//go:build !bug_checkpoint

package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/faultpoint"
)

// commit writes pages of several builds, with their checkpoints, in one transaction and one round trip.
func commit(ctx context.Context, pool *pgxpool.Pool, pages []prepared) error {
	b := &pgx.Batch{}
	queuePass(b, pages)
	faultpoint.Cut(b, "checkpoint-rows")
	for _, p := range pages {
		if err := p.queue(b); err != nil {
			return err
		}
	}
	if err := pool.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("write a page: %w", err)
	}
	for _, p := range pages {
		p.l.unwritten = unwritten{since: time.Now()}
	}
	return nil
}
