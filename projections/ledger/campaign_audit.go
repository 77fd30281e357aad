package ledger

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// CampaignAuditor tells one campaign's history from the log and compares it with what people see.
type CampaignAuditor struct {
	Pool        *pgxpool.Pool
	Store       eventstore.Store
	Catalog     *catalog.Catalog
	Projections []*projector.Projection
	Pseudonym   func(person, campaign ident.ID) string // how whoever gives is called in a campaign
	// Payments is what the payment provider took and gave back for donations, a payment at a time.
	Payments func(ctx context.Context, donations []ident.ID) iter.Seq2[Payment, error]
}

// Payment is what the payment provider took by one payment, and what it gave back of that.
type Payment struct {
	Reference      string
	Paid, Refunded money.Amount
}

// Figure is one figure from the log, as a read table or the payment provider has it.
type Figure struct {
	Where  string `json:"where"`
	Figure string `json:"figure"`
	Log    int64  `json:"log"`
	There  int64  `json:"there"`
	Agrees bool   `json:"agrees"`
}

// CampaignAudit is what an audit of one campaign came to.
type CampaignAudit struct {
	Campaign ident.ID             `json:"campaign"`
	AsOf     *eventstore.Position `json:"as_of,omitempty"` // a past state, from the log alone: compared with nothing
	Status   string               `json:"status"`
	History  []Line               `json:"history"`
	Totals   Totals               `json:"totals"`
	Compared []Figure             `json:"compared"`
	Agrees   bool                 `json:"agrees"`
}

// AuditAsOf gives one campaign's history and totals as they were at a position.
func (a CampaignAuditor) AuditAsOf(ctx context.Context, id ident.ID, until eventstore.Position) (CampaignAudit, error) {
	out := CampaignAudit{Campaign: id, AsOf: &until, Agrees: true, Compared: []Figure{}}
	h := History{Campaign: id}
	if err := h.readOn(ctx, a, until); err != nil {
		return out, err
	}
	if len(h.Lines) == 0 {
		return out, fmt.Errorf("at position %s the log knew no campaign %s", until, id)
	}
	out.Status, out.History, out.Totals = h.Status, h.Lines, h.totalsAt(until)
	return out, nil
}

// Audit compares one campaign's history with the read tables, each at the position it reflects, in one snapshot, and with
// the payment provider's books.
func (a CampaignAuditor) Audit(ctx context.Context, id ident.ID) (CampaignAudit, error) {
	out := CampaignAudit{Campaign: id, Agrees: true, Compared: []Figure{}}
	tx, err := a.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return out, fmt.Errorf("open a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it only reads
	live, err := liveBuilds(ctx, tx, a.Projections)
	if err != nil {
		return out, err
	}
	_, head, err := a.Store.Head(ctx)
	if err != nil {
		return out, err
	}
	h := History{Campaign: id}
	if err := h.readOn(ctx, a, head); err != nil {
		return out, err
	}
	if len(h.Lines) == 0 {
		return out, fmt.Errorf("the log knows no campaign %s", id)
	}
	out.Status, out.History = h.Status, h.Lines
	out.Totals = h.totalsAt(h.Lines[len(h.Lines)-1].Position)
	add := func(where, figure string, log, there int64) { out.add(where, figure, log, there, log == there) }
	if err := compareProgress(ctx, tx, buildOf(live, a.Projections, readmodel.Progress), &h, add); err != nil {
		return out, err
	}
	if err := compareSupporters(ctx, tx, buildOf(live, a.Projections, readmodel.Supporters), &h, add); err != nil {
		return out, err
	}
	err = a.compareProvider(ctx, &h, &out)
	return out, err
}

func (a *CampaignAudit) add(where, figure string, log, there int64, agrees bool) {
	a.Compared = append(a.Compared, Figure{where, figure, log, there, agrees})
	a.Agrees = a.Agrees && agrees
}

func compareProgress(ctx context.Context, tx pgx.Tx, build projector.Build, h *History,
	add func(where, figure string, log, there int64)) error {
	table := pgx.Identifier{build.Schema, readmodel.Progress}.Sanitize()
	rows, err := tx.Query(ctx, `SELECT currency, raised, refunded, gifts, supporters, minutes_confirmed, minutes_pledged,
		items_received, items_pledged FROM `+table+` WHERE campaign = $1`, h.Campaign)
	if err != nil {
		return fmt.Errorf("read %s: %w", readmodel.Progress, err)
	}
	t, err := pgx.CollectExactlyOneRow(rows, rowscan.Row[Totals])
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("read %s: %w", readmodel.Progress, err)
	}
	log := h.totalsAt(build.Position)
	add(readmodel.Progress, "raised", log.Raised, t.Raised)
	add(readmodel.Progress, "refunded", log.Refunded, t.Refunded)
	add(readmodel.Progress, "gifts", log.Gifts, t.Gifts)
	add(readmodel.Progress, "supporters", log.Supporters, t.Supporters)
	add(readmodel.Progress, "minutes confirmed", log.MinutesConfirmed, t.MinutesConfirmed)
	add(readmodel.Progress, "minutes pledged", log.MinutesPledged, t.MinutesPledged)
	add(readmodel.Progress, "items received", log.ItemsReceived, t.ItemsReceived)
	add(readmodel.Progress, "items pledged", log.ItemsPledged, t.ItemsPledged)
	return nil
}

// compareSupporters checks the list people see: as many lines as gifts, and in each currency as much.
func compareSupporters(ctx context.Context, tx pgx.Tx, build projector.Build, h *History,
	add func(where, figure string, log, there int64)) error {
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
		WHERE campaign = $1 AND state = 'listed' AND kind = 'money' GROUP BY currency`, h.Campaign)
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

// compareProvider checks what the payment provider says it took and gave back by the payments that the log knows, a
// currency at a time. Another payment of the same gift may be on its way to the log. A refund that was asked for, if only
// while the books were read, may be made there and still be on its way to the log.
func (a CampaignAuditor) compareProvider(ctx context.Context, h *History, out *CampaignAudit) error {
	taken, asked, returned := map[money.Currency]int64{}, map[money.Currency]int64{}, map[money.Currency]int64{}
	donations, known := []ident.ID{}, map[string]bool{}
	for _, l := range h.Lines {
		if l.taken.Minor != 0 {
			known[l.payment] = true
			donations = append(donations, l.Donation)
			taken[l.taken.Currency] += l.taken.Minor
		}
		returned[l.returned.Currency] += l.returned.Minor
	}
	theirs, back := map[money.Currency]int64{}, map[money.Currency]int64{}
	for e, err := range a.Payments(ctx, donations) {
		if err != nil {
			return fmt.Errorf("read the provider's ledger: %w", err)
		}
		if !known[e.Reference] {
			continue
		}
		theirs[e.Paid.Currency] += e.Paid.Minor
		back[e.Refunded.Currency] += e.Refunded.Minor
	}
	_, head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := h.readOn(ctx, a, head); err != nil {
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
