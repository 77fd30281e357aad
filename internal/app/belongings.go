package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
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

// owners asks the areas by whom their things are found. What they keep outside the log has no part in it.
func owners() *erasing.Owners { return erasing.NewOwners(commands.Holdings(nil)) }

const (
	// longestTail is how many events of the log may lie behind the index of belongings for it to be asked: they are read as well.
	longestTail = 20_000
	// belongingsWithin is how long it is waited for the index to come that near, and belongingsEvery how often it is looked.
	belongingsWithin = 10 * time.Second
	belongingsEvery  = 50 * time.Millisecond
)

// Belongings lists what may belong to whom: what the read table says of the log up to where it came, and the rest of the log
// itself. It never goes on with less: where the table is far behind, or has yet to be built, it waits.
type Belongings struct {
	pool    *pgxpool.Pool
	store   eventstore.Store
	handler *command.Handler
	owners  *erasing.Owners
	version int
	tail    int64 // events
	within  time.Duration
}

// NewBelongings makes what lists belongings by the read table and the log, of an installation with these projections.
func NewBelongings(pool *pgxpool.Pool, store eventstore.Store, h *command.Handler, all []*projector.Projection) *Belongings {
	_, versions := projector.Versions(all)
	return &Belongings{pool, store, h, owners(), versions[readmodel.BelongingsProjection], longestTail, belongingsWithin}
}

// Streams is that of ports.Belongings.
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

// listed gives what the table says, and up to where in the log it does so: the beginning where there is none yet.
func (b *Belongings) listed(
	ctx context.Context, of []ident.ID, categories []string,
) (found map[ports.Stream]bool, upTo eventstore.Position, err error) {
	for range 3 { // the tables may be switched, and the former ones dropped, right after it was read which are live
		found, upTo, err = b.list(ctx, of, categories)
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "42P01" && pg.Code != "3F000" {
			break
		}
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
		return nil, upTo, fmt.Errorf("list what belongs to whom: %w", err)
	}
	return found, upTo, nil
}
