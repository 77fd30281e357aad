// Package feed answers what members read of what other members write: posts with what is felt and said about them, and the
// updates of campaigns that concern the reader.
package feed

import (
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "feed", Queries: []read.Declared{Feed, News, Comments, Reactions, OnePost, Publications}}

var (
	errNoPost = domain.Refuse(domain.NotFound, "post_not_found", "There is no such post.")
	errNoPage = domain.Refuse(domain.NotFound, "page_not_found", "There is no such page.")
)

// FeedAuthor is who wrote something.
type FeedAuthor = readmodel.FeedAuthor

// PostPage is the page as which a post was written.
type PostPage = readmodel.PostPage

// quietBlocks: whoever blocks, or does so no more, looks again at once, and whoever is blocked is told nothing.
var quietBlocks = read.Quiet{Table: readmodel.MemberBlocks, Because: "whoever blocks looks again; whoever is blocked is not told"}

// FeedItem is a post, or an update of a campaign.
type FeedItem struct {
	ID       ident.ID   `json:"id" format:"uuid"`
	Kind     string     `json:"kind" enum:"post,update,milestone"`
	Author   FeedAuthor `json:"author" doc:"Nobody where a page is the author"`
	Page     *PostPage  `json:"page,omitempty" doc:"As which a post was written; absent where a member is the author"`
	Title    string     `json:"title" doc:"Of an update"`
	Text     string     `json:"text" doc:"Without markup"`
	Lang     string     `json:"lang" doc:"BCP 47 tag of title and text"`
	At       time.Time  `json:"at" doc:"When it was posted"`
	EditedAt *time.Time `json:"edited_at,omitempty" doc:"When its words changed last"`
	Deleted  bool       `json:"deleted" db:"-" doc:"It was deleted after it had been read: such an item is pushed alone, without words"`
	Likes    int64      `json:"likes" doc:"People, as in loves and laughs; of a post"`
	Loves    int64      `json:"loves"`
	Laughs   int64      `json:"laughs"`
	Comments int64      `json:"comments" doc:"Replies included; of a post"`
	Shares   int64      `json:"shares" doc:"People who share it; of a post"`

	Files []readmodel.PostFile `json:"files" doc:"What a post shows, in order"`

	Original *readmodel.SharedPost `json:"original,omitempty" doc:"What a post shares, as it is now; absent of one that shares nothing"`

	CampaignID    ident.ID `json:"campaign_id,omitzero" db:",optional" format:"uuid" doc:"Of an update"`
	CampaignSlug  string   `json:"campaign_slug" db:",optional"`
	CampaignTitle string   `json:"campaign_title" db:",optional" doc:"Empty where its words were erased"`
	CampaignLang  string   `json:"campaign_lang" db:",optional"`

	Need    string `json:"need,omitempty" db:"-" enum:"money,time,materials" doc:"Of a milestone: what of the campaign's goals was reached"`
	Percent int64  `json:"percent,omitempty" db:"-" doc:"Of a milestone: how much of that goal"`
}

// FeedPage is a page of the feed.
type FeedPage struct {
	Items []FeedItem        `json:"items"`
	Next  string            `json:"next" doc:"The cursor of the next page; empty at the end"`
	Mine  map[string]string `json:"mine" doc:"What the reader feels about posts of this page, by their ids: like, love or laugh"`
	Edits []ident.ID        `json:"edits" doc:"Posts of this page that the reader may change because they edit the page that wrote them"`
}

// FeedInput asks for a page of the feed.
type FeedInput struct {
	read.ReadAfter
	read.Paging
}

