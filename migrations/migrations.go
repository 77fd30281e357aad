// Package migrations brings a database to the form this binary needs. It holds
// what is not a projection: the log, checkpoints, accounts, keys and timers.
// Projections make their own tables.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver goose speaks through
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// FS holds the migrations, numbered with five digits and never changed once released.
//
//go:embed *.sql
var FS embed.FS

// ErrNewer says that a newer callup has migrated the database already.
var ErrNewer = errors.New("a newer callup has migrated this database")

// Several processes may start at once: one migrates, the others wait this long.
const (
	lockEverySeconds = 1
	lockTries        = 600
)

// Up applies what is missing, each migration in a transaction of its own.
// Processes that start at the same moment wait for each other.
func Up(ctx context.Context, databaseURL string) error {
	return migrate(databaseURL, func(p *goose.Provider) error {
		if _, err := p.Up(ctx); err != nil {
			return err
		}
		has, knows, err := p.GetVersions(ctx)
		if err != nil {
			return fmt.Errorf("read the version of the database: %w", err)
		}
		if has > knows {
			return fmt.Errorf("%w: it is at version %d and this one knows %d; start the newer one", ErrNewer, has, knows)
		}
		return nil
	})
}

// UpTo applies what is missing up to a version, for a backup that was made there.
func UpTo(ctx context.Context, databaseURL string, version int64) error {
	return migrate(databaseURL, func(p *goose.Provider) error {
		_, err := p.UpTo(ctx, version)
		return err
	})
}

func migrate(databaseURL string, run func(*goose.Provider) error) (err error) {
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		return fmt.Errorf("open the database to migrate it: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	oneAtATime, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockEverySeconds, lockTries))
	if err != nil {
		return fmt.Errorf("prepare the migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, FS, goose.WithSessionLocker(oneAtATime))
	if err != nil {
		return fmt.Errorf("prepare the migrations: %w", err)
	}
	if err := run(provider); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	return nil
}

// Versions tells which migration a database is at, 0 when it has none, and the one this binary brings it to.
func Versions(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (has, knows int64, err error) {
	names, err := fs.Glob(FS, "*.sql")
	if err != nil {
		return 0, 0, fmt.Errorf("list the migrations: %w", err)
	}
	for _, name := range names {
		n, err := goose.NumericComponent(name)
		if err != nil {
			return 0, 0, fmt.Errorf("number the migrations: %w", err)
		}
		knows = max(knows, n)
	}
	err = db.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&has)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" { // no table: nothing was migrated
		return 0, knows, nil
	}
	if err != nil {
		return 0, knows, fmt.Errorf("read the version of the database: %w", err)
	}
	return has, knows, nil
}
