package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/internal/demo"
)

// feedDemo has members write posts, feel something about them, and comment on them.
func feedDemo(p *demo.Plan) (deeds []deed) {
	for n, w := range p.Posts() {
		key := p.ID("post", n, 0)
		shares := ident.Nil
		if w.Shares > 0 {
			shares = ident.Thing(post.Category, p.ID("post", w.Shares-1, 0))
		}
		deeds = append(deeds, deed{w.At, key, writePost(w, shares)})
		at, on := w.At, ident.Thing(post.Category, key)
		next := func(kind string, i int, do doing) ident.ID {
			at = at.Add(7 * time.Minute)
			id := p.ID(kind, n, i)
			deeds = append(deeds, deed{at, id, do})
			return id
		}
		for i, kind := range w.Felt {
			next("post felt", i, feel(w.Author+i+1, on, kind))
		}
		var said ident.ID
		for i, c := range w.Comments {
			parent := ident.Nil
			if c.Reply {
				parent = said
			}
			id := next("post comment", i, sayBelow(w.Author+i+1, on, parent, c.Text, w.Lang))
			if !c.Reply {
				said = ident.Thing(comment.Category, id)
			}
		}
		if !said.IsNil() {
			next("comment liked", 0, likeComment(w.Author, said))
		}
	}
	return deeds
}

// member is one of the demonstration's members, however few there are.
func (w *seeder) member(n int) ident.ID { return w.members[n%len(w.members)] }

func writePost(post demo.Post, shares ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		body := feed.WritePostBody{Text: post.Text, Lang: post.Lang, SharedID: shares}
		_, err := feed.WritePost.Run(ctx, w.commands, as(w.member(post.Author), key), body)
		return err
	}
}

func feel(who int, about ident.ID, kind string) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := feed.ToggleReaction.Run(ctx, w.commands, as(w.member(who), key),
			feed.ToggleReactionBody{PostBody: feed.PostBody{PostID: about}, Kind: reaction.Kind(kind)})
		return err
	}
}

func sayBelow(who int, on, parent ident.ID, text, lang string) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := feed.WriteComment.Run(ctx, w.commands, as(w.member(who), key), feed.WriteCommentBody{
			PostID: on, ParentID: parent, CommentWords: feed.CommentWords{Text: text, Lang: lang},
		})
		return err
	}
}

func likeComment(who int, about ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := feed.ToggleCommentLike.Run(ctx, w.commands, as(w.member(who), key),
			feed.ToggleCommentLikeBody{CommentBody: feed.CommentBody{CommentID: about}, Liked: true})
		return err
	}
}
