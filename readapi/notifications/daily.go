package notifications

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Asked is what of the things that a member was told is asked for: of some kinds, each since a moment, all up to one.
type Asked struct {
	Member ident.ID
	Kinds  []string
	Since  []time.Time // of the kind at the same place
	UpTo   time.Time
	After  string // the position of the log that has to be reflected
}

// Told is how often a member was told the same of a campaign, a post or a comment, and of how much in all. It names nobody.
type Told struct {
	Kind, What string
	Campaign   ident.ID // nil where it is about none
	Title      string   // the campaign's; empty where it is shown to nobody
	Own        bool     // the member runs the campaign
	EndReason  string   // of an end
	On         string   // post or comment; empty of a campaign
	Post       ident.ID // that post, or the one below which the comment stands
	Subject    string   // the title of an update
	Currency   money.Currency
	Times      int64
	Minutes    int64
	Quantity   int64
	Amount     int64      // minor units of Currency
	Words      []ident.ID // the subjects whose words stand in it
	Cut        bool       // the bell kept no more: there was more of what comes often
}

// dailyTold is what the member $1 was told of the kinds $2, of each since the moment in $3 and up to $4, the newest first. Gifts
// that went back are not counted, and what somebody did last who is hidden from the member is not told. Whose words stand in a
// row is said with it.
var dailyTold = read.SQL(told + `EXISTS (SELECT FROM unnest($2::text[], $3::timestamptz[]) k(kind, since)
		WHERE k.kind = u.kind AND u.at > k.since AND u.at <= $4) AND u.returned <> 'fully'
		AND (u.kind <> 'thread_news' OR u.helper <> ALL ` + hiddenSubjects + `)
), d AS (SELECT t.kind, t.what, t.campaign,
		CASE WHEN c.status = 'suspended' AND NOT ` + readmodel.RunBy(`$1`) + ` THEN '' ELSE coalesce(c.title, '') END AS title,
		(c.id IS NOT NULL AND ` + readmodel.RunBy(`$1`) + `) AS own,
		CASE WHEN t.kind = 'campaign_completed' THEN coalesce(e.reason, '') ELSE '' END AS reason, coalesce(y.on_kind, '') AS on_kind,
		coalesce(y.post, '00000000-0000-0000-0000-000000000000') AS post, coalesce(u.title, '') AS subject, t.currency,
		t.minutes, t.quantity, t.amount, t.at,
		array_remove(ARRAY[CASE WHEN c.title <> '' THEN c.subject END, CASE WHEN u.title <> '' THEN u.author END], NULL) AS words,
		t.about
	FROM t LEFT JOIN {campaigns} c ON c.id = t.campaign
		LEFT JOIN {notification_endings} e ON e.campaign = t.campaign
		LEFT JOIN {campaign_updates} u ON u.campaign = t.campaign AND u.id = t.about AND t.kind = 'campaign_news' AND t.what = 'update'
		LEFT JOIN {notification_threads} y ON y.thing = t.about AND t.kind = 'thread_news'
	WHERE NOT (t.kind = 'thread_news' AND y.thing IS NULL)
)
	SELECT kind, what, campaign, title, own, reason, on_kind, post, subject, currency, count(*),
		coalesce(sum(minutes), 0)::bigint, coalesce(sum(quantity), 0)::bigint, coalesce(sum(amount), 0)::bigint, words,
		(SELECT count(*) >= $5 AND min(n.at) > (SELECT min(since) FROM unnest($3::timestamptz[]) since)
			FROM {notifications} n WHERE n.member = $1)
	FROM d GROUP BY kind, what, campaign, title, own, reason, on_kind, post, subject, currency, words, quantity > 0,
		CASE WHEN what = 'update' OR kind = 'thread_news' THEN about END
	ORDER BY max(at) DESC, kind, what, subject, currency`)

// Daily is what a member was told, for the mail that tells them once a day. behind is true while the tables do not reflect the
// position that was asked for: whoever asks comes back.
func Daily(ctx context.Context, s *read.Service, a Asked) (all []Told, behind bool, err error) {
	if s.Behind(ctx, a.After, dailyTold) {
		return nil, true, nil
	}
	all, err = read.Look(ctx, s, dailyTold, pgx.RowToStructByPos[Told],
		a.Member, a.Kinds, a.Since, a.UpTo, readmodel.KeptNotifications)
	return all, false, err
}
