package pgstore_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/testing/testdb"
)

// An append that is stamped, and commits late, belongs to every time from its stamp on: who asks as of such a time waits.
func TestAsOfATimeWaitsForAppends(t *testing.T) {
	pool := testdb.Pool(t)
	ctx := t.Context()
	store, err := pgstore.Open(ctx, pool, pgstore.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	late, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id := ident.Pair("event", "late")
	var stamp time.Time
	if err := late.QueryRow(ctx, `SELECT at_time
		FROM log_append(ARRAY['x-1'], ARRAY[-1::bigint], ARRAY[1], ARRAY[1], ARRAY['x-1'], ARRAY[0::bigint], ARRAY[$1::uuid],
		ARRAY['X'], ARRAY[1], ARRAY['{}'::json], ARRAY[$2::json])`,
		id, json.RawMessage(`{"command":"`+id.String()+`","correlation":"`+id.String()+`","actor":"test"}`)).Scan(&stamp); err != nil {
		t.Fatal(err)
	}
	type answer struct {
		at  eventstore.Position
		err error
	}
	asked := make(chan answer, 1)
	go func() {
		at, err := selection.AsOf(stamp).Resolve(ctx, store)
		asked <- answer{at, err}
	}()
	for waits := 0; waits == 0; { // until it waits for the head, or has answered
		if err := pool.QueryRow(ctx,
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
			AND query LIKE '%log_head%'`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		select {
		case a := <-asked:
			t.Fatalf("answered %s, %v while an append stamped by then was under way", a.at, a.err)
		default:
		}
	}
	if err := late.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if a := <-asked; a.err != nil || a.at != eventstore.MakePosition(1, 0) {
		t.Errorf("as of the late append's time is %s, %v", a.at, a.err)
	}
	if at, err := selection.AsOf(stamp.Add(time.Hour)).Resolve(ctx, store); !errors.Is(err, eventstore.ErrToCome) {
		t.Errorf("a time to come is %s, %v", at, err)
	}
}
