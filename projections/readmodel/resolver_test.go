package readmodel_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// clock stands still until it is moved on.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) moveOn(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// built makes the live builds of an empty log, and a function that makes one of them again.
func built(t *testing.T, pool *pgxpool.Pool) (rebuild func()) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := pgstore.Open(t.Context(), pool, pgstore.Options{Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		t.Fatal(err)
	}
	keys, err := keyring.New(pool, secret, time.Now, catalog.ErrErased)
	if err != nil {
		t.Fatal(err)
	}
	all := projections.All()
	config := projector.Config{Store: store, Catalog: catalog.New(), Keys: keys, Pool: pool, Projections: all, Holder: "test",
		Log: log}
	builder := projector.NewBuilder(config)
	if err := builder.EnsureLive(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if _, err := builder.Rebuild(t.Context(), all[:1], false); err != nil {
			t.Fatal(err)
		}
	}
}

func newResolver(pool *pgxpool.Pool, now func() time.Time) *readmodel.Resolver {
	tables, versions := projector.Versions(projections.All())
	return readmodel.NewResolver(pool, tables, versions, now, slog.New(slog.DiscardHandler))
}

const campaignsQuery = "SELECT count(*) FROM {campaigns} c, {campaign_slugs} s"

func expand(t *testing.T, r *readmodel.Resolver) string {
	t.Helper()
	sql, err := r.Expand(t.Context(), campaignsQuery)
	if err != nil {
		t.Fatal(err)
	}
	return sql
}

func TestResolver_servesNoOldEntry(t *testing.T) {
	pool, c := testdb.Pool(t), &clock{at: time.Now()}
	r := newResolver(pool, c.now)
	if _, err := r.Expand(t.Context(), campaignsQuery); !errors.Is(err, readmodel.ErrNotBuilt) {
		t.Fatalf("before anything is built: %v", err)
	}
	rebuild := built(t, pool)
	c.moveOn(time.Minute)
	before := expand(t, r)
	if _, err := pool.Exec(t.Context(), before); err != nil || strings.Contains(before, "{") {
		t.Fatalf("%s: %v", before, err)
	}
	rebuild()
	c.moveOn(4 * time.Second)
	if got := expand(t, r); got != before {
		t.Errorf("the registry was read again within 5 s: %s", got)
	}
	c.moveOn(time.Second)
	after := expand(t, r)
	if after == before {
		t.Errorf("5 s after a switch the old build is served: %s", after)
	}
	if _, err := pool.Exec(t.Context(), after); err != nil {
		t.Error(err)
	}
	c.moveOn(time.Minute)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if sql, err := r.Expand(ended, campaignsQuery); err == nil {
		t.Errorf("an old entry is served although the registry can't be read: %s", sql)
	}
}

func TestResolver_hearsOfASwitch(t *testing.T) {
	pool, c := testdb.Pool(t), &clock{at: time.Now()}
	rebuild := built(t, pool)
	r := newResolver(pool, c.now)
	running, stop := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = r.Run(running) })
	defer func() { stop(); done.Wait() }()
	before := expand(t, r)
	rebuild()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for expand(t, r) == before { // the clock stands still: only Run can bring the news
		select {
		case <-again.C:
		case <-t.Context().Done():
			t.Fatal("the switch was not heard of")
		}
	}
}
