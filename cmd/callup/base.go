package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/faultpoint"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rates"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
)

// base is what the server and every other subcommand stand on: settings, database, keys, log.
type base struct {
	cfg     config.Config
	log     *slog.Logger
	pool    *pgxpool.Pool
	key     []byte
	keys    *keyring.Keyring
	store   eventstore.Copyable
	cat     *catalog.Catalog
	rates   ports.Rates
	tracer  trace.Tracer // nil when nothing is traced
	holder  string       // names this process in leases
	tracker *projector.Tracker
	all     []*projector.Projection
	closers []func(context.Context) error

	version    string
	keyOptions []keyring.Option
	seams      seams
}

// now is the clock: UTC in microseconds, as Postgres keeps it.
func now() time.Time { return faultpoint.Now().UTC().Truncate(time.Microsecond) }

// options are what an application is given beside its settings.
type options struct {
	version string       // what the program calls itself
	log     *slog.Logger // nothing is logged where it is nil
	keys    []keyring.Option
	seams   seams
}

// openBase opens everything, for a server and for most subcommands.
func openBase(ctx context.Context, cfg config.Config, o options) (*base, error) {
	b, err := openRestored(ctx, cfg, o)
	if err != nil {
		return b, err
	}
	if err := b.complete(ctx); err != nil {
		return b, errors.Join(err, b.close(context.WithoutCancel(ctx)))
	}
	return b, nil
}

// openRestored opens also an installation whose restore has not come to its end.
func openRestored(ctx context.Context, cfg config.Config, o options) (*base, error) {
	b, err := openAnyBase(ctx, cfg, o)
	if err != nil {
		return b, err
	}
	err = b.belongs(ctx)
	if err == nil {
		err = reactors.NoteLogEnd(ctx, b.pool, b.store)
	}
	if err != nil {
		return b, errors.Join(err, b.close(context.WithoutCancel(ctx)))
	}
	return b, nil
}

// openAnyBase opens a database and a log that need not belong together.
func openAnyBase(ctx context.Context, cfg config.Config, o options) (b *base, err error) {
	log := o.log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	b = &base{cfg: cfg, log: log, cat: catalog.New(), keyOptions: o.keys, seams: o.seams, version: o.version}
	b.all = through(b.seams.projections, projections.All())
	b.tracker = projector.NewTracker(b.all, projector.DefaultTimes())
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close(context.WithoutCancel(ctx)))
		}
	}()
	holder, err := ident.New(rand.Reader)
	if err != nil {
		return b, err
	}
	b.holder = holder.String()
	url := cfg.DatabaseURL
	if url == "" {
		server, err := embeddedpg.Start(ctx, embeddedpg.Options{Dir: filepath.Join(cfg.Data, "postgres"), BinDir: filepath.Join(cfg.Data, "postgres-bin"), Logger: log})
		if err != nil {
			return b, err
		}
		b.closers = append(b.closers, server.Stop)
		url = server.URL()
	}
	if err := migrations.Up(ctx, url); err != nil {
		return b, err
	}
	if b.seams.migrated != nil {
		if err := b.seams.migrated(ctx, url); err != nil {
			return b, err
		}
	}
	if b.pool, err = connectDatabase(ctx, url, 24); err != nil {
		return b, err
	}
	b.closers = append(b.closers, func(context.Context) error { b.pool.Close(); return nil })
	if err := b.openKeys(ctx); err != nil {
		return b, err
	}
	store, err := openLog(ctx, cfg.EventStoreURL, b.pool, log)
	if err != nil {
		return b, err
	}
	b.store = through(b.seams.log, eventstore.Copyable(store))
	b.closers = append(b.closers, func(context.Context) error { store.Close(); return nil })
	if cfg.RatesFile != "" {
		b.rates, err = rates.FromFile(cfg.RatesFile)
	} else {
		b.rates, err = rates.Default()
	}
	if err != nil {
		return b, fmt.Errorf("read the exchange rates: %w", err)
	}
	return b, nil
}

// openKeys makes the keyring and makes sure that the installation key is the one this database was filled with.
func (b *base) openKeys(ctx context.Context) error {
	key, made, err := b.cfg.InstallationKey()
	if err != nil {
		return err
	}
	b.key = key
	if b.keys, err = keyring.New(b.pool, key, time.Now, catalog.ErrErased, b.keyOptions...); err != nil {
		return err
	}
	check, err := b.keys.Derive("check")
	if err != nil {
		return err
	}
	if _, err := b.pool.Exec(ctx, `INSERT INTO installation (key_check, currency) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		check, b.cfg.MainCurrency); err != nil {
		return fmt.Errorf("register the installation: %w", err)
	}
	var was []byte
	var currency money.Currency
	if err := b.pool.QueryRow(ctx, `SELECT key_check, currency FROM installation`).Scan(&was, &currency); err != nil {
		return fmt.Errorf("read the installation: %w", err)
	}
	if currency != b.cfg.MainCurrency {
		return fmt.Errorf("the totals of this installation were recorded in %s: set CALLUP_MAIN_CURRENCY to %s, or start a new installation",
			currency, currency)
	}
	if hmac.Equal(was, check) {
		return nil
	}
	if made {
		return errors.New("the installation key is lost: this database was filled with another one than was just made; put the old key file back, or name it with CALLUP_KEY_FILE")
	}
	return errors.New("the installation key is not the one this database was filled with: set CALLUP_KEY or CALLUP_KEY_FILE to that one")
}

// close takes everything down, the last opened first.
func (b *base) close(ctx context.Context) error {
	var errs []error
	for _, c := range slices.Backward(b.closers) {
		errs = append(errs, c(ctx))
	}
	b.closers = nil
	return errors.Join(errs...)
}

// projectionConfig is what runners and builders are given.
func (b *base) projectionConfig(publish func(projector.Change)) projector.Config {
	return projector.Config{
		Store: b.store, Catalog: b.cat, Keys: b.keys, Pool: b.pool, Erasing: b.keys.Unsettled, Projections: b.all, Tracker: b.tracker,
		Holder: b.holder, Publish: publish, Code: b.version, Log: b.log, Tracer: b.tracer,
	}
}

// empty tells whether the log holds nothing.
func (b *base) empty(ctx context.Context) (bool, error) {
	_, head, err := b.store.Head(ctx)
	return head.IsZero(), err
}

// demo tells whether demo data filled this installation.
func (b *base) demo(ctx context.Context) (bool, error) {
	var demo bool
	err := b.pool.QueryRow(ctx, `SELECT demo FROM installation`).Scan(&demo)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return demo, err
}
