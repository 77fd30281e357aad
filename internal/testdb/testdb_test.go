package testdb_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/testdb"
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

func TestNew_dropsTheDatabaseAfterTheTest(t *testing.T) {
	var name string
	t.Run("a test", func(t *testing.T) {
		// A connection left open must not keep it.
		conn, err := pgx.Connect(t.Context(), testdb.New(t))
		if err != nil {
			t.Fatal(err)
		}
		name = conn.Config().Database
	})
	var left bool
	if err := testdb.Pool(t).QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&left); err != nil {
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

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		testdb.New(b)
	}
}
