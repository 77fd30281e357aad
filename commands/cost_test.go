package commands_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/testdb"
)

// statements counts what is sent to the database, but for the notification that wakes readers: it is made once for many.
type statements struct{ n atomic.Int64 }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if !strings.Contains(q.SQL, "pg_notify") {
		s.n.Add(1)
	}
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// What one gift costs, counted: counts have no noise but what others do at the same time, which only adds, so the least
// of many is the gift's own. A gift is two events, one before the provider is asked and one after; each is one statement
// and one commit. Bytes and allocations may grow by a fifth before somebody has to say why.
func TestCostOfAGift(t *testing.T) {
	config, err := pgxpool.ParseConfig(testdb.New(t))
	must(t, err)
	sent := &statements{}
	config.ConnConfig.Tracer = sent
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(pool.Close)
	w := newWorldOn(t, pool)
	s := w.service()
	giver := ident.Pair("giver", "one")
	must(t, w.keys.Ensure(t.Context(), commands.SubjectOf(giver), "member"))
	launched := w.launch(s)
	plain, err := pgx.Connect(t.Context(), config.ConnString()) // is not counted
	must(t, err)
	defer func() { _ = plain.Close(context.WithoutCancel(t.Context())) }()
	wal := func() (n int64) {
		must(t, plain.QueryRow(t.Context(), `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`).Scan(&n))
		return n
	}
	give := func() {
		_, err := s.DonateMoney(t.Context(), w.env(), commands.DonateMoney{
			Campaign: launched.Campaign, Member: giver, Amount: money.Of(2500, money.EUR), Lang: "en", Message: "May it never leak again!",
		})
		must(t, err)
	}
	for range 10 {
		give()
	}
	const most = 1 << 60
	queries, bytes, allocations := int64(most), int64(most), uint64(most)
	var before, after runtime.MemStats
	for range 100 {
		asked, written := sent.n.Load(), wal()
		runtime.ReadMemStats(&before)
		give()
		runtime.ReadMemStats(&after)
		queries = min(queries, sent.n.Load()-asked)
		bytes = min(bytes, wal()-written)
		allocations = min(allocations, after.Mallocs-before.Mallocs)
	}
	t.Logf("%d statements, %d bytes of WAL, %d allocations", queries, bytes, allocations)
	if queries != 2 {
		t.Errorf("%d statements, not 2", queries)
	}
	if bytes > 2700 {
		t.Errorf("%d bytes of WAL", bytes)
	}
	if allocations > 400 {
		t.Errorf("%d allocations", allocations)
	}
}
