package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/commandkeys"
)

const (
	// served is how long what has served stays: mails that were written, keys of commands that no browser sends again any
	// more, webhooks that were taken.
	served = 30 * 24 * time.Hour
	// pruneEvery is how often each process looks for what may go.
	pruneEvery = time.Hour
	// pruneBatch is how many rows go with one statement, and prunePause what lies between two.
	pruneBatch = 1000
	prunePause = 50 * time.Millisecond
	// pruneWithin bounds one statement.
	pruneWithin = 30 * time.Second
	// PruneLock is held in Postgres by the one process that prunes. The number means nothing else.
	PruneLock = 0x63616c6c75700061
)

// prunable is a table of what serves for a while, and how its oldest rows go.
type prunable struct {
	table string
	prune func(ctx context.Context, before time.Time, most int) (int64, error)
}

func (s *Services) prunables() []prunable {
	all := []prunable{
		{"outbox_mails", s.Outbox.Prune},
		{"command_keys", commandkeys.New(s.Pool).Prune},
		{"media_uploads", func(ctx context.Context, _ time.Time, most int) (int64, error) { return s.Uploads.DropDied(ctx, most) }},
		{"media_checks", s.Uploads.PruneChecks},
		{"media_usage", s.Uploads.PruneUsage},
		{"media_uploads", func(ctx context.Context, _ time.Time, most int) (int64, error) { return s.Uploads.Prune(ctx, most) }},
		{"user_interactions", func(ctx context.Context, _ time.Time, most int) (int64, error) { return s.Pressed.Prune(ctx, most) }},
		{"campaign_visits", func(ctx context.Context, _ time.Time, most int) (int64, error) { return s.Visits.Prune(ctx, most) }},
	}
	if s.resident != nil {
		all = append(all, prunable{"sandbox_deliveries", s.resident.Prune})
	}
	return all
}

// keepPruning prunes at once and then every hour, until the context ends.
func (s *Services) keepPruning(ctx context.Context) error {
	for {
		if err := s.Prune(ctx, Now().Add(-served), pruneBatch); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "what has served could not be cleared away; trying again in an hour", "error", err)
		}
		if !reach.Pause(ctx, pruneEvery) {
			return ctx.Err()
		}
	}
}

// Prune deletes what has served since before a moment, in batches, unless another process is doing so.
func (s *Services) Prune(ctx context.Context, before time.Time, batch int) error {
	_, err := s.unlessElsewhere(ctx, PruneLock, func() error {
		for _, p := range s.prunables() {
			if err := p.empty(ctx, before, batch, s.Log); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// unlessElsewhere does something under a lock in Postgres, unless another process holds it.
func (s *Services) unlessElsewhere(ctx context.Context, lock int64, do func() error) (alone bool, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		// what is done goes over other connections, longer than some databases let one lie idle in a transaction
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = '1h'`); err != nil {
			return fmt.Errorf("prepare the lock %x: %w", lock, err)
		}
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lock).Scan(&alone); err != nil {
			return fmt.Errorf("ask for the lock %x: %w", lock, err)
		}
		if !alone {
			return nil
		}
		return do()
	})
	return alone, err
}

// empty deletes batch after batch until one is not full.
func (p prunable) empty(ctx context.Context, before time.Time, batch int, log *slog.Logger) error {
	var all int64
	for {
		deleting, cancel := context.WithTimeout(ctx, pruneWithin)
		gone, err := p.prune(deleting, before, batch)
		cancel()
		all += gone
		if err != nil {
			return err
		}
		if gone < int64(batch) || !reach.Pause(ctx, prunePause) {
			break
		}
	}
	if all > 0 {
		log.InfoContext(ctx, "what has served was cleared away", "table", p.table, "rows", all)
	}
	return nil
}
