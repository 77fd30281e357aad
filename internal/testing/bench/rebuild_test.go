package bench

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
)

const (
	moneyEvents    = 300_000
	moneyCampaigns = 200
	moneyGivers    = 60_000
)

// BenchmarkRebuild: the money projection (campaign_progress, with one row a campaign, one a campaign and giver, and one
// a campaign and hour) built anew from a log of money events, switched to and checked, against COPY of the same rows
// into the same indexed event table. Every event concerns the projection: 19 gifts of 20 are completed, the twentieth
// is then given back.
func BenchmarkRebuild(b *testing.B) {
	p := NewPostgres(b)
	rows := moneyLog(b)
	db, drop := p.Fresh(b)
	defer drop()
	if _, err := copyLog(b.Context(), db.Pool, rows); err != nil {
		b.Fatal(err)
	}
	Compare(b, Row{
		Figure: "rebuild of the money projection", Reference: "COPY of as many rows into the event table", Unit: "events/s", Reach: 1.3,
	}, func() float64 {
		db.Settle(b)
		return rebuild(b, db.Pool)
	}, func() float64 {
		empty, drop := p.Fresh(b)
		defer drop()
		perSecond, err := copyLog(b.Context(), empty.Pool, rows)
		if err != nil {
			b.Fatal(err)
		}
		return perSecond
	})
}

// rebuild builds the projection beside the live one, and makes sure that it holds every gift.
func rebuild(b *testing.B, pool *pgxpool.Pool) float64 {
	b.Helper()
	ctx := b.Context()
	store, err := pgstore.Open(ctx, pool, pgstore.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	for _, p := range projections.All() {
		if p.Name != "campaign_progress" {
			continue
		}
		begin := time.Now()
		builds, err := projector.NewBuilder(projector.Config{
			Store: store, Catalog: catalog.New(), Pool: pool, Projections: []*projector.Projection{p}, Holder: "bench",
			Log: slog.New(slog.DiscardHandler),
		}).Rebuild(ctx, []*projector.Projection{p}, false)
		took := time.Since(begin)
		if err != nil {
			b.Fatal(err)
		}
		build := builds[0]
		var gifts, raised int64
		err = pool.QueryRow(ctx, "SELECT sum(gifts)::bigint, sum(raised)::bigint FROM "+pgx.Identifier{build.Schema,
			"campaign_progress"}.Sanitize()).Scan(&gifts, &raised)
		const refunded = moneyEvents / 20
		if want := int64(moneyEvents - 2*refunded); err != nil || gifts != want || raised != want*2500 || build.Events != moneyEvents {
			b.Fatalf("%d events gave %d gifts of %d, not %d; %v", build.Events, gifts, raised, want, err)
		}
		return moneyEvents / took.Seconds()
	}
	b.Fatal("there is no money projection")
	return 0
}

// moneyLog makes the rows of the log.
func moneyLog(b *testing.B) [][]any {
	b.Helper()
	cat := catalog.New()
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	rows := make([][]any, 0, moneyEvents)
	add := func(id ident.ID, revision int64, e any) {
		command := ident.Pair("bench command", fmt.Sprint(len(rows)))
		meta := eventstore.Metadata{Command: command, Correlation: command, Actor: "provider:sandbox", Body: "paid"}
		encoded, err := cat.Encode(b.Context(), nil, ident.Event(command, 0), e, meta)
		if err != nil {
			b.Fatal(err)
		}
		rows = append(rows, []any{
			int64(len(rows) + 1), eventstore.StreamName(donation.Category, id), revision, [16]byte(encoded.ID), encoded.Type,
			int32(encoded.Version), encoded.Data, meta, began.Add(time.Duration(len(rows)) * 10 * time.Second),
		})
	}
	for n := 0; len(rows) < moneyEvents; n++ {
		c := donation.Completed{
			Donation: ident.Pair("bench donation", fmt.Sprint(n)), Campaign: ident.Pair("bench campaign", fmt.Sprint(n*7%moneyCampaigns)),
			Supporter: ident.Pair("bench giver", fmt.Sprint(n*13%moneyGivers)), Reference: fmt.Sprintf("sandbox_%d", n), At: began,
			Terms: donation.Terms{
				Gift: money.Of(2500, money.EUR), Fee: money.Of(0, money.EUR), Counted: money.Of(2500, money.EUR),
				Main: money.Of(2500, money.EUR),
				Rate: money.Same(money.EUR), MainRate: money.Same(money.EUR),
			},
		}
		add(c.Donation, 2, c)
		if len(rows)%20 == 19 {
			add(c.Donation, 3, donation.Refunded{
				Donation: c.Donation, Campaign: c.Campaign, Supporter: c.Supporter, Refund: ident.Pair("bench refund", fmt.Sprint(n)),
				Amount: c.Gift, Gift: c.Gift, Counted: c.Counted, Main: c.Main, Full: true, Reason: donation.ByOrganizer, At: began,
			})
		}
	}
	return rows
}

// copyLog copies rows into the log, and gives how many a second.
func copyLog(ctx context.Context, pool *pgxpool.Pool, rows [][]any) (float64, error) {
	begin := time.Now()
	_, err := pool.CopyFrom(ctx, pgx.Identifier{"events"},
		[]string{"position", "stream", "revision", "id", "type", "schema_version", "data", "metadata", "recorded_at"},
		pgx.CopyFromRows(rows))
	if err != nil {
		return 0, fmt.Errorf("copy the log: %w", err)
	}
	return float64(len(rows)) / time.Since(begin).Seconds(), nil
}
