// Package ledger tells contributions from the log alone, with none of the code that keeps the read tables: for audits,
// which compare the two and both with the payment provider's books, and for exports. A log of any size is read once, in
// order; what has to be remembered of it lies in temporary tables of one database connection and not in memory.
package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/selection"
)

// workspace is what is remembered of the log. ord counts the events of the log from 1, in order.
const workspace = `
CREATE TEMP TABLE ledger_entries (
	ord bigint, kind text, state text, donation uuid, campaign uuid, supporter uuid, person uuid,
	refund uuid,	amount bigint, currency text, gift bigint, gift_currency text, fee bigint,
	counted bigint, counted_currency text, main bigint, main_currency text,
	rate_num bigint, rate_den bigint, rate_date text, rate_source text,
	whole boolean, uncounted boolean, reversal boolean, reference text, at timestamptz,
	event uuid, version integer, data bytea);
CREATE TEMP TABLE ledger_campaigns (ord bigint, campaign uuid, status text, currency text);
CREATE TEMP TABLE ledger_pledges (
	ord bigint, kind text, step text, pledge uuid, campaign uuid, person uuid, need uuid, amount bigint);
CREATE TEMP TABLE ledger_receipts (
	ord bigint, receipt uuid, donation uuid, change uuid, reversed boolean, first uuid, number bigint, first_number bigint,
	gift bigint, fee bigint, back bigint, remains bigint, currency text);
CREATE TEMP TABLE ledger_streams (part integer, stream text, first bigint, last bigint);
CREATE TEMP TABLE ledger_books (donation uuid, refund uuid, reference text, amount bigint, currency text, at timestamptz);
CREATE TEMP TABLE ledger_differences (
	place text, campaign uuid, donation uuid, supporter uuid, stream text, figure text, currency text, log text, there text)`

// Ledger is as much of the log as was read. Close it.
type Ledger struct {
	conn  *pgx.Conn
	store eventstore.Store
	cat   *catalog.Catalog

	// Campaign, when set, is the only one whose donations are kept.
	Campaign ident.ID
	// KeepWords keeps what givers wrote, sealed, for Words to open.
	KeepWords bool
	// Progress is told, now and then, how many events of about how many were read. It may be nil.
	Progress func(read, of int64)

	at        eventstore.Position // read up to
	time      time.Time           // of the event there
	read      int64               // events: the ord of the last one
	of        int64
	dense     bool
	entries   [][]any
	campaigns [][]any
	pledges   [][]any
	receipts  [][]any
	streams   streams
	odd       []Difference // found while reading
}

// Open makes an empty ledger on a connection of its own.
func Open(ctx context.Context, pool *pgxpool.Pool, store eventstore.Store, cat *catalog.Catalog) (*Ledger, error) {
	lag, err := store.Behind(ctx, eventstore.Position{})
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return nil, fmt.Errorf("open a connection for the ledger: %w", err)
	}
	l := &Ledger{conn: conn, store: store, cat: cat, of: lag.Events, dense: lag.Exact, streams: streams{}}
	if _, err := conn.Exec(ctx, workspace+`; SET work_mem = '64MB'`); err != nil {
		l.Close(ctx)
		return nil, fmt.Errorf("make the ledger's tables: %w", err)
	}
	return l, nil
}

// Close forgets everything.
func (l *Ledger) Close(ctx context.Context) {
	bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = l.conn.Close(bye) // with it go the temporary tables
}

// flushAt is how many rows wait in memory at most.
const flushAt = 5000

// Read reads on, up to and with a position. It reads every event: the order of positions, times and revisions is looked
// at, too.
func (l *Ledger) Read(ctx context.Context, until eventstore.Position) error {
	return l.pages(ctx, selection.Selection{After: l.at, Until: until}, l.look)
}

// ReadContributions reads on as Read does, but only what concerns contributions.
func (l *Ledger) ReadContributions(ctx context.Context, after, until eventstore.Position) error {
	if l.at.Before(after) {
		l.at = after
	}
	return l.pages(ctx, selection.Selection{After: l.at, Until: until, Types: types(l.cat)}, func(eventstore.Recorded) {})
}

