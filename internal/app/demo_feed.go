package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/internal/demo"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// feedDemo has members write posts, feel something about them, and comment on them.
func feedDemo(p *demo.Plan) (deeds []deed) {
	for n, w := range p.Posts() {
		key := p.ID("post", n, 0)
		shares := ident.Nil
		if w.Shares > 0 {
			shares = ident.Thing(post.Category, p.ID("post", w.Shares-1, 0))
		}
		deeds = append(deeds, deed{w.At, key, writePost(w, shares, postersOf(p, w))})
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
			id := next("post comment", i, sayBelow(c.Author, on, parent, c.Text, w.Lang))
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

// postersOf are the posters that a post shows, of campaigns that there are.
func postersOf(p *demo.Plan, w demo.Post) (all []shareimage.Image) {
	for _, n := range w.Posters {
		if n < len(p.Campaigns()) {
			c := p.Campaigns()[n]
			all = append(all, shareimage.Image{Seed: c.Title, Category: string(c.Category), Title: c.Title})
		}
	}
	return all
}

func writePost(w demo.Post, shares ident.ID, posters []shareimage.Image) doing {
	return func(ctx context.Context, s *seeder, key ident.ID) error {
		author := s.member(w.Author)
		body := feed.WritePostBody{Text: w.Text, Lang: w.Lang, SharedID: shares}
		_, written, err := command.Load(ctx, s.commands.Handler, post.Decider, ident.Thing(post.Category, key))
		if err != nil {
			return err
		}
		for _, poster := range posters {
			if written > 0 { // by the same deed, carried out before
				break
			}
			upload, err := s.picture(ctx, author, feed.PhotoKind, poster)
			if err != nil {
				return err
			}
			body.Files = append(body.Files, feed.PostUpload{Kind: post.Photo, Upload: upload, Alt: poster.Title})
		}
		for _, picture := range w.Pictures {
			if written > 0 {
				break
			}
			upload, err := s.shown(ctx, author, feed.PhotoKind, picture)
			if err != nil {
				return err
			}
			body.Files = append(body.Files, feed.PostUpload{Kind: post.Photo, Upload: upload, Alt: picture.Alt})
		}
		_, err = feed.WritePost.Run(ctx, s.commands, as(author, key), body)
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
