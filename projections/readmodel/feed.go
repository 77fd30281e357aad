package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of the feed.
const (
	Posts      = "posts"
	PostCounts = "post_counts"

	PagePublications = "page_publications"
	Reactions        = "reactions"
	Comments         = "comments"
	Removals         = "removals"
)

// Post is what a member wrote for all members, in their own name or in that of a page.
type Post struct {
	ID       ident.ID   `db:"id"`
	Page     ident.ID   `db:"page"` // as which it was written; nil: in the member's own name
	Member   ident.ID   `db:"member"`
	Author   ident.ID   `db:"author"` // the member's subject
	Text     string     `db:"text"`
	Lang     string     `db:"lang"`
	PostedAt time.Time  `db:"posted_at"`
	EditedAt *time.Time `db:"edited_at"`
	Files    []PostFile `db:"files"`
}

// PagePublication says that a post is a page's: whoever looks at the page hears by it that there is one more, or one less.
type PagePublication struct {
	Page ident.ID `db:"page"`
	Post ident.ID `db:"post"`
}

// PostFile is a photograph, a video or a recording that a post shows.
type PostFile struct {
	Kind   string `json:"kind" enum:"photo,video,audio"`
	Upload string `json:"upload" doc:"Its files lie below /media/post-{kind}/{upload}"`
	Blur   string `json:"blur" doc:"What stands there until a photo is loaded: a data: address; empty of other files"`
	Alt    string `json:"alt" doc:"What a photo shows; may be empty"`
}

// PostCount is what people felt and said about a post.
type PostCount struct {
	Post     ident.ID `db:"post"`
	Likes    int64    `db:"likes"`
	Loves    int64    `db:"loves"`
	Laughs   int64    `db:"laughs"`
	Comments int64    `db:"comments"` // replies included, without those that were deleted
}

// Reaction is what one member feels about one post or comment.
type Reaction struct {
	Thing   ident.ID  `db:"thing"`
	Member  ident.ID  `db:"member"`
	Subject ident.ID  `db:"subject"` // the member's
	Kind    string    `db:"kind"`
	At      time.Time `db:"at"`
}

// Comment is what a member wrote below a post. One that was deleted, or whose author was erased, has no author and no text.
type Comment struct {
	ID        ident.ID   `db:"id"`
	Post      ident.ID   `db:"post"`
	Parent    ident.ID   `db:"parent"` // the comment to which it replies; nil: none
	Member    ident.ID   `db:"member"`
	Author    ident.ID   `db:"author"` // the member's subject
	Text      string     `db:"text"`
	Lang      string     `db:"lang"`
	WrittenAt time.Time  `db:"written_at"`
	EditedAt  *time.Time `db:"edited_at"`
	Likes     int64      `db:"likes"`
}

// Removal is that a moderator removed what somebody wrote. Why is for the author, and for moderators.
type Removal struct {
	Thing  ident.ID  `db:"thing"` // a post or a comment
	Member ident.ID  `db:"member"`
	Author ident.ID  `db:"author"` // the member's subject
	Reason string    `db:"reason"`
	At     time.Time `db:"at"`
}
