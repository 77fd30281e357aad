package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// comparison is one read table beside what the log says, as far as an ord ($1). Its query gives campaign, donation,
// supporter, figure, currency, log and there for every figure, whether it agrees or not; {t} is the table.
type comparison struct{ table, sql string }

// moved are the gifts and refunds that count, the refunds negative. A refund is of the person its gift counted as.
const moved = `
	givers AS (SELECT donation, (array_agg(person))[1] AS person FROM ledger_entries WHERE kind = 'completed' GROUP BY donation),
	moved AS (
		SELECT campaign, givers.person, counted_currency, gift_currency, ord,
			CASE kind WHEN 'completed' THEN counted ELSE -counted END AS counted, CASE kind WHEN 'completed' THEN 0
				ELSE counted END AS returned,
			CASE kind WHEN 'completed' THEN gift ELSE -gift END AS gift, CASE kind WHEN 'completed' THEN main ELSE -main END AS main,
			CASE WHEN kind = 'completed' THEN 1 WHEN NOT whole OR uncounted THEN 0 WHEN reversal THEN 1 ELSE -1 END AS gifts
		FROM ledger_entries LEFT JOIN givers USING (donation)
		WHERE kind IN ('completed', 'refunded') AND NOT uncounted AND ord <= $1)`

// perCampaign adds up each campaign.
const perCampaign = moved + `,` + pledges + `,
	people AS (
		SELECT campaign, count(*) AS supporters
		FROM (
			SELECT campaign, person FROM moved GROUP BY campaign, person HAVING sum(gifts) > 0 UNION SELECT campaign, person FROM helps
		) person GROUP BY campaign),
	sums AS (
		SELECT campaign, sum(counted) AS raised, sum(returned) AS refunded, sum(gifts) AS gifts FROM moved GROUP BY campaign),
	known AS (
		SELECT campaign, (array_agg(currency ORDER BY ord DESC) FILTER (WHERE currency <> ''))[1] AS currency,
			(array_agg(status ORDER BY ord DESC) FILTER (WHERE status <> ''))[1] AS status
		FROM ledger_campaigns WHERE ord <= $1 GROUP BY campaign),
	totals AS (
		SELECT campaign, known.currency, coalesce(known.status, '') AS status, coalesce(raised, 0) AS raised,
			coalesce(refunded, 0) AS refunded, coalesce(gifts, 0) AS gifts, coalesce(supporters, 0) AS supporters,
			coalesce(minutes_confirmed, 0) AS minutes_confirmed, coalesce(minutes_pledged, 0) AS minutes_pledged,
			coalesce(items_received, 0) AS items_received, coalesce(items_pledged, 0) AS items_pledged
		FROM known FULL JOIN sums USING (campaign) LEFT JOIN people USING (campaign) LEFT JOIN efforts USING (campaign))`

// perDonation is what became of each donation.
const perDonation = `
	became AS (
		SELECT donation, (array_agg(state ORDER BY ord DESC) FILTER (WHERE state <> ''))[1] AS state,
			bool_or(kind = 'completed') AS completed,
			coalesce(max(counted) FILTER (WHERE kind = 'completed'), max(counted) FILTER (WHERE kind = 'started')) AS counted,
			coalesce(max(counted_currency) FILTER (WHERE kind = 'completed'),
				max(counted_currency) FILTER (WHERE kind = 'started')) AS counted_currency,
			sum(CASE WHEN kind <> 'refunded' OR NOT whole OR uncounted THEN 0 WHEN reversal THEN -1 ELSE 1 END) > 0 AS returned,
			coalesce(sum(gift) FILTER (WHERE kind = 'refunded' AND NOT uncounted), 0) AS gift_back
		FROM ledger_entries WHERE ord <= $1 GROUP BY donation),
	back AS (
		SELECT donation, currency, sum(amount) FILTER (WHERE NOT uncounted) AS of_gift, sum(amount) AS amount FROM ledger_entries
		WHERE kind = 'refunded' AND ord <= $1 GROUP BY donation, currency),
	gifts AS (
		SELECT s.donation, s.campaign, s.gift, s.gift_currency, s.fee, b.counted, b.counted_currency, b.state AS became, b.completed,
			b.returned, b.gift_back, coalesce(CASE WHEN b.completed THEN back.of_gift ELSE back.amount END, 0) AS back
		FROM ledger_entries s JOIN became b USING (donation)
		LEFT JOIN back ON back.donation = s.donation AND back.currency = s.gift_currency
		WHERE s.kind = 'started' AND s.ord <= $1)`

const none = `NULL::uuid`

