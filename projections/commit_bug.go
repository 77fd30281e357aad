//go:build bug_checkpoint

package projections

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/faultpoint"
)

// commit is wrong on purpose: the checkpoints are committed before the rows, so that whoever dies in between has passed
// events that no table ever shows. A fault run must name what follows.
func commit(ctx context.Context, pool *pgxpool.Pool, pages []prepared) error {
	checkpoints, rows := &pgx.Batch{}, &pgx.Batch{}
	queuePass(checkpoints, pages)
	for _, p := range pages {
		if err := p.queue(rows); err != nil {
			return err
		}
	}
	if err := pool.SendBatch(ctx, checkpoints).Close(); err != nil {
		return fmt.Errorf("write checkpoints: %w", err)
	}
	faultpoint.Hit("checkpoint-rows")
	if err := pool.SendBatch(ctx, rows).Close(); err != nil {
		return fmt.Errorf("write a page: %w", err)
	}
	for _, p := range pages {
		p.l.unwritten = unwritten{since: time.Now()}
	}
	return nil
}
