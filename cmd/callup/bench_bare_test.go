package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/bench"
)

// BenchmarkBareGift is what HTTP, JSON and a durable append alone leave of the first row of BenchmarkDonateMoney: as many
// connections, requests of the same size and the same store, but a handler that knows no rules, signs nobody in, seals
// nothing, logs nothing and folds nothing. It has no target; it tells which part of the distance is Callup's own.
func BenchmarkBareGift(b *testing.B) {
	p := bench.NewPostgres(b)
	bench.Compare(b, bench.Row{
		Figure: "a bare handler that appends one event", Unit: "requests/s",
		Reference: fmt.Sprintf("prepared one-row INSERT, %d connections", benchGivers),
	}, func() float64 {
		db, drop := p.Fresh(b)
		defer drop()
		return bareGifts(b, db)
	}, func() float64 { return plainInserts(b, p) })
}

func bareGifts(b *testing.B, db *bench.Database) float64 {
	b.Helper()
	ctx := b.Context()
	cfg, err := config.Load([]string{"CALLUP_DATA=" + b.TempDir(), "DATABASE_URL=" + db.URL, "CALLUP_DEMO=off"})
	if err != nil {
		b.Fatal(err)
	}
	base, err := app.Open(ctx, cfg, app.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = base.Close(context.WithoutCancel(ctx)) }()
	app.CollectRarely()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var gift struct {
			Campaign ident.ID `json:"campaign_id"`
			Amount   int64    `json:"amount"`
			Currency string   `json:"currency"`
			Message  string   `json:"message"`
		}
		if err := json.NewDecoder(r.Body).Decode(&gift); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		id := ident.Pair(r.Header.Get("Idempotency-Key"), gift.Campaign.String())
		data, err := json.Marshal(gift)
		if err == nil {
			_, err = base.Store.Append(r.Context(), eventstore.StreamName("donation", id), eventstore.NoStream, []eventstore.Event{{
				ID: id, Type: "DonationStarted", Version: 1, Data: data,
				Metadata: eventstore.Metadata{Command: id, Correlation: id, Actor: "operator"},
			}})
		}
		if err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	address := server.Listener.Addr().String()
	clients := make([]*benchClient, benchGivers)
	for i := range clients {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() }) // the server may have closed it
		clients[i] = &benchClient{conn: conn, read: bufio.NewReader(conn), key: fmt.Sprint(i),
			head: " HTTP/1.1\r\nHost: " + address + "\r\n"}
	}
	sent := make([]int, benchGivers)
	campaign := ident.Pair("bench", "bare")
	perSecond, err := bench.PerSecond(ctx, benchGivers, bench.Measure, func(_ context.Context, w int) error {
		sent[w]++
		return clients[w].give(campaign, sent[w], http.StatusOK)
	})
	if err != nil {
		b.Fatal(err)
	}
	return perSecond
}