var comparisons = []comparison{
	{readmodel.Progress, `WITH ` + perCampaign + `
		SELECT coalesce(l.campaign, t.campaign), ` + none + `, ` + none + `, f.figure, coalesce(l.currency, t.currency), f.log, f.there
		FROM totals l FULL JOIN {t} t ON t.campaign = l.campaign CROSS JOIN LATERAL (VALUES
			('rows', (l.campaign IS NOT NULL)::int::text, (t.campaign IS NOT NULL)::int::text),
			('currency', l.currency, t.currency),
			('raised', coalesce(l.raised, 0)::text, coalesce(t.raised, 0)::text),
			('refunded', coalesce(l.refunded, 0)::text, coalesce(t.refunded, 0)::text),
			('gifts', coalesce(l.gifts, 0)::text, coalesce(t.gifts, 0)::text),
			('supporters', coalesce(l.supporters, 0)::text, coalesce(t.supporters, 0)::text),
			('minutes confirmed', coalesce(l.minutes_confirmed, 0)::text, coalesce(t.minutes_confirmed, 0)::text),
			('minutes pledged', coalesce(l.minutes_pledged, 0)::text, coalesce(t.minutes_pledged, 0)::text),
			('items received', coalesce(l.items_received, 0)::text, coalesce(t.items_received, 0)::text),
			('items pledged', coalesce(l.items_pledged, 0)::text, coalesce(t.items_pledged, 0)::text)
		) f(figure, log, there)`},
	{readmodel.ProgressNeeds, `WITH ` + pledges + `,
		needs AS (
			SELECT campaign, need, coalesce(sum(amount) FILTER (WHERE step = 'done'), 0) AS received,
				coalesce(sum(amount) FILTER (WHERE step = 'accepted'), 0) AS pledged
			FROM stands WHERE kind = 'materials' AND need <> '00000000-0000-0000-0000-000000000000' GROUP BY campaign, need)
		SELECT coalesce(l.campaign, t.campaign), ` + none + `, ` + none + `, f.figure || ' of need ' || coalesce(l.need, t.need), '',
			f.log, f.there
		FROM needs l FULL JOIN {t} t ON t.campaign = l.campaign AND t.need = l.need CROSS JOIN LATERAL (VALUES
			('items received', coalesce(l.received, 0)::text, coalesce(t.received, 0)::text),
			('items pledged', coalesce(l.pledged, 0)::text, coalesce(t.pledged, 0)::text)
		) f(figure, log, there)`},
	{readmodel.Pledges, `WITH ` + pledges + `
		SELECT coalesce(l.campaign, t.campaign), ` + none + `, ` + none + `, f.figure || ' of pledge ' || coalesce(l.pledge, t.id), '',
			f.log, f.there
		FROM stands l FULL JOIN {t} t ON t.id = l.pledge CROSS JOIN LATERAL (VALUES
			('kind', l.kind, t.kind),
			('state', l.step, CASE WHEN t.status IN ('pledged', 'accepted') THEN t.status
				WHEN t.status IN ('completed', 'received', 'returned') THEN 'done' WHEN t.status IS NOT NULL THEN 'off' END),
			('pledged', l.pledged::text, (t.minutes + t.quantity)::text),
			('done', CASE WHEN l.step = 'done' THEN l.amount::text ELSE '0' END, (t.confirmed + t.received)::text)
		) f(figure, log, there)`},
	{readmodel.Supporters, `WITH ` + perDonation + `
		SELECT coalesce(l.campaign, t.campaign), coalesce(l.donation, t.contribution),
			` + none + `, f.figure, coalesce(l.gift_currency, t.currency), f.log, f.there
		FROM gifts l FULL JOIN (SELECT * FROM {t} WHERE kind = 'money') t ON t.contribution = l.donation CROSS JOIN LATERAL (VALUES
			('state', CASE WHEN l.returned THEN 'returned' WHEN l.completed THEN 'listed' WHEN l.donation IS NOT NULL
				THEN 'pending' END, t.state),
			('amount', l.gift::text, t.amount::text),
			('currency', l.gift_currency, t.currency),
			('refunded', l.gift_back::text, t.refunded::text)
		) f(figure, log, there)`},
	{readmodel.Supporters, `WITH ` + pledges + `
		SELECT coalesce(l.campaign, t.campaign), ` + none + `, ` + none + `, f.figure || ' of pledge ' || coalesce(l.pledge,
			t.contribution),
			'', f.log, f.there
		FROM stands l FULL JOIN (SELECT * FROM {t} WHERE kind <> 'money') t ON t.contribution = l.pledge CROSS JOIN LATERAL (VALUES
			('state', CASE WHEN l.pledge IS NULL THEN NULL WHEN NOT l.was_accepted THEN 'pending' WHEN l.step = 'off' THEN 'returned'
				ELSE 'listed' END, t.state),
			('listed', CASE WHEN l.was_accepted AND l.step <> 'off' THEN l.amount::text END,
				CASE WHEN t.state = 'listed' THEN (t.minutes + t.quantity)::text END)
		) f(figure, log, there)`},
	{readmodel.Wallet, `WITH ` + perDonation + `
		SELECT coalesce(l.campaign, t.campaign), coalesce(l.donation, t.donation),
			` + none + `, f.figure, coalesce(l.gift_currency, t.currency), f.log, f.there
		FROM gifts l FULL JOIN {t} t ON t.donation = l.donation CROSS JOIN LATERAL (VALUES
			('status', l.became, t.status),
			('gift', l.gift::text, t.gift::text),
			('fee', l.fee::text, t.fee::text),
			('currency', l.gift_currency, t.currency),
			('counted', l.counted::text, t.counted::text),
			('currency counted in', l.counted_currency, t.counted_currency),
			('refunded', l.back::text, t.refunded::text)
		) f(figure, log, there)`},
	{readmodel.Contributors, `WITH ` + moved + `,
		sums AS (SELECT person, gift_currency, sum(gift) AS given, sum(gifts) AS gifts FROM moved GROUP BY person, gift_currency)
		SELECT ` + none + `, ` + none + `, coalesce(l.person, t.supporter), f.figure,
			coalesce(l.gift_currency, t.currency), f.log, f.there
		FROM sums l FULL JOIN {t} t ON t.supporter = l.person AND t.currency = l.gift_currency CROSS JOIN LATERAL (VALUES
			('given', coalesce(l.given, 0)::text, coalesce(t.given, 0)::text),
			('gifts', coalesce(l.gifts, 0)::text, coalesce(t.gifts, 0)::text)
		) f(figure, log, there)`},
	{readmodel.PlatformTotals, `WITH ` + moved + `,
		sums AS (SELECT gift_currency, sum(gift) AS raised, sum(main) AS main, sum(gifts) AS gifts FROM moved GROUP BY gift_currency)
		SELECT ` + none + `, ` + none + `, ` + none + `, f.figure, coalesce(l.gift_currency, t.currency), f.log, f.there
		FROM sums l FULL JOIN {t} t ON t.currency = l.gift_currency CROSS JOIN LATERAL (VALUES
			('raised', coalesce(l.raised, 0)::text, coalesce(t.raised, 0)::text),
			('raised, in the main currency', coalesce(l.main, 0)::text, coalesce(t.main, 0)::text),
			('gifts', coalesce(l.gifts, 0)::text, coalesce(t.gifts, 0)::text)
		) f(figure, log, there)`},
	{readmodel.PlatformCounts, `WITH ` + moved + `,` + pledges + `,
		counts AS (
			SELECT 'person' AS kind, count(*) AS n
			FROM (SELECT person FROM moved GROUP BY person HAVING sum(gifts) > 0 UNION SELECT person FROM helps) person
			UNION ALL SELECT 'campaign', count(*)
			FROM (SELECT campaign FROM moved GROUP BY campaign HAVING sum(gifts) > 0 UNION SELECT campaign FROM helps) helped
			UNION ALL SELECT 'minute', coalesce(sum(amount), 0) FROM stands WHERE kind = 'time' AND step = 'done'
			UNION ALL SELECT 'minute_pledged', coalesce(sum(amount), 0) FROM stands WHERE kind = 'time' AND step = 'accepted'
			UNION ALL SELECT 'item', coalesce(sum(amount), 0) FROM stands WHERE kind = 'materials' AND step = 'done')
		SELECT ` + none + `, ` + none + `, ` + none + `, 'count of kind ' || coalesce(l.kind, t.kind), '',
			coalesce(l.n, 0)::text, coalesce(t.count, 0)::text
		FROM counts l FULL JOIN {t} t ON t.kind = l.kind`},
}

