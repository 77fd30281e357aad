// Package testdb gives each test a fresh Postgres database of its own.
//
// All tests of a checkout share one embedded Postgres, whichever package and
// process they run in, and clone a database that is migrated once per set of
// migrations. It stays for the next run, until `make stop-postgres`: a test
// that ran on the same code is then answered from Go's cache, since nothing in
// its environment has changed. CALLUP_TEST_DATABASE_URL names another Postgres,
// whose role must be allowed to make databases.
package testdb

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/migrations"
)

// URLVariable names a Postgres to use instead of the embedded one.
const URLVariable = "CALLUP_TEST_DATABASE_URL"

const (
	templatePrefix = "callup_template_"
	testPrefix     = "callup_test_"
	// Templates of older migrations are kept for other checkouts and branches.
	templatesKept = 5
)

// New returns the URL of a migrated database in which nothing is yet. After the test it is emptied for the next one; a test
// that leaves a connection open fails.
func New(t testing.TB) string {
	t.Helper()
	s, err := opened()
	if err != nil {
		t.Fatalf("start the test Postgres: %v", err)
	}
	name, err := s.take(t.Context())
	if err != nil {
		t.Fatalf("make a test database: %v", err)
	}
	t.Cleanup(func() { s.giveBack(t, name) })
	return s.urlOf(name)
}

// NewForItself returns the URL of a fresh, migrated database that no other test has or had: for tests of what Postgres keeps
// of a database beside its rows, such as files, statistics or settings.
func NewForItself(t testing.TB) string {
	t.Helper()
	return create(t, func(ctx context.Context, s *session) (string, error) { return s.template(ctx) })
}

// NewWithoutMigrations returns the URL of an empty database, dropped after the test.
func NewWithoutMigrations(t testing.TB) string {
	t.Helper()
	return create(t, func(context.Context, *session) (string, error) { return "template0", nil })
}

// Pool returns connections to a fresh, migrated database.
func Pool(t testing.TB) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(New(t))
	if err != nil {
		t.Fatalf("open the test database: %v", err)
	}
	cfg.MaxConns = 26 // as a server has; on one processor it would be four, and each reactor keeps one
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatalf("open the test database: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func create(t testing.TB, source func(context.Context, *session) (string, error)) string {
	t.Helper()
	s, err := opened()
	if err != nil {
		t.Fatalf("start the test Postgres: %v", err)
	}
	name := fmt.Sprintf("%s%s_%d", testPrefix, s.token, s.count.Add(1))
	if err := s.clone(t.Context(), name, source); err != nil {
		t.Fatalf("make a test database: %v", err)
	}
	t.Cleanup(func() {
		// The test's own context has ended by now.
		if err := s.drop(context.WithoutCancel(t.Context()), name); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
	})
	return s.urlOf(name)
}

// session is what one test process keeps open: it lasts until the process ends.
type session struct {
	address string
	token   string
	count   atomic.Int64
	pool    *pgxpool.Pool

	// What must not be collected before the process ends: the hold on the
	// shared Postgres, and the connection whose lock says that the databases
	// of this process are in use.
	server *embeddedpg.Server
	mark   *pgx.Conn

	migrated sync.Mutex

	spare  sync.Mutex
	spares []string  // databases that tests gave back, as good as new
	blank  *pristine // what they are like
}

// opened is the one session of this process: a test process has no other place
// that all its tests share.
var opened = sync.OnceValues(open)

func open() (*session, error) {
	ctx := context.Background()
	address := os.Getenv(URLVariable)
	var server *embeddedpg.Server
	if address == "" {
		checkout, err := Checkout()
		if err != nil {
			return nil, err
		}
		if server, err = start(ctx, checkout); err != nil {
			return nil, err
		}
		address = server.URL()
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", URLVariable, err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	s := &session{address: address, pool: pool, server: server,
		token: strconv.Itoa(os.Getpid()) + "x" + strconv.FormatInt(time.Now().UnixNano(), 36)}
	if err := s.claim(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// claim marks this process's databases as used, by a lock that ends with it,
// and drops those of processes that were killed.
func (s *session) claim(ctx context.Context) error {
	mark, err := pgx.Connect(ctx, s.address)
	if err != nil {
		return err
	}
	s.mark = mark
	if _, err := mark.Exec(ctx, "SELECT pg_advisory_lock($1)", lockOf(s.token)); err != nil {
		return err
	}
	rows, err := mark.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", testPrefix)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		token, _, _ := strings.Cut(strings.TrimPrefix(name, testPrefix), "_")
		if token == s.token {
			continue
		}
		if err := dropIfAbandoned(ctx, mark, name, token); err != nil {
			return fmt.Errorf("drop %s, which a killed test left: %w", name, err)
		}
	}
	return nil
}

func dropIfAbandoned(ctx context.Context, conn *pgx.Conn, name, token string) error {
	var abandoned bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", lockOf(token)).Scan(&abandoned); err != nil || !abandoned {
		return err
	}
	_, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	_, unlockErr := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", lockOf(token))
	return errors.Join(err, unlockErr)
}

