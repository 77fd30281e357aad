package main

import (
	"context"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/seed"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/projections/projector"
)

// lists are the answers that must cost the same however many campaigns there are.
var lists = []struct{ name, path string }{
	{"landing", "/"}, {"explore", "/explore"}, {"popular", "/api/campaigns?tab=popular&limit=6"}, {"newest", "/api/campaigns"},
	{"trending", "/api/campaigns?trending=true"}, {"search", "/api/campaigns?q=garden+school"}, {"categories", "/api/categories"},
}

// BenchmarkLists: what a list of campaigns costs with ten thousand of them and a million events (CALLUP_BENCH_EVENTS names
// fewer), against fourteen campaigns and ten thousand events: the median time of an answer, under 16 readers who each ask
// again as soon as they have it.
func BenchmarkLists(b *testing.B) {
	p := bench.NewPostgres(b)
	open := func(campaigns, events int) (*benchServer, *bench.Database) {
		db, drop := p.Fresh(b)
		b.Cleanup(drop)
		s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(base *app.Base) {
			svc, err := base.Alone()
			if err != nil {
				b.Fatal(err)
			}
			o := app.SeedOptions{Members: 200, Campaigns: campaigns, Seed: 1}
			if _, err := svc.Seed(b.Context(), o, func(string) {}); err != nil {
				b.Fatal(err)
			}
			if err := seed.AddBulk(b.Context(), &cli.Program{Stdout: io.Discard, Stderr: io.Discard}, svc, o, events); err != nil {
				b.Fatal(err)
			}
			if err := projector.NewBuilder(svc.ProjectionConfig(nil)).EnsureLive(b.Context(), svc.Projections); err != nil {
				b.Fatal(err)
			}
		})
		b.Cleanup(s.close)
		db.Settle(b)
		return s, db
	}
	many, _ := open(10_000, min(scaled(b), 1_000_000))
	few, _ := open(14, 10_000)
	for _, list := range lists {
		b.Run(list.name, func(b *testing.B) {
			bench.Compare(b, bench.Row{
				Figure: list.name + " with 10000 campaigns", Reference: "with 14", Unit: "ms", Most: 1.5,
			}, func() float64 { return answerTime(b, many, list.path) }, func() float64 { return answerTime(b, few, list.path) })
		})
	}
}

// answerTime gives the median time of an answer in milliseconds, under 16 readers.
func answerTime(b *testing.B, s *benchServer, path string) float64 {
	b.Helper()
	const readers = 16
	clients := make([]*benchClient, readers)
	for i := range clients {
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", s.address)
		if err != nil {
			b.Fatal(err)
		}
		clients[i] = s.clients[i].on(conn)
	}
	var mu sync.Mutex
	var took []time.Duration
	_, err := bench.PerSecond(b.Context(), readers, bench.Measure, func(_ context.Context, w int) error {
		began := time.Now()
		_, err := clients[w].get(path)
		passed := time.Since(began)
		mu.Lock()
		took = append(took, passed)
		mu.Unlock()
		return err
	})
	for _, c := range clients {
		_ = c.conn.Close() // nothing is sent on it any more
	}
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(took)
	return float64(took[len(took)/2].Microseconds()) / 1000
}
