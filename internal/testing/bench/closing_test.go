package bench

import (
	"bytes"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

const (
	closedCampaigns = 10_000
	waitingPledges  = 20 // of each campaign that is closed
	smallLog        = 30_000
	largeLog        = 3_000_000
)

// BenchmarkClosing: what closing one of 10,000 campaigns costs, of which 20 offers wait for an answer, with three million events
// in the log, beside the same with thirty thousand.
func BenchmarkClosing(b *testing.B) {
	p := NewPostgres(b)
	large, dropLarge := closable(b, p, largeLog)
	defer dropLarge()
	small, dropSmall := closable(b, p, smallLog)
	defer dropSmall()
	Compare(b, Row{
		Figure: "closing one of 10,000 campaigns at 3,000,000 events", Reference: "at 30,000", Unit: "ms", Most: 1.5,
	}, large, small)
}

// closable gives a function that closes one more campaign of a log, and tells the milliseconds it took.
func closable(b *testing.B, p *Postgres, events int) (closeNext func() float64, drop func()) {
	b.Helper()
	ctx, log, cat := b.Context(), slog.New(slog.DiscardHandler), catalog.New()
	db, dropDatabase := p.Fresh(b)
	copyGifts(b, db, cat, events)
	store, err := pgstore.Open(ctx, db.Pool, pgstore.Options{Logger: log})
	if err != nil {
		b.Fatal(err)
	}
	keys, err := keyring.New(db.Pool, bytes.Repeat([]byte{7}, 32), time.Now, catalog.ErrErased)
	if err != nil {
		b.Fatal(err)
	}
	all := app.Projections()
	for _, one := range all {
		if one.Name == readmodel.BelongingsProjection {
			all = []*projector.Projection{one}
		}
	}
	if _, err := projector.NewBuilder(projector.Config{
		Store: store, Catalog: cat, Pool: db.Pool, Projections: all, Holder: "bench", Log: log,
	}).Rebuild(ctx, all, false); err != nil {
		b.Fatal(err)
	}
	handler := command.NewHandler(store, cat, keys)
	s := command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{Keys: keys, Clock: time.Now, Log: log, Belongings: app.NewBelongings(db.Pool, store, handler, all)},
		Areas:   commands.All(), Tracer: noop.NewTracerProvider().Tracer("bench"),
	})
	db.Settle(b)
	n := 0
	return func() float64 {
		begin := time.Now()
		if err := pledges.CloseOf(ctx, s, benchCampaign(n)); err != nil {
			b.Fatal(err)
		}
		took := time.Since(begin)
		n++
		var declined int
		err := db.Pool.QueryRow(ctx, `SELECT count(*) FROM events WHERE position > $1`, events).Scan(&declined)
		if err != nil || declined != n*waitingPledges {
			b.Fatalf("%d campaigns were closed, and %d offers declined: %v", n, declined, err)
		}
		return float64(took.Microseconds()) / 1000
	}, func() { store.Close(); dropDatabase() }
}

func benchCampaign(n int) ident.ID { return ident.Pair("bench campaign", fmt.Sprint(n)) }

// copyGifts fills a log with offers to the first campaigns, and gifts to all.
func copyGifts(b *testing.B, db *Database, cat *catalog.Catalog, events int) {
	b.Helper()
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	n := 0
	row := func(category string, id ident.ID, e any) ([]any, error) {
		of := ident.Pair("bench command", fmt.Sprint(n))
		meta := eventstore.Metadata{Command: of, Correlation: of, Actor: "provider:sandbox", Body: "paid"}
		encoded, err := cat.Encode(b.Context(), nil, ident.Event(of, 0), e, meta)
		n++
		return []any{
			int64(n), eventstore.StreamName(category, id), int64(0), [16]byte(encoded.ID), encoded.Type,
			int32(encoded.Version), encoded.Data, meta, began.Add(time.Duration(n) * time.Second),
		}, err
	}
	next := func() ([]any, error) {
		if n == events {
			return nil, nil
		}
		id, who := ident.Pair("bench thing", fmt.Sprint(n)), ident.Pair("bench giver", fmt.Sprint(n*13%moneyGivers))
		if n < 100*waitingPledges {
			return row(timepledge.Category, id, timepledge.Pledged{At: began, Lang: "en", Parties: timepledge.Parties{
				Pledge: id, Campaign: benchCampaign(n / waitingPledges), Supporter: who, Member: who, Minutes: 60,
			}})
		}
		return row(donation.Category, id, donation.Started{
			Donation: id, Campaign: benchCampaign(n % closedCampaigns), Supporter: who, Lang: "en", Provider: "sandbox", At: began,
			Terms: donation.Terms{
				Gift: money.Of(2500, money.EUR), Fee: money.Of(0, money.EUR), Counted: money.Of(2500, money.EUR),
				Main: money.Of(2500, money.EUR), Rate: money.Same(money.EUR), MainRate: money.Same(money.EUR),
			},
		})
	}
	if _, err := db.Pool.CopyFrom(b.Context(), pgx.Identifier{"events"},
		[]string{"position", "stream", "revision", "id", "type", "schema_version", "data", "metadata", "recorded_at"},
		pgx.CopyFromFunc(next)); err != nil {
		b.Fatal(err)
	}
}
