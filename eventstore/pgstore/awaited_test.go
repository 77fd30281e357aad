package pgstore_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/testing/testdb"
)

// While every connection of what goes on in the background is held, what somebody waits for is read at once.
func TestStore_ReadsWhatIsAwaitedBesideLongReaders(t *testing.T) {
	const readers = 2
	pool := testdb.Pool(t)
	s, err := pgstore.Open(t.Context(), pool, pgstore.Options{Logger: slog.New(slog.DiscardHandler), Readers: readers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	stream := eventstore.StreamName("thing", ident.ID{1})
	held, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT FROM log_head WHERE one FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	long, end := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	defer busy.Wait()
	defer end()
	defer func() {
		if err := held.Rollback(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	for range readers {
		busy.Go(func() { _, _ = s.Settled(long, time.Now()) }) // waits for the head; what it answers is of no interest
	}
	for waiting := 0; waiting < readers; {
		rows, err := pool.Query(t.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock' AND query LIKE '%log_head%'`)
		if err != nil {
			t.Fatal(err)
		}
		pids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
		if err != nil {
			t.Fatal(err)
		}
		waiting = len(pids)
	}
	ctx, cancel := context.WithTimeout(eventstore.Awaited(t.Context()), 5*time.Second)
	defer cancel()
	for _, err := range s.ReadStream(ctx, stream, 0) {
		t.Fatalf("a command can't read its stream: %v", err)
	}
}
