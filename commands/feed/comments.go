package feed

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/readable"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/internal/textfold"
)

// CommentWords are what a comment says.
type CommentWords struct {
	Text string `json:"text" maxLength:"20000" doc:"Up to 2000 characters, without markup"`
	Lang string `json:"lang" enum:"en,fr,es" doc:"Of the words"`
}

func (b CommentWords) by(author ident.ID) comment.Writing {
	return comment.Writing{Author: member.SubjectOf(author), Text: textfold.Clean(b.Text), Lang: b.Lang}
}

// WriteCommentBody is a comment below a post.
type WriteCommentBody struct {
	PostID   ident.ID `json:"post_id" format:"uuid"`
	ParentID ident.ID `json:"parent_id,omitzero" format:"uuid" doc:"The comment to which it replies, which is no reply itself"`
	CommentWords
}

// WriteCommentAnswer names the comment that was written.
type WriteCommentAnswer struct {
	command.Done
	CommentID ident.ID `json:"comment_id" format:"uuid"`
}

// CommentBody names a comment.
type CommentBody struct {
	CommentID ident.ID `json:"comment_id" format:"uuid"`
}

// EditCommentBody replaces what a comment says.
type EditCommentBody struct {
	CommentBody
	CommentWords
}

// ToggleCommentLikeBody says whether the member likes a comment.
type ToggleCommentLikeBody struct {
	CommentBody
	Liked bool `json:"liked" doc:"What is to hold"`
}

// WriteComment puts a comment below a post, or a reply below a comment.
var WriteComment = command.Define("write-comment", "Write a comment on a post, or a reply to a comment", command.Member,
	func(ctx context.Context, c *command.Call, in WriteCommentBody) (WriteCommentAnswer, error) {
		if _, err := readable.Post(ctx, c.Handler, c.Member, in.PostID); err != nil {
			return WriteCommentAnswer{}, err
		}
		if !in.ParentID.IsNil() {
			parent, err := known(ctx, c, in.ParentID)
			if err != nil {
				return WriteCommentAnswer{}, err
			}
			if err := parent.Answers(in.PostID); err != nil {
				return WriteCommentAnswer{}, err
			}
		}
		id := ident.Thing(comment.Category, c.ID)
		done, err := command.On(ctx, c, comment.Decider, id, comment.Write{
			Comment: id, Post: in.PostID, Parent: in.ParentID, Member: c.Member, Writing: in.by(c.Member), Now: c.Now(),
		}.Decide)
		return WriteCommentAnswer{done, id}, err
	})

// known gives a comment that is not hidden from the member, wherever it stands: what they wrote themselves below what is hidden
// from them now is still theirs.
func known(ctx context.Context, c *command.Call, id ident.ID) (comment.State, error) {
	s, _, err := command.Load(ctx, c.Handler, comment.Decider, id)
	if err != nil {
		return s, err
	}
	return s, readable.By(ctx, c.Handler, c.Member, s.Member, comment.ErrNotFound)
}

// EditComment replaces what a comment says.
var EditComment = command.Define("edit-comment", "Change what a comment of one's own says", command.Owner,
	func(ctx context.Context, c *command.Call, in EditCommentBody) (command.Done, error) {
		if _, err := known(ctx, c, in.CommentID); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, comment.Decider, in.CommentID, comment.Edit{
			Comment: in.CommentID, Member: c.Member, Writing: in.by(c.Member), Now: c.Now(),
		}.Decide)
	})

// DeleteComment takes back what a comment says for good.
var DeleteComment = command.Define("delete-comment", "Delete a comment of one's own for good", command.Owner,
	func(ctx context.Context, c *command.Call, in CommentBody) (command.Done, error) {
		if _, err := known(ctx, c, in.CommentID); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, comment.Decider, in.CommentID, comment.Delete{
			Comment: in.CommentID, Member: c.Member, Now: c.Now(),
		}.Decide)
	})

// ToggleCommentLike says whether the member likes a comment.
var ToggleCommentLike = command.Define("toggle-comment-like", "Like a comment, or take that back", command.Member,
	func(ctx context.Context, c *command.Call, in ToggleCommentLikeBody) (command.Done, error) {
		if _, err := readable.Comment(ctx, c.Handler, c.Member, in.CommentID); err != nil {
			return command.Done{}, err
		}
		kind := reaction.None
		if in.Liked {
			kind = reaction.Like
		}
		return react(ctx, c, in.CommentID, reaction.Comment, kind)
	})
