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
func Up(ctx context.Context, databaseURL string) (err error) {
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
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the database: %w", err)
	}
	if has > knows {
		return fmt.Errorf("%w: it is at version %d and this one knows %d; start the newer one", ErrNewer, has, knows)
	}
	return nil
}
