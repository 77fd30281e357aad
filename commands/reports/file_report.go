package reports

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/memberblock"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/internal/textfold"
)

// FileReportBody names what is reported and says why.
type FileReportBody struct {
	Kind    report.Kind   `json:"kind" enum:"campaign,post,comment"`
	ThingID ident.ID      `json:"thing_id" format:"uuid"`
	Reason  report.Reason `json:"reason" enum:"scam,offensive,illegal,copyright,spam,other"`
	Words   string        `json:"words,omitempty" maxLength:"4000" doc:"Up to 1000 characters, shown to moderators alone"`
}

// reported is what is to be reported.
type reported struct {
	owner ident.ID // whose it is: nobody reports what is their own
	words ident.ID // the subject of its words
	post  ident.ID // below which a comment stands
	over  error    // why it can't be reported any more, but by whoever did before

	authors []ident.ID // members by whom it is, and what it stands below
}

// lookUp finds what is to be reported, where the member may see it.
func lookUp(ctx context.Context, c *command.Call, kind report.Kind, id ident.ID) (reported, error) {
	switch kind {
	case report.Post:
		s, _, err := command.Load(ctx, c.Handler, post.Decider, id)
		if err == nil && s.Member.IsNil() {
			err = post.ErrNotFound
		}
		if err != nil {
			return reported{}, err
		}
		x := reported{words: member.SubjectOf(s.Member), over: s.Shown()}
		if s.Page.IsNil() {
			x.owner, x.authors = s.Member, []ident.ID{s.Member}
			return x, nil
		}
		// It is the page's: of those who edit it, and not of whoever published it and edits it no more.
		page, _, err := command.Load(ctx, c.Handler, orgpage.Decider, s.Page)
		switch {
		case !page.Open():
			x.over = post.ErrNotFound
		case page.EditedBy(c.Member) == nil:
			x.owner = c.Member
		}
		return x, err
	case report.Comment:
		s, _, err := command.Load(ctx, c.Handler, comment.Decider, id)
		if err == nil && s.Member.IsNil() {
			err = comment.ErrNotFound
		}
		if err != nil {
			return reported{}, err
		}
		on, _, err := command.Load(ctx, c.Handler, post.Decider, s.Post)
		over := s.Shown()
		if on.Shown() != nil {
			over = comment.ErrNotFound
		}
		if err == nil && !on.Page.IsNil() {
			var page orgpage.State
			if page, _, err = command.Load(ctx, c.Handler, orgpage.Decider, on.Page); !page.Open() {
				over = comment.ErrNotFound
			}
		}
		authors := []ident.ID{s.Member}
		if on.Page.IsNil() {
			authors = append(authors, on.Member)
		}
		return reported{owner: s.Member, words: member.SubjectOf(s.Member), post: s.Post, over: over, authors: authors}, err
	case report.Campaign:
	}
	of, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
	if err == nil && (!of.Exists() || !of.WasPublic()) {
		err = campaign.ErrNotFound
	}
	x := reported{owner: of.Owner, words: of.Subject}
	switch {
	case !of.SuspendedAt.IsZero():
		x.over = campaign.ErrSuspended
	case of.Status == campaign.CalledOff:
		x.over = campaign.ErrCancelled
	}
	return x, err
}

// hidden tells whether one of the authors of something, or the member, blocks the other.
func (r reported) hidden(ctx context.Context, c *command.Call) (bool, error) {
	for _, author := range r.authors {
		if author.IsNil() || author == c.Member {
			continue
		}
		s, _, err := command.Load(ctx, c.Handler, memberblock.Decider, memberblock.Of(c.Member, author))
		if err != nil || s.Hides() {
			return true, err
		}
	}
	return false, nil
}

// FileReport reports something to the moderators. Errors: campaign_not_found, campaign_suspended, campaign_cancelled,
// post_not_found, comment_not_found, own_thing, already_reported.
var FileReport = command.Define("file-report", "Report something to the moderators", command.Member,
	func(ctx context.Context, c *command.Call, in FileReportBody) (command.Done, error) {
		of, err := lookUp(ctx, c, in.Kind, in.ThingID)
		switch {
		case err != nil:
			return command.Done{}, err
		case of.owner == c.Member:
			return command.Done{}, report.ErrOwn
		}
		hidden, err := of.hidden(ctx, c)
		switch {
		case err != nil:
			return command.Done{}, err
		case hidden && in.Kind == report.Comment:
			of.over = comment.ErrNotFound
		case hidden:
			of.over = post.ErrNotFound
		}
		id := report.Of(in.Kind, in.ThingID, c.Member)
		file := report.File{
			Report: id, Kind: in.Kind, Thing: in.ThingID, Owner: of.words, Post: of.post, Member: c.Member,
			Sender: member.SubjectOf(c.Member), Reason: in.Reason, Words: textfold.Clean(in.Words), Now: c.Now(),
		}
		return command.On(ctx, c, report.Decider, id, func(s report.State) ([]report.Event, error) {
			if !s.Filed && of.over != nil {
				return nil, of.over
			}
			return file.Decide(s)
		})
	})

// DismissReportsBody names a reported thing, and what was read of it.
type DismissReportsBody struct {
	Kind    report.Kind `json:"kind" enum:"campaign,post,comment"`
	ThingID ident.ID    `json:"thing_id" format:"uuid"`
	UpTo    time.Time   `json:"up_to" doc:"When the last report was filed, as read: later ones stay open"`
}

// DismissReports finds a reported thing harmless, and settles what was reported of it.
var DismissReports = command.Define("dismiss-reports", "Find a reported thing harmless", command.Moderator,
	func(ctx context.Context, c *command.Call, in DismissReportsBody) (command.Done, error) {
		return command.On(ctx, c, report.CaseDecider, report.CaseOf(in.Kind, in.ThingID), report.Dismiss{
			Kind: in.Kind, Thing: in.ThingID, UpTo: in.UpTo.UTC(), By: c.Member, Now: c.Now(),
		}.Decide)
	})
