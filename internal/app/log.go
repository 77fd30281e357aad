package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/pgstore"
)

// LogStore is a log and the end of it in this process.
type LogStore interface {
	eventstore.Copyable
	Close()
}

// OpenLog opens the log in KurrentDB where address names one, else the one in the database.
func OpenLog(ctx context.Context, address string, pool *pgxpool.Pool, log *slog.Logger) (LogStore, error) {
	return OpenLogAt(ctx, address, pool, kurrentdb.Options{Logger: log})
}

// OpenLogAt opens the log in KurrentDB with options, or the one in the database where no address is given.
func OpenLogAt(ctx context.Context, address string, pool *pgxpool.Pool, opts kurrentdb.Options) (LogStore, error) {
	if address == "" {
		return pgstore.Open(ctx, pool, pgstore.Options{Logger: opts.Logger})
	}
	target, err := endpoint.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the event store %w", err)
	}
	return kurrentdb.Open(ctx, target, opts)
}

// openLog opens the log of an installation, whose bundled Postgres stops when the disk is full.
func (b *Base) openLog(ctx context.Context) (LogStore, error) {
	if b.Config.EventStoreURL != "" || b.postgres == nil {
		return OpenLog(ctx, b.Config.EventStoreURL, b.Pool, b.Log)
	}
	return pgstore.Open(ctx, b.Pool, pgstore.Options{
		Logger: b.Log, NoRoom: func() bool { return folderFull(b.Config.Data) },
	})
}

// ConnectDatabase makes the connections of one process.
func ConnectDatabase(ctx context.Context, url string, most int32, options ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	pc, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database's address: %w", err)
	}
	pc.MaxConns = most
	// a connection to another machine that went silent is noticed within half a minute
	pc.ConnConfig.DialFunc = (&net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 4},
	}).DialContext
	for _, o := range options {
		o(pc)
	}
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	return pool, nil
}

// ErrOtherLog refuses a database that belongs to another log.
var ErrOtherLog = errors.New("this database belongs to another log than the one that is configured: its read tables and " +
	"reactors stand at places in that one. " +
	"Set EVENTSTORE_URL as it was; or, if the log was copied here with callup events copy, run: callup events adopt")

// Belongs makes sure that the database belongs to the log; a new one belongs to the first log it meets.
func (b *Base) Belongs(ctx context.Context) error {
	id, _, err := b.Store.Head(ctx)
	if err != nil {
		return err
	}
	if _, err := b.Pool.Exec(ctx, `INSERT INTO installation_log (log_id) VALUES ($1) ON CONFLICT DO NOTHING`,
		[16]byte(id)); err != nil {
		return fmt.Errorf("note the log's name: %w", err)
	}
	var was ident.ID
	if err := b.Pool.QueryRow(ctx, `SELECT log_id FROM installation_log`).Scan((*[16]byte)(&was)); err != nil {
		return fmt.Errorf("read the log's name: %w", err)
	}
	if was != id {
		return ErrOtherLog
	}
	return nil
}
