package pgstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/eventstore/storetest"
	"github.com/callup/callup/internal/testing/testdb"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Harness {
		t.Helper()
		return harness(t, testdb.New(t))
	})
}

func harness(t *testing.T, url string) storetest.Harness {
	t.Helper()
	faults := &faultNet{}
	return harnessOf(t, connect(t, url, nil), connect(t, url, faults), faults)
}

func harnessOf(t *testing.T, admin, through *pgxpool.Pool, faults *faultNet) storetest.Harness {
	t.Helper()
	return storetest.Harness{
		Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, through) },
		Fail: func(ctx context.Context) error { return appendAndRollBack(ctx, admin) },
		Kill: func(ctx context.Context) error {
			_, err := admin.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND application_name LIKE 'callup log%'`)
			return err
		},
		Cut: faults.cut, Mend: faults.mend, Hush: faults.silence, LoseAnswer: faults.loseAnswer,
		Tamper: func(ctx context.Context) map[string]error { return tamper(ctx, admin) },
		Rest:   admin.Close,
		Exact:  true,
	}
}

// slow is a connection whose writes return so late, as on a busy machine, that pgx has read the answer in the background by then,
// and reads on until something else comes.
type slow struct{ net.Conn }

func (s slow) Write(b []byte) (int, error) {
	n, err := s.Conn.Write(b)
	<-time.After(100 * time.Millisecond)
	return n, err
}

// Read is its own, so that a stack names it.
func (s slow) Read(b []byte) (int, error) { return s.Conn.Read(b) }

// What pgx reads on of a connection of the harness is no store's, and ends before it is asked what stores left.
func TestHarness_RestsBeforeItIsAskedWhatIsLeft_Issue31(t *testing.T) {
	t.Parallel()
	config, err := pgxpool.ParseConfig(testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return slow{conn}, err
	}
	admin, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	h := harnessOf(t, admin, admin, &faultNet{})
	if err := h.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	reads := func() bool {
		all := make([]byte, 1<<20)
		return bytes.Contains(all[:runtime.Stack(all, true)], []byte("pgstore_test.slow"))
	}
	if !reads() {
		t.Error("pgx does not read on: the harness need not rest")
	}
	h.Rest()
	for deadline := time.Now().Add(time.Minute); reads(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("pgx reads on though the harness rests")
		}
	}
}

func connect(t *testing.T, url string, faults *faultNet) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	if faults != nil {
		config.ConnConfig.DialFunc = faults.dial
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func open(t *testing.T, pool *pgxpool.Pool) *pgstore.Store {
	t.Helper()
	s, err := pgstore.Open(t.Context(), pool, pgstore.Options{
		Logger: slog.New(slog.DiscardHandler), Flush: time.Second, Read: 5 * time.Second, Drain: 50 * time.Millisecond, Scan: 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// appendAndRollBack holds the head, gives positions, and undoes it all, the second half of it by a failure.
func appendAndRollBack(ctx context.Context, pool *pgxpool.Pool) error {
	undone := errors.New("undone")
	one := func(tx pgx.Tx) error {
		id := ident.Pair("rolled back", time.Now().String())
		_, err := tx.Exec(ctx, `SELECT * FROM log_append(ARRAY[$1], '{-1}', '{1}', '{1}', ARRAY[$1], '{0}', ARRAY[$2::uuid],
			'{Undone}', '{1}', ARRAY['{}'::json], ARRAY['{}'::json])`, eventstore.StreamName("undone", id), [16]byte(id))
		return err
	}
	for _, how := range []func(pgx.Tx) error{
		func(pgx.Tx) error { return undone },
		func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `SELECT 1 / 0`)
			return fmt.Errorf("%w: %w", undone, err)
		},
	} {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if err := one(tx); err != nil {
				return err
			}
			return how(tx)
		})
		if !errors.Is(err, undone) {
			return fmt.Errorf("roll back: %w", err)
		}
	}
	return nil
}

func tamper(ctx context.Context, pool *pgxpool.Pool) map[string]error {
	tried := map[string]error{}
	for _, statement := range []string{
		`UPDATE events SET data = '{}'`,
		`UPDATE events SET position = position + 100`,
		`DELETE FROM events`,
		`DELETE FROM events WHERE position = 1`,
		`TRUNCATE events`,
		`SET session_replication_role = replica; DELETE FROM events`,
		`MERGE INTO events USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE`,
		`INSERT INTO events SELECT * FROM events ON CONFLICT (position) DO UPDATE SET type = 'Changed'`,
		`INSERT INTO events SELECT * FROM events`,
	} {
		_, tried[statement] = pool.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
	}
	return tried
}

func one(id ident.ID, data string) []eventstore.Event {
	return []eventstore.Event{{ID: id, Type: "Happened", Version: 1, Data: []byte(data)}}
}

func TestRejectedNamesItsReason(t *testing.T) {
	s := open(t, testdb.Pool(t))
	defer s.Close()
	stream, id := "thing-1", ident.Pair("test", "1")
	if _, err := s.Append(t.Context(), stream, eventstore.NoStream, one(id, `{}`)); err != nil {
		t.Fatal(err)
	}
	_, err := s.Append(t.Context(), stream, 0, one(id, `{}`))
	var rejected *eventstore.Rejected
	if !errors.As(err, &rejected) || rejected.Stream != stream || !errors.Is(err, eventstore.ErrDuplicateID) {
		t.Errorf("the same id again: %v", err)
	}
	for _, data := range []string{`{`, "\"\xff\""} {
		if _, err := s.Append(t.Context(), stream, 0, one(ident.Pair("test", "2"), data)); !errors.Is(err, eventstore.ErrInvalid) {
			t.Errorf("data %q: %v", data, err)
		}
	}
}

// A plan made while the log is empty must go on using the indexes when it no longer is, or every append grows slower.
func TestPlansStayOnTheIndexes(t *testing.T) {
	pool := testdb.Pool(t)
	if _, err := pool.Exec(t.Context(), `ANALYZE events`); err != nil {
		t.Fatal(err)
	}
	scans := func() (n int64) {
		t.Helper()
		const sql = `SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'events'`
		if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := scans() // by ANALYZE, and by tests that had this database before
	s := open(t, pool)
	defer s.Close()
	for i := range 300 {
		id := ident.Pair("test", fmt.Sprint(i))
		if _, err := s.Append(t.Context(), eventstore.StreamName("thing", id), eventstore.NoStream, one(id, `{}`)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ReadAll(t.Context(), eventstore.MakePosition(uint64(i), 0), 10, eventstore.Filter{}); err != nil {
			t.Fatal(err)
		}
	}
	s.Close() // sessions report what they counted at the latest when they end
	if sequential := scans() - before; sequential > 10 {
		t.Errorf("the table was read from end to end %d times", sequential)
	}
}

// While an old snapshot is held, as by a backup, appends must not leave dead rows that later ones step over.
func TestHeadLeavesNoDeadRows(t *testing.T) {
	pool := testdb.Pool(t)
	s := open(t, pool)
	defer s.Close()
	tx, err := pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // it only reads
	if _, err := tx.Exec(t.Context(), `SELECT 1`); err != nil {
		t.Fatal(err)
	}
	size := func() (bytes int64) {
		if err := pool.QueryRow(t.Context(), `SELECT pg_relation_size('log_head')`).Scan(&bytes); err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	before := size()
	for i := range 400 {
		id := ident.Pair("test", fmt.Sprint(i))
		if _, err := s.Append(t.Context(), eventstore.StreamName("thing", id), eventstore.NoStream, one(id, `{}`)); err != nil {
			t.Fatal(err)
		}
	}
	if after := size(); after != before {
		t.Errorf("log_head grew from %d to %d bytes", before, after)
	}
}

// Processes wake each other: with polling out of the way, only the notification is left.
func TestAnotherProcessWakesWhoWaits(t *testing.T) {
	pool := testdb.Pool(t)
	options := pgstore.Options{Poll: time.Hour, Logger: slog.New(slog.DiscardHandler)}
	writer, err := pgstore.Open(t.Context(), pool, options)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader, err := pgstore.Open(t.Context(), pool, options)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	after := eventstore.Position{}
	for i := range 20 {
		id := ident.Pair("test", fmt.Sprint(i))
		a, err := writer.Append(ctx, eventstore.StreamName("thing", id), eventstore.NoStream, one(id, `{}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := reader.Wait(ctx, after); err != nil {
			t.Fatalf("waiting for append %d: %v", i, err)
		}
		after = a.Position
	}
}

