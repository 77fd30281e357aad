// Package messages answers what members, pages and the teams of campaigns write to one another.
package messages

import (
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// ThreadSide is one of the two sides of a conversation.
type ThreadSide struct {
	Kind   string   `json:"kind" enum:"member,page,campaign"`
	ID     ident.ID `json:"id" format:"uuid"`
	Name   string   `json:"name" doc:"Of the member or page, or the campaign's title; empty where a member has left"`
	Lang   string   `json:"lang" doc:"BCP 47 tag of a page's name or a campaign's title; empty of a member's name"`
	Avatar string   `json:"avatar" doc:"Where the picture of a member or a page lies; empty without one"`
	Slug   string   `json:"slug" doc:"Of a campaign that the reader may look at; else empty"`
}

// ThreadAbout is what the conversation was last about.
type ThreadAbout struct {
	Kind string   `json:"kind" enum:"time,thing,shift,gift"`
	ID   ident.ID `json:"id,omitzero" format:"uuid" doc:"Absent for a gift"`
}

// ThreadSummary is a conversation as one of its sides sees it.
type ThreadSummary struct {
	ID       ident.ID     `json:"id" format:"uuid"`
	Side     ThreadSide   `json:"side" doc:"For whom the reader reads and writes: themselves, a page or a campaign"`
	Other    ThreadSide   `json:"other"`
	About    *ThreadAbout `json:"about,omitempty"`
	Text     string       `json:"text" doc:"The beginning of the last message; empty where it was deleted"`
	Lang     string       `json:"lang" doc:"BCP 47 tag of the text"`
	Own      bool         `json:"own" doc:"The reader's side wrote it"`
	At       time.Time    `json:"at" doc:"When it was written"`
	Unread   int64        `json:"unread" doc:"Messages"`
	ReadTo   int64        `json:"read_to" doc:"The number of the message up to which the reader's side read"`
	SeenTo   int64        `json:"seen_to" doc:"And the other side, as far as the reader may know"`
	Request  bool         `json:"request" doc:"A stranger's first messages, which are neither accepted nor declined"`
	Muted    bool         `json:"muted"`
	Closed   bool         `json:"closed" doc:"The other person has left: nobody writes any more"`
	Accepted bool         `json:"accepted" doc:"The reader's side wrote, or accepted the request"`
}

// ThreadMessage is what somebody wrote.
type ThreadMessage struct {
	ID     ident.ID  `json:"id" format:"uuid"`
	Number int64     `json:"number" doc:"Within the conversation, from 1"`
	Own    bool      `json:"own" doc:"The reader's side wrote it"`
	Author string    `json:"author" doc:"Display name of who wrote it; empty where they left, or a page speaks"`
	Text   string    `json:"text" doc:"Without markup; empty where it was deleted"`
	Lang   string    `json:"lang" doc:"BCP 47 tag of the text"`
	At     time.Time `json:"at"`
}

// Thread is a conversation with a page of its messages, the newest first.
type Thread struct {
	ThreadSummary
	Messages read.List[ThreadMessage] `json:"messages"`
}

// MessageTotals are how many conversations have something unread, and how many requests wait.
type MessageTotals struct {
	Unread   int64 `json:"unread" doc:"Conversations with unread messages, without muted ones and requests; 100 at most"`
	Requests int64 `json:"requests" doc:"100 at most"`
}

// MessageWriters is who may write to the member who asks.
type MessageWriters struct {
	Who string `json:"who" enum:"everybody,givers,nobody" doc:"Givers: members they gave to, or who gave to them, by name"`
}

// ThreadsInput asks for a page of conversations.
type ThreadsInput struct {
	read.ReadAfter
	read.Paging
	Show string `query:"show" enum:"all,unread,requests" default:"all" doc:"Requests are in a list of their own"`
}

// ThreadInput asks for a conversation and a page of its messages.
type ThreadInput struct {
	read.ByID
	read.Paging
}

// pushedBy is what a change of a side's row concerns: whoever reads for that side. What the other side does changes this side's
// row only where it may know, so that no push tells more.
var pushedBy = []read.On{read.By(readersOf, readmodel.ThreadSides)}

// theSameLater are the tables whose changes show at the next reading.
func theSameLater(more ...read.Quiet) []read.Quiet {
	return append(more,
		read.Quiet{Table: readmodel.MemberBlocks, Because: "who blocks reads again, and the blocked member is not told"},
		read.Quiet{Table: readmodel.PageEditors, Because: "who edits a page from now on reads its messages at the next reading"},
		read.Quiet{Table: readmodel.CampaignTeam, Because: "who runs a campaign from now on reads its messages at the next reading"},
		read.Quiet{Table: readmodel.Pages, Because: "a new name shows at the next reading"})
}

func andNames(more ...read.Quiet) []read.Quiet {
	return theSameLater(append(more,
		read.Quiet{Table: readmodel.ThreadMessages, Because: "a message changes the row of each side that sees it"},
		read.Quiet{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		read.Quiet{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"})...)
}

// Threads are the conversations of the member who asks, of the pages that they edit and of the campaigns that they run, the
// newest first. Errors: bad_cursor.
var Threads = read.Define(read.Query[ThreadsInput, read.List[ThreadSummary]]{
	ID: "my-threads", Path: "/api/me/threads", Summary: "The member's conversations, the newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{threadsNewest}, Answer: threads,
	Live: &read.Live[ThreadsInput]{Topic: "messages", Own: true, Refetch: true, On: pushedBy, Quiet: andNames()},
})

// MessageCounts are how many conversations of the member who asks have something unread.
var MessageCounts = read.Define(read.Query[read.ReadAfter, MessageTotals]{
	ID: "my-message-counts", Path: "/api/me/message-counts", Summary: "How many of the member's conversations are unread",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{unreadThreads}, Answer: func(c *read.Call, _ read.ReadAfter) (MessageTotals, error) {
		return read.Row(c, unreadThreads, rowscan.Row[MessageTotals])
	},
	Live: &read.Live[read.ReadAfter]{Topic: "messages", Own: true, Refetch: true, On: pushedBy, Quiet: theSameLater()},
})

// TheThread is a conversation, for its two sides alone. Errors: thread_not_found, bad_cursor.
var TheThread = read.Define(read.Query[ThreadInput, Thread]{
	ID: "thread", Path: "/api/threads/{id}", Summary: "A conversation and its messages, the newest first",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{oneThread, messagesNewest}, Answer: oneOf,
})

// MyWriters is who may write to the member who asks.
var MyWriters = read.Define(read.Query[read.ReadAfter, MessageWriters]{
	ID: "my-message-writers", Path: "/api/me/message-writers", Summary: "Who may write to the member",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{writersOf}, Answer: func(c *read.Call, _ read.ReadAfter) (MessageWriters, error) {
		all, err := read.Rows(c, writersOf, pgx.RowTo[string])
		if len(all) == 0 {
			return MessageWriters{"everybody"}, err
		}
		return MessageWriters{all[0]}, err
	},
})

// Queries are those of messages.
var Queries = read.Area{Name: "messages", Queries: []read.Declared{Threads, MessageCounts, TheThread, MyWriters}}

// joined is SQL for the names of both sides of a row s, and its last message l.
var joined = nameOf("side", "kind", "side") + ` ` + nameOf("other", "other_kind", "other") + `
	LEFT JOIN {thread_messages:readable} l ON l.id = s.last`

// sidesOfViewer is SQL for the sides for which the viewer reads and writes.
const sidesOfViewer = `SELECT {viewer} AS side UNION ALL SELECT g.id FROM {pages} g WHERE g.owner = {viewer}
	UNION ALL SELECT e.page FROM {page_editors:own} e UNION ALL SELECT t.campaign FROM {campaign_team:own} t`

// preview is how many characters of the last message a list shows.
const preview = "160"

// nameOf is SQL that joins the name of a side of a row s, whose columns of kind and id are given.
func nameOf(as, kind, id string) string {
	return `LEFT JOIN LATERAL (
		SELECT m.name, '' AS lang, ` + readmodel.AvatarAddress + ` AS avatar, '' AS slug FROM {members} m
			WHERE s.` + kind + ` = 'member' AND m.id = s.` + id + `
		UNION ALL SELECT p.name, p.lang, ` + readmodel.LogoAddress + `, '' FROM {pages} p WHERE s.` + kind + ` = 'page' AND p.id
			= s.` + id + `
		UNION ALL SELECT c.title, c.lang, '', c.slug FROM {campaigns:readable} c WHERE s.` + kind + ` = 'campaign' AND c.id =
			s.` + id + `
	) ` + as + ` ON true`
}

func namedBy(as, kind, id string) string {
	all := []string{`s.` + kind + ` AS "` + as + `.kind"`, `s.` + id + ` AS "` + as + `.id"`}
	for _, name := range []string{"name", "lang", "avatar", "slug"} {
		all = append(all, `coalesce(`+as+`.`+name+`, '') AS "`+as+`.`+name+`"`)
	}
	return strings.Join(all, ", ")
}

// summary is SQL for the columns of a ThreadSummary of a row s, with the names and the last message l.
var summary = `s.thread AS id, ` + namedBy("side", "kind", "side") + `, ` + namedBy("other", "other_kind", "other") + `,
	CASE WHEN s.about_kind <> '' THEN jsonb_build_object('kind', s.about_kind, 'id', s.about) END AS about,
	coalesce(left(l.text, ` + preview + `), '') AS text, coalesce(l.lang, '') AS lang, coalesce(l.side = s.side, false) AS own,
	s.last_at AS at, s.unread, s.read_to, s.seen_to, s.request, s.muted, s.closed_at IS NOT NULL AS closed, s.opened AS accepted`

var (
	readersOf = read.Replanned(`WITH k AS MATERIALIZED (
	SELECT DISTINCT split_part(key, '/', 1)::uuid AS side FROM unnest($1::text[]) key
) SELECT side::text FROM k
	UNION SELECT g.owner::text FROM k JOIN {pages} g ON g.id = k.side
	UNION SELECT e.member::text FROM k JOIN {page_editors:lookup} e ON e.page = k.side
	UNION SELECT t.member::text FROM k JOIN {campaign_team:lookup} t ON t.campaign = k.side`)

	// threadsNewest walks the index of each side of the viewer as far as the page goes. $1 is what is shown.
	threadsNewest = read.KeptInOrder(`SELECT ` + summary + `, ` + read.Micros("s.last_at") + ` AS list_micros,
	(SELECT count(*) FROM (SELECT FROM {thread_sides:readable} s WHERE ` + shown + ` LIMIT 101) x) AS list_total
	FROM (SELECT s.* FROM (SELECT DISTINCT side FROM (` + sidesOfViewer + `) x) v CROSS JOIN LATERAL (
		SELECT s.* FROM {thread_sides:readable} s WHERE s.side = v.side AND ` + shown + `
			AND (NOT $2::boolean OR s.last_at < $3 OR s.last_at = $3 AND s.thread > $4::uuid)
		ORDER BY s.last_at DESC, s.thread LIMIT $5) s
	ORDER BY s.last_at DESC, s.thread LIMIT $5) s ` + joined + `
	ORDER BY s.last_at DESC, s.thread`)

	unreadThreads = read.SQL(`SELECT
	(SELECT count(*) FROM (SELECT FROM {thread_sides:readable} s WHERE s.unread > 0 AND NOT s.muted AND NOT s.request LIMIT 100) x)
		AS unread,
	(SELECT count(*) FROM (SELECT FROM {thread_sides:readable} s WHERE s.request LIMIT 100) x) AS requests`)

	// oneThread is the side of the thread $1 that the viewer reads; of both, the page or the campaign.
	oneThread = read.SQL(`SELECT ` + summary + ` FROM {thread_sides:readable} s ` + joined + `
	WHERE s.thread = $1 ORDER BY s.kind = 'member' LIMIT 1`)

	// messagesNewest are those of the thread $1 that the side $2 sees.
	messagesNewest = read.SQL(`SELECT l.id, l.number, l.side = $2 AS own,
	CASE WHEN l.side = $2 OR s.other_kind <> 'page' THEN coalesce(m.name, '') ELSE '' END AS author, l.text, l.lang, l.at,
	` + read.Micros("l.at") + ` AS list_micros, s.messages AS list_total
	FROM {thread_sides:readable} s JOIN {thread_messages:readable} l ON l.thread = s.thread AND (NOT l.withheld OR l.side = $2)
		LEFT JOIN {members} m ON m.id = l.member
	WHERE s.thread = $1 AND s.side = $2 AND (NOT $3::boolean OR l.at < $4 OR l.at = $4 AND l.id > $5::uuid)
	ORDER BY l.at DESC, l.id LIMIT $6`)

	writersOf = read.SQL(`SELECT c.who FROM {thread_choices:own} c`)
)

// shown is SQL for what the list shows of rows s.
const shown = `CASE $1::text WHEN 'requests' THEN s.request WHEN 'unread' THEN s.unread > 0 AND NOT s.request ELSE NOT
	s.request END`

var errNoThread = domain.Refuse(domain.NotFound, "thread_not_found", "There is no such conversation.")

func threads(c *read.Call, in ThreadsInput) (read.List[ThreadSummary], error) {
	if in.Show == "" {
		in.Show = "all"
	}
	list, err := read.Newest(c, []any{"threads", c.Viewer.Member, in.Show}, in.Paging, threadsNewest,
		func(s *ThreadSummary) ident.ID {
			s.At = s.At.UTC()
			return s.ID
		}, in.Show)
	list.Total, list.More = min(list.Total, 100), list.Total > 100
	return list, err
}

func oneOf(c *read.Call, in ThreadInput) (Thread, error) {
	found, err := read.Rows(c, oneThread, rowscan.Row[ThreadSummary], in.ID)
	if err == nil && len(found) == 0 {
		err = errNoThread
	}
	if err != nil {
		return Thread{}, err
	}
	out := Thread{ThreadSummary: found[0]}
	out.At = out.At.UTC()
	out.Messages, err = read.Newest(c, []any{"thread", in.ID}, in.Paging, messagesNewest, func(m *ThreadMessage) ident.ID {
		m.At = m.At.UTC()
		return m.ID
	}, in.ID, out.Side.ID)
	return out, err
}