// Feed is what all members write for one another, what the pages publish that the reader follows or edits, and updates and
// the newest milestone of each campaign that the reader runs, supports or follows, the newest first. Errors: bad_cursor.
var Feed = read.Define(read.Query[FeedInput, FeedPage]{
	ID: "feed", Path: "/api/feed", Summary: "What members write for one another, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{feedNewest, feedItems}, Answer: feed,
	Live: &read.Live[FeedInput]{
		Topic: "feed", Items: &read.Items{Kind: "feed-item", Make: items, Insiders: haveBlocks},
		On: []read.On{read.ByKey(readmodel.Posts), read.ByKey(readmodel.PostCounts), read.By(sharesOf, readmodel.Posts)},
		Quiet: []read.Quiet{
			{Table: readmodel.Reactions, Because: "every reaction changes what is counted of its post"},
			{Table: readmodel.Comments, Because: "every comment changes what is counted of its post"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
			{Table: readmodel.CampaignUpdates, Because: "they are told as notifications; the next reading shows them"},
			{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"},
			{Table: readmodel.Milestones, Because: "they are told as notifications; the next reading shows them"},
			{Table: readmodel.CampaignFollowers, Because: "whoever follows a campaign reads more at the next reading"},
			{Table: readmodel.Pages, Because: "a new name or logo shows at the next reading, and what a closed page wrote is gone then"},
			{Table: readmodel.PageFollowers, Because: "whoever follows a page reads more at the next reading"},
			{Table: readmodel.PageEditors, Because: "whoever comes to edit a page reads more at the next reading"},
			{Table: readmodel.Supporters, Because: "whoever becomes a supporter reads more at the next reading"},
			quietBlocks,
		},
	},
})

var (
	// hiddenFrom2 are the members whose words the reader $2 does not read.
	hiddenFrom2 = readmodel.Hidden("$2")

	// isRead says of a post o that neither its author nor the reader $2 blocks the other. Who wrote as a page is not told, so
	// that it is read by all.
	isRead = `(o.page <> ` + nobody + ` OR o.member <> ALL ` + hiddenFrom2 + `)`
)

const (
	nobody = `'00000000-0000-0000-0000-000000000000'::uuid`

	// authored is who wrote something, a member m or a page p.
	authored = `coalesce(m.id, ` + nobody + `) AS "author.id", coalesce(m.name, '') AS "author.name",
	` + readmodel.AvatarAddress + ` AS "author.avatar", ` + readmodel.PostPageOf + ` AS page`

	// counted is what is counted of a post, without those who are hidden from the reader.
	counted = `coalesce(n.likes, 0) - hr.likes AS likes, coalesce(n.loves, 0) - hr.loves AS loves,
	coalesce(n.laughs, 0) - hr.laughs AS laughs, coalesce(n.comments, 0) - hc.comments AS comments,
	coalesce(n.shares, 0) - hs.shares AS shares`

	// isShown says of a post o that it is a member's, or that the page p that wrote it is open.
	isShown = `(o.page = ` + nobody + ` OR p.closed_at IS NULL AND p.id IS NOT NULL)`

	// editsPage says whether the reader $1 edits the page p.
	editsPage = `coalesce(p.owner = $1 OR EXISTS (SELECT FROM {page_editors} e WHERE e.page = p.id AND e.member = $1), false)`
)

var (
	// feedNewest takes as many posts of members, as many of each page that the reader $1 follows or edits, and as many updates of
	// campaigns that they run or support, as a page can hold, each by its index, and joins names and counts to those that are
	// left of all. Of however many pages are followed, only those with the latest posts can be among them: as many as posts are
	// asked for. That few are hidden is said by @>: of <> ALL, Postgres believes that it leaves next to none of the posts where one
	// member wrote most of them, and reads them all. Of a campaign's milestones the newest alone is an item: it says what those
	// before it said, and four of each campaign crowd out what people write.
	feedNewest = read.SQL(`WITH own AS (
	SELECT id, bool_or(insider) AS insider FROM (
		SELECT c.id, true AS insider FROM {campaigns} c WHERE c.owner = $1
		UNION ALL SELECT s.campaign, s.status <> 'pledged' FROM {members} m JOIN {campaign_supporters} s ON s.supporter = m.subject
		WHERE m.id = $1 AND s.state = 'listed'
		UNION ALL SELECT f.campaign, false FROM {campaign_followers} f WHERE f.member = $1
	) x GROUP BY id
), followed AS (
	SELECT f.page FROM {page_followers} f WHERE f.member = $1
	UNION SELECT p.id FROM {pages} p WHERE p.owner = $1
	UNION SELECT e.page FROM {page_editors} e WHERE e.member = $1
), latest AS (
	SELECT w.page FROM followed w JOIN {pages} g ON g.id = w.page AND g.closed_at IS NULL CROSS JOIN LATERAL (
		SELECT p.posted_at, p.id FROM {posts} p
		WHERE p.page = w.page AND (NOT $2::boolean OR p.posted_at <= $3 AND (p.posted_at < $3 OR p.id > $4::uuid))
		ORDER BY p.posted_at DESC, p.id LIMIT 1
	) o ORDER BY o.posted_at DESC, o.id LIMIT $5
), page AS (
	(SELECT p.id, 'post' AS kind, p.page, p.member, '' AS title, p.text, p.lang, p.posted_at AS at, p.edited_at,
		p.files, p.original, ` + nobody + ` AS campaign
	FROM {posts} p WHERE p.page = ` + nobody + ` AND NOT ` + readmodel.Hidden("$1") + ` @> ARRAY[p.member]
		AND (NOT $2::boolean OR p.posted_at <= $3 AND (p.posted_at < $3 OR p.id > $4::uuid))
	ORDER BY p.posted_at DESC, p.id LIMIT $5)
	UNION ALL
	(SELECT o.id, 'post', o.page, ` + nobody + `, '', o.text, o.lang, o.posted_at, o.edited_at, o.files, o.original, ` + nobody + `
	FROM latest w CROSS JOIN LATERAL (
		SELECT * FROM {posts} p
		WHERE p.page = w.page AND (NOT $2::boolean OR p.posted_at <= $3 AND (p.posted_at < $3 OR p.id > $4::uuid))
		ORDER BY p.posted_at DESC, p.id LIMIT $5
	) o ORDER BY o.posted_at DESC, o.id LIMIT $5)
	UNION ALL
	(SELECT u.id, 'update', ` + nobody + `, u.member, u.title, u.text, u.lang, u.posted_at, u.revised_at, '[]', ` + nobody + `,
		u.campaign
	FROM own JOIN {campaigns} c ON c.id = own.id JOIN {campaign_updates} u ON u.campaign = c.id
	WHERE ` + readmodel.IsPublic + ` AND (own.insider OR u.audience = 'public')
		AND (NOT $2::boolean OR u.posted_at <= $3 AND (u.posted_at < $3 OR u.id > $4::uuid))
	ORDER BY u.posted_at DESC, u.id LIMIT $5)
	UNION ALL
	(SELECT k.id, 'milestone', ` + nobody + `, ` + nobody + `, k.need, k.percent::text, '', k.reached_at, NULL,
		'[]', ` + nobody + `, k.campaign
	FROM own JOIN {campaigns} c ON c.id = own.id CROSS JOIN LATERAL (
		SELECT * FROM {campaign_milestones} n WHERE n.campaign = c.id ORDER BY n.reached_at DESC, n.id LIMIT 1
	) k WHERE ` + readmodel.IsPublic + `
		AND (NOT $2::boolean OR k.reached_at <= $3 AND (k.reached_at < $3 OR k.id > $4::uuid))
	ORDER BY k.reached_at DESC, k.id LIMIT $5)
	ORDER BY at DESC, id LIMIT $5
) SELECT o.id, o.kind, ` + authored + `, o.title, o.text, o.lang, o.at, o.edited_at, ` + counted + `,
	o.files, ` + shared("$1") + ` AS original, o.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	coalesce(c.title, '') AS campaign_title, coalesce(c.lang, '') AS campaign_lang, coalesce(r.kind, '') AS mine,
	` + editsPage + ` AS edits, ` + read.Micros("o.at") + ` AS list_micros, 0::bigint AS list_total
	FROM page o` + authors("$1") + `LEFT JOIN {campaigns} c ON c.id = o.campaign
	LEFT JOIN {reactions} r ON r.thing = o.id AND r.member = $1
	ORDER BY o.at DESC, o.id`)

	feedItems = read.SQL(`SELECT o.id, 'post' AS kind, ` + authored + `, '' AS title, o.text, o.lang, o.posted_at AS at, o.edited_at,
	` + counted + `, o.files, ` + shared("$2") + ` AS original, NOT ` + isRead + ` AS hidden
	FROM {posts} o` + authors("$2") + `WHERE o.id = ANY ($1::text[]::uuid[]) AND ` + isShown)

	// sharesOf are the posts that share some posts.
	sharesOf = read.Replanned(`SELECT id::text FROM {posts} WHERE original = ANY ($1::text[]::uuid[]) AND original <> ` + nobody)

	// haveBlocks are those among the members $1 who block somebody, or whom somebody blocks: all others are pushed the same.
	haveBlocks = read.Replanned(`SELECT x.member FROM {member_blocks} x WHERE x.member = ANY ($1::text[]::uuid[])
	UNION SELECT x.blocked FROM {member_blocks} x WHERE x.blocked = ANY ($1::text[]::uuid[])`)
)

// authors joins who wrote a post o, and what is counted of it, by all and by those who are hidden from the reader in a parameter
// of the query: Postgres looks at none of those for whoever has no block with anybody. Who wrote as a page is not told, and who
// shares as a page is hidden from nobody.
func authors(reader string) string {
	hidden := readmodel.Hidden(reader)
	return ` LEFT JOIN {pages} p ON p.id = o.page LEFT JOIN {members} m ON m.id = o.member AND o.page = ` + nobody + `
	LEFT JOIN {post_counts} n ON n.post = o.id
	CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE h.kind = 'like') AS likes, count(*) FILTER (WHERE h.kind = 'love') AS loves,
		count(*) FILTER (WHERE h.kind = 'laugh') AS laughs
		FROM {reactions} h WHERE h.thing = o.id AND h.member = ANY ` + hidden + ` AND cardinality(` + hidden + `) > 0) hr
	CROSS JOIN LATERAL (SELECT count(*) AS comments FROM {comments} h
		WHERE h.post = o.id AND h.member = ANY ` + hidden + ` AND cardinality(` + hidden + `) > 0) hc
	CROSS JOIN LATERAL (SELECT count(DISTINCT h.member) AS shares FROM {posts} h
		WHERE h.original = o.id AND h.original <> ` + nobody + ` AND h.member = ANY ` + hidden + ` AND cardinality(` + hidden + `) > 0
			AND NOT EXISTS (SELECT FROM {posts} x
				WHERE x.original = o.id AND x.original <> ` + nobody + ` AND x.member = h.member AND x.page <> ` + nobody + `)) hs `
}

// shared is what a post o shares, for the reader in a parameter of the query: what is hidden from them is as what is gone.
func shared(reader string) string {
	return readmodel.SharedPostOf(`(q.page <> ` + nobody + ` OR q.member <> ALL ` + readmodel.Hidden(reader) + `)`)
}

func (f *FeedItem) normalize() ident.ID {
	if f.Kind == "milestone" { // its query has no columns of its own
		f.Need, f.Title = f.Title, ""
		f.Percent, _ = strconv.ParseInt(f.Text, 10, 64)
		f.Text = ""
	}
	f.At = f.At.UTC()
	read.UTC(&f.EditedAt)
	f.Original.UTC()
	return f.ID
}

// felt is an item with what concerns its reader alone.
type felt struct {
	FeedItem
	Mine    string `db:"mine"`
	MayEdit bool   `db:"edits"`
}

func feed(c *read.Call, in FeedInput) (FeedPage, error) {
	list, err := read.Newest(c, []any{"feed", c.Viewer.Member}, in.Paging, feedNewest,
		func(f *felt) ident.ID { return f.normalize() }, c.Viewer.Member)
	return asPage(list), err
}

func asPage(list read.List[felt]) FeedPage {
	out := FeedPage{
		Items: make([]FeedItem, 0, len(list.Items)), Next: list.Next, Mine: map[string]string{}, Edits: []ident.ID{},
	}
	for _, f := range list.Items {
		out.Items = append(out.Items, f.FeedItem)
		if f.Mine != "" {
			out.Mine[f.ID.String()] = f.Mine
		}
		if f.MayEdit {
			out.Edits = append(out.Edits, f.ID)
		}
	}
	return out
}

// items makes the posts among some, and says of the others that they were deleted. Those that are hidden from the reader are
// nowhere.
func items(c *read.Call, keys []string) (map[string]any, error) {
	type made struct {
		FeedItem
		Hidden bool `db:"hidden"`
	}
	rows, err := read.Rows(c, feedItems, rowscan.Then(func(f *made) { f.normalize() }), keys, c.Viewer.Member)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(keys))
	for _, key := range keys {
		id, err := ident.Parse(key)
		if err != nil {
			return nil, err
		}
		out[key] = FeedItem{ID: id, Kind: "post", Deleted: true, Files: []readmodel.PostFile{}}
	}
	for _, f := range rows {
		if f.Hidden {
			delete(out, f.ID.String())
			continue
		}
		out[f.ID.String()] = f.FeedItem
	}
	return out, nil
}

// Posted is that somebody wrote a post.
type Posted struct {
	ID     ident.ID  `json:"id" format:"uuid"`
	Author ident.ID  `json:"author" format:"uuid" doc:"The member"`
	At     time.Time `json:"at"`
}

// FeedNews are the newest posts, by which whoever reads the feed learns that there are new ones.
type FeedNews struct {
	Items []Posted `json:"items" doc:"The newest twenty"`
}

// News are the newest posts of members, without what they say: what pages publish is news for some alone, who read it when they
// look. Errors: none of its own.
var News = read.Define(read.Query[read.ReadAfter, FeedNews]{
	ID: "feed-news", Path: "/api/feed/news", Summary: "Which posts are the newest",
	May: read.Member, Sees: read.Among(haveBlocks),
	SQL: []*read.Statement{newest}, Answer: news,
	Live: &read.Live[read.ReadAfter]{
		Topic: "feed-news", On: []read.On{read.ByKey(readmodel.Posts)}, Quiet: []read.Quiet{quietBlocks},
	},
})

var newest = read.SQL(`SELECT id, member, posted_at FROM {posts} WHERE page = ` + nobody + `
	AND member <> ALL ` + readmodel.Hidden("$1") + ` ORDER BY posted_at DESC, id LIMIT 20`)

func news(c *read.Call, _ read.ReadAfter) (out FeedNews, err error) {
	out.Items, err = read.Rows(c, newest, func(row pgx.CollectableRow) (p Posted, err error) {
		err = row.Scan(&p.ID, &p.Author, &p.At)
		p.At = p.At.UTC()
		return p, err
	}, c.Viewer.Member)
	return out, err
}

// isThere tells whether there is something, which a statement has a row of.
func isThere(c *read.Call, s *read.Statement, missing error, args ...any) error {
	_, err := read.Row(c, s, pgx.RowTo[bool], args...)
	if errors.Is(err, pgx.ErrNoRows) {
		err = missing
	}
	return err
}
