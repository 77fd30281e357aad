package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/seed"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/projections/projector"
)

// scaled is how many events a large log holds: ten million, as the speed table says, unless CALLUP_BENCH_EVENTS names
// fewer.
func scaled(b *testing.B) int {
	b.Helper()
	n, err := strconv.Atoi(os.Getenv("CALLUP_BENCH_EVENTS"))
	if err != nil {
		return 10_000_000
	}
	return n
}

// filled opens an installation whose log holds about so many events of gifts.
func filled(b *testing.B, db *bench.Database, events int) *app.Services {
	b.Helper()
	cfg, err := config.Load([]string{"CALLUP_DATA=" + b.TempDir(), "DATABASE_URL=" + db.URL, "CALLUP_DEMO=off"})
	if err != nil {
		b.Fatal(err)
	}
	base, err := app.Open(b.Context(), cfg, app.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := base.Close(context.WithoutCancel(b.Context())); err != nil {
			b.Error(err)
		}
	})
	s, err := base.Alone()
	if err != nil {
		b.Fatal(err)
	}
	o := app.SeedOptions{Members: 200, Campaigns: 100, Seed: 1}
	if _, err := s.Seed(b.Context(), o, func(string) {}); err != nil {
		b.Fatal(err)
	}
	quiet := &cli.Program{Stdout: io.Discard, Stderr: io.Discard}
	if err := seed.AddBulk(b.Context(), quiet, s, o, events); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkRebuildAll: all projections built anew in one pass over a log of gifts from beginning to end, compared row by row
// with the live ones and switched to, as callup projections rebuild --all does, against COPY of the same log's rows into
// an indexed event table.
func BenchmarkRebuildAll(b *testing.B) {
	const events = 300_000
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	s := filled(b, db, events)
	if err := projector.NewBuilder(s.ProjectionConfig(nil)).EnsureLive(b.Context(), s.Projections); err != nil {
		b.Fatal(err)
	}
	rows := logRows(b, s)
	bench.Compare(b, bench.Row{
		Figure: "rebuild of all projections in one pass", Reference: "COPY of as many rows into the event table", Unit: "events/s",
		Reach: 0.4,
	}, func() float64 {
		db.Settle(b)
		builder := projector.NewBuilder(s.ProjectionConfig(nil))
		began := time.Now()
		builds, err := builder.Build(b.Context(), s.Projections)
		if err != nil {
			b.Fatal(err)
		}
		passed := time.Since(began)
		for _, p := range s.Projections {
			if _, _, err := builder.Switch(b.Context(), p, false); err != nil {
				b.Fatal(err)
			}
		}
		took := time.Since(began)
		b.Logf("%.0f %% of the time went into the pass over the log, the rest into comparing", 100*passed.Seconds()/took.Seconds())
		for _, o := range builds {
			if o.Events != int64(len(rows)) {
				b.Fatalf("%s folded %d events of %d", o.Projection, o.Events, len(rows))
			}
		}
		return float64(len(rows)) / took.Seconds()
	}, func() float64 {
		empty, drop := p.Fresh(b)
		defer drop()
		began := time.Now()
		if _, err := empty.Pool.CopyFrom(b.Context(), pgx.Identifier{"events"}, eventColumns(), pgx.CopyFromRows(rows)); err != nil {
			b.Fatal(err)
		}
		return float64(len(rows)) / time.Since(began).Seconds()
	})
}

func eventColumns() []string {
	return []string{"position", "stream", "revision", "id", "type", "schema_version", "data", "metadata", "recorded_at"}
}

