package reports

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/readable"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
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
	over  error    // why it can't be reported, but by a member who reported it before
}

// lookUp finds what is to be reported: of posts and comments what the member may read.
func lookUp(ctx context.Context, c *command.Call, kind report.Kind, id ident.ID) (reported, error) {
	switch kind {
	case report.Post:
		s, err := readable.Post(ctx, c.Handler, c.Member, id)
		if err != nil && (s.Member.IsNil() || !errors.Is(err, post.ErrNotFound)) {
			return reported{}, err
		}
		x := reported{words: member.SubjectOf(s.Member), over: err}
		if s.Page.IsNil() {
			x.owner = s.Member
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
		s, err := readable.Comment(ctx, c.Handler, c.Member, id)
		x := reported{owner: s.Member, words: member.SubjectOf(s.Member), post: s.Post}
		missing := errors.Is(err, comment.ErrNotFound) || errors.Is(err, post.ErrNotFound)
		switch {
		case missing && !s.Member.IsNil():
			x.over = comment.ErrNotFound
		case err != nil:
			return reported{}, err
		}
		return x, nil
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
