package bench

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testdb"
	"github.com/callup/callup/migrations"
)

const (
	pairs   = 5               // measurements of each side
	measure = 4 * time.Second // length of one
)

// durable is a Postgres that keeps what it acknowledges, as in production; that of the tests does not.
type durable struct {
	server *embeddedpg.Server
	admin  *pgx.Conn
	made   int
}

func newDurable(b *testing.B) *durable {
	b.Helper()
	server, err := embeddedpg.Start(b.Context(), embeddedpg.Options{
		Dir:    b.TempDir(),
		BinDir: filepath.Join(testdb.Directory(), "postgres-bin"),
		Logger: slog.New(slog.DiscardHandler),
		Settings: map[string]string{
			"max_connections": "300", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	d := &durable{server: server}
	b.Cleanup(func() {
		ctx := context.WithoutCancel(b.Context())
		if d.admin != nil {
			_ = d.admin.Close(ctx)
		}
		if err := server.Stop(ctx); err != nil {
			b.Error(err)
		}
	})
	if d.admin, err = pgx.Connect(b.Context(), server.URL()); err != nil {
		b.Fatal(err)
	}
	return d
}

// fresh gives a migrated, analysed database without events, on a server that has nothing left to write.
func (d *durable) fresh(b *testing.B) (pool *pgxpool.Pool, drop func()) {
	b.Helper()
	ctx := b.Context()
	config, err := pgxpool.ParseConfig(d.server.URL())
	if err != nil {
		b.Fatal(err)
	}
	d.made++
	name := fmt.Sprintf("callup_bench_%d", d.made)
	if _, err := d.admin.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		b.Fatal(err)
	}
	config.ConnConfig.Database = name
	address := fmt.Sprintf("host=%s port=%d user=%s password=%s dbname=%s", config.ConnConfig.Host, config.ConnConfig.Port,
		config.ConnConfig.User, config.ConnConfig.Password, name)
	if err := migrations.Up(ctx, address); err != nil {
		b.Fatal(err)
	}
	if pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		b.Fatal(err)
	}
	for _, statement := range []string{"ANALYZE", "CHECKPOINT"} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			b.Fatal(err)
		}
	}
	return pool, func() {
		pool.Close()
		if _, err := d.admin.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			b.Fatal(err)
		}
	}
}

// compare measures a figure and its reference in turn (A B B A …) and reports the median of their ratios, its spread,
// and how far it must reach.
func compare(b *testing.B, reach float64, figure, reference func() float64) {
	b.Helper()
	var ratios, figures, references []float64
	for range b.N {
		for pair := range pairs {
			var f, r float64
			if pair%2 == 0 {
				f = figure()
				r = reference()
			} else {
				r = reference()
				f = figure()
			}
			ratios, figures, references = append(ratios, f/r), append(figures, f), append(references, r)
		}
	}
	b.ReportMetric(0, "ns/op") // times say nothing here
	b.ReportMetric(median(figures), "figure/s")
	b.ReportMetric(median(references), "reference/s")
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(slices.Min(ratios), "ratio-least")
	b.ReportMetric(slices.Max(ratios), "ratio-most")
	b.ReportMetric(reach, "reach")
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
