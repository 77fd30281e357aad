package feed

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
)

// Holdings are the posts and comments that a member wrote, also those in the name of a page, and their reactions. All of them end
// before the member's key goes, so that what is counted of them is counted back.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area: "feed",
		Events: []any{
			post.Posted{}, post.Published{}, post.FilesShown{}, post.Edited{}, post.Removed{}, comment.Written{}, comment.Edited{},
			comment.Removed{}, reaction.Chosen{}, reaction.TakenBack{},
		},
		Others: []any{post.Shared{}, post.Deleted{}, comment.Deleted{}},
		See: func(b *erasing.Belongings, event any) {
			wrote := func(author ident.ID, category string, id ident.ID) {
				if b.Wrote(author) {
					b.Add(category, id)
				}
			}
			switch e := event.(type) {
			case post.Posted:
				wrote(e.Author, post.Category, e.Post)
			case post.Published:
				wrote(e.Author, post.Category, e.Post)
			case post.FilesShown:
				wrote(e.Author, post.Category, e.Post)
			case post.Edited:
				wrote(e.Author, post.Category, e.Post)
			case post.Removed:
				wrote(e.Author, post.Category, e.Post)
			case comment.Written:
				wrote(e.Author, comment.Category, e.Comment)
			case comment.Edited:
				wrote(e.Author, comment.Category, e.Comment)
			case comment.Removed:
				wrote(e.Author, comment.Category, e.Comment)
			case reaction.Chosen:
				wrote(e.Subject, reaction.Category, reaction.Of(e.Thing, e.Member))
			case reaction.TakenBack:
				wrote(e.Subject, reaction.Category, reaction.Of(e.Thing, e.Member))
			}
		},
		Ends: []erasing.Ending{
			ending("posts", post.Decider, func(id ident.ID, now time.Time) func(post.State) ([]post.Event, error) {
				return post.Drop{Post: id, Now: now}.Decide
			}),
			ending("comments", comment.Decider, func(id ident.ID, now time.Time) func(comment.State) ([]comment.Event, error) {
				return comment.Drop{Comment: id, Now: now}.Decide
			}),
			ending("reactions", reaction.Decider, func(_ ident.ID, now time.Time) func(reaction.State) ([]reaction.Event, error) {
				return reaction.Drop{Now: now}.Decide
			}),
		},
		Export: export,
	}
}

// ending drops things of a kind. What it decides is nothing where a thing is over.
func ending[S, E any](
	what string, d domain.Decider[S, E], drop func(ident.ID, time.Time) func(S) ([]E, error),
) erasing.Ending {
	return erasing.Ending{
		What:   what,
		Things: func(b *erasing.Belongings) []ident.ID { return b.All(d.Category) },
		End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
			_, err := command.Execute(ctx, s.Handler, d, id, erasing.Envelope("drop", id), drop(id, s.Now()))
			return err == nil, err
		},
	}
}

// Exported is what a person is given of the feed.
type Exported struct {
	Posts     []ExportedPost     `json:"posts"`
	Files     []ExportedPostFile `json:"files"`
	Shares    []ExportedShare    `json:"shares"`
	Comments  []ExportedComment  `json:"comments"`
	Reactions []ExportedReaction `json:"reactions"`
}

// ExportedPost is what a post said from a moment on, or that it was deleted; why, where a moderator removed it.
type ExportedPost struct {
	Post    ident.ID  `json:"post"`
	Page    ident.ID  `json:"page,omitzero"` // as which it was written
	From    time.Time `json:"from"`
	Text    string    `json:"text,omitempty"`
	Deleted bool      `json:"deleted,omitempty"`
	Removed string    `json:"removed,omitempty"`
}

// ExportedPostFile is a file that a post showed from a moment on, with its address below the installation's own.
type ExportedPostFile struct {
	Post ident.ID  `json:"post"`
	From time.Time `json:"from"`
	Kind string    `json:"kind"`
	File string    `json:"file,omitempty"`
	Alt  string    `json:"alt,omitempty"`
}

