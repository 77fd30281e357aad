package projections

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
)

// Difference is a row that the live tables and a rebuild from the log do not agree on.
type Difference struct {
	Table string `json:"table"`
	Key   string `json:"key"`
	What  string `json:"what"` // "missing", "unexpected" or "different"
}

// Verified is the outcome of comparing a projection's live tables with a rebuild from the log at the same position.
type Verified struct {
	Projection  string              `json:"projection"`
	Position    eventstore.Position `json:"position"`
	Rows        int64               `json:"rows"`
	Differences []Difference        `json:"differences"` // at most maxDifferences
	Total       int64               `json:"total_differences"`
}

const maxDifferences = 100

// Verify rebuilds a projection in the shadow, up to the very position its live build stands at, and compares every
// row. The live build goes on meanwhile: it is read in one snapshot.
func (b *Builder) Verify(ctx context.Context, p *Projection) (Verified, error) {
	var out Verified
	err := b.alone(ctx, p, func() (err error) {
		out, err = b.verify(ctx, p)
		return err
	})
	return out, err
}

func (b *Builder) verify(ctx context.Context, p *Projection) (out Verified, err error) {
	shadow, err := b.fresh(ctx, p)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, drop(context.WithoutCancel(ctx), b.c.Pool, shadow)) }()
	l, err := b.leadFresh(ctx, p, shadow)
	if err != nil {
		return out, err
	}
	// most of the way without holding a snapshot open
	live, err := b.live(ctx, b.c.Pool, p)
	if err != nil {
		return out, err
	}
	if err := b.catchUp(ctx, l, &live.Position); err != nil {
		return out, err
	}
	tx, err := b.c.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return out, fmt.Errorf("open a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it only reads
	if live, err = b.live(ctx, tx, p); err != nil {
		return out, err
	}
	if err := b.catchUp(ctx, l, &live.Position); err != nil {
		return out, err
	}
	out = Verified{Projection: p.Name, Position: live.Position, Differences: []Difference{}}
	for _, t := range p.tables {
		if err := b.compare(ctx, tx, t, live.Schema, shadow.Schema, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (b *Builder) live(ctx context.Context, q querier, p *Projection) (Build, error) {
	rows, err := q.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds WHERE projection = $1 AND version = $2 AND state = 'live'`,
		p.Name, p.Version)
	if err != nil {
		return Build{}, fmt.Errorf("find the live build of %s: %w", p.Name, err)
	}
	build, err := pgx.CollectExactlyOneRow(rows, scanBuild)
	if errors.Is(err, pgx.ErrNoRows) {
		return Build{}, fmt.Errorf("%s has no live build; run: callup projections rebuild %s", p.Name, p.Name)
	}
	return build, err
}

// compare merges both tables in the order of their keys.
func (b *Builder) compare(ctx context.Context, snapshot pgx.Tx, t *table, live, shadow string, out *Verified) error {
	left, err := digests(ctx, snapshot, t, live)
	if err != nil {
		return err
	}
	defer left.Close()
	right, err := digests(ctx, b.c.Pool, t, shadow)
	if err != nil {
		return err
	}
	defer right.Close()
	add := func(key, what string) {
		out.Total++
		if len(out.Differences) < maxDifferences {
			out.Differences = append(out.Differences, Difference{t.name, key, what})
		}
	}
	lk, ld, lok, err := next(left)
	if err != nil {
		return err
	}
	rk, rd, rok, err := next(right)
	for err == nil && (lok || rok) {
		switch {
		case lok && (!rok || lk < rk):
			add(lk, "unexpected")
			lk, ld, lok, err = next(left)
		case rok && (!lok || rk < lk):
			add(rk, "missing")
			rk, rd, rok, err = next(right)
		default:
			out.Rows++
			if ld != rd {
				add(lk, "different")
			}
			if lk, ld, lok, err = next(left); err == nil {
				rk, rd, rok, err = next(right)
			}
		}
	}
	return err
}

func digests(ctx context.Context, q querier, t *table, schema string) (pgx.Rows, error) {
	key := "concat_ws('/', " + t.keyColumns() + ")"
	rows, err := q.Query(ctx, fmt.Sprintf(`SELECT %s COLLATE "C" AS key, md5(t::text) FROM %s AS t ORDER BY 1`, key, t.in(schema)))
	if err != nil {
		return nil, fmt.Errorf("digest %s: %w", t.name, err)
	}
	return rows, nil
}

func next(rows pgx.Rows) (key, digest string, ok bool, err error) {
	if !rows.Next() {
		return "", "", false, rows.Err()
	}
	err = rows.Scan(&key, &digest)
	return key, digest, err == nil, err
}
