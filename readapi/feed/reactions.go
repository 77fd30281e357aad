package feed

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// PostReaction is what one member feels about a post.
type PostReaction struct {
	Kind   string     `json:"kind" enum:"like,love,laugh"`
	Member FeedAuthor `json:"member"`
	At     time.Time  `json:"at" doc:"When they reacted, or changed their reaction"`
}

// ReactionsInput asks for a page of the reactions to a post.
type ReactionsInput struct {
	read.ByID
	read.Paging
}

// Reactions are what members feel about a post, the newest first, without those who block the reader or whom the reader blocks.
// Errors: post_not_found, bad_cursor.
var Reactions = read.Define(read.Query[ReactionsInput, read.List[PostReaction]]{
	ID: "post-reactions", Path: "/api/posts/{id}/reactions", Summary: "Who reacted to a post, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{postThere, reactionsNewest}, Answer: reactions,
	Live: &read.Live[ReactionsInput]{
		Topic: "post-reactions/{id}", Refetch: true, On: []read.On{read.ByKey(readmodel.PostCounts)},
		Quiet: []read.Quiet{
			{Table: readmodel.Reactions, Because: "every reaction changes what is counted of its post"},
			{Table: readmodel.Posts, Because: "the feed tells that a post was deleted"},
			{Table: readmodel.Pages, Because: "reactions to a post of a closed page are gone at the next reading"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

var reactionsNewest = read.SQL(`SELECT r.kind, m.id AS "member.id", m.name AS "member.name", ` +
	readmodel.AvatarAddress + ` AS "member.avatar", r.at, ` + read.Micros("r.at") + ` AS list_micros,
	(SELECT count(*) FROM {reactions:readable} r JOIN {members} m ON m.id = r.member WHERE r.thing = $1) AS list_total
	FROM {reactions:readable} r JOIN {members} m ON m.id = r.member
	WHERE r.thing = $1 AND (NOT $2::boolean OR r.at < $3 OR r.at = $3 AND r.member > $4::uuid)
	ORDER BY r.at DESC, r.member LIMIT $5`)

func reactions(c *read.Call, in ReactionsInput) (read.List[PostReaction], error) {
	if err := isThere(c, postThere, errNoPost, in.ID); err != nil {
		return read.List[PostReaction]{Items: []PostReaction{}}, err
	}
	return read.Newest(c, []any{"reactions", in.ID}, in.Paging, reactionsNewest,
		func(r *PostReaction) ident.ID {
			r.At = r.At.UTC()
			return r.Member.ID
		}, in.ID)
}
