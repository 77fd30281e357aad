package bench

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/migrations"
)

// Postgres is one that keeps what it acknowledges, as in production; that of the tests does not.
type Postgres struct {
	server *embeddedpg.Server
	admin  *pgx.Conn
	made   int
}

// NewPostgres starts a Postgres with the binaries kept in a folder. It ends with the benchmark.
func NewPostgres(b *testing.B, binaries string) *Postgres {
	b.Helper()
	server, err := embeddedpg.Start(b.Context(), embeddedpg.Options{
		Dir:    b.TempDir(),
		BinDir: filepath.Join(binaries, "postgres-bin"),
		Logger: slog.New(slog.DiscardHandler),
		Settings: map[string]string{
			"max_connections": "300", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
		},
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
func (p *Postgres) Fresh(b *testing.B) (d *Database, drop func()) {
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
func (d *Database) Settle(b *testing.B) {
	b.Helper()
	for _, statement := range []string{"ANALYZE", "CHECKPOINT"} {
		if _, err := d.Pool.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
}
