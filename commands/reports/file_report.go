package reports

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/internal/textfold"
)

// FileReportBody names what is reported and says why.
type FileReportBody struct {
	Kind    report.Kind   `json:"kind" enum:"campaign"`
	ThingID ident.ID      `json:"thing_id" format:"uuid"`
	Reason  report.Reason `json:"reason" enum:"scam,offensive,illegal,copyright,spam,other"`
	Words   string        `json:"words,omitempty" maxLength:"4000" doc:"Up to 1000 characters, shown to moderators alone"`
}

// FileReport reports something to the moderators. Errors: campaign_not_found, campaign_suspended, campaign_cancelled, own_thing,
// already_reported.
var FileReport = command.Define("file-report", "Report something to the moderators", command.Member,
	func(ctx context.Context, c *command.Call, in FileReportBody) (command.Done, error) {
		of, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.ThingID)
		switch {
		case err != nil:
			return command.Done{}, err
		case !of.Exists() || !of.WasPublic():
			return command.Done{}, campaign.ErrNotFound
		case of.Owner == c.Member:
			return command.Done{}, report.ErrOwn
		}
		id := report.Of(in.Kind, in.ThingID, c.Member)
		file := report.File{
			Report: id, Kind: in.Kind, Thing: in.ThingID, Owner: of.Subject, Member: c.Member, Sender: member.SubjectOf(c.Member),
			Reason: in.Reason, Words: textfold.Clean(in.Words), Now: c.Now(),
		}
		return command.On(ctx, c, report.Decider, id, func(s report.State) ([]report.Event, error) {
			switch {
			case s.Filed:
			case !of.SuspendedAt.IsZero():
				return nil, campaign.ErrSuspended
			case of.Status == campaign.CalledOff:
				return nil, campaign.ErrCancelled
			}
			return file.Decide(s)
		})
	})

// DismissReportsBody names a reported thing, and what was read of it.
type DismissReportsBody struct {
	Kind    report.Kind `json:"kind" enum:"campaign"`
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
