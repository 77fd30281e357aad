package main

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/readapi/campaigns"
)

// heard notes the queries of a pool while it is asked to.
type heard struct {
	mu      sync.Mutex
	on      bool
	queries []pgx.TraceQueryStartData
}

func (h *heard) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.on {
		h.queries = append(h.queries, q)
	}
	return ctx
}

func (h *heard) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// during gives the queries made while f runs. The server works in the background too: what reads campaigns is what is
// looked for.
func (h *heard) during(f func() error) ([]pgx.TraceQueryStartData, error) {
	h.mu.Lock()
	h.on, h.queries = true, nil
	h.mu.Unlock()
	err := f()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.on = false
	return h.queries, err
}

// hear has a server's queries noted.
func (h *heard) hear(b *testing.B, base *app.Base) {
	b.Helper()
	config := base.Pool.Config()
	config.ConnConfig.Tracer = h
	traced, err := pgxpool.NewWithConfig(b.Context(), config)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(traced.Close)
	base.Pool = traced
}

// longest is the query with most text, which is the one that makes an answer.
func longest(queries []pgx.TraceQueryStartData) pgx.TraceQueryStartData {
	return slices.MaxFunc(queries, func(a, b pgx.TraceQueryStartData) int { return len(a.SQL) - len(b.SQL) })
}

// readers are how many connections read at once.
const readers = 16

// rate is how many answers a second a server gives to members, or to one of them where only is not negative.
func (s *benchServer) rate(b *testing.B, address, path string, only int) float64 {
	b.Helper()
	clients := make([]*benchClient, readers)
	for i := range clients {
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		who := i
		if only >= 0 {
			who = only
		}
		clients[i] = s.clients[who].on(conn)
	}
	perSecond, err := bench.PerSecond(b.Context(), readers, bench.Measure, func(_ context.Context, w int) error {
		_, err := clients[w].get(path)
		return err
	})
	for _, c := range clients {
		_ = c.conn.Close() // nothing is sent on it any more
	}
	if err != nil {
		b.Fatal(err)
	}
	return perSecond
}

// BenchmarkCampaignPage: GET /api/campaigns/{id} through the whole server, against a handler of net/http that runs the
// same query (taken from the server's own connection), reads its columns and writes the same answer. Both serve 16
// connections that are kept; both run beside the same clients.
func BenchmarkCampaignPage(b *testing.B) {
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	listening := &heard{}
	s := openBenchWith(b, db, providerAtHand{away: true}, benchCampaigns, func(base *app.Base) { listening.hear(b, base) })
	defer s.close()
	path := "/api/campaigns/" + s.campaigns[0].String()
	var answer []byte
	queries, err := listening.during(func() (err error) {
		answer, err = s.clients[0].get(path)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	var page campaigns.CampaignDetail
	if err := json.Unmarshal(answer, &page); err != nil || page.ID != s.campaigns[0] {
		b.Fatalf("%s: %v", answer, err)
	}
	bare := bareServer(b, s.base.Pool, longest(queries), page)
	bench.Compare(b, bench.Row{
		Figure: "read of a campaign page over HTTP", Reference: "the same query in a bare net/http + pgx handler", Unit: "requests/s",
		Reach: 0.8,
	}, func() float64 { return s.rate(b, s.address, path, -1) },
		func() float64 { return s.rate(b, bare, path, -1) })
}

// bareServer answers one query, and nothing else is done.
func bareServer(b *testing.B, pool *pgxpool.Pool, query pgx.TraceQueryStartData, page any) string {
	b.Helper()
	listener, err := app.Listen(b.Context(), "127.0.0.1:0", "CALLUP_ADDR")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rows, err := pool.Query(r.Context(), query.SQL, query.Args...)
			if err == nil {
				for rows.Next() {
					_, err = rows.Values()
				}
				rows.Close()
			}
			if err == nil {
				err = rows.Err()
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			if err := json.NewEncoder(w).Encode(page); err != nil {
				b.Error(err)
			}
		})}
	go func() { _ = server.Serve(listener) }() // ends with Close
	b.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}