func lockOf(name string) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(name))
	return int64(hash.Sum64()) // any 64 bits will do
}

// drop waits for workers of Postgres's own to leave: they can't be thrown out.
func (s *session) drop(ctx context.Context, name string) error {
	const tries = 50
	for n := 1; ; n++ {
		err := s.exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
		var refused *pgconn.PgError
		if n == tries || !errors.As(err, &refused) || refused.Code != "42501" {
			return err
		}
		if err := s.exec(ctx, "SELECT pg_sleep(0.1)"); err != nil {
			return err
		}
	}
}

// take gives a database that a test gave back, or a new one.
func (s *session) take(ctx context.Context) (string, error) {
	s.spare.Lock()
	defer s.spare.Unlock()
	if n := len(s.spares); n > 0 {
		name := s.spares[n-1]
		s.spares = s.spares[:n-1]
		return name, nil
	}
	name := fmt.Sprintf("%s%s_%d", testPrefix, s.token, s.count.Add(1))
	if err := s.clone(ctx, name, func(ctx context.Context, s *session) (string, error) { return s.template(ctx) }); err != nil {
		return "", err
	}
	if s.blank == nil {
		conn, err := pgx.Connect(ctx, s.urlOf(name))
		if err != nil {
			return "", err
		}
		blank, err := look(ctx, conn)
		if err := errors.Join(err, conn.Close(ctx)); err != nil {
			return "", err
		}
		s.blank = &blank
	}
	return name, nil
}

func (s *session) exec(ctx context.Context, sql string) error {
	_, err := s.pool.Exec(ctx, sql)
	return err
}

func (s *session) urlOf(database string) string {
	address, err := url.Parse(s.address)
	if err != nil {
		return s.address // pgxpool has parsed it before
	}
	address.Path = "/" + database
	return address.String()
}

func (s *session) clone(ctx context.Context, name string, source func(context.Context, *session) (string, error)) error {
	for {
		template, err := source(ctx, s)
		if err != nil {
			return err
		}
		err = s.exec(ctx, fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY wal_log", name, template))
		var gone *pgconn.PgError
		if errors.As(err, &gone) && gone.Code == "3D000" {
			continue // another checkout has dropped it as an old one
		}
		return err
	}
}

// template returns the name of the migrated database, and makes it if need be.
func (s *session) template(ctx context.Context) (string, error) {
	s.migrated.Lock()
	defer s.migrated.Unlock()
	hash, err := migrations.Hash()
	if err != nil {
		return "", err
	}
	name := templatePrefix + hash
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Release()
	if exists, err := databaseExists(ctx, conn, name); err != nil || exists {
		return name, err
	}
	// Other processes want the same one.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lockOf(name)); err != nil {
		return "", err
	}
	defer func() { _, _ = conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockOf(name)) }()
	if exists, err := databaseExists(ctx, conn, name); err != nil || exists {
		return name, err
	}
	return name, s.makeTemplate(ctx, conn, name)
}

// makeTemplate migrates under another name: whoever sees the template may clone it.
func (s *session) makeTemplate(ctx context.Context, conn *pgxpool.Conn, name string) error {
	unfinished := testPrefix + s.token + "_template"
	for _, sql := range []string{
		"DROP DATABASE IF EXISTS " + unfinished + " WITH (FORCE)",
		"CREATE DATABASE " + unfinished + " TEMPLATE template0",
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	if err := migrations.Up(ctx, s.urlOf(unfinished)); err != nil {
		return err
	}
	// Nobody may connect: a database with visitors can't be cloned.
	for _, sql := range []string{
		"ALTER DATABASE " + unfinished + " ALLOW_CONNECTIONS false",
		"ALTER DATABASE " + unfinished + " RENAME TO " + name,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	rows, err := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY oid DESC OFFSET $2",
		templatePrefix, templatesKept)
	if err != nil {
		return err
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, outdated := range old {
		// One that is being cloned stays until the next time.
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+outdated)
	}
	return nil
}

func databaseExists(ctx context.Context, conn *pgxpool.Conn, name string) (exists bool, err error) {
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	return exists, err
}
