// Package projectortest is a log on Postgres with its keys, for the tests of what folds it.
package projectortest

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
)

// Log is a log with its keys, in a database of its own.
type Log struct {
	Pool    *pgxpool.Pool
	Store   *pgstore.Store
	Catalog *catalog.Catalog
	Keys    *keyring.Keyring

	t         *testing.T
	revisions map[string]eventstore.Revision
	n         int
}

// New makes an empty log.
func New(t *testing.T) *Log {
	t.Helper()
	l := &Log{t: t, Pool: testdb.Pool(t), Catalog: catalog.New(), revisions: map[string]eventstore.Revision{}}
	store, err := pgstore.Open(t.Context(), l.Pool, pgstore.Options{Logger: Discard()})
	Must(t, err)
	t.Cleanup(store.Close)
	l.Store = store
	log, _, err := store.Head(t.Context())
	Must(t, err)
	l.Exec(`INSERT INTO installation_log (log_id) VALUES ($1)`, [16]byte(log)) // as opening the installation does
	l.Keys = l.NewKeys()
	return l
}

// NewKeys are the keys as a process has them that has just started.
func (l *Log) NewKeys() *keyring.Keyring {
	l.t.Helper()
	k, err := keyring.New(l.Pool, bytes.Repeat([]byte{7}, 32), time.Now, catalog.ErrErased)
	Must(l.t, err)
	return k
}

// Append writes an event to the log and makes the keys that it needs.
func (l *Log) Append(category string, id ident.ID, event any) eventstore.Position {
	l.t.Helper()
	e, err := l.Catalog.Encode(l.t.Context(), ensuring{l.Keys}, Thing("event", l.n), event,
		eventstore.Metadata{Command: Thing("command", l.n)})
	Must(l.t, err)
	return l.Write(eventstore.StreamName(category, id), e)
}

// Write adds what is to be stored to a stream that nobody else writes.
func (l *Log) Write(stream string, e eventstore.Event) eventstore.Position {
	l.t.Helper()
	l.n++
	r, ok := l.revisions[stream]
	if !ok {
		r = eventstore.NoStream
	}
	done, err := l.Store.Append(l.t.Context(), stream, r, []eventstore.Event{e})
	Must(l.t, err)
	l.revisions[stream] = done.Revision
	return done.Position
}

// Exec changes the database; an UPDATE or DELETE must find something.
func (l *Log) Exec(sql string, args ...any) {
	l.t.Helper()
	tag, err := l.Pool.Exec(l.t.Context(), sql, args...)
	Must(l.t, err)
	if (tag.Update() || tag.Delete()) && tag.RowsAffected() == 0 {
		l.t.Fatalf("nothing to change: %s", sql)
	}
}

// Count reads a single number.
func (l *Log) Count(sql string, args ...any) int {
	l.t.Helper()
	var n int
	Must(l.t, l.Pool.QueryRow(l.t.Context(), sql, args...).Scan(&n))
	return n
}

// Until waits for a condition.
func (l *Log) Until(what string, ok func() bool) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !ok() {
		select {
		case <-look.C:
		case <-ctx.Done():
			l.t.Fatalf("%s never came about", what)
		}
	}
}

// ensuring makes the keys that are missing.
type ensuring struct{ *keyring.Keyring }

func (k ensuring) Seal(ctx context.Context, subject ident.ID, bound, plain string) (string, error) {
	if err := k.Ensure(ctx, subject, "test"); err != nil {
		return "", err
	}
	return k.Keyring.Seal(ctx, subject, bound, plain)
}

// Thing names a thing of a kind.
func Thing(kind string, n int) ident.ID { return ident.Pair(kind, fmt.Sprint(n)) }

// Discard is a logger that nobody reads.
func Discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// Must ends a test that can't go on.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// EmptyRecord is an event of a type as the log may hold it, with nothing said in it.
func EmptyRecord(cat *catalog.Catalog, name string) eventstore.Recorded {
	return eventstore.Recorded{Event: eventstore.Event{Type: name, Version: cat.Version(name), Data: []byte(`{}`)}}
}

// Empty is an event of a type with nothing said in it.
func Empty(t testing.TB, cat *catalog.Catalog, name string) any {
	t.Helper()
	e, err := cat.Decode(EmptyRecord(cat, name))
	Must(t, err)
	return e
}
