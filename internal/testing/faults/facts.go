package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/internal/testing/watch"
)

// happened is an event, read without any of the code that is under test.
type happened struct {
	Position uint64          `json:"position"`
	Stream   string          `json:"stream"`
	Revision int64           `json:"revision"`
	ID       ident.ID        `json:"id"`
	Type     string          `json:"type"`
	Data     json.RawMessage `json:"data"`
	Command  ident.ID        `json:"command" db:"-"`
}

// facts are what people were told and what is left when all is at rest.
type facts struct {
	intents  []*intent
	events   []happened
	payments []payment
	refunds  []refundMade
	mails    map[string]int // by key
	dead     map[string]int // dead letters that wait
	timers   map[string]int // by command and subject
	shown    map[ident.ID]figures
	wallets  map[accountOf]int64 // what is left of paid gifts, fees included, as the read tables have them
	erased   map[string]bool     // addresses whose owners were erased, or may have been
}

// figures are what a campaign's page shows.
type figures struct {
	Raised int64 `json:"raised_amount"`
	Gifts  int64 `json:"gifts"`
}

// rest waits until nothing is under way any more: every webhook taken, every reactor and projection at the log's end,
// every refund settled.
func (r *run) rest(ctx context.Context) {
	if err := r.mend(ctx); err != nil {
		r.violate(Rest, "%v", err)
		return
	}
	var still, last uint64
	err := until(ctx, r.Patience, func(ctx context.Context) (string, error) {
		if n := r.provider.waiting.Load(); n > 0 {
			return fmt.Sprintf("%d webhooks are not taken", n), nil
		}
		head, left, err := r.left(ctx)
		if err != nil || left != "" {
			last = 0
			return left, err
		}
		if head != last { // something may follow from what came last
			last, still = head, 0
			return "the log moves", nil
		}
		if still++; still < 5 {
			return "the log has moved just now", nil
		}
		return "", nil
	})
	if err != nil && ctx.Err() == nil {
		r.violate(Rest, "%v", err)
	}
}

// left says what is under way, and where the log ends.
func (r *run) left(ctx context.Context) (head uint64, left string, err error) {
	err = r.db.pool.QueryRow(ctx, `
		WITH head AS (SELECT coalesce(max(position), 0) AS at FROM events)
		SELECT at, concat_ws('; ',
			(SELECT 'reactors behind: ' || string_agg(reactor || ' at ' || position, ', ') FROM reactor_checkpoints
			WHERE position::bigint < at),
			(SELECT 'projections behind: ' || string_agg(projection || ' at ' || position || ' ' || stopped, ', ')
				FROM projection_builds WHERE state = 'live' AND position::bigint < at),
			(SELECT count(*) || ' refunds are not settled' FROM (
				SELECT data->>'refund' FROM events 
				WHERE type IN ('DonationRefundRequested', 'DonationSurplusRefundRequested') EXCEPT SELECT data->>'refund' FROM events
				WHERE type IN ('DonationRefunded', 'DonationSurplusRefunded', 'DonationRefundRefused')) open
				HAVING count(*) > 0),
			(SELECT count(*) || ' erasures are not complete' FROM (
				SELECT stream FROM events WHERE type = 'ErasureRequested'
				EXCEPT SELECT stream FROM events WHERE type IN ('ErasureCompleted', 'ErasureUndone')) begun HAVING count(*) > 0))
		FROM head`).Scan(&head, &left)
	if err != nil {
		return 0, "", fmt.Errorf("see what is under way: %w", err)
	}
	return head, left, nil
}

// collect reads what is left.
func (r *run) collect(ctx context.Context) (f facts, err error) {
	f.erased = r.erasing.who
	f.payments, f.refunds = r.provider.books()
	if f.intents, err = r.journal.read(); err != nil {
		return f, err
	}
	rows, err := r.db.pool.Query(ctx, `SELECT position, stream, revision, id, type, data, metadata FROM events ORDER BY position`)
	if err != nil {
		return f, fmt.Errorf("read the log: %w", err)
	}
	f.events, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (happened, error) {
		r, err := rowscan.Row[struct {
			happened

			Metadata struct {
				Command ident.ID `json:"command"`
			} `db:"metadata"`
		}](row)
		r.Command = r.Metadata.Command
		return r.happened, err
	})
	if err != nil {
		return f, fmt.Errorf("read the log: %w", err)
	}
	for _, c := range []struct {
		into *map[string]int
		sql  string
	}{
		{&f.mails, `SELECT key, count(*) FROM outbox_mails GROUP BY key`},
		{&f.dead, `SELECT reactor || ': ' || type || ': ' || error, count(*) FROM dead_letters WHERE replayed_at IS NULL GROUP BY 1`},
		{&f.timers, `SELECT command || ' ' || subject, count(*) FROM timers GROUP BY 1`},
	} {
		if *c.into, err = r.counted(ctx, c.sql); err != nil {
			return f, err
		}
	}
	if f.wallets, err = r.wallets(ctx); err != nil {
		return f, err
	}
	f.shown = map[ident.ID]figures{}
	client := patientClient()
	for _, c := range r.load.campaigns {
		k, _, err := watch.Fetch(ctx, client, r.address(0)+"/api/campaigns/"+c.id.String(), bus.Position{})
		if err != nil {
			r.violate(Tables, "the page of campaign %s can't be read: %v", c.id, err)
			continue
		}
		raised, a := k.Figure("raised_amount")
		gifts, b := k.Figure("gifts")
		if !a || !b {
			return f, fmt.Errorf("a campaign's page has no figures: %v", k.Data)
		}
		f.shown[c.id] = figures{int64(raised), int64(gifts)}
	}
	return f, nil
}

