// Package migrations brings a database to the form this binary needs. It holds
// what is not a projection: the log, checkpoints, accounts, keys and timers.
// Projections make their own tables.
package migrations

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib" // the driver goose speaks through
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// FS holds the migrations, numbered with five digits and never changed once released.
//
//go:embed *.sql
var FS embed.FS

// ErrNewer says that a newer callup has migrated the database already.
var ErrNewer = errors.New("a newer callup has migrated this database")

// ErrOlder says that a database was not migrated yet to what this callup needs.
var ErrOlder = errors.New("this database was not migrated by this callup yet")

// ErrTooOld says that a Postgres is older than what Callup needs.
var ErrTooOld = errors.New("this Postgres is too old")

// oldestMajor is the oldest major version of Postgres that Callup runs on.
const oldestMajor = 16

// Several processes may start at once: one migrates, the others wait this long.
const (
	lockEverySeconds = 1
	lockTries        = 600
)

// A database that is starting, stopping or recovering says so (SQLSTATE 57P03) and is asked again: what is started
// together with it, or runs while it recovers, need not fail for having been quick.
const (
	cannotConnectNow = "57P03"
	startsWithin     = time.Minute
	startsEvery      = 100 * time.Millisecond
)

// Up applies what is missing, each migration in a transaction of its own.
// Processes that start at the same moment wait for each other, and for a minute for a database that is starting.
func Up(ctx context.Context, databaseURL string) error {
	return migrate(ctx, databaseURL, func(ctx context.Context, p *goose.Provider) error {
		if _, err := p.Up(ctx); err != nil {
			return err
		}
		has, knows, err := p.GetVersions(ctx)
		if err != nil {
			return fmt.Errorf("read the version of the database: %w", err)
		}
		if has > knows {
			return newer(has, knows)
		}
		return nil
	})
}

// Check makes sure, without writing anything, that a database has the form this binary needs. Errors: ErrNewer, ErrOlder.
func Check(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) error {
	has, knows, err := Versions(ctx, db)
	switch {
	case err != nil:
		return err
	case has > knows:
		return newer(has, knows)
	case has == 0:
		return fmt.Errorf("%w: no callup has run on it; see whether its address is right", ErrOlder)
	case has < knows:
		return fmt.Errorf("%w: it is at version %d and this one needs %d; start a server of this callup on it once, or use the one "+
			"that runs there",
			ErrOlder, has, knows)
	}
	return nil
}

func newer(has, knows int64) error {
	return fmt.Errorf("%w: it is at version %d and this one knows %d; start the newer one", ErrNewer, has, knows)
}

// UpTo applies what is missing up to a version, for a backup that was made there.
func UpTo(ctx context.Context, databaseURL string, version int64) error {
	return migrate(ctx, databaseURL, func(ctx context.Context, p *goose.Provider) error {
		_, err := p.UpTo(ctx, version)
		return err
	})
}

func migrate(ctx context.Context, databaseURL string, run func(context.Context, *goose.Provider) error) (err error) {
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
	patient, cancel := context.WithTimeout(ctx, startsWithin)
	defer cancel()
	for {
		err := newEnough(ctx, db)
		if err == nil {
			err = run(ctx, provider)
		}
		if err == nil || errors.Is(err, ErrTooOld) {
			return err
		}
		err = fmt.Errorf("migrate the database: %w", err)
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != cannotConnectNow {
			return err
		}
		select {
		case <-patient.Done():
			return err
		case <-time.After(startsEvery):
		}
	}
}

// newEnough refuses a Postgres that is too old, by what it says of itself when one connects, before anything is written.
func newEnough(ctx context.Context, db *sql.DB) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var version string
	if err := conn.Raw(func(driver any) error {
		c, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("ask the database for its version: the driver is a %T", driver)
		}
		version = c.Conn().PgConn().ParameterStatus("server_version")
		return nil
	}); err != nil {
		return err
	}
	var major int
	if _, err := fmt.Sscanf(version, "%d", &major); err != nil {
		return fmt.Errorf("read the version of Postgres, %q: %w", version, err)
	}
	if major < oldestMajor {
		return fmt.Errorf("%w: it is version %s and Callup needs %d or newer; upgrade it, or name another with DATABASE_URL",
			ErrTooOld, version, oldestMajor)
	}
	return nil
}

// Restored is the statement that makes the table in which a restore notes that it is under way. A database that is filled
// from a backup older than the table needs it before its own migration comes.
func Restored() (string, error) {
	text, err := FS.ReadFile("00051_restored.sql")
	if err != nil {
		return "", fmt.Errorf("read a migration: %w", err)
	}
	up, _, _ := strings.Cut(string(text), "-- +goose Down")
	return up, nil
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

// Hash names what Up makes of an empty database: it changes with every migration.
func Hash() (string, error) {
	files, err := fs.Glob(FS, "*.sql")
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, name := range files {
		content, err := fs.ReadFile(FS, name)
		if err != nil {
			return "", err
		}
		_, _ = fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
