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
	Original ident.ID   `db:"original"` // the post that it shares; nil: none
	Sharing  ident.ID   `db:"sharing"`  // names the member and the original, however often they share it; nil: it shares none
}

// PagePublication says that a post is a page's: whoever looks at the page hears by it that there is one more, or one less. With
// reports, and those who are told how they ended, it stands as well, for the day on which the page closes.
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
	Shares   int64    `db:"shares"`   // people who share it
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

// FeedAuthor is who wrote something.
type FeedAuthor struct {
	ID     ident.ID `json:"id,omitzero" format:"uuid" doc:"The member; absent when they left"`
	Name   string   `json:"name" doc:"Display name; empty when they left"`
	Avatar string   `json:"avatar,omitempty" doc:"Where their picture lies; absent without one"`
}

// PostPage is the page as which a post was written.
type PostPage struct {
	ID       ident.ID `json:"id" format:"uuid"`
	Name     string   `json:"name"`
	Lang     string   `json:"lang" doc:"BCP 47 tag of the name"`
	Logo     string   `json:"logo" doc:"Where its picture lies; empty without one"`
	Verified bool     `json:"verified" doc:"A moderator has checked whom it speaks for"`
}

// SharedPost is what a post shares, as it is when it is read. Of one that is gone nothing is told but that.
type SharedPost struct {
	ID       ident.ID   `json:"id" format:"uuid"`
	Gone     bool       `json:"gone" doc:"It was deleted or removed, or the page that wrote it is closed: nothing else is told of it"`
	Author   FeedAuthor `json:"author" doc:"Nobody where a page is the author"`
	Page     *PostPage  `json:"page,omitempty" doc:"As which it was written; absent where a member is the author"`
	Text     string     `json:"text" doc:"Without markup"`
	Lang     string     `json:"lang" doc:"BCP 47 tag of the text"`
	At       *time.Time `json:"at,omitempty" doc:"When it was posted"`
	EditedAt *time.Time `json:"edited_at,omitempty" doc:"When its words changed last"`
	Files    []PostFile `json:"files" doc:"What it shows, in order"`
}

// UTC gives the moments of a post that is shared, if there is one, in UTC.
func (s *SharedPost) UTC() {
	if s == nil {
		return
	}
	for _, at := range []*time.Time{s.At, s.EditedAt} {
		if at != nil {
			*at = at.UTC()
		}
	}
}

// PostPageOf is SQL for the PostPage of a page p that may be missing.
const PostPageOf = `CASE WHEN p.id IS NULL THEN NULL ELSE jsonb_build_object('id', p.id, 'name', p.name, 'lang', p.lang,
	'logo', ` + LogoAddress + `, 'verified', p.verified_at IS NOT NULL) END`

// SharedPostOf is SQL for the SharedPost of a post o that may share none. What a word leaves out of the posts is gone.
func SharedPostOf(word string) string {
	return `CASE WHEN o.original <> {nobody} THEN coalesce((SELECT jsonb_build_object(
		'id', q.id, 'gone', false, 'author', jsonb_strip_nulls(jsonb_build_object('id', m.id, 'name', coalesce(m.name, ''),
			'avatar', ` + AvatarAddress + `)), 'page', ` + PostPageOf + `,
		'text', q.text, 'lang', q.lang, 'at', q.posted_at, 'edited_at', q.edited_at, 'files', q.files)
	FROM {posts:` + word + `} q LEFT JOIN {pages} p ON p.id = q.page LEFT JOIN {members} m ON m.id = q.member AND q.page = {nobody}
	WHERE q.id = o.original AND (q.page = {nobody} OR p.closed_at IS NULL AND p.id IS NOT NULL)),
	jsonb_build_object('id', o.original, 'gone', true, 'author', jsonb_build_object('name', ''), 'text', '', 'lang', '',
		'files', '[]'::jsonb)) END`
}