// wallet is the read table of gifts, by the name it is known by outside the program.
const wallet = "wallet_history"

// wallets adds up what is left of paid gifts in the read tables.
func (r *run) wallets(ctx context.Context) (map[accountOf]int64, error) {
	var schema string
	err := r.db.pool.QueryRow(ctx, `SELECT schema FROM projection_builds WHERE projection = $1 AND state = 'live'
		ORDER BY version DESC LIMIT 1`, wallet).Scan(&schema)
	if err != nil {
		return nil, fmt.Errorf("find the gifts in the read tables: %w", err)
	}
	rows, err := r.db.pool.Query(ctx, `SELECT campaign, currency, sum(gift + fee - refunded)::bigint
		FROM `+pgx.Identifier{schema, wallet}.Sanitize()+` WHERE completed_at IS NOT NULL GROUP BY campaign, currency`)
	if err != nil {
		return nil, fmt.Errorf("add up the gifts in the read tables: %w", err)
	}
	out := map[accountOf]int64{}
	var of accountOf
	var minor int64
	if _, err := pgx.ForEachRow(rows, []any{(*[16]byte)(&of.Campaign), &of.Currency, &minor},
		func() error { out[of] = minor; return nil }); err != nil {
		return nil, fmt.Errorf("add up the gifts in the read tables: %w", err)
	}
	return out, nil
}

// counted runs a query for texts and numbers.
func (r *run) counted(ctx context.Context, query string) (map[string]int, error) {
	rows, err := r.db.pool.Query(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	out := map[string]int{}
	var text string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&text, &n}, func() error { out[text] = n; return nil }); err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return out, nil
}

// differs finds a projection of which verify says that rows differ: name, position, rows, differences.
var differs = regexp.MustCompile(`(?m)^[a-z_]+ +\d+ +\d+ +[1-9]\d*$`)

// judge checks every invariant.
func (r *run) judge(ctx context.Context) error {
	f, err := r.collect(ctx)
	if err != nil {
		return err
	}
	if err := r.keep("events.json", f.events); err != nil {
		return err
	}
	if err := r.keep("books.json", map[string]any{"payments": f.payments, "refunds": f.refunds}); err != nil {
		return err
	}
	for _, v := range f.violations() {
		r.violate(v.Invariant, "%s", v.Detail)
	}
	for _, c := range r.load.campaigns {
		if out, code, err := r.command(ctx, "", "audit", "campaign", c.id.String()); err != nil || code != 0 {
			r.violate(Audit, "audit of %s exits %d: %s %v", c.id, code, lastLines(out), err)
		}
	}
	switch out, code, err := r.command(ctx, "", "projections", "verify"); {
	case err == nil && code == 0:
	case differs.MatchString(out):
		r.violate(Rebuild, "verify exits %d: %s", code, lastLines(out))
	default:
		r.violate(Rest, "verify can't be made: it exits %d: %s %v", code, lastLines(out), err)
	}
	for _, e := range f.events {
		if e.Type == "ErasureCompleted" {
			r.broke(eraseGuest, 1)
		}
	}
	r.did("intents", len(f.intents))
	r.did("gifts acknowledged", int(r.load.acked.Load()))
	r.did("events", len(f.events))
	r.did("webhooks taken", int(r.provider.sent.Load()))
	for _, w := range r.watchers {
		r.did("sockets", w.Sockets())
		r.did("pushes", w.Pushes())
	}
	return nil
}

// keep writes something down beside the journal.
func (r *run) keep(name string, what any) error {
	b, err := json.MarshalIndent(what, "", " ")
	if err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(r.Dir, name), b, 0o600); err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	return nil
}

func lastLines(s string) string { return s[max(0, len(s)-1500):] }
