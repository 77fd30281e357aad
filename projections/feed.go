package projections

import (
	"time"

	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type pagePost struct {
	Page ident.ID `db:"page"`
	Post ident.ID `db:"post"`
}

// sharing names what a member does who shares a post, however often.
func sharing(original, by ident.ID) ident.ID {
	return ident.Pair("sharing", original.String()+"/"+by.String())
}

type thingMember struct {
	Thing  ident.ID `db:"thing"`
	Member ident.ID `db:"member"`
}

// feedProjection keeps what members write for one another, and what they feel about it. What is counted of a post stands in a row
// of its own, so that a reaction tells nobody that what the post says has changed. Whoever is erased has deleted and taken back
// everything before.
func feedProjection() *projector.Projection {
	posts := projector.NewTable[ident.ID, readmodel.Post](readmodel.Posts, "id",
		projector.Index("(page, posted_at DESC, id)"),
		projector.Index("(original) WHERE original <> '00000000-0000-0000-0000-000000000000'"),
		projector.Lookup("sharing", func(p *readmodel.Post) ident.ID { return p.Sharing }),
		projector.Lookup("author", func(p *readmodel.Post) ident.ID { return p.Author }),
		projector.OwnedBy("author", projector.Remove()))
	counts := projector.NewTable[ident.ID, readmodel.PostCount](readmodel.PostCounts, "post", projector.Nobodys())
	publications := projector.NewTable[pagePost, readmodel.PagePublication](readmodel.PagePublications, "page, post",
		projector.Nobodys())
	reactions := projector.NewTable[thingMember, readmodel.Reaction](readmodel.Reactions, "thing, member",
		projector.Lookup("subject", func(r *readmodel.Reaction) ident.ID { return r.Subject }),
		projector.OwnedBy("subject", projector.Remove()))
	comments := projector.NewTable[ident.ID, readmodel.Comment](readmodel.Comments, "id",
		projector.Index("(post, parent, written_at DESC, id)"),
		projector.Lookup("author", func(c *readmodel.Comment) ident.ID { return c.Author }),
		projector.OwnedBy("author", projector.Blank("author", "member", "text")))
	removals := projector.NewTable[ident.ID, readmodel.Removal](readmodel.Removals, "thing",
		projector.Lookup("author", func(x *readmodel.Removal) ident.ID { return x.Author }),
		projector.OwnedBy("author", projector.Remove()))
	// shared counts whoever shares a post once more, or once less, unless they share it by another post as well.
	shared := func(r *projector.Rows, p *readmodel.Post, by int64) {
		for other := range posts.By(r, "sharing", p.Sharing) {
			if other.ID != p.ID {
				return
			}
		}
		if counts.Get(r, p.Original) != nil {
			counts.Edit(r, p.Original).Shares += by
		}
	}
	// gone takes a post out of the feed, and away what a comment says.
	gone := func(r *projector.Rows, post ident.ID) {
		if p := posts.Get(r, post); p != nil {
			if !p.Page.IsNil() {
				publications.Delete(r, pagePost{p.Page, post})
			}
			if !p.Original.IsNil() {
				shared(r, p, -1)
			}
		}
		posts.Delete(r, post)
		counts.Delete(r, post)
	}
	unsaid := func(r *projector.Rows, comment, post ident.ID) {
		c := comments.Edit(r, comment)
		c.Member, c.Author, c.Text = ident.Nil, ident.Nil, ""
		if counts.Get(r, post) != nil {
			counts.Edit(r, post).Comments--
		}
	}

	// felt counts a feeling about a thing once more, or once less.
	felt := func(r *projector.Rows, about reaction.About, kind reaction.Kind, by int64) {
		if about.On == reaction.Comment {
			if kind == reaction.Like && comments.Get(r, about.Thing) != nil {
				comments.Edit(r, about.Thing).Likes += by
			}
			return
		}
		if counts.Get(r, about.Thing) == nil { // the post was deleted
			return
		}
		switch c := counts.Edit(r, about.Thing); kind {
		case reaction.Like:
			c.Likes += by
		case reaction.Love:
			c.Loves += by
		case reaction.Laugh:
			c.Laughs += by
		case reaction.None:
		}
	}
	written := func(r *projector.Rows, id, page, by ident.ID, w post.Words, at time.Time) {
		p := posts.Begin(r, id)
		p.Page, p.Member, p.Author, p.Text, p.Lang, p.PostedAt = page, by, w.Author, w.Text.String(), w.Lang, at
		p.Files = []readmodel.PostFile{}
		counts.Begin(r, id)
	}
	blocks := newBlocks()
	folds := projector.New(readmodel.Posts, 6, posts, counts, publications, reactions, comments, removals, blocks).Personal().
		Invariant("feed", "SELECT 'posts', count(*)::text FROM {posts} UNION ALL SELECT 'comments', "+
			"concat_ws(' ', count(*), sum(likes)) FROM {comments} UNION ALL SELECT 'counts', "+
			"concat_ws(' ', sum(likes), sum(loves), sum(laughs), sum(shares), sum(comments)) FROM {post_counts}").
		On(projector.Fold(func(r *projector.Rows, e post.Posted, _ projector.Meta) {
			written(r, e.Post, ident.Nil, e.Member, e.Words, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Published, _ projector.Meta) {
			written(r, e.Post, e.Page, e.Member, e.Words, e.At)
			publications.Begin(r, pagePost{e.Page, e.Post})
		})).
		On(projector.Fold(func(r *projector.Rows, e post.FilesShown, _ projector.Meta) {
			if posts.Get(r, e.Post) == nil {
				return // its author was erased
			}
			p := posts.Edit(r, e.Post)
			p.Files = make([]readmodel.PostFile, 0, len(e.Files))
			for _, f := range e.Files {
				if f.Upload.String() != "" { // it was erased meanwhile
					p.Files = append(p.Files, readmodel.PostFile{
						Kind: string(f.Kind), Upload: f.Upload.String(), Blur: f.Blur.String(), Alt: f.Alt.String(),
					})
				}
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Shared, _ projector.Meta) {
			if posts.Get(r, e.Post) == nil {
				return // its author was erased
			}
			p := posts.Edit(r, e.Post)
			p.Original, p.Sharing = e.Original, sharing(e.Original, p.Member)
			shared(r, p, 1)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Edited, _ projector.Meta) {
			if posts.Get(r, e.Post) == nil {
				return // its author was erased
			}
			p, at := posts.Edit(r, e.Post), e.At
			p.Text, p.Lang, p.EditedAt = e.Text.String(), e.Lang, &at
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Deleted, _ projector.Meta) {
			gone(r, e.Post)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Removed, _ projector.Meta) {
			gone(r, e.Post)
			x := removals.Edit(r, e.Post)
			x.Member, x.Author, x.Reason, x.At = e.Member, e.Author, e.Reason.String(), e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Written, _ projector.Meta) {
			c := comments.Begin(r, e.Comment)
			c.Post, c.Parent, c.Member, c.Author = e.Post, e.Parent, e.Member, e.Author
			c.Text, c.Lang, c.WrittenAt = e.Text.String(), e.Lang, e.At
			if counts.Get(r, e.Post) != nil {
				counts.Edit(r, e.Post).Comments++
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Edited, _ projector.Meta) {
			c, at := comments.Edit(r, e.Comment), e.At
			if c.Author == e.Author {
				c.Text, c.Lang, c.EditedAt = e.Text.String(), e.Lang, &at
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Deleted, _ projector.Meta) {
			unsaid(r, e.Comment, e.Post)
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Removed, _ projector.Meta) {
			unsaid(r, e.Comment, e.Post)
			x := removals.Edit(r, e.Comment)
			x.Member, x.Author, x.Reason, x.At = e.Member, e.Author, e.Reason.String(), e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e reaction.Chosen, _ projector.Meta) {
			felt(r, e.About, e.Before, -1)
			felt(r, e.About, e.Kind, 1)
			row := reactions.Edit(r, thingMember{e.Thing, e.Member})
			row.Subject, row.Kind, row.At = e.Subject, string(e.Kind), e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e reaction.TakenBack, _ projector.Meta) {
			felt(r, e.About, e.Before, -1)
			reactions.Delete(r, thingMember{e.Thing, e.Member})
		}))
	return blocks.folds(folds)
}
