package feed

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// PostReply is what a member wrote below a comment.
type PostReply struct {
	ID       ident.ID   `json:"id" format:"uuid"`
	Author   FeedAuthor `json:"author"`
	Text     string     `json:"text" doc:"Without markup; empty where it was deleted"`
	Lang     string     `json:"lang" doc:"BCP 47 tag of the text; empty where it was deleted"`
	At       time.Time  `json:"at" doc:"When it was written"`
	EditedAt *time.Time `json:"edited_at,omitempty" doc:"When its words changed last"`
	Likes    int64      `json:"likes" doc:"People"`
	Liked    bool       `json:"liked" doc:"The reader is one of them"`
}

// PostComment is what a member wrote below a post, with the replies to it.
type PostComment struct {
	PostReply
	Replies []PostReply `json:"replies" doc:"The oldest first, without those that were deleted"`
}

// CommentsInput asks for a page of the comments on a post.
type CommentsInput struct {
	read.ByID
	read.Paging
}

// Comments are what members wrote below a post, the newest first, with all replies to them. A comment that was deleted is there
// as long as it has replies. Errors: post_not_found, bad_cursor.
var Comments = read.Define(read.Query[CommentsInput, read.List[PostComment]]{
	ID: "post-comments", Path: "/api/posts/{id}/comments", Summary: "The comments on a post, newest first, with their replies",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{postThere, commentsNewest}, Answer: comments,
	Live: &read.Live[CommentsInput]{
		Topic: "post-comments/{id}", Refetch: true, On: []read.On{read.By(postsOfComments, readmodel.Comments)},
		Quiet: []read.Quiet{
			{Table: readmodel.Posts, Because: "the feed tells that a post was deleted"},
			{Table: readmodel.Pages, Because: "what is said below a post of a closed page is gone at the next reading"},
			{Table: readmodel.Reactions, Because: "every reaction to a comment changes what is counted of it"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
			quietBlocks,
		},
	},
})

var (
	// isHidden says of a comment c that its author or the reader $2 blocks the other.
	isHidden = `(c.member = ANY ` + hiddenFrom2 + `)`

	// said says of a comment below a post that it is read: it was not deleted, and is not hidden from the reader $2.
	said = `(c.text <> '' AND NOT ` + isHidden + `)`

	withReplies = `EXISTS (SELECT FROM {comments} y WHERE y.post = c.post AND y.parent = c.id AND y.text <> ''
		AND y.member <> ALL ` + hiddenFrom2 + `)`

	// likes are how many like a comment c, without those who are hidden from the reader $2.
	likes = `(c.likes - (SELECT count(*) FROM {reactions} h WHERE h.thing = c.id AND h.member = ANY ` + hiddenFrom2 + `
		AND h.kind = 'like' AND cardinality(` + hiddenFrom2 + `) > 0))`

	postThere = read.SQL(`SELECT true FROM {posts} o LEFT JOIN {pages} p ON p.id = o.page
	WHERE o.id = $1 AND ` + isShown + ` AND ` + isRead)

	postsOfComments = read.Replanned(`SELECT DISTINCT post::text FROM {comments} WHERE id = ANY ($1::text[]::uuid[])`)

	// commentsNewest are those below the post $1 for the reader $2. One that is hidden from them is as one that was deleted.
	commentsNewest = read.SQL(`SELECT c.id, coalesce(m.id, '00000000-0000-0000-0000-000000000000') AS "author.id",
	coalesce(m.name, '') AS "author.name", ` +
		readmodel.AvatarAddress + ` AS "author.avatar", CASE WHEN ` + isHidden + ` THEN '' ELSE c.text END AS text,
	c.lang, c.written_at AS at, c.edited_at, ` + likes + ` AS likes,
	EXISTS (SELECT FROM {reactions} l WHERE l.thing = c.id AND l.member = $2) AS liked,
	coalesce((SELECT jsonb_agg(to_jsonb(y) ORDER BY y.at, y.id) FROM (
		SELECT c.id, jsonb_build_object('id', m.id, 'name', coalesce(m.name, ''), 'avatar', ` + readmodel.AvatarAddress + `) AS author,
			c.text, c.lang, c.written_at AS at, c.edited_at, ` + likes + ` AS likes,
			EXISTS (SELECT FROM {reactions} l WHERE l.thing = c.id AND l.member = $2) AS liked
		FROM {comments} c LEFT JOIN {members} m ON m.id = c.member WHERE c.post = $1 AND c.parent = top.id AND ` + said + `
	) y), '[]') AS replies, ` + read.Micros("c.written_at") + ` AS list_micros,
	(SELECT count(*) FROM {comments} c
		WHERE c.post = $1 AND c.parent = '00000000-0000-0000-0000-000000000000' AND (` + said + ` OR ` + withReplies + `)) AS list_total
	FROM {comments} c CROSS JOIN LATERAL (SELECT c.id) top LEFT JOIN {members} m ON m.id = c.member AND NOT ` + isHidden + `
	WHERE c.post = $1 AND c.parent = '00000000-0000-0000-0000-000000000000' AND (` + said + ` OR ` + withReplies + `)
		AND (NOT $3::boolean OR c.written_at < $4 OR c.written_at = $4 AND c.id > $5::uuid)
	ORDER BY c.written_at DESC, c.id LIMIT $6`)
)

func (r *PostReply) normalize() {
	r.At = r.At.UTC()
	read.UTC(&r.EditedAt)
}

func comments(c *read.Call, in CommentsInput) (read.List[PostComment], error) {
	if err := isThere(c, postThere, errNoPost, in.ID, c.Viewer.Member); err != nil {
		return read.List[PostComment]{Items: []PostComment{}}, err
	}
	return read.Newest(c, []any{"comments", in.ID}, in.Paging, commentsNewest,
		func(p *PostComment) ident.ID {
			p.normalize()
			if p.Text == "" { // of what was deleted, or is hidden, nothing is told
				p.Lang, p.EditedAt, p.Likes, p.Liked = "", nil, 0, false
			}
			for i := range p.Replies {
				p.Replies[i].normalize()
			}
			return p.ID
		}, in.ID, c.Viewer.Member)
}