func TestOpenNeedsTheMigrations(t *testing.T) {
	pool := connect(t, testdb.NewWithoutMigrations(t), nil)
	if s, err := pgstore.Open(t.Context(), pool, pgstore.Options{}); err == nil {
		s.Close()
		t.Error("a database without a log was opened")
	}
}

// A server that lacks room says so itself. Nothing was written, and whoever appends hears of it at once.
func TestAppend_AnswersAtOnceWhenTheServerLacksRoom(t *testing.T) {
	t.Parallel()
	url := testdb.New(t)
	admin := connect(t, url, nil)
	s := open(t, connect(t, url, nil))
	defer s.Close()
	for _, statement := range []string{
		`CREATE TABLE lacks (code text NOT NULL)`,
		`CREATE FUNCTION lack() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE c text; BEGIN
			FOR c IN SELECT code FROM lacks LOOP RAISE EXCEPTION 'could not extend file' USING ERRCODE = c; END LOOP; RETURN NULL; END $$`,
		`CREATE TRIGGER lack AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION lack()`,
	} {
		if _, err := admin.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	id := ident.Pair("lacks", "room")
	event := eventstore.Event{ID: id, Type: "Kept", Version: 1, Data: []byte(`{}`)}
	put := func() (eventstore.Appended, error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		done, err := s.Append(ctx, eventstore.StreamName("kept", id), eventstore.NoStream, []eventstore.Event{event})
		if ctx.Err() != nil {
			t.Fatalf("the append waited: %v", err)
		}
		return done, err
	}
	for _, code := range []string{"53100", "53200", "58030"} {
		if _, err := admin.Exec(t.Context(), `INSERT INTO lacks VALUES ($1)`, code); err != nil {
			t.Fatal(err)
		}
		_, err := put()
		var pg *pgconn.PgError
		if !errors.Is(err, eventstore.ErrUnavailable) || !errors.As(err, &pg) || pg.Code != code {
			t.Errorf("%s: %v", code, err)
		}
		if _, err := admin.Exec(t.Context(), `DELETE FROM lacks`); err != nil {
			t.Fatal(err)
		}
	}
	if done, err := put(); err != nil || done.Revision != 0 || done.Repeated {
		t.Errorf("with room again: %+v, %v", done, err)
	}
}

// A Postgres whose disk is full stops and says nothing any more: nobody waits for it either.
func TestAppend_AnswersAtOnceWhileTheServerIsGoneForLackOfRoom(t *testing.T) {
	t.Parallel()
	faults := &faultNet{}
	var full atomic.Bool
	s, err := pgstore.Open(t.Context(), connect(t, testdb.New(t), faults), pgstore.Options{
		Logger: slog.New(slog.DiscardHandler), Drain: 50 * time.Millisecond, NoRoom: full.Load,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(name string) error {
		id := ident.Pair("full", name)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := s.Append(ctx, eventstore.StreamName("kept", id), eventstore.NoStream, one(id, `{}`))
		if ctx.Err() != nil {
			t.Fatalf("%s: the append waited: %v", name, err)
		}
		return err
	}
	if err := put("before"); err != nil {
		t.Fatal(err)
	}
	full.Store(true)
	faults.cut()
	if err := put("meanwhile"); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("while there is no room: %v", err)
	}
	full.Store(false)
	faults.mend()
	if err := put("after"); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
