package feed

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// PostInput asks for a post.
type PostInput struct{ read.ByID }

// FeedPost is a post by itself.
type FeedPost struct {
	Item FeedItem `json:"item"`
	Mine string   `json:"mine" enum:",like,love,laugh" doc:"What the reader feels about it; empty for nothing"`

	Edits bool `json:"edits" doc:"The reader may change it because they edit the page that wrote it"`
}

// OnePost is a post by itself, as the feed has it. Errors: post_not_found.
var OnePost = read.Define(read.Query[PostInput, FeedPost]{
	ID: "post", Path: "/api/posts/{id}", Summary: "A post",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{feedItems, hiddenItems, feltAbout, mayEdit}, Answer: onePost,
	Live: &read.Live[PostInput]{
		Topic: "post/{id}", Refetch: true, On: []read.On{read.ByKey(readmodel.Posts), read.ByKey(readmodel.PostCounts),
			read.By(sharesOf, readmodel.Posts)},
		Quiet: []read.Quiet{
			{Table: readmodel.Reactions, Because: "every reaction changes what is counted of its post"},
			{Table: readmodel.Comments, Because: "every comment changes what is counted of its post"},
			{Table: readmodel.Pages, Because: "a new name or logo shows at the next reading, and what a closed page wrote is gone then"},
			{Table: readmodel.PageEditors, Because: "whoever comes to edit a page may change its posts at the next reading"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

var (
	feltAbout = read.SQL(`SELECT r.kind FROM {reactions:own} r WHERE r.thing = $1`)
	mayEdit   = read.SQL(`SELECT ` + editsPage + ` FROM {pages} p WHERE p.id = $1`)
)

func onePost(c *read.Call, in PostInput) (out FeedPost, err error) {
	found, err := items(c, []string{in.ID.String()})
	if err != nil {
		return out, err
	}
	item, _ := found[in.ID.String()].(FeedItem)
	if out.Item = item; item.Deleted || item.ID.IsNil() {
		return FeedPost{}, errNoPost
	}
	felt, err := read.Rows(c, feltAbout, pgx.RowTo[string], in.ID)
	if len(felt) > 0 {
		out.Mine = felt[0]
	}
	if err == nil && item.Page != nil {
		out.Edits, err = read.Row(c, mayEdit, pgx.RowTo[bool], item.Page.ID)
	}
	return out, err
}
