package bench

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/pgstore"
)

// BenchmarkAppend: durable appends through the store, one event each, against prepared one-row INSERTs from as many
// connections into the same table and indexes, both from an empty, analysed log.
func BenchmarkAppend(b *testing.B) {
	for _, row := range []struct {
		writers int
		reach   float64
	}{{32, 1.3}, {128, 2.0}} {
		b.Run(fmt.Sprintf("%dwriters", row.writers), func(b *testing.B) {
			p := NewPostgres(b)
			side := func(rate func(context.Context, *pgxpool.Pool, int) (float64, error)) func() float64 {
				return func() float64 {
					db, drop := p.Fresh(b)
					defer drop()
					perSecond, err := rate(b.Context(), db.Pool, row.writers)
					if err != nil {
						b.Fatal(err)
					}
					return perSecond
				}
			}
			Compare(b, Row{
				Figure:    fmt.Sprintf("durable appends through the store, %d writers", row.writers),
				Reference: fmt.Sprintf("prepared one-row INSERT, %d connections", row.writers), Unit: "events/s", Reach: row.reach,
			}, side(appends), side(Inserts))
		})
	}
}

// appends counts how many one-event appends, each to a stream of its own, writers get through the store per second.
func appends(ctx context.Context, pool *pgxpool.Pool, writers int) (float64, error) {
	store, err := pgstore.Open(ctx, pool, pgstore.Options{})
	if err != nil {
		return 0, err
	}
	defer store.Close()
	return PerSecond(ctx, writers, Measure, func(ctx context.Context, _ int) error {
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
