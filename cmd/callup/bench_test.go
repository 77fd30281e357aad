package main

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/testing/bench"
)

const (
	benchGivers    = 32 // keep-alive connections, each of a member of its own
	benchCampaigns = 8
)

// BenchmarkDonateMoney: DonateMoney over HTTP up to its one event, against one-row INSERTs from as many connections.
// Everything between the socket and the log is the server's own: routing, schema, sign-in, idempotency key, campaign,
// rates, a sealed message, the append, all of it measured as the server measures itself; and all projections fold
// meanwhile. Logs are written as JSON at the level info, to nowhere. Client, server and Postgres share the machine.
//
// The one event is DonationStarted. What follows it, the provider's payment page and DonationPaymentOpened, is kept out
// by a provider that is away: it refuses at once, and the command answers 503 after its event is durable. The benchmark
// fails unless every request left exactly one event. The second row is told without a target: the whole command, with
// a provider that answers at once and so with a second durable append.
//
// Reactors and timers run, as in every server: what they do (a timer per gift) comes after the answer and takes its part of
// the machine. The benchmark fails unless they have handled every gift soon after the last one.
func BenchmarkDonateMoney(b *testing.B) {
	for _, row := range []struct {
		name     string
		provider providerAtHand
		status   int
		events   int
		figure   string
		reach    float64
	}{
		{"oneEvent", providerAtHand{away: true}, http.StatusServiceUnavailable, 1, "DonateMoney over HTTP, up to its one event", 0.6},
		{"whole", providerAtHand{}, http.StatusOK, 2, "DonateMoney over HTTP, whole, two events one after the other", 0},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := bench.NewPostgres(b)
			bench.Compare(b, bench.Row{
				Figure: row.figure, Unit: "requests/s", Reach: row.reach,
				Reference: fmt.Sprintf("prepared one-row INSERT, %d connections", benchGivers),
			}, func() float64 {
				db, drop := p.Fresh(b)
				defer drop()
				return donations(b, db, row.provider, row.status, row.events)
			}, func() float64 { return plainInserts(b, p) })
		})
	}
}

// plainInserts is the reference of gifts: as many one-row INSERTs per second as their connections make.
func plainInserts(b *testing.B, p *bench.Postgres) float64 {
	b.Helper()
	db, drop := p.Fresh(b)
	defer drop()
	perSecond, err := bench.Inserts(b.Context(), db.Pool, benchGivers)
	if err != nil {
		b.Fatal(err)
	}
	return perSecond
}

// reacted waits until the reactors have handled everything up to a position.
func (s *benchServer) reacted(to eventstore.Position) {
	s.b.Helper()
	began := time.Now()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for range again.C {
		var behind int
		if err := s.base.Pool.QueryRow(s.b.Context(), `SELECT count(*) FROM reactor_checkpoints WHERE position::bigint < $1`,
			to.String()).Scan(&behind); err != nil {
			s.b.Fatal(err)
		}
		if behind == 0 {
			s.b.Logf("the reactors were done %s after the last gift", time.Since(began).Round(time.Millisecond))
			return
		}
		if time.Since(began) > 10*time.Second {
			s.b.Fatalf("%d reactors are behind", behind)
		}
	}
}

// donations counts the gifts started per second on a database of its own, and makes sure that each is in the log.
func donations(b *testing.B, db *bench.Database, provider providerAtHand, status, events int) float64 {
	b.Helper()
	s := openBench(b, db, provider)
	defer s.close()
	ctx := b.Context()
	for _, id := range s.campaigns { // the first gift to a campaign fixes its currency, an event more
		if err := s.clients[0].give(id, -1, status); err != nil {
			b.Fatal(err)
		}
		s.clients[0].key += "'"
	}
	db.Settle(b)
	_, before, err := s.base.Store.Head(ctx)
	if err != nil {
		b.Fatal(err)
	}

	sent := make([]int, benchGivers)
	perSecond, err := bench.PerSecond(ctx, benchGivers, bench.Measure, func(_ context.Context, w int) error {
		sent[w]++
		return s.clients[w].give(s.campaigns[(w+sent[w])%len(s.campaigns)], sent[w], status)
	})
	if err != nil {
		b.Fatal(err)
	}
	gifts := 0
	for _, n := range sent {
		gifts += n
	}
	_, after, err := s.base.Store.Head(ctx)
	if err != nil {
		b.Fatal(err)
	}
	from, _ := before.Parts()
	to, _ := after.Parts()
	if got := to - from; got != uint64(gifts*events) {
		b.Fatalf("%d gifts left %d events", gifts, got)
	}
	s.reacted(after)
	return perSecond
}
