package readapi

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/readmodel"
)

// The tables of the landing page's figures.
var (
	TotalsTables = []string{readmodel.PlatformTotals, readmodel.PlatformCounts}
	RecentTables = []string{readmodel.Supporters, readmodel.Campaigns}
)

// recentLines is how many of the latest contributions are shown.
const recentLines = 10

const totalsSQL = `SELECT
	coalesce((SELECT sum(t.main) FROM {platform_totals} t), 0)::bigint,
	coalesce((SELECT sum(t.gifts) FROM {platform_totals} t), 0)::bigint,
	EXISTS (SELECT FROM {platform_totals} t WHERE t.currency <> $1 AND t.raised <> 0),
	coalesce((SELECT jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.raised) ORDER BY t.currency)
		FROM {platform_totals} t WHERE t.raised <> 0), '[]'),
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'campaign'), 0),
	coalesce((SELECT n.count FROM {platform_counts} n WHERE n.kind = 'person'), 0)`

// PlatformTotals gives what the whole installation has gathered.
func (s *Service) PlatformTotals(ctx context.Context) (Totals, error) {
	return one(ctx, s, "totals", totalsSQL, func(row pgx.CollectableRow) (Totals, error) {
		t := Totals{Currency: s.c.MainCurrency}
		err := row.Scan(&t.RaisedAmount, &t.Gifts, &t.Approximate, &t.ByCurrency, &t.Campaigns, &t.People)
		return t, err
	}, string(s.c.MainCurrency))
}

// RecentContributions gives the latest contributions anywhere, the newest first. They name nobody.
func (s *Service) RecentContributions(ctx context.Context) ([]Recent, error) {
	return query(ctx, s, "recent contributions", `SELECT s.line, s.kind,
		CASE WHEN s.anonymous THEN 'anonymous' WHEN s.member = '00000000-0000-0000-0000-000000000000' THEN 'guest' ELSE 'member' END,
		s.amount - s.refunded, s.currency, c.slug, c.title, c.lang, s.at
		FROM (SELECT * FROM {campaign_supporters} WHERE state = 'listed' ORDER BY at DESC, contribution LIMIT $1) s
		JOIN {campaigns} c ON c.id = s.campaign ORDER BY s.at DESC, s.contribution`,
		func(row pgx.CollectableRow) (Recent, error) {
			var r Recent
			err := row.Scan(&r.ID, &r.Kind, &r.Giver, &r.Amount, &r.Currency, &r.CampaignSlug, &r.CampaignTitle, &r.CampaignLang, &r.At)
			r.At = r.At.UTC()
			return r, err
		}, recentLines)
}

// Settings gives what the web app needs to know of the installation.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	out := Settings{
		Environment: s.c.Environment, Sandbox: s.c.Sandbox, Outbox: s.c.Outbox, MainCurrency: s.c.MainCurrency,
		Currencies: money.Currencies[:], Rates: []Rate{}, Fees: []PaymentFee{}, MaxAmount: money.MaxMinor,
		PasswordMin: s.c.PasswordMin, Terms: s.c.Terms,
	}
	now := s.c.Clock()
	for _, from := range money.Currencies {
		fee := s.c.Fees.Fee(from)
		out.Fees = append(out.Fees, PaymentFee{Currency: from, BasisPoints: fee.BasisPoints, Fixed: fee.Fixed.Minor})
		for _, to := range money.Currencies {
			if from == to {
				continue
			}
			r, err := s.c.Rates.Rate(from, to, now)
			if err != nil {
				return out, fmt.Errorf("rate from %s to %s: %w", from, to, err)
			}
			out.Rates = append(out.Rates, Rate(r))
		}
	}
	var err error
	out.Demo, err = s.Demo(ctx)
	return out, err
}

// Demo tells whether the installation was filled with demo data.
func (s *Service) Demo(ctx context.Context) (bool, error) {
	if s.demo.Load() {
		return true, nil
	}
	var demo bool
	if err := s.c.Pool.QueryRow(ctx, `SELECT coalesce((SELECT demo FROM installation), false)`).Scan(&demo); err != nil {
		return false, fmt.Errorf("read whether this is a demo: %w", err)
	}
	if demo {
		s.demo.Store(true)
	}
	return demo, nil
}

var _ Fees = ports.Payments(nil)

func (s *Service) totals(ctx context.Context, in *ReadAfter) (*Answer[Totals], error) {
	return answer(ctx, s, "platform-totals", *in, TotalsTables, forEveryone, s.PlatformTotals)
}

func (s *Service) recent(ctx context.Context, in *ReadAfter) (*Answer[[]Recent], error) {
	return answer(ctx, s, "platform-recent", *in, RecentTables, forEveryone, s.RecentContributions)
}

func (s *Service) settings(ctx context.Context, _ *struct{}) (*Answer[Settings], error) {
	body, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return &Answer[Settings]{Cache: forEveryone, Body: body}, nil
}
