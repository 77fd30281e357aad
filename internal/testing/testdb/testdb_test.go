package testdb_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/migrations"
)

func TestNew_isMigratedAndSeparate(t *testing.T) {
	first, second := testdb.Pool(t), testdb.Pool(t)
	if _, err := first.Exec(t.Context(), "CREATE TABLE only_here ()"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sql  string
		want bool
	}{
		{"SELECT to_regclass('only_here') IS NOT NULL", false},
		{"SELECT to_regclass('events') IS NOT NULL", true},
	} {
		var got bool
		if err := second.QueryRow(t.Context(), c.sql).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s: %v in another test's database", c.sql, got)
		}
	}
}

func TestNewForItself_DropsTheDatabaseAfterTheTest(t *testing.T) {
	var name string
	t.Run("a test", func(t *testing.T) {
		// A connection left open must not keep it.
		conn, err := pgx.Connect(t.Context(), testdb.NewForItself(t))
		if err != nil {
			t.Fatal(err)
		}
		name = conn.Config().Database
	})
	var left bool
	if err := testdb.Pool(t).QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)",
		name).Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left {
		t.Errorf("%s is still there", name)
	}
}

func TestNew_inParallel(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			if err := testdb.Pool(t).Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNewWithoutMigrations_canBeMigratedTwice(t *testing.T) {
	address := testdb.NewWithoutMigrations(t)
	for range 2 {
		if err := migrations.Up(t.Context(), address); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUp_refusesADatabaseOfANewerBinary(t *testing.T) {
	address := testdb.New(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Up(t.Context(), address); err == nil {
		t.Error("an old binary accepted a newer database")
	}
}

// TestUp_waitsForADatabaseThatIsStarting: it says so to the first who connect, and lets the next ones in.
func TestUp_waitsForADatabaseThatIsStarting(t *testing.T) {
	address := testdb.NewWithoutMigrations(t)
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	front, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = front.Close() }() // ends the loop
	var came atomic.Int32
	go func() {
		for {
			conn, err := front.Accept()
			if err != nil {
				return
			}
			if came.Add(1) > 2 {
				go forward(t.Context(), conn, config)
				continue
			}
			server := pgproto3.NewBackend(conn, conn)
			if _, err := server.ReceiveStartupMessage(); err == nil {
				server.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P03", Message: "the database system is starting up"})
				_ = server.Flush() // who went away connects again
			}
			_ = conn.Close()
		}
	}()
	through, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := through.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	through.Host, through.RawQuery = front.Addr().String(), query.Encode()
	if err := migrations.Up(t.Context(), through.String()); err != nil {
		t.Fatal(err)
	}
	if came.Load() < 3 {
		t.Errorf("%d connections came: nobody was told to wait", came.Load())
	}
}

// forward carries bytes between a client and the real Postgres.
func forward(ctx context.Context, client net.Conn, config *pgx.ConnConfig) {
	defer func() { _ = client.Close() }()
	network, host := pgconn.NetworkAddress(config.Host, config.Port)
	server, err := config.DialFunc(ctx, network, host)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		testdb.New(b)
	}
}