func (l *Ledger) pages(ctx context.Context, s selection.Selection, look func(eventstore.Recorded)) error {
	wanted := map[string]bool{}
	for _, t := range types(l.cat) {
		wanted[t] = true
	}
	receipts := map[string]bool{}
	for _, t := range receiptTypes(l.cat) {
		receipts[t] = true
	}
	for page, err := range s.Pages(ctx, l.store) {
		if err != nil {
			return err
		}
		for _, r := range page.Events {
			l.read++
			look(r)
			l.at, l.time = r.Position, r.Time
			switch {
			case wanted[r.Type]:
				if err := l.take(r); err != nil {
					return err
				}
			case receipts[r.Type]:
				if err := l.takeReceipt(r); err != nil {
					return err
				}
			case l.cat.Version(r.Type) == 0:
				l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: "type of the event at " + r.Position.String(), Log: r.Type,
					There: "unknown to this program"})
			}
		}
		if err := l.flush(ctx, flushAt); err != nil {
			return err
		}
		if l.Progress != nil {
			l.Progress(l.read, max(l.read, l.of))
		}
	}
	return l.flush(ctx, 0)
}

// look checks an event's place in the log and in its stream.
func (l *Ledger) look(r eventstore.Recorded) {
	figure := "the event after position " + l.at.String()
	a, _ := r.Position.Parts()
	was, _ := l.at.Parts()
	switch {
	case !l.at.Before(r.Position):
		l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: figure, Log: "position " + r.Position.String(),
			There: "a later one"})
	case l.dense && a != was+1:
		l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: figure, Log: "position " + r.Position.String(),
			There: "the next one"})
	}
	if r.Time.Before(l.time) {
		l.add(Difference{
			Place: PlaceLog, Stream: r.Stream, Figure: figure, Log: "recorded " + r.Time.Format(time.RFC3339Nano),
			There: "not before " + l.time.Format(time.RFC3339Nano),
		})
	}
	if before, ok := l.streams.next(r.Stream, r.Revision); !ok {
		l.add(revisionGap(r.Stream, before, r.Revision))
	}
}

// maxOdd bounds what is remembered of a log in disorder.
const maxOdd = 1000

func (l *Ledger) add(d Difference) {
	if len(l.odd) < maxOdd {
		l.odd = append(l.odd, d)
	}
}

// flush writes what waits, once there is enough of it.
func (l *Ledger) flush(ctx context.Context, enough int) error {
	if len(l.entries) > enough || enough == 0 {
		if err := l.copy(ctx, "ledger_entries", entryColumns, l.entries); err != nil {
			return err
		}
		l.entries = l.entries[:0]
	}
	if len(l.campaigns) > enough || enough == 0 {
		if err := l.copy(ctx, "ledger_campaigns", []string{"ord", "campaign", "status", "currency"}, l.campaigns); err != nil {
			return err
		}
		l.campaigns = l.campaigns[:0]
	}
	if len(l.pledges) > enough || enough == 0 {
		if err := l.copy(ctx, "ledger_pledges", stepColumns, l.pledges); err != nil {
			return err
		}
		l.pledges = l.pledges[:0]
	}
	if len(l.receipts) > enough || enough == 0 {
		if err := l.copy(ctx, "ledger_receipts", receiptColumns, l.receipts); err != nil {
			return err
		}
		l.receipts = l.receipts[:0]
	}
	if len(l.streams.open) > maxStreams || enough == 0 {
		return l.copy(ctx, "ledger_streams", []string{"part", "stream", "first", "last"}, l.streams.rows())
	}
	return nil
}

func (l *Ledger) copy(ctx context.Context, table string, columns []string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	if _, err := l.conn.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows)); err != nil {
		return fmt.Errorf("remember %d rows of %s: %w", len(rows), table, err)
	}
	return nil
}
