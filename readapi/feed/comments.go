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
		},
	},
})

var (
	// isSaid says of a comment c below a post that it is read, or that a reply to it is.
	isSaid = `(c.text <> '' OR EXISTS (SELECT FROM {comments:readable} y WHERE y.post = c.post AND y.parent = c.id))`

	// likes are how many like a comment c, without those who are hidden from the viewer.
	likes = `(c.likes - (SELECT count(*) FROM {reactions:hidden} h WHERE h.thing = c.id AND h.kind = 'like')) AS likes,
	EXISTS (SELECT FROM {reactions:own} l WHERE l.thing = c.id) AS liked`

	postThere = read.SQL(`SELECT true FROM {posts:readable} o WHERE o.id = $1`)

	postsOfComments = read.Replanned(`SELECT DISTINCT post::text FROM {comments:lookup} WHERE id = ANY ($1::text[]::uuid[])`)

	// commentsNewest are those below the post $1. One that is hidden from the viewer is as one that was deleted.
	commentsNewest = read.SQL(`SELECT c.id, coalesce(m.id, {nobody}) AS "author.id", coalesce(m.name, '') AS "author.name",
	` + readmodel.AvatarAddress + ` AS "author.avatar", c.text, c.lang, c.written_at AS at, c.edited_at, ` + likes + `,
	coalesce((SELECT jsonb_agg(to_jsonb(y) ORDER BY y.at, y.id) FROM (
		SELECT c.id, jsonb_build_object('id', m.id, 'name', coalesce(m.name, ''), 'avatar', ` + readmodel.AvatarAddress + `) AS author,
			c.text, c.lang, c.written_at AS at, c.edited_at, ` + likes + `
		FROM {comments:readable} c LEFT JOIN {members} m ON m.id = c.member WHERE c.post = $1 AND c.parent = top.id
	) y), '[]') AS replies, ` + read.Micros("c.written_at") + ` AS list_micros,
	(SELECT count(*) FROM {comments:masked} c WHERE c.post = $1 AND c.parent = {nobody} AND ` + isSaid + `) AS list_total
	FROM {comments:masked} c CROSS JOIN LATERAL (SELECT c.id) top LEFT JOIN {members} m ON m.id = c.member
	WHERE c.post = $1 AND c.parent = {nobody} AND ` + isSaid + `
		AND (NOT $2::boolean OR c.written_at < $3 OR c.written_at = $3 AND c.id > $4::uuid)
	ORDER BY c.written_at DESC, c.id LIMIT $5`)
)

func (r *PostReply) normalize() {
	r.At = r.At.UTC()
	read.UTC(&r.EditedAt)
}

func comments(c *read.Call, in CommentsInput) (read.List[PostComment], error) {
	if err := isThere(c, postThere, errNoPost, in.ID); err != nil {
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
		}, in.ID)
}