// Compared is one place that was compared with the log.
type Compared struct {
	Place       string              `json:"place"`
	Position    eventstore.Position `json:"position,omitzero"` // that it reflects
	Figures     int64               `json:"figures"`
	Differences int64               `json:"differences"`
}

// compareTables reads the log up to where each read table stands, and compares each with it. The tables are looked at in
// one snapshot, so a running server does not disturb; it reads the rest of the log, so that little is left to read while
// the snapshot is held.
func (l *Ledger) compareTables(ctx context.Context, all []*projector.Projection) (out []Compared, err error) {
	builds, err := liveBuilds(ctx, l.conn, all)
	if err != nil {
		return nil, err
	}
	if err := l.Read(ctx, slices.MinFunc(builds, byPosition).Position); err != nil {
		return nil, err
	}
	err = pgx.BeginTxFunc(ctx, l.conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if builds, err = liveBuilds(ctx, tx, all); err != nil {
			return err
		}
		if err := hold(ctx, tx, all, builds); err != nil {
			return err
		}
		slices.SortFunc(builds, byPosition)
		reach := map[string]int64{} // the ord that each projection reflects
		for _, b := range builds {
			if err := l.Read(ctx, b.Position); err != nil {
				return err
			}
			reach[b.Projection] = l.read
		}
		if _, err := tx.Exec(ctx, `ANALYZE ledger_entries, ledger_campaigns, ledger_pledges`); err != nil {
			return fmt.Errorf("prepare the comparison: %w", err)
		}
		for _, c := range comparisons {
			b := buildOf(builds, all, c.table)
			done, err := compare(ctx, tx, c, b, reach[b.Projection])
			if err != nil {
				return err
			}
			out = append(out, done)
		}
		return nil
	})
	return out, err
}

