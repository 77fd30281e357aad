package bench

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// Measure is how long a side is measured at a time.
const Measure = 4 * time.Second

// payload is the size of a real DonationCompleted with its metadata.
var (
	payload = []byte(`{"campaign":"0190b7f2-7c1e-7d3a-9b1a-3c5d7e9f1a2b","amount":{"minor":5000,"currency":"EUR"},` +
		`"counted":{"minor":5000,"currency":"EUR"},"rate":"1.0000","provider":"sandbox"}`)
	metadata = eventstore.Metadata{Actor: "member:0190b7f2-7c1e-7d3a-9b1a-3c5d7e9f1a2b"}
)

// Inserts counts how many prepared one-row INSERTs into the log's table and indexes as many connections as writers make
// per second. It is what a store without batching could reach at best; the positions come from a plain sequence.
func Inserts(ctx context.Context, pool *pgxpool.Pool, writers int) (float64, error) {
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
	return PerSecond(ctx, writers, Measure, func(ctx context.Context, writer int) error {
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

// PerSecond lets each worker do the same again and again until the time is over.
func PerSecond(ctx context.Context, workers int, length time.Duration, do func(context.Context, int) error) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var made atomic.Int64
	var stop atomic.Bool
	var all sync.WaitGroup
	begin := time.Now()
	for w := range workers {
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
