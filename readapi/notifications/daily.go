package notifications

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// newBelow is how many others reacted to, answered or shared the thing of a row of t since the moment of its kind and up to $3,
// without members hidden from the viewer. A page that shares is hidden from nobody.
const newBelow = `CASE t.what
		WHEN 'reacted' THEN (SELECT count(*) FROM {reactions:counted} r
			WHERE r.thing = t.about AND r.at > ` + threadsSince + ` AND r.at <= $3
			AND r.member <> {viewer} AND r.subject <> ALL ` + hiddenSubjects + `)
		WHEN 'answered' THEN (SELECT count(*) FROM {comments:counted} r
			WHERE r.post = y.post AND r.parent = CASE y.on_kind WHEN 'post' THEN {nobody} ELSE t.about END
			AND r.written_at > ` + threadsSince + ` AND r.written_at <= $3
			AND r.member <> {viewer} AND r.member <> {nobody} AND r.author <> ALL ` + hiddenSubjects + `)
		ELSE (SELECT count(DISTINCT r.member) FROM {posts:counted} r WHERE r.original = t.about AND r.original <> {nobody}
			AND r.posted_at > ` + threadsSince + ` AND r.posted_at <= $3
			AND r.member <> {viewer} AND (r.page <> {nobody} OR r.author <> ALL ` + hiddenSubjects + `))
		END`

const threadsSince = `(SELECT k.since FROM unnest($1::text[], $2::timestamptz[]) k(kind, since) WHERE k.kind = 'thread_news')`

// dailyTold is what the viewer was told of the kinds $1, of each since the moment in $2 and up to $3, the newest first. Gifts
// that went back are not counted, nor is what went back of others. A thread is told of by what is new of it, however late the
// last of that is: a post that somebody reacts to every minute is told of as well. Whose words stand in a row is said with it.
var dailyTold = read.SQL(withBell + `, t AS MATERIALIZED (SELECT * FROM (` + every(mostThreads) + `) u
	WHERE EXISTS (SELECT FROM unnest($1::text[], $2::timestamptz[]) k(kind, since)
		WHERE k.kind = u.kind AND u.at > k.since AND (u.at <= $3 OR u.kind = 'thread_news')) AND u.returned <> 'fully'
), d AS (SELECT t.kind, t.what, t.campaign,
		CASE WHEN c.status = 'suspended' AND NOT ` + readmodel.IsRun + ` THEN '' ELSE coalesce(c.title, '') END AS title,
		(c.id IS NOT NULL AND ` + readmodel.IsRun + `) AS own,
		CASE WHEN t.kind = 'campaign_completed' THEN coalesce(e.reason, '') ELSE '' END AS reason, coalesce(y.on_kind, '') AS on_kind,
		coalesce(y.post, {nobody}) AS post,
		CASE WHEN c.status = 'suspended' AND NOT ` + readmodel.IsRun + ` THEN '' ELSE coalesce(u.title, '') END AS subject,
		t.currency,
		t.minutes, CASE WHEN t.kind = 'thread_news' THEN ` + newBelow + ` ELSE t.quantity END AS quantity,
		t.amount - coalesce(g.refunded, 0) AS amount, t.at,
		array_remove(ARRAY[CASE WHEN c.title <> '' THEN c.subject END, CASE WHEN u.title <> '' THEN u.author END], NULL) AS words,
		t.about
	FROM t LEFT JOIN {campaigns} c ON c.id = t.campaign
		LEFT JOIN {campaign_supporters:told} g ON g.contribution = t.donation
		LEFT JOIN {notification_endings} e ON e.campaign = t.campaign
		LEFT JOIN {campaign_updates:told} u ON u.campaign = t.campaign AND u.id = t.about
			AND t.kind = 'campaign_news' AND t.what = 'update'
		LEFT JOIN {notification_threads} y ON y.thing = t.about AND t.kind = 'thread_news'
	WHERE NOT (t.kind = 'thread_news' AND y.thing IS NULL)
), f AS (SELECT * FROM d WHERE kind <> 'thread_news' OR quantity > 0
)
	SELECT kind, what, campaign, title, own, reason, on_kind, post, subject, currency, count(*) AS times,
		coalesce(sum(minutes), 0)::bigint AS minutes, coalesce(sum(quantity), 0)::bigint AS quantity,
		coalesce(sum(amount), 0)::bigint AS amount, words,
		(SELECT count(*) >= $4 AND min(n.at) > (SELECT min(since) FROM unnest($2::timestamptz[]) since)
			FROM {notifications} n WHERE n.member = {viewer}) OR greatest(
			(SELECT count(*) FROM {notification_threads} w
				WHERE w.member = {viewer} AND w.reacted > 0 AND w.reacted_at > ` + threadsSince + `
					AND (w.reacted > 1 OR w.reacted_by <> ALL ` + hiddenSubjects + `)),
			(SELECT count(*) FROM {notification_threads} w
				WHERE w.member = {viewer} AND w.answered > 0 AND w.answered_at > ` + threadsSince + `
					AND (w.answered > 1 OR w.answered_by <> ALL ` + hiddenSubjects + `)),
			(SELECT count(*) FROM {notification_threads} w
				WHERE w.member = {viewer} AND w.shared > 0 AND w.shared_at > ` + threadsSince + `
					AND (w.shared > 1 OR w.shared_by <> ALL ` + hiddenSubjects + `))
		) > ` + mostThreads + ` AS cut
	FROM f GROUP BY kind, what, campaign, title, own, reason, on_kind, post, subject, currency, words, quantity > 0,
		CASE WHEN what = 'update' OR kind = 'thread_news' THEN about END
	ORDER BY max(at) DESC, kind, what, subject, currency`)

// Daily is what a member was told, for the mail that tells them once a day. behind is true while the tables do not reflect the
// position that was asked for: the caller asks again later.
func Daily(ctx context.Context, s *read.Service, a ports.DailyAsked) (all []ports.DailyTold, behind bool, err error) {
	if s.Behind(ctx, a.After, dailyTold) {
		return nil, true, nil
	}
	all, err = read.Look(ctx, s, dailyTold, read.Viewer{Member: a.Member}, pgx.RowToStructByName[ports.DailyTold],
		a.Kinds, a.Since, a.UpTo, readmodel.KeptNotifications)
	return all, false, err
}