// buildOf finds the build that holds a table, among those of all tables that are compared.
func buildOf(builds []projector.Build, all []*projector.Projection, table string) projector.Build {
	tables, _ := projector.Versions(all)
	return builds[slices.IndexFunc(builds, func(b projector.Build) bool { return b.Projection == tables[table] })]
}

func byPosition(a, b projector.Build) int {
	return cmp.Or(a.Position.Compare(b.Position), cmp.Compare(a.Projection, b.Projection))
}

func compare(ctx context.Context, tx pgx.Tx, c comparison, b projector.Build, ord int64) (Compared, error) {
	out := Compared{Place: c.table, Position: b.Position}
	sql := strings.ReplaceAll(c.sql, "{t}", pgx.Identifier{b.Schema, c.table}.Sanitize())
	err := tx.QueryRow(ctx, `WITH figures(campaign, donation, supporter, figure, currency, log, there) AS MATERIALIZED (`+sql+`),
		differ AS (
			INSERT INTO ledger_differences (place, campaign, donation, supporter, figure, currency, log, there)
			SELECT $2, campaign, donation, supporter, figure, currency, coalesce(log, 'nothing'), coalesce(there, 'nothing') FROM figures
			WHERE log IS DISTINCT FROM there RETURNING 1)
		SELECT (SELECT count(*) FROM figures), (SELECT count(*) FROM differ)`, ord, c.table).Scan(&out.Figures, &out.Differences)
	if err != nil {
		return out, fmt.Errorf("compare %s with the log: %w", c.table, err)
	}
	return out, nil
}

// hold keeps a switch from dropping the tables of a snapshot while they are compared.
func hold(ctx context.Context, tx pgx.Tx, all []*projector.Projection, builds []projector.Build) error {
	tables, _ := projector.Versions(all)
	var names []string
	for _, c := range comparisons {
		for _, b := range builds {
			if b.Projection == tables[c.table] {
				names = append(names, pgx.Identifier{b.Schema, c.table}.Sanitize())
			}
		}
	}
	if _, err := tx.Exec(ctx, `LOCK TABLE `+strings.Join(names, ", ")+` IN ACCESS SHARE MODE`); err != nil {
		return fmt.Errorf("hold the read tables: %w", err)
	}
	return nil
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// liveBuilds gives the builds that people read now and that are compared, one a projection.
func liveBuilds(ctx context.Context, q querier, all []*projector.Projection) ([]projector.Build, error) {
	tables, versions := projector.Versions(all)
	needed := map[string]bool{}
	for _, c := range comparisons {
		needed[tables[c.table]] = true
	}
	rows, err := q.Query(ctx, `SELECT projection, version, schema, position FROM projection_builds WHERE state = 'live'`)
	if err != nil {
		return nil, fmt.Errorf("read the registry: %w", err)
	}
	var out []projector.Build
	type live struct {
		Projection string `db:"projection"`
		Version    int    `db:"version"`
		Schema     string `db:"schema"`
		At         string `db:"position"`
	}
	err = rowscan.Each(rows, func(r live) error {
		if !needed[r.Projection] || versions[r.Projection] != r.Version {
			return nil
		}
		delete(needed, r.Projection)
		at, err := eventstore.ParsePosition(r.At)
		out = append(out, projector.Build{Projection: r.Projection, Version: r.Version, Schema: r.Schema, Position: at})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the registry: %w", err)
	}
	for name := range needed {
		return nil, fmt.Errorf("%s has no live build; run: callup projections rebuild %s", name, name)
	}
	return out, nil
}
