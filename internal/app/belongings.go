package app

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// Projections makes every projection of this program.
func Projections() []*projector.Projection {
	return append(projections.All(), projections.Belongings(owners()))
}

// owners returns the owners of all areas. What they keep outside the log has none.
func owners() *erasing.Owners { return erasing.NewOwners(commands.Holdings(nil)) }

const (
	// longestTail is how many events the index may be behind the log to be used: these events are read from the log.
	longestTail = 20_000
	// belongingsWithin is how long a caller waits for the index to catch up that far, belongingsEvery how often it looks.
	belongingsWithin = 10 * time.Second
	belongingsEvery  = 50 * time.Millisecond
)

// Belongings implements ports.Belongings: by the read table as far as it was folded, and by the log from there on. Where the
// table is far behind the log, or has yet to be built, it waits.
type Belongings struct {
	pool    *pgxpool.Pool
	store   eventstore.Store
	handler *command.Handler
	owners  *erasing.Owners
	version int
	tail    int64 // events
	within  time.Duration
}

// NewBelongings makes the index of an installation with these projections.
func NewBelongings(pool *pgxpool.Pool, store eventstore.Store, h *command.Handler, all []*projector.Projection) *Belongings {
	_, versions := projector.Versions(all)
	return &Belongings{pool, store, h, owners(), versions[readmodel.BelongingsProjection], longestTail, belongingsWithin}
}

// Streams implements ports.Belongings.
func (b *Belongings) Streams(ctx context.Context, of []ident.ID, categories ...string) ([]ports.Stream, error) {
	if len(of) == 0 {
		return nil, nil
	}
	patient, cancel := context.WithTimeout(ctx, b.within)
	defer cancel()
	for {
		listed, upTo, err := b.listed(ctx, of, categories)
		if err != nil {
			return nil, err
		}
		lag, err := b.store.Behind(ctx, upTo)
		if err != nil {
			return nil, err
		}
		if lag.Events <= b.tail {
			more, err := b.owners.After(ctx, b.handler, upTo, of, categories)
			if err != nil {
				return nil, err
			}
			for _, s := range more {
				listed[s] = true
			}
			return erasing.Sorted(listed), nil
		}
		again := time.NewTimer(belongingsEvery)
		select {
		case <-again.C:
		case <-patient.Done():
			again.Stop()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, ports.ErrBelongingsBehind
		}
	}
}

// listed returns the streams in the table, and the position up to which it was folded: the beginning where there is none yet.
func (b *Belongings) listed(
	ctx context.Context, of []ident.ID, categories []string,
) (found map[ports.Stream]bool, upTo eventstore.Position, err error) {
	found, upTo, err = b.list(ctx, of, categories)
	if readmodel.Moved(err) { // the tables were switched right after the registry was read
		found, upTo, err = b.list(ctx, of, categories)
	}
	return found, upTo, err
}

type liveTable struct {
	Schema   string `db:"schema"`
	Position string `db:"position"`
}

func (b *Belongings) list(
	ctx context.Context, of []ident.ID, categories []string,
) (found map[ports.Stream]bool, upTo eventstore.Position, err error) {
	found = map[ports.Stream]bool{}
	// rows and position are of one moment
	err = pgx.BeginTxFunc(ctx, b.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT schema, position FROM projection_builds
			WHERE projection = $1 AND version = $2 AND state = $3`, readmodel.BelongingsProjection, b.version, projector.Live)
		if err != nil {
			return err
		}
		live, err := pgx.CollectRows(rows, rowscan.Row[liveTable])
		if err != nil || len(live) == 0 {
			return err
		}
		if upTo, err = eventstore.ParsePosition(live[0].Position); err != nil {
			return err
		}
		table := pgx.Identifier{live[0].Schema, readmodel.Belongings}.Sanitize()
		rows, err = tx.Query(ctx, `SELECT DISTINCT category, thing FROM `+table+`
			WHERE owner = ANY($1) AND ($2::text[] IS NULL OR category = ANY($2))`, of, categories)
		if err != nil {
			return err
		}
		var s ports.Stream
		_, err = pgx.ForEachRow(rows, []any{&s.Category, &s.ID}, func() error {
			found[s] = true
			return nil
		})
		return err
	})
	if err != nil {
		return nil, upTo, fmt.Errorf("list belongings: %w", err)
	}
	return found, upTo, nil
}
