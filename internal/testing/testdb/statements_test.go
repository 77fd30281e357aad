package testdb_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/testing/testdb"
)

// TestStatements: however a statement is sent, it counts.
func TestStatements(t *testing.T) {
	config, err := pgx.ParseConfig(testdb.NewWithoutMigrations(t))
	if err != nil {
		t.Fatal(err)
	}
	counted := &testdb.Statements{}
	config.Tracer = counted
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for _, c := range []struct {
		name string
		send func() error
		want int64
	}{
		{"a query", func() error { _, err := conn.Exec(t.Context(), `CREATE TABLE t (n bigint)`); return err }, 1},
		{"a batch", func() error {
			b := &pgx.Batch{}
			for n := range 3 {
				b.Queue(`INSERT INTO t VALUES ($1)`, n)
			}
			return conn.SendBatch(t.Context(), b).Close()
		}, 3},
		{"a copy", func() error {
			_, err := conn.CopyFrom(t.Context(), pgx.Identifier{"t"}, []string{"n"}, pgx.CopyFromRows([][]any{{4}, {5}}))
			return err
		}, 1},
		{"a transaction", func() error {
			return pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error { _, err := tx.Exec(t.Context(), `DELETE FROM t`); return err })
		}, 3},
		{"a notification", func() error { _, err := conn.Exec(t.Context(), `SELECT pg_notify('callup_log', '1')`); return err }, 0},
	} {
		before := counted.Sent()
		if err := c.send(); err != nil {
			t.Fatal(err)
		}
		if n := counted.Sent() - before; n != c.want {
			t.Errorf("%s counts as %d, not %d", c.name, n, c.want)
		}
	}
}
