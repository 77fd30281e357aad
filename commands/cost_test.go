package commands_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/internal/testing/testdb"
)

// gifts is a process that gives, on connections whose statements are counted.
type gifts struct {
	*world
	service  *command.Service
	sent     *testdb.Statements
	giver    ident.ID
	campaign ident.ID
}

func openGifts(t *testing.T, url string) (g *gifts, closing func()) {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	must(t, err)
	g = &gifts{sent: &testdb.Statements{}, giver: ident.Pair("giver", "one")}
	config.ConnConfig.Tracer = g.sent
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	must(t, err)
	g.world = newWorldOn(t, pool)
	g.service = g.world.service()
	return g, func() {
		g.store.Close()
		pool.Close()
	}
}

// give gives once. Two keys are two gifts.
func (g *gifts) give(key int) {
	g.t.Helper()
	_, err := giving.DonateMoney.Run(g.t.Context(), g.service, named(fmt.Sprint("gift ", key)).For(g.giver),
		giving.DonateMoneyBody{CampaignID: g.campaign, Amount: 2500, Currency: money.EUR, Lang: "en",
			Message: "May it never leak again!"})
	must(g.t, err)
}

// TestCostOfAGift counts what one gift costs. It is two events, one before the provider is asked and one after; each is one
// statement and one commit, which is on disk before the next step. Bytes and allocations may grow by a fifth before
// somebody has to say why. Of bytes and allocations the least of many is the gift's own: what
// else is done meanwhile only adds.
func TestCostOfAGift(t *testing.T) {
	p := bench.NewQuietPostgres(t)
	db, drop := p.Fresh(t)
	defer drop()
	db.Pool.Close() // else somebody is connected while fsyncs are counted
	var key int
	first, closing := openGifts(t, db.URL)
	must(t, first.keys.Ensure(t.Context(), member.SubjectOf(first.giver), "member"))
	campaign := first.launch(first.service).CampaignID
	first.campaign = campaign
	for range 10 {
		key++
		first.give(key)
	}
	plain, err := pgx.Connect(t.Context(), db.URL) // is not counted
	must(t, err)
	wal := func() (n int64) {
		must(t, plain.QueryRow(t.Context(), `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`).Scan(&n))
		return n
	}
	bytes, allocations := int64(math.MaxInt64), uint64(math.MaxInt64)
	var before, after runtime.MemStats
	statements := first.sent.Of(100, func() {
		key++
		written := wal()
		runtime.ReadMemStats(&before)
		first.give(key)
		runtime.ReadMemStats(&after)
		bytes = min(bytes, wal()-written)
		allocations = min(allocations, after.Mallocs-before.Mallocs)
	})
	must(t, plain.Close(t.Context()))
	closing()
	const several = 50
	giving := func(n int) func() {
		return func() {
			g, closing := openGifts(t, db.URL)
			g.campaign = campaign
			for range n {
				key++
				g.give(key)
			}
			closing()
		}
	}
	fsyncs := p.Fsyncs(t, giving(several)) - p.Fsyncs(t, giving(0))
	t.Logf("%d statements, %d bytes of WAL, %d allocations; %d fsyncs for %d gifts", statements, bytes, allocations, fsyncs, several)
	if statements != 2 {
		t.Errorf("%d statements, not 2", statements)
	}
	if fsyncs != 2*several {
		t.Errorf("%d gifts bring the log to disk %d times, not twice each", several, fsyncs)
	}
	if bytes > 2700 {
		t.Errorf("%d bytes of WAL", bytes)
	}
	if allocations > 400 {
		t.Errorf("%d allocations", allocations)
	}
}
