package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

func (b *base) compareProgress(ctx context.Context, tx pgx.Tx, build projector.Build, h history, add func(string, string, int64, int64)) error {
	var t totals
	table := pgx.Identifier{build.Schema, readmodel.Progress}.Sanitize()
	err := tx.QueryRow(ctx, `SELECT currency, raised, refunded, gifts, supporters FROM `+table+` WHERE campaign = $1`, h.Campaign).
		Scan(&t.Currency, &t.Raised, &t.Refunded, &t.Gifts, &t.Supporters)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("read %s: %w", readmodel.Progress, err)
	}
	log := h.totalsAt(build.Position)
	add(readmodel.Progress, "raised", log.Raised, t.Raised)
	add(readmodel.Progress, "refunded", log.Refunded, t.Refunded)
	add(readmodel.Progress, "gifts", log.Gifts, t.Gifts)
	add(readmodel.Progress, "supporters", log.Supporters, t.Supporters)
	return nil
}

// compareSupporters checks the list people see: as many lines as gifts, and in each currency as much.
func (b *base) compareSupporters(ctx context.Context, tx pgx.Tx, build projector.Build, h history, add func(string, string, int64, int64)) error {
	given := map[money.Currency]int64{}
	var gifts int64
	for _, l := range h.Lines {
		if l.Counted == nil || build.Position.Before(l.Position) {
			continue
		}
		given[l.Amount.Currency] += l.Amount.Minor
		gifts += int64(l.counts)
	}
	listed := map[money.Currency]int64{}
	var lines int64
	table := pgx.Identifier{build.Schema, readmodel.Supporters}.Sanitize()
	rows, err := tx.Query(ctx, `SELECT currency, count(*), sum(amount - refunded) FROM `+table+`
		WHERE campaign = $1 AND state = 'listed' GROUP BY currency`, h.Campaign)
	if err != nil {
		return fmt.Errorf("read %s: %w", readmodel.Supporters, err)
	}
	defer rows.Close()
	for rows.Next() {
		var c money.Currency
		var n, sum int64
		if err := rows.Scan(&c, &n, &sum); err != nil {
			return fmt.Errorf("read %s: %w", readmodel.Supporters, err)
		}
		listed[c], lines = sum, lines+n
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s: %w", readmodel.Supporters, err)
	}
	add(readmodel.Supporters, "lines", gifts, lines)
	for _, c := range money.Currencies {
		if given[c] != 0 || listed[c] != 0 {
			add(readmodel.Supporters, "given in "+string(c), given[c], listed[c])
		}
	}
	return nil
}

// compareProvider checks what the payment provider says it took and gave back for the confirmed gifts, a currency at a
// time. A refund that was asked for, if only while the books were read, may be made there and still be on its way to
// the log.
func (b *base) compareProvider(ctx context.Context, h history, out *audited) error {
	s, err := b.alone()
	if err != nil {
		return err
	}
	taken, asked, returned := map[money.Currency]int64{}, map[money.Currency]int64{}, map[money.Currency]int64{}
	donations := []ident.ID{}
	for _, l := range h.Lines {
		if l.taken.Minor != 0 {
			donations = append(donations, l.Donation)
			taken[l.taken.Currency] += l.taken.Minor
		}
		returned[l.returned.Currency] += l.returned.Minor
	}
	theirs, back := map[money.Currency]int64{}, map[money.Currency]int64{}
	for e, err := range s.payments.Ledger(ctx, donations) {
		if err != nil {
			return fmt.Errorf("read the provider's ledger: %w", err)
		}
		theirs[e.Paid.Currency] += e.Paid.Minor
		back[e.Refunded.Currency] += e.Refunded.Minor
	}
	_, head, err := b.store.Head(ctx)
	if err != nil {
		return err
	}
	if err := h.readOn(ctx, b, head); err != nil {
		return err
	}
	for _, l := range h.Lines {
		asked[l.asked.Currency] += l.asked.Minor
	}
	for _, c := range money.Currencies {
		if taken[c] == 0 && theirs[c] == 0 {
			continue
		}
		out.add("payment provider", "taken in "+string(c), taken[c], theirs[c], taken[c] == theirs[c])
		out.add("payment provider", "given back in "+string(c), returned[c], back[c],
			returned[c] <= back[c] && back[c] <= max(asked[c], returned[c]))
	}
	return nil
}

// liveBuilds gives the builds people read now with this program, by projection: an older one beside it reads others.
func (b *base) liveBuilds(ctx context.Context, tx pgx.Tx) (map[string]projector.Build, error) {
	_, versions := projector.Versions(b.all)
	rows, err := tx.Query(ctx, `SELECT projection, version, schema, position FROM projection_builds WHERE state = 'live'`)
	if err != nil {
		return nil, fmt.Errorf("read the registry: %w", err)
	}
	defer rows.Close()
	out := map[string]projector.Build{}
	for rows.Next() {
		var x projector.Build
		var at string
		if err := rows.Scan(&x.Projection, &x.Version, &x.Schema, &at); err != nil {
			return nil, fmt.Errorf("read the registry: %w", err)
		}
		if x.Position, err = eventstore.ParsePosition(at); err != nil {
			return nil, err
		}
		if versions[x.Projection] == x.Version {
			out[x.Projection] = x
		}
	}
	return out, rows.Err()
}
