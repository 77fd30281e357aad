package projector

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/faultpoint"
)

// commit writes batches of several builds, with their checkpoints, in one transaction and one round trip. It waits for the
// leases however long, since who switches builds holds them meanwhile, and for a table as long as the connection does.
func commit(ctx context.Context, pool *pgxpool.Pool, batches []prepared) error {
	for {
		passed, err := send(ctx, pool, batches)
		if lockedOut(err) && !passed {
			continue
		}
		if err != nil {
			return fmt.Errorf("write a batch: %w", err)
		}
		break
	}
	for _, p := range batches {
		p.l.unwritten = unwritten{since: time.Now()}
	}
	return nil
}

// send tells also whether the leases were not what it waited for, if it fails.
func send(ctx context.Context, pool *pgxpool.Pool, batches []prepared) (passed bool, err error) {
	b := &pgx.Batch{}
	queuePass(b, batches).Exec(func(pgconn.CommandTag) error { passed = true; return nil })
	faultpoint.Cut(b, "checkpoint-rows")
	for _, p := range batches {
		if err := p.queue(b); err != nil {
			return false, err
		}
	}
	err = pool.SendBatch(ctx, b).Close()
	return passed || unprepared(err), err
}
