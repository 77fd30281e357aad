// Package app puts Callup together: what everything stands on (Base), what carries commands out (Services), what a
// browser reaches (Site), and the server that runs them. Programs and tests give it settings and options; it reads no
// environment and knows no command line.
package app

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"
	_ "time/tzdata" // campaigns end at midnight in their own time zone, wherever this runs

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/faultpoint"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rates"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections/projector"
)

// Base is what the server and every other subcommand stand on: settings, database, keys, log.
type Base struct {
	Config      config.Config
	Log         *slog.Logger
	Pool        *pgxpool.Pool
	Key         []byte
	Keys        *keyring.Keyring
	Store       eventstore.Copyable
	Catalog     *catalog.Catalog
	Rates       ports.Rates
	tracer      trace.Tracer // nil when nothing is traced
	Holder      string       // names this process in leases
	Tracker     *projector.Tracker
	Projections []*projector.Projection
	Servers     *readers.Servers   // those on this log
	postgres    *embeddedpg.Server // nil where the database is another one
	// Installation is this installation's name at its payment provider.
	Installation string
	closers      []func(context.Context) error

	Version string
	times   Times
	Seams   Seams
}

// PostgresStarted tells whether the bundled Postgres runs for this process alone: it was started for it, and ends with it.
func (b *Base) PostgresStarted() bool { return b.postgres != nil && b.postgres.Started() }

// most is how many connections a process has beside those of the log and of folding: one for each reactor that it leads, and
// some for everything else.
const most = 26

// Now is the clock: UTC in microseconds, as Postgres keeps it.
func Now() time.Time { return faultpoint.Now().UTC().Truncate(time.Microsecond) }

// Options are what an application is given beside its settings.
type Options struct {
	Version string                  // what the program calls itself
	Log     *slog.Logger            // nothing is logged where it is nil
	Connect []func(*pgxpool.Config) // changes how the database is connected to
	Times   Times
	Seams   Seams
	// Existing refuses to make an installation where there is none.
	Existing bool
}

// ErrNoInstallation says that nothing was ever made where the settings lead.
var ErrNoInstallation = errors.New("there is no installation")

// Open opens everything, for a server and for most subcommands.
func Open(ctx context.Context, cfg config.Config, o Options) (*Base, error) {
	b, err := OpenRestored(ctx, cfg, o)
	if err != nil {
		return b, err
	}
	if err := b.complete(ctx); err != nil {
		return b, errors.Join(err, b.Close(context.WithoutCancel(ctx)))
	}
	return b, nil
}

// OpenRestored opens also an installation whose restore has not come to its end.
func OpenRestored(ctx context.Context, cfg config.Config, o Options) (*Base, error) {
	b, err := OpenAny(ctx, cfg, o)
	if err != nil {
		return b, err
	}
	err = b.Belongs(ctx)
	if err == nil {
		err = reactors.NoteLogEnd(ctx, b.Pool, b.Store)
	}
	if err != nil {
		return b, errors.Join(err, b.Close(context.WithoutCancel(ctx)))
	}
	return b, nil
}

// OpenAny opens a database and a log that need not belong together.
func OpenAny(ctx context.Context, cfg config.Config, o Options) (b *Base, err error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	b = &Base{Config: cfg, Log: log, Catalog: catalog.New(), Seams: o.Seams, Version: o.Version, times: o.Times.orUsual()}
	b.Projections = through(b.Seams.Projections, Projections())
	b.Tracker = projector.NewTracker(b.Projections, b.times.Projections)
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close(context.WithoutCancel(ctx)))
		}
	}()
	holder, err := ident.New(rand.Reader)
	if err != nil {
		return b, err
	}
	b.Holder = holder.String()
	url := cfg.DatabaseURL
	if url == "" {
		within := embeddedpg.Within(cfg.Data, log)
		if o.Existing && !embeddedpg.Made(within) {
			return b, noInstallation(cfg)
		}
		server, err := embeddedpg.Start(ctx, within)
		if err != nil {
			return b, err
		}
		b.closers = append(b.closers, server.Stop)
		b.postgres = server
		url = server.URL()
	}
	if o.Existing {
		if err := mustExist(ctx, cfg, url); err != nil {
			return b, err
		}
	}
	if err := migrations.Up(ctx, url); err != nil {
		return b, err
	}
	if b.Seams.Migrated != nil {
		if err := b.Seams.Migrated(ctx, url); err != nil {
			return b, err
		}
	}
	if b.Pool, err = ConnectDatabase(ctx, url, most, o.Connect...); err != nil {
		return b, err
	}
	b.closers = append(b.closers, func(context.Context) error { b.Pool.Close(); return nil })
	if err := b.openKeys(ctx); err != nil {
		return b, err
	}
	store, err := b.openLog(ctx)
	if err != nil {
		return b, err
	}
	b.Store = through(b.Seams.Log, eventstore.Copyable(store))
	b.closers = append(b.closers, func(context.Context) error { store.Close(); return nil })
	b.Servers = readers.New(readers.Config{
		Pool: b.Pool, Server: b.Holder, Program: b.Version, Base: through(b.Seams.Base, readers.Forms(catalog.Base())),
		Reads: b.Catalog.Versions(), Times: b.times.Servers, Log: log,
	})
	if cfg.RatesFile != "" {
		b.Rates, err = rates.Watch(cfg.RatesFile, log)
	} else {
		b.Rates, err = rates.Default()
	}
	if err != nil {
		return b, fmt.Errorf("read the exchange rates: %w", err)
	}
	return b, nil
}

