package bench

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
	"github.com/callup/callup/migrations"
)

// Postgres is one that keeps what it acknowledges, as in production; that of the tests does not.
type Postgres struct {
	server *embeddedpg.Server
	admin  *pgx.Conn
	made   int
}

// NewPostgres starts a Postgres on a cluster of its own, which is on the disk when it starts. It ends with the benchmark.
func NewPostgres(b testing.TB) *Postgres {
	b.Helper()
	return start(b, b.TempDir(), nil)
}

// NewQuietPostgres starts one that does as little as can be unless it is asked, so that what a command makes it do can be
// counted.
func NewQuietPostgres(t testing.TB) *Postgres {
	t.Helper()
	if testing.Short() {
		t.Skip("it waits until a Postgres of its own is quiet: make check leaves it to make test, " +
			"where nothing of this package changed")
	}
	dir := t.TempDir()
	if err := datadir.Fill(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return start(t, dir, map[string]string{"autovacuum": "off", "checkpoint_timeout": "1h", "wal_writer_delay": "10s"})
}

func start(b testing.TB, dir string, more map[string]string) *Postgres {
	b.Helper()
	settings := map[string]string{"max_connections": "300", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
	maps.Copy(settings, more)
	server, err := embeddedpg.Start(b.Context(), embeddedpg.Options{
		Dir: dir, BinDir: datadir.Programs(), Logger: slog.New(slog.DiscardHandler), Settings: settings,
	})
	if err != nil {
		b.Fatal(err)
	}
	p := &Postgres{server: server}
	b.Cleanup(func() {
		ctx := context.WithoutCancel(b.Context())
		if p.admin != nil {
			_ = p.admin.Close(ctx)
		}
		if err := server.Stop(ctx); err != nil {
			b.Error(err)
		}
	})
	if p.admin, err = pgx.Connect(b.Context(), server.URL()); err != nil {
		b.Fatal(err)
	}
	return p
}

// Database is one of a benchmark's own.
type Database struct {
	URL  string
	Pool *pgxpool.Pool
}

// Fresh gives a migrated, analysed database without events, on a server that has nothing left to write.
func (p *Postgres) Fresh(b testing.TB) (d *Database, drop func()) {
	b.Helper()
	ctx := b.Context()
	p.made++
	name := fmt.Sprintf("callup_bench_%d", p.made)
	if _, err := p.admin.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		b.Fatal(err)
	}
	address, err := url.Parse(p.server.URL())
	if err != nil {
		b.Fatal(err)
	}
	address.Path = "/" + name
	d = &Database{URL: address.String()}
	if err := migrations.Up(ctx, d.URL); err != nil {
		b.Fatal(err)
	}
	if d.Pool, err = pgxpool.New(ctx, d.URL); err != nil {
		b.Fatal(err)
	}
	d.Settle(b)
	return d, func() {
		d.Pool.Close()
		// A clean-up comes when the benchmark's own context has ended. Who is still connected is put out, but not by force if
		// that is enough: it is refused while the server itself vacuums.
		over := context.WithoutCancel(ctx)
		_, err := p.admin.Exec(over, "DROP DATABASE "+name)
		if err != nil {
			_, err = p.admin.Exec(over, "DROP DATABASE "+name+" WITH (FORCE)")
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// Settle brings statistics up to date and leaves the server nothing to write.
func (d *Database) Settle(b testing.TB) {
	b.Helper()
	for _, statement := range []string{"ANALYZE", "CHECKPOINT"} {
		if _, err := d.Pool.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
}

// Fsyncs counts how often Postgres brings its log to disk because of some work, done anew each time: the least of three,
// since what Postgres does by itself only adds. The work must close every connection it opened, because only then has
// all of what they did been counted, and nobody else may be connected.
func (p *Postgres) Fsyncs(t testing.TB, work func()) int64 {
	t.Helper()
	least := int64(math.MaxInt64)
	for range 3 {
		before := p.fsyncs(t)
		work()
		least = min(least, p.fsyncs(t)-before)
	}
	return least
}

func (p *Postgres) fsyncs(t testing.TB) (n int64) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for connected := 1; connected > 0; <-again.C {
		if err := p.admin.QueryRow(t.Context(),
			`SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`).
			Scan(&connected); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.admin.QueryRow(t.Context(), `SELECT sum(fsyncs)::bigint FROM pg_stat_io WHERE object = 'wal'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
