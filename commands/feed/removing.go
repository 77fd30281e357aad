package feed

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/internal/textfold"
)

// RemovePostBody says why a post is removed.
type RemovePostBody struct {
	PostBody
	Reason string `json:"reason" maxLength:"2000" doc:"Up to 500 characters, shown to its author alone"`
}

// RemoveCommentBody says why a comment is removed.
type RemoveCommentBody struct {
	CommentBody
	Reason string `json:"reason" maxLength:"2000" doc:"Up to 500 characters, shown to its author alone"`
}

// RemovePost takes a post out of the feed for good, and settles what was reported of it. Errors: post_not_found,
// removal_reason_required.
var RemovePost = command.Define("remove-post", "Remove a post of anybody's for good", command.Moderator,
	func(ctx context.Context, c *command.Call, in RemovePostBody) (command.Done, error) {
		s, _, err := command.Load(ctx, c.Handler, post.Decider, in.PostID)
		if err != nil {
			return command.Done{}, err
		}
		remove := post.Remove{
			Post: in.PostID, Author: member.SubjectOf(s.Member), By: c.Member, Reason: textfold.Clean(in.Reason), Now: c.Now(),
		}
		if err := releaseFiles(ctx, c, in.PostID, remove.Decide); err != nil {
			return command.Done{}, err
		}
		return removed(ctx, c, in.PostID, true, remove.Decide)
	})

// RemoveComment takes away what a comment says for good, and settles what was reported of it. Errors: comment_not_found,
// removal_reason_required.
var RemoveComment = command.Define("remove-comment", "Remove a comment of anybody's for good", command.Moderator,
	func(ctx context.Context, c *command.Call, in RemoveCommentBody) (command.Done, error) {
		s, _, err := command.Load(ctx, c.Handler, comment.Decider, in.CommentID)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, comment.Decider, in.CommentID, comment.Remove{
			Comment: in.CommentID, Author: member.SubjectOf(s.Member), By: c.Member, Reason: textfold.Clean(in.Reason), Now: c.Now(),
		}.Decide)
	})
