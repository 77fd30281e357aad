package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// overdue is an open page that ran out.
type overdue struct {
	Reference string
	ExpiresAt time.Time
}

// expireDue closes the pages that ran out, each in a transaction of its own. One that can't be closed keeps none of the
// others waiting, however many there are: each look goes on behind it, and the next one tries it again.
func (s *Sandbox) expireDue(ctx context.Context) error {
	now := s.now()
	var last overdue
	var first error
	failures := 0
	for {
		pages, err := s.overdueAfter(ctx, now, last)
		if err != nil {
			return errors.Join(err, first)
		}
		for _, p := range pages {
			if err := s.expire(ctx, p); err != nil {
				failures++
				if first == nil {
					first = err
				}
			}
		}
		if len(pages) < batch {
			break
		}
		last = pages[len(pages)-1]
	}
	if first != nil {
		return fmt.Errorf("%d sandbox pages that ran out could not be closed: %w", failures, first)
	}
	return nil
}

// overdueAfter reads the next pages that ran out by now, those that did so first at the front. It locks none.
func (s *Sandbox) overdueAfter(ctx context.Context, now time.Time, last overdue) ([]overdue, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	rows, err := s.pool.Query(ctx, `SELECT reference, expires_at FROM sandbox_payments
		WHERE status = 'open' AND expires_at <= $1 AND (expires_at, reference) > ($2, $3)
		ORDER BY expires_at, reference LIMIT $4`, now, last.ExpiresAt, last.Reference, batch)
	if err != nil {
		return nil, fmt.Errorf("read sandbox pages that ran out: %w", err)
	}
	pages, err := pgx.CollectRows(rows, pgx.RowToStructByPos[overdue])
	if err != nil {
		return nil, fmt.Errorf("read sandbox pages that ran out: %w", err)
	}
	return pages, nil
}

// expire closes a page, unless it was decided since it was read or another process is at it.
func (s *Sandbox) expire(ctx context.Context, page overdue) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		open, err := query(ctx, tx, `reference = $1 AND status = 'open' FOR UPDATE SKIP LOCKED`, page.Reference)
		if err != nil {
			return err
		}
		for _, p := range open {
			if _, err := s.settle(ctx, tx, p, statusExpired, Options{}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("close page %s: %w", page.Reference, err)
	}
	s.nudge()
	return nil
}
