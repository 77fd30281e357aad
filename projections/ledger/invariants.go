package ledger

import (
	"context"
	"fmt"
	"slices"
)

// invariants hold in the log by itself, as far as an ord ($2); $1 is the place.
var invariants = []string{
	// of each donation
	`WITH g AS (
		SELECT donation, (array_agg(campaign ORDER BY ord))[1] AS campaign,
			count(*) FILTER (WHERE kind = 'started') AS started,
			count(*) FILTER (WHERE kind = 'completed') AS completed,
			count(*) FILTER (WHERE kind = 'mismatched') AS mismatched,
			count(*) FILTER (WHERE kind IN ('refunded', 'surplus_refunded') AND NOT reversal) AS refunds,
			count(DISTINCT refund) FILTER (WHERE kind IN ('refunded', 'surplus_refunded'))
				+ count(*) FILTER (WHERE reversal) AS refund_ids, -- what was reversed may be made anew
			coalesce(sum(amount) FILTER (WHERE kind = 'completed'), 0) AS taken,
			coalesce(sum(amount) FILTER (WHERE kind = 'refunded' AND NOT uncounted), 0) AS back,
			coalesce(sum(amount) FILTER (WHERE kind = 'mismatched'), 0) AS wrong,
			coalesce(sum(amount) FILTER (WHERE kind = 'refunded' AND uncounted), 0) AS wrong_back,
			coalesce(sum(gift) FILTER (WHERE kind = 'completed'), 0) AS gift,
			coalesce(sum(gift) FILTER (WHERE kind = 'refunded'), 0) AS gift_back,
			coalesce(sum(counted) FILTER (WHERE kind = 'completed'), 0) AS counted,
			coalesce(sum(counted) FILTER (WHERE kind = 'refunded'), 0) AS counted_back,
			coalesce(sum(main) FILTER (WHERE kind = 'completed'), 0) AS main,
			coalesce(sum(main) FILTER (WHERE kind = 'refunded'), 0) AS main_back,
			coalesce(sum(CASE WHEN NOT whole OR uncounted THEN 0 WHEN reversal THEN -1 ELSE 1 END), 0) > 0 AS whole,
			coalesce(sum(CASE WHEN NOT whole OR NOT uncounted THEN 0 WHEN reversal THEN -1 ELSE 1 END)
				FILTER (WHERE kind = 'refunded'), 0) > 0 AS wrong_whole,
			count(DISTINCT campaign) AS campaigns,
			greatest(count(DISTINCT currency) FILTER (WHERE kind = 'completed' OR kind = 'refunded' AND NOT uncounted),
				count(DISTINCT currency) FILTER (WHERE kind = 'mismatched' OR kind = 'refunded' AND uncounted)) AS currencies,
			-- a campaign's currency may change while a gift waits for its payment: it counts another sum then
			count(DISTINCT (gift, gift_currency, fee, main, main_currency, supporter)) FILTER (WHERE kind IN ('started', 'completed'))
				+ count(DISTINCT (counted, counted_currency)) FILTER (WHERE kind IN ('started', 'completed'))
				- count(DISTINCT counted_currency) FILTER (WHERE kind IN ('started', 'completed')) AS terms,
			max(currency) FILTER (WHERE kind IN ('completed', 'mismatched', 'refunded')) AS currency
		FROM ledger_entries WHERE ord <= $2 GROUP BY donation)
	INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
	SELECT $1, campaign, donation, f.figure, currency, f.log, f.there FROM g CROSS JOIN LATERAL (VALUES
		('times started', started::text, '1', started = 1),
		('times completed', completed::text, 'at most 1', completed <= 1),
		('times paid another sum', mismatched::text, 'at most 1', mismatched <= 1),
		('campaigns', campaigns::text, '1', campaigns = 1),
		('currencies paid and given back', currencies::text, 'at most 1', currencies <= 1),
		('figures it was started and completed with', terms::text, '1', terms = 1),
		('refunds', refunds::text, 'at most ' || refund_ids, refunds <= refund_ids),
		('given back', back::text, 'at most ' || taken, back <= taken),
		('given back of another sum', wrong_back::text, 'at most ' || wrong, wrong_back <= wrong),
		('given back of the gift', gift_back::text, 'at most ' || gift, gift_back <= gift),
		('taken off what it counts', counted_back::text, 'at most ' || counted, counted_back <= counted),
		('given back in full', back::text, taken::text, NOT whole OR back = taken),
		('given back in full of another sum', wrong_back::text, wrong::text, NOT wrong_whole OR wrong_back = wrong),
		('taken off the gift by a full refund', gift_back::text, gift::text, NOT whole OR gift_back = gift),
		('taken off what it counts by a full refund', counted_back::text, counted::text, NOT whole OR counted_back = counted),
		('taken off the main currency by a full refund', main_back::text, main::text, NOT whole OR main_back = main)
	) f(figure, log, there, holds) WHERE NOT f.holds`,
	// of each payment that a donation did not need: one of another sum is one, once the right sum has come
	`WITH e AS (
		SELECT ord, donation, campaign, kind, amount, currency, whole, reversal,
			CASE WHEN kind = 'refunded' THEN max(reference) FILTER (WHERE kind = 'mismatched') OVER (PARTITION BY donation)
				ELSE reference END AS reference
		FROM ledger_entries
		WHERE ord <= $2 AND donation IN (
				SELECT donation FROM ledger_entries WHERE kind IN ('mismatched', 'surplus', 'surplus_refunded'))
			AND kind IN ('completed', 'mismatched', 'surplus', 'surplus_refunded', 'refunded') AND (kind <> 'refunded' OR uncounted)),
	p AS (
		SELECT donation, reference, (array_agg(campaign ORDER BY ord))[1] AS campaign, max(currency) AS currency,
			count(*) FILTER (WHERE kind IN ('completed', 'mismatched', 'surplus')) AS payments,
			count(DISTINCT currency) AS currencies,
			min(ord) FILTER (WHERE kind IN ('mismatched', 'surplus')) AS paid,
			min(ord) FILTER (WHERE kind = 'surplus_refunded') AS first_back,
			coalesce(sum(amount) FILTER (WHERE kind IN ('mismatched', 'surplus')), 0) AS taken,
			coalesce(sum(amount) FILTER (WHERE kind IN ('refunded', 'surplus_refunded')), 0) AS back,
			coalesce(sum(CASE WHEN NOT whole THEN 0 WHEN reversal THEN -1 ELSE 1 END)
				FILTER (WHERE kind = 'surplus_refunded'), 0) > 0 AS whole
		FROM e GROUP BY donation, reference)
	INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
	SELECT $1, campaign, donation, f.figure || ' ' || reference, currency, f.log, f.there FROM p CROSS JOIN LATERAL (VALUES
		('times paid by', payments::text, '1', payments = 1),
		('currencies of', currencies::text, '1', currencies = 1),
		('given back of', back::text, 'at most ' || taken, back <= taken),
		('given back in full of', back::text, taken::text, NOT whole OR back = taken),
		('given back before it was paid of', back::text, 'nothing', first_back IS NULL OR paid < first_back)
	) f(figure, log, there, holds) WHERE f.holds IS NOT TRUE`,
	// nothing counts before it is completed, nor goes back before it was taken
	`WITH first AS (
		SELECT donation, min(ord) FILTER (WHERE kind = 'started') AS started, min(ord) FILTER (WHERE kind = 'completed') AS completed,
			min(ord) FILTER (WHERE kind IN ('completed', 'mismatched')) AS paid
		FROM ledger_entries WHERE ord <= $2 GROUP BY donation)
	INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
	SELECT $1, e.campaign, e.donation, f.figure, e.currency, e.amount::text, f.there
	FROM ledger_entries e JOIN first USING (donation) CROSS JOIN LATERAL (VALUES
		('completed before it was started', 'nothing', e.kind <> 'completed' OR first.started < e.ord),
		('given back before it was paid', 'nothing', e.kind <> 'refunded' OR first.paid < e.ord),
		('taken off the figures without being in them', 'nothing',
			e.kind <> 'refunded' OR e.uncounted AND e.gift = 0 AND e.counted = 0 AND e.main = 0 OR NOT e.uncounted
				AND first.completed < e.ord)
	) f(figure, there, holds) WHERE e.ord <= $2 AND f.holds IS NOT TRUE`,
	// of each pledge: one beginning, for one campaign, person and need; nothing is done that was not accepted, and what is off
	// stays off
	`WITH p AS (
		SELECT pledge, (array_agg(campaign ORDER BY ord))[1] AS campaign, count(*) FILTER (WHERE step = 'pledged') AS begun,
			count(*) FILTER (WHERE step = 'accepted') AS accepted, count(DISTINCT (campaign, person, need, kind)) AS parties,
			min(ord) FILTER (WHERE step = 'pledged') AS pledged_at, min(ord) FILTER (WHERE step = 'accepted') AS accepted_at,
			min(ord) FILTER (WHERE step = 'done') AS done_at, min(ord) FILTER (WHERE step = 'off') AS off_at,
			min(ord) AS first, max(ord) AS last
		FROM ledger_pledges WHERE ord <= $2 GROUP BY pledge),
	c AS (SELECT campaign, min(ord) AS launched FROM ledger_campaigns WHERE ord <= $2 GROUP BY campaign)
	INSERT INTO ledger_differences (place, campaign, figure, log, there)
	SELECT $1, campaign, f.figure || ' of pledge ' || pledge, f.log, f.there
	FROM p LEFT JOIN c USING (campaign) CROSS JOIN LATERAL (VALUES
		('times pledged', begun::text, '1', begun = 1 AND pledged_at = first),
		('times accepted', accepted::text, 'at most 1', accepted <= 1),
		('campaigns, people and needs', parties::text, '1', parties = 1),
		('done before it was accepted', 'done', 'accepted before', done_at IS NULL OR accepted_at < done_at),
		('what followed its end', 'something', 'nothing', off_at IS NULL OR off_at = last),
		('campaign', 'never launched', 'launched before', c.launched < first)
	) f(figure, log, there, holds) WHERE f.holds IS NOT TRUE`,
	// gifts are to campaigns there are, and count in their currency
	`WITH c AS (
		SELECT campaign, min(ord) AS launched, (array_agg(currency ORDER BY ord DESC) FILTER (WHERE currency <> ''))[1] AS currency
		FROM ledger_campaigns WHERE ord <= $2 GROUP BY campaign)
	INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
	SELECT $1, e.campaign, e.donation, f.figure, e.counted_currency, f.log, f.there
	FROM ledger_entries e LEFT JOIN c USING (campaign) CROSS JOIN LATERAL (VALUES
		('campaign', 'never launched', 'launched before', e.kind <> 'started' OR c.launched < e.ord),
		('currency counted in', e.counted_currency, c.currency, e.kind NOT IN ('completed', 'refunded')
			OR e.counted_currency = c.currency)
	) f(figure, log, there, holds) WHERE e.ord <= $2 AND f.holds IS NOT TRUE`,
}

func (l *Ledger) checkInvariants(ctx context.Context) error {
	for _, sql := range append(slices.Clone(invariants), receiptInvariants...) {
		if _, err := l.conn.Exec(ctx, sql, PlaceLog, l.read); err != nil {
			return fmt.Errorf("check the log by itself: %w", err)
		}
	}
	for _, d := range l.odd {
		if _, err := l.conn.Exec(ctx, `INSERT INTO ledger_differences (place, stream, figure, log, there) VALUES ($1, $2, $3, $4, $5)`,
			d.Place, d.Stream, d.Figure, d.Log, d.There); err != nil {
			return fmt.Errorf("note what is odd in the log: %w", err)
		}
	}
	l.odd = nil
	return nil
}
