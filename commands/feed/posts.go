package feed

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/readable"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/internal/textfold"
)

// PostWords are what a post says.
type PostWords struct {
	Text string `json:"text" maxLength:"20000" doc:"Up to 5000 characters, without markup"`
	Lang string `json:"lang" enum:"en,fr,es" doc:"Of the words"`
}

func (b PostWords) by(author ident.ID) post.Writing {
	return post.Writing{Author: member.SubjectOf(author), Text: textfold.Clean(b.Text), Lang: b.Lang}
}

// WritePostBody is what a post says and shows.
type WritePostBody struct {
	Text   string       `json:"text" maxLength:"20000" doc:"Up to 5000 characters, without markup; may be empty beside files or a post that is shared"`
	Lang   string       `json:"lang" enum:"en,fr,es" doc:"Of the words"`
	PageID ident.ID     `json:"page_id,omitzero" format:"uuid" doc:"A page that the member edits, as which it is written"`
	Files  []PostUpload `json:"files,omitempty" maxItems:"100" doc:"Up to 10, in the order in which they are shown"`

	SharedID ident.ID `json:"shared_id,omitzero" format:"uuid" doc:"A post that is shown below the words; of one that shares itself, what it shares"`
}

// WritePostAnswer names the post that was written.
type WritePostAnswer struct {
	command.Done
	PostID ident.ID `json:"post_id" format:"uuid"`
}

// PostBody names a post.
type PostBody struct {
	PostID ident.ID `json:"post_id" format:"uuid"`
}

// EditPostBody replaces what a post says.
type EditPostBody struct {
	PostBody
	PostWords
	BuildsOn time.Time `json:"builds_on,omitzero" doc:"When the words that it replaces were said: edited_at, else at; refused as post_changed when they changed since"`
}

// ToggleReactionBody says what the member feels about a post.
type ToggleReactionBody struct {
	PostBody
	Kind reaction.Kind `json:"kind" enum:",like,love,laugh" doc:"What is to hold; empty takes back what was felt"`
}

// WritePost shows a post to all members.
var WritePost = command.Define("write-post", "Write a post that all members may read", command.Member,
	func(ctx context.Context, c *command.Call, in WritePostBody) (WritePostAnswer, error) {
		if err := edits(ctx, c, in.PageID); err != nil {
			return WritePostAnswer{}, err
		}
		original, err := sharable(ctx, c, in.SharedID)
		if err != nil {
			return WritePostAnswer{}, err
		}
		id := ident.Thing(post.Category, c.ID)
		files, err := claimFiles(ctx, c, id, in.Files)
		if err != nil {
			return WritePostAnswer{}, err
		}
		done, err := command.On(ctx, c, post.Decider, id, post.Write{
			Post: id, Member: c.Member, Page: in.PageID, Writing: PostWords{in.Text, in.Lang}.by(c.Member), Files: files,
			Original: original, Now: c.Now(),
		}.Decide)
		return WritePostAnswer{done, id}, err
	}).Creating()

// EditPost replaces what a post says.
var EditPost = command.Define("edit-post", "Change what a post of one's own says, or of a page that one edits", command.Owner,
	func(ctx context.Context, c *command.Call, in EditPostBody) (command.Done, error) {
		page, err := pageOf(ctx, c, in.PostID)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, post.Decider, in.PostID, post.Edit{
			Post: in.PostID, Member: c.Member, Page: page, Writing: in.by(c.Member), BuildsOn: in.BuildsOn,
			Now: c.Now(),
		}.Decide)
	})

// DeletePost takes a post out of the feed for good.
var DeletePost = command.Define("delete-post", "Delete a post of one's own, or of a page that one edits, for good",
	command.Owner,
	func(ctx context.Context, c *command.Call, in PostBody) (command.Done, error) {
		page, err := pageOf(ctx, c, in.PostID)
		if err != nil {
			return command.Done{}, err
		}
		remove := post.Delete{Post: in.PostID, Member: c.Member, Page: page, Now: c.Now()}
		if err := releaseFiles(ctx, c, in.PostID, remove.Decide); err != nil {
			return command.Done{}, err
		}
		return removed(ctx, c, in.PostID, false, remove.Decide)
	})

// ToggleReaction says what the member feels about a post.
var ToggleReaction = command.Define("toggle-reaction", "Like or love a post, laugh about it, or take that back", command.Member,
	func(ctx context.Context, c *command.Call, in ToggleReactionBody) (command.Done, error) {
		if _, err := readable.Post(ctx, c.Handler, c.Member, in.PostID); err != nil {
			return command.Done{}, err
		}
		return react(ctx, c, in.PostID, reaction.Post, in.Kind)
	})

// sharable is the post that is shared by sharing one: of one that shares another, that other. Errors: post_not_found where one of
// the two may not be read.
func sharable(ctx context.Context, c *command.Call, id ident.ID) (ident.ID, error) {
	if id.IsNil() {
		return id, nil
	}
	s, err := readable.Post(ctx, c.Handler, c.Member, id)
	if err != nil {
		return ident.Nil, err
	}
	if s.Original.IsNil() {
		return id, nil
	}
	_, err = readable.Post(ctx, c.Handler, c.Member, s.Original)
	return s.Original, err
}

// edits refuses a page that the member does not edit; they need none.
func edits(ctx context.Context, c *command.Call, page ident.ID) error {
	if page.IsNil() {
		return nil
	}
	s, _, err := command.Load(ctx, c.Handler, orgpage.Decider, page)
	if err != nil {
		return err
	}
	return s.EditedBy(c.Member)
}

// pageOf is the page as which a post was written, and which the member edits; nil for one that somebody wrote in their own name.
// A page that is closed shows no posts, and what is hidden from the member is not there for them.
func pageOf(ctx context.Context, c *command.Call, id ident.ID) (ident.ID, error) {
	s, _, err := command.Load(ctx, c.Handler, post.Decider, id)
	if err != nil {
		return ident.Nil, err
	}
	if s.Page.IsNil() {
		return ident.Nil, readable.By(ctx, c.Handler, c.Member, s.Member, post.ErrNotFound)
	}
	switch err := edits(ctx, c, s.Page); {
	case errors.Is(err, orgpage.ErrNotFound):
		return ident.Nil, post.ErrNotFound
	case errors.Is(err, orgpage.ErrNotYours):
		return ident.Nil, post.ErrNotYours
	default:
		return s.Page, err
	}
}

func react(ctx context.Context, c *command.Call, thing ident.ID, on reaction.Target, kind reaction.Kind) (command.Done, error) {
	about := reaction.About{Thing: thing, On: on, Member: c.Member, Subject: member.SubjectOf(c.Member)}
	return command.On(ctx, c, reaction.Decider, reaction.Of(thing, c.Member),
		reaction.Toggle{About: about, Kind: kind, Now: c.Now()}.Decide)
}
