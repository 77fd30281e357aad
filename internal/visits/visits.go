// Package visits remembers what members saw of campaigns when they last looked at them: in a table of its own, never in the log,
// for as long as Kept.
package visits

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

const (
	// Apart is how long nobody looked when a visit is over: whoever looks again, or reloads, within it is still on the same.
	Apart = 30 * time.Minute
	// Kept is how long a visit is remembered.
	Kept = 395 * 24 * time.Hour // thirteen months, as what members press
)

// Service remembers visits. It is safe for concurrent use.
type Service struct {
	pool *pgxpool.Pool
	now  ports.Clock
}

// New makes it.
func New(pool *pgxpool.Pool, now ports.Clock) *Service { return &Service{pool, now} }

// Before is what a member saw on the visit before this one, as it was given to Visit, and when that visit ended. The zero value
// says that there was none.
type Before struct {
	At   time.Time
	Seen json.RawMessage
}

// Visit remembers what a member sees of a campaign now, and gives what they saw on the visit before this one. Where anew, what
// this visit showed them last counts as that from now on: they have seen it, and nothing that came since.
func (s *Service) Visit(ctx context.Context, member, campaign ident.ID, seen json.RawMessage, anew bool) (b Before, err error) {
	now := s.now()
	var at *time.Time
	err = s.pool.QueryRow(ctx, `INSERT INTO campaign_visits AS v (member, campaign, at, seen, before_at, before)
		VALUES ($1, $2, $3, $4::jsonb, CASE WHEN $5::boolean THEN $3::timestamptz END, CASE WHEN $5 THEN $4::jsonb END)
		ON CONFLICT (member, campaign) DO UPDATE SET
			before = CASE WHEN $5 OR v.at < $6 THEN v.seen ELSE v.before END,
			before_at = CASE WHEN $5 OR v.at < $6 THEN v.at ELSE v.before_at END,
			at = greatest(v.at, excluded.at), seen = CASE WHEN $5 OR excluded.at < v.at THEN v.seen ELSE excluded.seen END
		RETURNING before_at, before`, member, campaign, now, seen, anew, now.Add(-Apart)).Scan(&at, &b.Seen)
	if err != nil {
		return b, fmt.Errorf("remember a visit: %w", err)
	}
	if at != nil {
		b.At = at.UTC()
	}
	return b, nil
}

// Visited is when a member last looked at a campaign.
type Visited struct {
	Campaign ident.ID
	At       time.Time
	Seen     json.RawMessage // as it was given to Visit
	Before   Before
}

// Of gives what is remembered of a member, the latest first.
func (s *Service) Of(ctx context.Context, member ident.ID) ([]Visited, error) {
	rows, err := s.pool.Query(ctx, `SELECT campaign, at, seen, before_at, before
		FROM campaign_visits WHERE member = $1 ORDER BY at DESC, campaign`, member)
	if err != nil {
		return nil, fmt.Errorf("list visits: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v Visited, err error) {
		r, err := rowscan.Row[struct {
			Campaign ident.ID        `db:"campaign"`
			At       time.Time       `db:"at"`
			Seen     json.RawMessage `db:"seen"`
			BeforeAt *time.Time      `db:"before_at"`
			Before   json.RawMessage `db:"before"`
		}](row)
		v = Visited{Campaign: r.Campaign, At: r.At.UTC(), Seen: r.Seen, Before: Before{Seen: r.Before}}
		if r.BeforeAt != nil {
			v.Before.At = r.BeforeAt.UTC()
		}
		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list visits: %w", err)
	}
	return all, nil
}

// Leave forgets what a member saw of a campaign.
func (s *Service) Leave(ctx context.Context, member, campaign ident.ID) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM campaign_visits WHERE member = $1 AND campaign = $2`, member, campaign)
	if err != nil {
		return fmt.Errorf("forget a visit: %w", err)
	}
	return nil
}

// Forget forgets all visits of a member and tells how many there were.
func (s *Service) Forget(ctx context.Context, member ident.ID) (int64, error) {
	gone, err := s.pool.Exec(ctx, `DELETE FROM campaign_visits WHERE member = $1`, member)
	if err != nil {
		return 0, fmt.Errorf("forget visits: %w", err)
	}
	return gone.RowsAffected(), nil
}

// Prune forgets at most so many visits that were remembered long enough, and tells how many.
func (s *Service) Prune(ctx context.Context, most int) (int64, error) {
	gone, err := s.pool.Exec(ctx, `DELETE FROM campaign_visits WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM campaign_visits WHERE at < $1 ORDER BY at LIMIT $2))`, s.now().Add(-Kept), most)
	if err != nil {
		return 0, fmt.Errorf("prune visits: %w", err)
	}
	return gone.RowsAffected(), nil
}
