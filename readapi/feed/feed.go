// Package feed answers what members read of what other members write: posts with what is felt and said about them, and the
// updates of campaigns that concern the reader.
package feed

import (
	"errors"
	"slices"
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
	SQL: []*read.Statement{feedNewest, feedItems, hiddenItems}, Answer: feed,
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
		},
	},
})

const (
	// authored is who wrote something, a member m or a page p.
	authored = `coalesce(m.id, {nobody}) AS "author.id", coalesce(m.name, '') AS "author.name",
	` + readmodel.AvatarAddress + ` AS "author.avatar", ` + readmodel.PostPageOf + ` AS page`

	// authors joins the author of a post o and its counts, by all members and by those hidden from the viewer. Postgres skips the
	// latter for a viewer without blocks. A page's post shows no author, and a share by a page is hidden from nobody.
	authors = ` LEFT JOIN {pages} p ON p.id = o.page LEFT JOIN {members} m ON m.id = o.member AND o.page = {nobody}
	LEFT JOIN {post_counts} n ON n.post = o.id
	CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE h.kind = 'like') AS likes, count(*) FILTER (WHERE h.kind = 'love') AS loves,
		count(*) FILTER (WHERE h.kind = 'laugh') AS laughs
		FROM {reactions:hidden} h WHERE h.thing = o.id) hr
	CROSS JOIN LATERAL (SELECT count(*) AS comments FROM {comments:hidden} h WHERE h.post = o.id) hc
	CROSS JOIN LATERAL (SELECT count(DISTINCT h.member) AS shares FROM {posts:hidden} h
		WHERE h.original = o.id AND h.original <> {nobody} AND NOT EXISTS (SELECT FROM {posts:counted} x
			WHERE x.original = o.id AND x.original <> {nobody} AND x.member = h.member AND x.page <> {nobody})) hs `

	// counted is what is counted of a post, without those who are hidden from the viewer.
	counted = `coalesce(n.likes, 0) - hr.likes AS likes, coalesce(n.loves, 0) - hr.loves AS loves,
	coalesce(n.laughs, 0) - hr.laughs AS laughs, coalesce(n.comments, 0) - hc.comments AS comments,
	coalesce(n.shares, 0) - hs.shares AS shares`

	// editsPage says whether the viewer edits the page p.
	editsPage = `coalesce(p.owner = {viewer} OR EXISTS (SELECT FROM {page_editors:own} e WHERE e.page = p.id), false)`
)

// shared is the post that a post o shares. One that is hidden from the viewer looks like a deleted one.
var shared = readmodel.SharedPostOf(readmodel.Readable)

