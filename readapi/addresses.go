package readapi

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// CampaignCount gives how many campaigns have a public page.
func (s *Service) CampaignCount(ctx context.Context) (int64, error) {
	return one(ctx, s, "how many campaigns there are", `SELECT count(*) FROM {campaigns}`, pgx.RowTo[int64])
}

// EachAddress names the slug of each public campaign, in a stable order, and when its words last changed. An error of
// yield ends it.
func (s *Service) EachAddress(ctx context.Context, skip, limit int, yield func(slug string, changed time.Time) error) error {
	sql, err := s.c.Resolver.Expand(ctx, `SELECT slug, greatest(launched_at, revised_at, closed_at) FROM {campaigns}
		ORDER BY launched_at, id OFFSET $1 LIMIT $2`)
	if err != nil {
		return fmt.Errorf("read the campaigns' addresses: %w", err)
	}
	rows, err := s.c.Pool.Query(ctx, sql, skip, limit)
	if err != nil {
		return fmt.Errorf("read the campaigns' addresses: %w", err)
	}
	var slug string
	var changed time.Time
	if _, err := pgx.ForEachRow(rows, []any{&slug, &changed}, func() error { return yield(slug, changed.UTC()) }); err != nil {
		return fmt.Errorf("read the campaigns' addresses: %w", err)
	}
	return nil
}
