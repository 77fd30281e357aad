package bench

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/pgstore"
)

// payload is the size of a real DonationCompleted with its metadata.
var (
	payload  = []byte(`{"campaign":"0190b7f2-7c1e-7d3a-9b1a-3c5d7e9f1a2b","amount":{"minor":5000,"currency":"EUR"},"counted":{"minor":5000,"currency":"EUR"},"rate":"1.0000","provider":"sandbox"}`)
	metadata = eventstore.Metadata{Actor: "member:0190b7f2-7c1e-7d3a-9b1a-3c5d7e9f1a2b"}
)

// BenchmarkAppend: durable appends through the store, one event each, against prepared one-row INSERTs from as many
// connections into the same table and indexes, both from an empty, analysed log.
func BenchmarkAppend(b *testing.B) {
	for _, row := range []struct {
		writers int
		reach   float64
	}{{32, 1.3}, {128, 2.0}} {
		b.Run(fmt.Sprintf("%dwriters", row.writers), func(b *testing.B) {
			d := newDurable(b)
			side := func(rate func(*pgxpool.Pool) (float64, error)) func() float64 {
				return func() float64 {
					pool, drop := d.fresh(b)
					defer drop()
					perSecond, err := rate(pool)
					if err != nil {
						b.Fatal(err)
					}
					return perSecond
				}
			}
			compare(b, row.reach,
				side(func(pool *pgxpool.Pool) (float64, error) {
					store, err := pgstore.Open(b.Context(), pool, pgstore.Options{})
					if err != nil {
						return 0, err
					}
					defer store.Close()
					return appends(b.Context(), store, row.writers, measure)
				}),
				side(func(pool *pgxpool.Pool) (float64, error) {
					return inserts(b.Context(), pool, row.writers, measure)
				}))
		})
	}
}

// appends counts how many one-event appends, each to a stream of its own, writers get through the store per second.
func appends(ctx context.Context, store eventstore.Store, writers int, length time.Duration) (float64, error) {
	return perSecond(ctx, writers, length, func(ctx context.Context, _ int) error {
		id, err := ident.New(rand.Reader)
		if err != nil {
			return err
		}
		meta := metadata
		meta.Command, meta.Correlation = id, id
		_, err = store.Append(ctx, eventstore.StreamName("donation", id), eventstore.NoStream,
			[]eventstore.Event{{ID: id, Type: "DonationCompleted", Version: 1, Data: payload, Metadata: meta}})
		return err
	})
}

// inserts counts how many prepared one-row INSERTs into the same table and indexes as many connections make per
// second. It is what a store without batching could reach at best; the positions come from a plain sequence.
func inserts(ctx context.Context, pool *pgxpool.Pool, writers int, length time.Duration) (float64, error) {
	if _, err := pool.Exec(ctx, `CREATE SEQUENCE reference_position`); err != nil {
		return 0, fmt.Errorf("make the reference's positions: %w", err)
	}
	conns := make([]*pgx.Conn, 0, writers)
	defer func() {
		for _, conn := range conns {
			_ = conn.Close(context.WithoutCancel(ctx))
		}
	}()
	for i := range writers {
		conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
		if err != nil {
			return 0, fmt.Errorf("connect %d: %w", i, err)
		}
		conns = append(conns, conn)
		if _, err := conn.Prepare(ctx, "reference", `INSERT INTO events
			(position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
			VALUES (nextval('reference_position'), $1, 0, $2, $3, 1, $4, $5, now())`); err != nil {
			return 0, fmt.Errorf("prepare: %w", err)
		}
	}
	return perSecond(ctx, writers, length, func(ctx context.Context, writer int) error {
		id, err := ident.New(rand.Reader)
		if err != nil {
			return err
		}
		meta := metadata
		meta.Command, meta.Correlation = id, id
		_, err = conns[writer].Exec(ctx, "reference", eventstore.StreamName("donation", id), [16]byte(id),
			"DonationCompleted", payload, meta)
		return err
	})
}

// perSecond lets each writer do the same again and again until the time is over.
func perSecond(ctx context.Context, writers int, length time.Duration, do func(context.Context, int) error) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var made atomic.Int64
	var stop atomic.Bool
	var all sync.WaitGroup
	begin := time.Now()
	for w := range writers {
		all.Go(func() {
			for !stop.Load() {
				if err := do(ctx, w); err != nil {
					cancel(err)
					return
				}
				made.Add(1)
			}
		})
	}
	over := time.AfterFunc(length, func() { stop.Store(true) })
	defer over.Stop()
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	return float64(made.Load()) / time.Since(begin).Seconds(), nil
}