// ExportedShare is that a post showed another below its words. What that one says is its author's.
type ExportedShare struct {
	Post     ident.ID  `json:"post"`
	Original ident.ID  `json:"original"`
	From     time.Time `json:"from"`
}

// ExportedComment is what a comment said from a moment on, or that it was deleted; why, where a moderator removed it.
type ExportedComment struct {
	Comment ident.ID  `json:"comment"`
	Post    ident.ID  `json:"post,omitzero"`
	From    time.Time `json:"from"`
	Text    string    `json:"text,omitempty"`
	Deleted bool      `json:"deleted,omitempty"`
	Removed string    `json:"removed,omitempty"`
}

// ExportedReaction is what the person felt about a post or a comment from a moment on; empty: nothing.
type ExportedReaction struct {
	Thing     ident.ID  `json:"thing"`
	OnComment bool      `json:"on_comment,omitempty"`
	From      time.Time `json:"from"`
	Kind      string    `json:"kind"`
}

func addressOf(f post.File) string {
	if f.Upload.String() == "" { // erased
		return ""
	}
	file := map[post.FileKind]string{post.Photo: "1600.jpg", post.Video: "video", post.Audio: "audio"}[f.Kind]
	return "/media/" + uploadKinds[f.Kind] + "/" + f.Upload.String() + "/" + file
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{
		Posts: []ExportedPost{}, Files: []ExportedPostFile{}, Shares: []ExportedShare{}, Comments: []ExportedComment{},
		Reactions: []ExportedReaction{},
	}
	for _, category := range []string{post.Category, comment.Category, reaction.Category} {
		for _, id := range p.All(category) {
			for r, err := range s.OpenedEvents(ctx, category, id) {
				if err != nil {
					return nil, err
				}
				out.add(r.Event)
			}
		}
	}
	return out, nil
}

func (x *Exported) add(event any) {
	feels := func(a reaction.About, at time.Time, kind reaction.Kind) {
		x.Reactions = append(x.Reactions, ExportedReaction{a.Thing, a.On == reaction.Comment, at, string(kind)})
	}
	switch e := event.(type) {
	case post.Posted:
		x.Posts = append(x.Posts, ExportedPost{e.Post, ident.Nil, e.At, e.Text.String(), false, ""})
	case post.Published:
		x.Posts = append(x.Posts, ExportedPost{e.Post, e.Page, e.At, e.Text.String(), false, ""})
	case post.FilesShown:
		for _, f := range e.Files {
			x.Files = append(x.Files, ExportedPostFile{e.Post, e.At, string(f.Kind), addressOf(f), f.Alt.String()})
		}
	case post.Shared:
		x.Shares = append(x.Shares, ExportedShare{e.Post, e.Original, e.At})
	case post.Edited:
		x.Posts = append(x.Posts, ExportedPost{e.Post, ident.Nil, e.At, e.Text.String(), false, ""})
	case post.Deleted:
		x.Posts = append(x.Posts, ExportedPost{e.Post, ident.Nil, e.At, "", true, ""})
	case post.Removed:
		x.Posts = append(x.Posts, ExportedPost{e.Post, ident.Nil, e.At, "", true, e.Reason.String()})
	case comment.Written:
		x.Comments = append(x.Comments, ExportedComment{e.Comment, e.Post, e.At, e.Text.String(), false, ""})
	case comment.Edited:
		x.Comments = append(x.Comments, ExportedComment{e.Comment, ident.Nil, e.At, e.Text.String(), false, ""})
	case comment.Deleted:
		x.Comments = append(x.Comments, ExportedComment{e.Comment, e.Post, e.At, "", true, ""})
	case comment.Removed:
		x.Comments = append(x.Comments, ExportedComment{e.Comment, e.Post, e.At, "", true, e.Reason.String()})
	case reaction.Chosen:
		feels(e.About, e.At, e.Kind)
	case reaction.TakenBack:
		feels(e.About, e.At, reaction.None)
	}
}