// noInstallation says where none is, and what to do.
func noInstallation(cfg config.Config) error {
	if cfg.DatabaseURL == "" {
		return fmt.Errorf("%w in %s: callup serve makes one; if yours lies elsewhere, name its folder with CALLUP_DATA",
			ErrNoInstallation, cfg.Data)
	}
	where := "the database"
	if at, err := pgx.ParseConfig(cfg.DatabaseURL); err == nil { // the address holds a password
		where = fmt.Sprintf("the database %s on %s", at.Database, at.Host)
	}
	return fmt.Errorf("%w in %s: callup serve makes one; if yours lies elsewhere, name it with DATABASE_URL",
		ErrNoInstallation, where)
}

// mustExist makes sure, without writing anything, that a database holds an installation.
func mustExist(ctx context.Context, cfg config.Config, url string) (err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	exists, err := registered(ctx, conn)
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42P01" {
		exists, err = false, nil
	}
	if err == nil && !exists {
		return noInstallation(cfg)
	}
	return err
}

// registered tells whether an installation was registered in a database, under its key.
func registered(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (exists bool, err error) {
	if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM installation)`).Scan(&exists); err != nil {
		return false, fmt.Errorf("look for the installation: %w", err)
	}
	return exists, nil
}

// openKeys makes the keyring and makes sure that the installation key is the one this database was filled with.
func (b *Base) openKeys(ctx context.Context) error {
	if !b.Config.HasKey() {
		// A new key would open nothing of what is there, and would hide that the old one is lost.
		if exists, err := registered(ctx, b.Pool); err != nil || exists {
			return errors.Join(err, fmt.Errorf("the installation key is lost: %s is not there, and this database was filled with a key; "+
				"put the file back, or name it with CALLUP_KEY_FILE", b.Config.KeySource()))
		}
	}
	key, _, err := b.Config.InstallationKey()
	if err != nil {
		return err
	}
	b.Key = key
	if b.Keys, err = keyring.New(b.Pool, key, time.Now, catalog.ErrErased, keyring.Remember(b.times.Keys)); err != nil {
		return err
	}
	check, err := b.Keys.Derive("check")
	if err != nil {
		return err
	}
	if _, err := b.Pool.Exec(ctx, `INSERT INTO installation (key_check, currency) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		check, b.Config.MainCurrency); err != nil {
		return fmt.Errorf("register the installation: %w", err)
	}
	var was []byte
	var currency money.Currency
	if err := b.Pool.QueryRow(ctx, `SELECT key_check, currency, name::text FROM installation`).Scan(&was, &currency,
		&b.Installation); err != nil {
		return fmt.Errorf("read the installation: %w", err)
	}
	if currency != b.Config.MainCurrency {
		return fmt.Errorf("the totals of this installation were recorded in %s: set CALLUP_MAIN_CURRENCY to %s, or start a new "+
			"installation",
			currency, currency)
	}
	if hmac.Equal(was, check) {
		return nil
	}
	return errors.New(
		"the installation key is not the one this database was filled with: set CALLUP_KEY or CALLUP_KEY_FILE to that one",
	)
}

// Close takes everything down, the last opened first.
func (b *Base) Close(ctx context.Context) error {
	var errs []error
	for _, c := range slices.Backward(b.closers) {
		errs = append(errs, c(ctx))
	}
	b.closers = nil
	return errors.Join(errs...)
}

// ProjectionConfig is what runners and builders are given.
func (b *Base) ProjectionConfig(publish func(projector.Change)) projector.Config {
	return projector.Config{
		Store: b.Store, Catalog: b.Catalog, Keys: b.Keys, Pool: b.Pool, Erasing: b.Keys.Unsettled, Projections: b.Projections,
		Tracker: b.Tracker,
		Holder:  b.Holder, Publish: publish, Code: b.Version, Log: b.Log, Tracer: b.tracer, Times: b.times.Projections,
	}
}

// empty tells whether the log holds nothing.
func (b *Base) empty(ctx context.Context) (bool, error) {
	_, head, err := b.Store.Head(ctx)
	return head.IsZero(), err
}

// Demo tells whether demo data filled this installation.
func (b *Base) Demo(ctx context.Context) (bool, error) {
	var demo bool
	err := b.Pool.QueryRow(ctx, `SELECT demo FROM installation`).Scan(&demo)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return demo, err
}
