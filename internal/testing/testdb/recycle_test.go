package testdb

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// used has a test do something to a database, and tells what becomes of it. Without anything to do its connection is left.
func used(t *testing.T, do ...string) (recycled, error) {
	t.Helper()
	s, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	name, err := s.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.drop(context.WithoutCancel(t.Context()), name); err != nil {
			t.Log(err)
		}
	})
	conn, err := pgx.Connect(t.Context(), s.urlOf(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range do {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	if do != nil {
		if err := conn.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.recycle(t.Context(), name)
	runtime.KeepAlive(conn) // the garbage collector closes connections without a reference
	return r, err
}

func TestRecycle_EmptiesWhatATestFilled(t *testing.T) {
	t.Parallel()
	for name, do := range map[string][]string{
		"nothing":          {`SELECT 1`},
		"rows of the log":  {`INSERT INTO events VALUES (1, 's-1', 0, gen_random_uuid(), 'T', 1, '{}', '{}', now())`},
		"another row":      {`INSERT INTO installation_log (log_id) VALUES (gen_random_uuid())`},
		"the log's name":   {`UPDATE log_head SET log_id = gen_random_uuid()`},
		"a row is gone":    {`DELETE FROM log_head`},
		"a schema":         {`CREATE SCHEMA posts_v1_1 CREATE TABLE posts (id bigserial)`, `INSERT INTO posts_v1_1.posts DEFAULT VALUES`},
		"sequences":        {`SELECT nextval(format('%I.%I', schemaname, sequencename)::regclass) FROM pg_sequences`},
		"temporary tables": {`CREATE TEMPORARY TABLE t (id int)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r, err := used(t, do...); err != nil || !r.again {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

func TestRecycle_RefusesWhatIsNoLongerTheSame(t *testing.T) {
	t.Parallel()
	for name, do := range map[string][]string{
		"a table":      {`CREATE TABLE more (id int)`},
		"a column":     {`ALTER TABLE log_head ADD more int`},
		"a default":    {`ALTER TABLE log_head ALTER log_id SET DEFAULT NULL`},
		"an index":     {`CREATE INDEX ON log_head (log_id)`},
		"a function":   {`CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'`},
		"a trigger":    {`ALTER TABLE events DISABLE TRIGGER events_immutable`},
		"a constraint": {`ALTER TABLE log_head ADD CHECK (log_id IS NOT NULL)`},
		"statistics":   {`ANALYZE goose_db_version`},
		"a setting":    {`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 128', current_database()); END $$`},
		"an extension": {`DROP EXTENSION pg_trgm CASCADE`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r, err := used(t, do...); err != nil || r.again || r.why == "" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

func TestRecycle_NamesAConnectionThatIsLeft(t *testing.T) {
	t.Parallel()
	if _, err := used(t); err == nil || !strings.Contains(err.Error(), "left connections") {
		t.Errorf("%v", err)
	}
}

func TestNew_HandsADatabaseOn(t *testing.T) {
	var first string
	t.Run("one", func(t *testing.T) { first = New(t) })
	t.Run("another", func(t *testing.T) {
		if second := New(t); second != first {
			t.Errorf("%s is not used again: %s", first, second)
		}
	})
}