func logRows(b *testing.B, s *app.Services) [][]any {
	b.Helper()
	rows, err := s.Pool.Query(b.Context(), `SELECT position, stream, revision, id, type, schema_version, data::text, metadata::text,
		recorded_at FROM events ORDER BY position`)
	if err != nil {
		b.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// BenchmarkCommandAtScale: the time of one DonateMoney up to its one event, made one after the other, on a log of ten
// million events and on one of ten thousand. Nothing else runs. The benchmark fails unless every gift left its event.
func BenchmarkCommandAtScale(b *testing.B) {
	p := bench.NewPostgres(b)
	large, dropLarge := p.Fresh(b)
	defer dropLarge()
	small, dropSmall := p.Fresh(b)
	defer dropSmall()
	many := scaled(b)
	at := func(db *bench.Database, events int) func() float64 {
		s := filled(b, db, events)
		db.Settle(b)
		return func() float64 { return commandTime(b, s) }
	}
	big, few := at(large, many), at(small, 10_000)
	bench.Compare(b, bench.Row{
		Figure: fmt.Sprintf("one command at %d events", many), Reference: "at 10000 events", Unit: "ms", Most: 1.2,
	}, big, few)
}

// commandTime gives the mean time of a gift's start in milliseconds.
func commandTime(b *testing.B, s *app.Services) float64 {
	b.Helper()
	w, err := seed.NewBulk(b.Context(), s, app.SeedOptions{})
	if err != nil {
		b.Fatal(err)
	}
	s.Seams.Provider = providerAtHand{away: true}.instead
	svc, err := s.Services(s.Public, s.Public+"/api/webhooks/sandbox")
	if err != nil {
		b.Fatal(err)
	}
	at := func() uint64 {
		_, head, err := s.Store.Head(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		position, _ := head.Parts()
		return position
	}
	give := func(n int) {
		from := w.Members[n%len(w.Members)]
		id := ident.Pair("bench scale", fmt.Sprint(n, " ", time.Now().UnixNano()))
		_, err := giving.DonateMoney.Run(b.Context(), svc.Commands,
			command.Envelope{ID: id, Actor: "member:" + from.String()}.For(from),
			giving.DonateMoneyBody{CampaignID: w.Campaigns[n%len(w.Campaigns)].Id, Amount: 2500, Currency: money.EUR, Lang: "en"})
		if !errors.Is(err, donation.ErrPayment) { // the provider, which is asked once the gift's event is durable, is away
			b.Fatal(err)
		}
	}
	const warm, gifts = 200, 1000
	for n := range warm {
		give(n)
	}
	before, began := at(), time.Now()
	for n := range gifts {
		give(n)
	}
	took := time.Since(began)
	if appended := at() - before; appended != gifts {
		b.Fatalf("%d gifts left %d events", gifts, appended)
	}
	return ms(took) / gifts
}

// BenchmarkStart: from opening an installation to being ready, on a log of a million events with current tables, against
// an empty log whose tables stand too.
func BenchmarkStart(b *testing.B) {
	p := bench.NewPostgres(b)
	at := func(events int) func() float64 {
		db, drop := p.Fresh(b)
		b.Cleanup(drop)
		key := b.TempDir()
		if events > 0 {
			s := filled(b, db, events)
			key = s.Config.Data
			if err := projector.NewBuilder(s.ProjectionConfig(nil)).EnsureLive(b.Context(), s.Projections); err != nil {
				b.Fatal(err)
			}
		}
		start := func() float64 {
			began := time.Now()
			cfg, err := config.Load([]string{"CALLUP_DATA=" + key, "DATABASE_URL=" + db.URL, "CALLUP_DEMO=off"})
			if err != nil {
				b.Fatal(err)
			}
			base, err := app.Open(b.Context(), cfg, app.Options{})
			if err != nil {
				b.Fatal(err)
			}
			ctx, stop := context.WithCancel(b.Context())
			_, work := serveBench(ctx, b, base, providerAtHand{away: true})
			_, head, err := base.Store.Head(ctx)
			if err != nil {
				b.Fatal(err)
			}
			if err := base.Tracker.Wait(ctx, head); err != nil {
				b.Fatal(err)
			}
			took := time.Since(began)
			stop()
			if err := work.Wait(); err != nil {
				b.Error(err)
			}
			if err := base.Close(context.WithoutCancel(b.Context())); err != nil {
				b.Error(err)
			}
			return ms(took)
		}
		start() // the first one builds the tables of the empty log, and both warm up
		return start
	}
	full, empty := at(1_000_000), at(0)
	bench.Compare(b, bench.Row{
		Figure: "start to ready on a log of 1 million events, tables current", Reference: "on an empty log", Unit: "ms", Most: 1.5,
	}, full, empty)
}