var (
	// feedNewest takes as many posts of members, as many of each page that the viewer follows or edits, and as many updates of
	// campaigns that they run or support, as a page can hold, each by its index, and joins names and counts to those that are
	// left of all. Of however many pages are followed, only those with the latest posts can be among them: as many as posts are
	// asked for. Of a campaign's milestones the newest alone is an item: it says what those before it said, and four of each
	// campaign crowd out what people write.
	feedNewest = read.SQL(`WITH own AS (
	SELECT id, bool_or(insider) AS insider FROM (
		SELECT c.id, true AS insider FROM {campaigns} c WHERE c.owner = {viewer}
		UNION ALL SELECT s.campaign, s.status <> 'pledged' FROM {campaign_supporters:own} s WHERE s.state = 'listed'
		UNION ALL SELECT f.campaign, false FROM {campaign_followers:own} f
	) x GROUP BY id
), followed AS (
	SELECT f.page FROM {page_followers:own} f
	UNION SELECT p.id FROM {pages} p WHERE p.owner = {viewer}
	UNION SELECT e.page FROM {page_editors:own} e
), latest AS (
	SELECT w.page FROM followed w JOIN {pages} g ON g.id = w.page AND g.closed_at IS NULL CROSS JOIN LATERAL (
		SELECT p.posted_at, p.id FROM {posts:readable} p
		WHERE p.page = w.page AND (NOT $1::boolean OR p.posted_at <= $2 AND (p.posted_at < $2 OR p.id > $3::uuid))
		ORDER BY p.posted_at DESC, p.id LIMIT 1
	) o ORDER BY o.posted_at DESC, o.id LIMIT $4
), page AS (
	(SELECT p.id, 'post' AS kind, p.page, p.member, '' AS title, p.text, p.lang, p.posted_at AS at, p.edited_at,
		p.files, p.original, {nobody} AS campaign
	FROM {posts:readable} p WHERE p.page = {nobody}
		AND (NOT $1::boolean OR p.posted_at <= $2 AND (p.posted_at < $2 OR p.id > $3::uuid))
	ORDER BY p.posted_at DESC, p.id LIMIT $4)
	UNION ALL
	(SELECT o.id, 'post', o.page, {nobody}, '', o.text, o.lang, o.posted_at, o.edited_at, o.files, o.original, {nobody}
	FROM latest w CROSS JOIN LATERAL (
		SELECT * FROM {posts:readable} p
		WHERE p.page = w.page AND (NOT $1::boolean OR p.posted_at <= $2 AND (p.posted_at < $2 OR p.id > $3::uuid))
		ORDER BY p.posted_at DESC, p.id LIMIT $4
	) o ORDER BY o.posted_at DESC, o.id LIMIT $4)
	UNION ALL
	(SELECT u.id, 'update', {nobody}, u.member, u.title, u.text, u.lang, u.posted_at, u.revised_at, '[]', {nobody}, u.campaign
	FROM own JOIN {campaigns} c ON c.id = own.id JOIN {campaign_updates:readable} u ON u.campaign = c.id
	WHERE ` + readmodel.IsPublic + ` AND (own.insider OR u.audience = 'public')
		AND (NOT $1::boolean OR u.posted_at <= $2 AND (u.posted_at < $2 OR u.id > $3::uuid))
	ORDER BY u.posted_at DESC, u.id LIMIT $4)
	UNION ALL
	(SELECT k.id, 'milestone', {nobody}, {nobody}, k.need, k.percent::text, '', k.reached_at, NULL, '[]', {nobody}, k.campaign
	FROM own JOIN {campaigns} c ON c.id = own.id CROSS JOIN LATERAL (
		SELECT * FROM {campaign_milestones} n WHERE n.campaign = c.id ORDER BY n.reached_at DESC, n.id LIMIT 1
	) k WHERE ` + readmodel.IsPublic + `
		AND (NOT $1::boolean OR k.reached_at <= $2 AND (k.reached_at < $2 OR k.id > $3::uuid))
	ORDER BY k.reached_at DESC, k.id LIMIT $4)
	ORDER BY at DESC, id LIMIT $4
) SELECT o.id, o.kind, ` + authored + `, o.title, o.text, o.lang, o.at, o.edited_at, ` + counted + `,
	o.files, ` + shared + ` AS original, o.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	coalesce(c.title, '') AS campaign_title, coalesce(c.lang, '') AS campaign_lang, coalesce(r.kind, '') AS mine,
	` + editsPage + ` AS edits, ` + read.Micros("o.at") + ` AS list_micros, 0::bigint AS list_total
	FROM page o` + authors + `LEFT JOIN {campaigns} c ON c.id = o.campaign
	LEFT JOIN {reactions:own} r ON r.thing = o.id
	ORDER BY o.at DESC, o.id`)

	feedItems = read.SQL(`SELECT o.id, 'post' AS kind, ` + authored + `, '' AS title, o.text, o.lang, o.posted_at AS at, o.edited_at,
	` + counted + `, o.files, ` + shared + ` AS original
	FROM {posts:readable} o` + authors + `WHERE o.id = ANY ($1::text[]::uuid[])`)

	hiddenItems = read.SQL(`SELECT id::text FROM {posts:hidden} o WHERE o.id = ANY ($1::text[]::uuid[])`)

	// sharesOf are the posts that share some posts.
	sharesOf = read.Replanned(`SELECT id::text FROM {posts:lookup}
	WHERE original = ANY ($1::text[]::uuid[]) AND original <> {nobody}`)

	// haveBlocks are those among the members $1 who block somebody, or whom somebody blocks: all others are pushed the same.
	haveBlocks = read.Replanned(`SELECT x.member FROM {member_blocks:lookup} x WHERE x.member = ANY ($1::text[]::uuid[])
	UNION SELECT x.blocked FROM {member_blocks:lookup} x WHERE x.blocked = ANY ($1::text[]::uuid[])`)
)

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
		func(f *felt) ident.ID { return f.normalize() })
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
	rows, err := read.Rows(c, feedItems, rowscan.Then(func(f *FeedItem) { f.normalize() }), keys)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(keys))
	for _, f := range rows {
		out[f.ID.String()] = f
	}
	missing := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return out[key] != nil })
	if len(missing) == 0 {
		return out, nil
	}
	hidden, err := read.Rows(c, hiddenItems, pgx.RowTo[string], missing)
	if err != nil {
		return nil, err
	}
	for _, key := range missing {
		if slices.Contains(hidden, key) {
			continue
		}
		id, err := ident.Parse(key)
		if err != nil {
			return nil, err
		}
		out[key] = FeedItem{ID: id, Kind: "post", Deleted: true, Files: []readmodel.PostFile{}}
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
		Topic: "feed-news", On: []read.On{read.ByKey(readmodel.Posts)},
	},
})

var newest = read.SQL(`SELECT p.id, p.member, p.posted_at FROM {posts:readable} p WHERE p.page = {nobody}
	ORDER BY p.posted_at DESC, p.id LIMIT 20`)

func news(c *read.Call, _ read.ReadAfter) (out FeedNews, err error) {
	out.Items, err = read.Rows(c, newest, func(row pgx.CollectableRow) (p Posted, err error) {
		err = row.Scan(&p.ID, &p.Author, &p.At)
		p.At = p.At.UTC()
		return p, err
	})
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
