// Package readable says what a member may read of what others wrote: of the log what the words {posts:readable} and
// {comments:readable} of a statement say of the read tables. What they may read they may react to, answer, share and report;
// everything else is as if it were not there.
package readable

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/memberblock"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
)

// Post gives a post that a member may read. Errors: post.ErrNotFound where they may not, with the post's state.
func Post(ctx context.Context, h *command.Handler, member, id ident.ID) (post.State, error) {
	s, _, err := command.Load(ctx, h, post.Decider, id)
	if err == nil {
		err = s.Shown()
	}
	if err != nil {
		return s, err
	}
	if s.Page.IsNil() {
		return s, By(ctx, h, member, s.Member, post.ErrNotFound)
	}
	page, _, err := command.Recent(ctx, h, orgpage.Decider, s.Page)
	if err == nil && !page.Open() {
		err = post.ErrNotFound
	}
	return s, err
}

// Comment gives a comment that a member may read. Errors: comment.ErrNotFound where they may not, post.ErrNotFound where they may
// not read the post below which it stands; with the comment's state.
func Comment(ctx context.Context, h *command.Handler, member, id ident.ID) (comment.State, error) {
	s, _, err := command.Load(ctx, h, comment.Decider, id)
	if err == nil {
		err = s.Shown()
	}
	if err == nil {
		err = By(ctx, h, member, s.Member, comment.ErrNotFound)
	}
	if err == nil {
		_, err = Post(ctx, h, member, s.Post)
	}
	return s, err
}

// By refuses what an author wrote in their own name where they or the member block the other, with the error of what is missing.
// Nobody is hidden from themselves.
func By(ctx context.Context, h *command.Handler, member, author ident.ID, missing error) error {
	if author.IsNil() || author == member {
		return nil
	}
	s, _, err := command.Load(ctx, h, memberblock.Decider, memberblock.Of(member, author))
	if err == nil && s.Hides() {
		err = missing
	}
	return err
}
