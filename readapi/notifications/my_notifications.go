package notifications

import (
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// oldNews is the age from which on nothing is counted as unread any more.
const oldNews = 30 * 24 * time.Hour

// NotificationList is a page of a member's notices.
type NotificationList struct {
	read.List[Notification]
	Unread int64 `json:"unread" doc:"How many are unread, and no older than 30 days; 100 are the most that are counted"`
}

// MyNotificationsInput asks for a page of a member's notices.
type MyNotificationsInput struct {
	read.ReadAfter
	read.Paging
}

// MyNotifications is what the member who asks is told, the newest first, without the kinds that they switched off in the app.
// Errors: bad_cursor.
var MyNotifications = read.Define(read.Query[MyNotificationsInput, NotificationList]{
	ID: "my-notifications", Path: "/api/me/notifications", Summary: "Notifications of the member, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{notificationsNewest}, Answer: myNotifications,
	Live: &read.Live[MyNotificationsInput]{
		Topic: "notifications", Own: true,
		Ask: func([]string) (MyNotificationsInput, error) {
			return MyNotificationsInput{Paging: read.FirstPage()}, nil
		},
		On: []read.On{
			read.ByKey(readmodel.Notifications), read.ByKey(readmodel.NotificationBoxes),
			read.By(supportersOf, readmodel.NotificationEndings), read.By(supportersOf, readmodel.CampaignChanges),
			read.By(supportersOf, readmodel.CampaignUpdates), read.By(supportersOf, readmodel.Milestones),
			read.ByKey(readmodel.CampaignFollowers), read.ByKey(readmodel.MemberBlocks),
			read.By(invitedBy, readmodel.CampaignInvitations), read.By(askedToEdit, readmodel.PageInvitations),
			read.By(askedByClosed, readmodel.Pages),
			read.By(removedOf, readmodel.Removals),
			read.By(writersOf, readmodel.NotificationThreads),
		},
		Quiet: []read.Quiet{
			{Table: readmodel.NotificationSupports, Because: "a member who gives gets the notice of their gift at the same time"},
			{Table: readmodel.Campaigns, Because: "a new title is no news; it is there when the list is next asked for"},
			{Table: readmodel.Shifts, Because: "each member with a place has a row of their own about a change"},
			{Table: readmodel.CampaignTeam, Because: "a member who joins or leaves a team has a row of their own about it"},
			{Table: readmodel.PageEditors, Because: "a new editor reads more the next time, and a removed one has a row of their own"},
			{Table: readmodel.Reactions, Because: "what is counted of a thread changes with it"},
			{Table: readmodel.Posts, Because: "one that is gone has no page any more, which says so"},
			{Table: readmodel.Comments, Because: "below which post a comment stands is for ever"},
			{Table: readmodel.Members, Because: "a new name is no news; it is there when the list is next asked for"},
			{Table: readmodel.Supporters, Because: "it names who gave, as it did when the gift was told"},
		},
	},
})

// supportersOf are the members who are told that a campaign has ended, reached its goal, posted an update or asks for something
// else: those who support it, and those who follow it.
//
// The keys of the rows begin with the campaign.
var supportersOf = read.Replanned(`WITH of AS MATERIALIZED (
	SELECT DISTINCT split_part(key, '/', 1)::uuid AS campaign FROM unnest($1::text[]) key
) SELECT s.member::text FROM of JOIN {notification_supports} s USING (campaign)
	UNION SELECT f.member::text FROM of JOIN {campaign_followers:lookup} f USING (campaign)`)

// invitedBy are the members whose addresses invitations went to, also such as are over.
var invitedBy = read.Replanned(`SELECT m.id::text FROM {campaign_invitations:lookup} i
	JOIN {members} m ON lower(m.email) = i.address
	WHERE i.id = ANY ($1::text[]::uuid[])`)

// askedToEdit are the members whose addresses invitations to edit pages went to, also such as are over.
var askedToEdit = read.Replanned(`SELECT m.id::text FROM {page_invitations:lookup} i
	JOIN {members} m ON lower(m.email) = i.address
	WHERE i.id = ANY ($1::text[]::uuid[])`)

// askedByClosed are the members whose addresses wait for pages that are closed: their invitations are gone.
var askedByClosed = read.Replanned(readmodel.InvitedByClosed)

// removedOf are those who wrote what moderators removed.
var removedOf = read.Replanned(`SELECT member::text FROM {removals:lookup} WHERE thing = ANY ($1::text[]::uuid[])`)

// writersOf are the members who wrote things, and of what pages published those who edit these now.
var writersOf = read.Replanned(`WITH w AS MATERIALIZED (
	SELECT DISTINCT member, page FROM {notification_threads} WHERE thing = ANY ($1::text[]::uuid[])
) SELECT member::text FROM w WHERE page = {nobody}
	UNION SELECT p.owner::text FROM w JOIN {pages} p ON p.id = w.page
	UNION SELECT e.member::text FROM w JOIN {page_editors:lookup} e ON e.page = w.page`)

// hiddenMembers and hiddenSubjects are the members hidden from the viewer, and their subjects.
const (
	hiddenMembers  = `(ARRAY(SELECT x.id FROM {members:hidden} x))`
	hiddenSubjects = `(ARRAY(SELECT x.subject FROM {members:hidden} x))`
)

// isUnread is true of a notice u that is newer than $1 and unread.
func isUnread(u notices) string {
	return `(` + u.at + ` > greatest($1::timestamptz, (SELECT b.read_to FROM b))
	AND NOT EXISTS (SELECT FROM jsonb_to_recordset((SELECT b.apart FROM b)) x("from" timestamptz, up_to timestamptz)
		WHERE ` + u.at + ` BETWEEN x."from" AND x.up_to)
	AND (` + u.kind + ` <> 'thread_news' OR ` + u.helper + ` <> ALL ` + hiddenSubjects + `
		AND ` + u.helper + ` <> ALL ` + ownSubject + `))`
}

// isOn is true of a notice of a kind that the viewer has not switched off in the app. A kind that only a newer server knows is
// left out.
func isOn(u notices) string {
	return `'app:' || ` + u.kind + ` <> ALL ((SELECT b.off FROM b)::text[]) AND ` + u.kind + ` IN (` + knownKinds + `)`
}

// knownKinds are the kinds as a list in SQL.
var knownKinds = func() string {
	var all []string
	for _, kind := range notice.Kinds() {
		all = append(all, `'`+string(kind)+`'`)
	}
	return strings.Join(all, `, `)
}()

// ownSubject is that of the viewer, as an array.
const ownSubject = `(ARRAY(SELECT o.subject FROM {members} o WHERE o.id = {viewer}))`

// countable is how many of a member's notices are counted at most.
const countable = 100

// notificationsNewest lists the viewer's notices in the app, and counts the unread ones newer than $1, to one more than
// countable. A thread whose last act is of a hidden member names nobody and is not unread. Each branch gives as many notices as
// the page may have, newest first, so that neither how many there are nor how many campaigns the viewer follows makes it slower.
var notificationsNewest = read.KeptInOrder(withBell + `, t AS MATERIALIZED (` + newest(`$5`, func(u notices) string {
	return `(NOT $2::boolean OR ` + u.at + ` < $3 OR ` + u.at + ` = $3 AND ` + u.id + ` > $4::uuid) AND ` + isOn(u)
}) + `)
	SELECT t.id, t.kind, t.what, t.at, t.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	CASE WHEN c.status = 'suspended' AND NOT ` + readmodel.IsRun + ` THEN '' ELSE coalesce(c.title,
	'') END AS campaign_title,
	coalesce(c.lang, '') AS campaign_lang, (c.id IS NOT NULL AND ` + readmodel.IsRun + `) AS own,
	t.donation AS donation_id,
	CASE WHEN s.anonymous THEN '' ELSE coalesce(m.name, s.name, h.name, CASE t.what WHEN 'page_off' THEN g.name END,
	'') END AS giver,
	t.minutes, t.quantity, t.amount, t.currency, t.returned,
	CASE WHEN t.kind = 'campaign_completed' THEN coalesce(e.reason, '') ELSE '' END AS end_reason,
	f.starts_at AS shift_starts, coalesce(f.time_zone, '') AS shift_zone,
	CASE WHEN c.status = 'suspended' AND NOT ` + readmodel.IsRun + ` THEN '' ELSE coalesce(f.title, u.title,
	'') END AS subject_title,
	coalesce(f.lang, u.lang, '') AS subject_lang,
	CASE WHEN t.kind = 'team_news' AND t.what <> 'page_off' THEN t.about ELSE coalesce(y.page, {nobody}) END AS page_id,
	CASE t.what WHEN 'page_off' THEN '' ELSE coalesce(g.name, '') END AS page_name,
	CASE t.what WHEN 'page_off' THEN '' ELSE coalesce(g.lang, '') END AS page_lang,
	coalesce(z.on_kind, y.on_kind, '') AS on,
	coalesce(o.id, y.post, {nobody}) AS post_id, coalesce(v.reason, '') AS reason, ` + isUnread(noticeOf("t")) + ` AS new,
	(SELECT count(*) FROM (SELECT FROM (` + some(`101`, func(u notices) string { return isUnread(u) + ` AND ` + isOn(u) }) + `) x
		LIMIT 101) x) AS unread, ` + read.Micros("t.at") + ` AS list_micros,
	(SELECT count(*) FROM (SELECT FROM (` + some(`101`, isOn) + `) x LIMIT 101) x) AS list_total
	FROM t LEFT JOIN {campaigns} c ON c.id = t.campaign
		LEFT JOIN {campaign_supporters:told} s ON s.contribution = t.donation AND t.kind = 'gift_received'
		LEFT JOIN {members} m ON m.id = s.member AND NOT s.anonymous
		LEFT JOIN {members} h ON h.subject = t.helper AND (t.kind IN ('pledge_received', 'team_news')
			OR t.kind = 'thread_news' AND h.id <> {viewer} AND h.id <> ALL ` + hiddenMembers + `)
		LEFT JOIN {notification_threads} y ON y.thing = t.about AND t.kind = 'thread_news'
		LEFT JOIN {pages} g ON g.id = CASE t.kind WHEN 'team_news' THEN t.about WHEN 'thread_news' THEN y.page END
		LEFT JOIN {notification_endings} e ON e.campaign = t.campaign
		LEFT JOIN {shifts} f ON f.id = t.about AND t.kind IN ('shift_changed', 'shift_reminder')
		LEFT JOIN {campaign_updates:told} u ON u.campaign = t.campaign AND u.id = t.about AND t.kind = 'campaign_news'
		LEFT JOIN {notifications} z ON z.member = {viewer} AND z.id = t.id AND t.kind IN ('report_settled', 'words_removed')
		LEFT JOIN {comments:told} k ON k.id = z.thing AND z.on_kind = 'comment'
		LEFT JOIN {posts:told} o ON o.id = coalesce(k.post, z.thing)
		LEFT JOIN {removals:own} v ON v.thing = z.thing AND t.kind = 'words_removed'
	ORDER BY t.at DESC, t.id LIMIT $5`)

func myNotifications(c *read.Call, in MyNotificationsInput) (out NotificationList, err error) {
	list, err := read.Newest(c, []any{"notifications", c.Viewer.Member}, in.Paging, notificationsNewest,
		func(r *row) ident.ID {
			r.At = r.At.UTC()
			read.UTC(&r.Starts)
			return r.ID
		}, c.Now().Add(-oldNews))
	if len(list.Items) > 0 {
		out.Unread = min(list.Items[0].Unread, countable)
	}
	list.Total, list.More = min(list.Total, countable), list.Total > countable
	out.List = read.Map(list, func(r row) Notification { return Notification{forms[r.Kind](r)} })
	return out, err
}
