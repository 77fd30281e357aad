package notifications

import (
	"strings"

	"github.com/callup/callup/projections/readmodel"
)

// withBell is the beginning of a statement over the viewer's notices: their box (b), the campaigns that they support or follow
// (s), since when and whose these are, and the pages that they edit.
const withBell = `WITH b AS (
	SELECT max(read_to) AS read_to, coalesce(max(read_apart::text), '[]')::jsonb AS apart, coalesce(max(off), '{}') AS off
	FROM {notification_boxes} WHERE member = {viewer}
), s AS MATERIALIZED (SELECT x.*, e.owner, e.ended_at FROM (
	SELECT y.campaign, y.subject, min(y.since) AS since, bool_or(y.supports) AS supports FROM (
		SELECT campaign, subject, since, true AS supports FROM {notification_supports}
		WHERE member = {viewer} AND (gifts > 0 OR pledges > 0)
		UNION ALL SELECT campaign, subject, followed_at, false FROM {campaign_followers:own} f
	) y GROUP BY y.campaign, y.subject
) x LEFT JOIN {notification_endings} e USING (campaign)
), edited AS MATERIALIZED (
	SELECT p.id AS page, p.opened_at AS since FROM {pages} p WHERE p.owner = {viewer} AND p.closed_at IS NULL
	UNION ALL SELECT p.id, e.since FROM {page_editors:own} e JOIN {pages} p ON p.id = e.page AND p.closed_at IS NULL
)`

// notices names the columns of a branch's notices by which they are chosen.
type notices struct{ id, kind, at, helper string }

// noticeOf are the columns of notices that have a name.
func noticeOf(name string) notices {
	return notices{name + ".id", name + ".kind", name + ".at", name + ".helper"}
}

// columns are those of every branch.
const columns = `(id, kind, what, at, campaign, donation, helper, minutes, quantity, amount, currency, returned, about)`

// rows are branches whose notices Postgres finds by few rows: a member's own, and what happened once to a campaign.
//
// An event of a campaign is one row, however many support it, and members get no notice of their own acts.
var rows = []string{`
	SELECT n.id, n.kind, n.what, n.at, n.campaign, n.donation, n.helper, n.minutes, n.quantity, n.amount, n.currency, n.returned,
		n.shift AS about
	FROM {notifications} n WHERE n.member = {viewer}`, `
	SELECT i.id, 'team_news', 'invited', i.invited_at, i.campaign, {nobody}, o.subject, 0, 0, 0, '', '', {nobody}
	FROM {campaign_invitations:own} i
		JOIN {campaigns} d ON d.id = i.campaign AND ` + readmodel.TakesTeam + ` JOIN {members:readable} o ON o.id = d.owner
	WHERE NOT i.over`, `
	SELECT i.id, 'team_news', 'invited', i.invited_at, {nobody}, {nobody}, o.subject, 0, 0, 0, '', '', p.id
	FROM {page_invitations:own} i
		JOIN {pages} p ON p.id = i.page AND p.closed_at IS NULL JOIN {members:readable} o ON o.id = p.owner
	WHERE NOT i.over`, `
	SELECT s.campaign, 'campaign_completed', '', s.ended_at, s.campaign, {nobody}, {nobody}, 0, 0, 0, '', '', s.campaign
	FROM s WHERE s.ended_at IS NOT NULL AND (s.supports OR s.ended_at > s.since) AND s.owner <> {viewer}`, `
	SELECT h.id, 'campaign_news', h.what, h.at, h.campaign, {nobody}, {nobody}, 0, 0, 0, '', '', h.id
	FROM s JOIN {campaign_changes} h ON h.campaign = s.campaign AND h.at > s.since
	WHERE s.owner <> {viewer}`, `
	SELECT k.id, 'campaign_news', 'reached', k.reached_at, k.campaign, {nobody}, {nobody}, 0, 0, 0, '', '', k.id
	FROM s JOIN {campaign_milestones} k ON k.campaign = s.campaign AND k.reached_at > s.since AND k.percent = 100
	WHERE s.owner <> {viewer}`,
}

// updates are what a campaign c of s posted, newest first, for those who may read it and where a condition holds, as many as a
// limit says. The inner rows come in the order of an index, so that no more are read than these.
func updates(limit, where string) string {
	return `
	SELECT u.id, 'campaign_news', 'update', u.posted_at, u.campaign, {nobody}, {nobody}, 0, 0, 0, '', '', u.id
	FROM (SELECT u.id, u.campaign, u.posted_at, u.member, u.audience FROM {campaign_updates:told} u
		WHERE u.campaign = c.campaign AND u.posted_at > c.since ORDER BY u.posted_at DESC, u.id OFFSET 0) u
	WHERE u.member <> {viewer} AND (u.audience = 'public' OR EXISTS (SELECT FROM {campaign_supporters:own} p
			WHERE p.campaign = c.campaign AND p.state = 'listed' AND p.status <> 'pledged')) AND ` + where + `
	ORDER BY u.posted_at DESC, u.id LIMIT ` + limit
}

// update are the columns of updates.
var update = notices{"u.id", "'campaign_news'", "u.posted_at", "{nobody}"}

// newest are the viewer's notices for which a condition holds, as many of each branch as a limit says, newest first.
func newest(limit string, where func(notices) string) string {
	of := func(branch string) string { return `(` + branch + ` LIMIT ` + limit + `)` }
	var all []string
	for _, branch := range rows {
		all = append(all, of(`SELECT * FROM (`+branch+`) u`+columns+` WHERE `+where(noticeOf("u"))+` ORDER BY u.at DESC, u.id`))
	}
	// The newest of all are posted by the campaigns whose newest are: of the others one is read.
	all = append(all, of(`SELECT u.* FROM (
		SELECT c.* FROM s c CROSS JOIN LATERAL (`+updates(`1`, where(update))+`) x`+columns+`
		ORDER BY x.at DESC FETCH FIRST (`+limit+`) ROWS WITH TIES
	) c CROSS JOIN LATERAL (`+updates(limit, where(update))+`) u`+columns+` ORDER BY u.at DESC, u.id`))
	for _, step := range steps {
		mine, ofPages := step.branches(limit, where)
		all = append(all, of(mine), of(ofPages))
	}
	return strings.Join(all, " UNION ALL ")
}

// some are as newest, in no order: as many of all as a limit says are found soonest.
func some(limit string, where func(notices) string) string {
	var all []string
	for _, branch := range rows {
		all = append(all, `SELECT u.id FROM (`+branch+`) u`+columns+` WHERE `+where(noticeOf("u")))
	}
	all = append(all, `SELECT u.id FROM s c CROSS JOIN LATERAL (`+updates(limit, where(update))+`) u`+columns)
	for _, step := range steps {
		mine, ofPages := step.branches(limit, where)
		all = append(all, `SELECT x.id FROM (`+mine+`) x`+columns, `SELECT x.id FROM (`+ofPages+`) x`+columns)
	}
	return strings.Join(all, " UNION ALL ")
}

// every is all of the viewer's notices, of threads as many of each step as a limit says.
func every(limit string) string {
	all := append(append([]string{}, rows...), `SELECT u.* FROM s c CROSS JOIN LATERAL (`+updates(`ALL`, `true`)+`) u`+columns)
	for _, step := range steps {
		mine, ofPages := step.branches(limit, func(notices) string { return `true` })
		all = append(all, `(`+mine+` LIMIT `+limit+`)`, `(`+ofPages+` LIMIT `+limit+`)`)
	}
	return strings.Join(all, " UNION ALL ")
}

// step is something that others do about what a member wrote, and how many of those who did it the viewer gets no notice of.
type step struct{ name, aside string }

var steps = []step{
	{"reacted", aside("*", "reactions", "h.thing = w.thing", "")},
	{"answered", aside("*", "comments",
		"h.post = w.post AND h.parent = CASE w.on_kind WHEN 'post' THEN {nobody} ELSE w.thing END", "")},
	{"shared", aside("DISTINCT h.member", "posts", "h.original = w.thing AND h.original <> {nobody}",
		` AND NOT EXISTS (SELECT FROM {posts:counted} x
			WHERE x.original = w.thing AND x.original <> {nobody} AND x.member = h.member AND x.page <> {nobody})`)},
}

// aside counts the rows h of another table about the thing of a row w of notification_threads that the viewer gets no notice of:
// those of members hidden from them, where a condition holds, and for a page's post their own, which w counts too. Postgres skips
// both for a viewer who has no blocks and edits no page.
func aside(count, of, about, where string) string {
	return `((SELECT count(` + count + `) FROM {` + of + `:hidden} h WHERE ` + about + where + `)
		+ CASE WHEN w.page = {nobody} THEN 0 ELSE (SELECT count(` + count + `) FROM {` + of + `:own} h WHERE ` + about + `) END)`
}

// branches are what others did about what the viewer wrote, as one step: of their own posts and comments, and of what pages
// published that they edit now, since they do. Acts of a member hidden from the viewer give no notice unless others acted too.
func (s step) branches(limit string, where func(notices) string) (mine, ofPages string) {
	is := strings.NewReplacer("STEP", s.name, "ASIDE", s.aside, "MOST", limit,
		"WHERE_", where(notices{"w." + s.name + "_id", "'thread_news'", "w." + s.name + "_at", "w." + s.name + "_by"}))
	return is.Replace(`
	SELECT w.STEP_id, 'thread_news', 'STEP', w.STEP_at, {nobody}, {nobody}, w.STEP_by, 0, w.STEP - ASIDE, 0, '', '', w.thing
	FROM {notification_threads} w WHERE w.member = {viewer} AND w.page = {nobody} AND w.STEP > 0 AND WHERE_ AND w.STEP > ASIDE
	ORDER BY w.STEP_at DESC, w.STEP_id`), is.Replace(`
	SELECT w.STEP_id, 'thread_news', 'STEP', w.STEP_at, {nobody}, {nobody}, w.STEP_by, 0, w.STEP - ASIDE, 0, '', '', w.thing
	FROM edited CROSS JOIN LATERAL (SELECT * FROM {notification_threads} w
		WHERE w.page = edited.page AND w.page <> {nobody} AND w.STEP > 0 AND w.STEP_at > edited.since AND WHERE_ AND w.STEP > ASIDE
		ORDER BY w.STEP_at DESC, w.STEP_id LIMIT MOST) w
	ORDER BY w.STEP_at DESC, w.STEP_id`)
}

// mostThreads is of how many things that they wrote the daily mail tells a member what others did: as many each of reactions,
// answers and shares.
const mostThreads = `200`
