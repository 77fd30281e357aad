package commands_test

import (
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
)

// fileReportBodies are two bodies of the command for the matrix, about two campaigns of somebody whom nobody of it is.
func fileReportBodies(m *matrix) (one, other string) {
	body := func() string {
		id := m.send(m.nobody(), "launch-campaign", `{`+wholeCampaign+`}`)
		return `{"kind":"campaign","thing_id":"` + id.String() + `","reason":"scam","words":"The photograph is stolen"}`
	}
	return body(), body()
}

// dismissReportsBodies are two bodies of the command for the matrix.
func dismissReportsBodies(m *matrix) (one, other string) {
	body := func() string {
		return `{"kind":"campaign","thing_id":"` + m.launched().String() + `","up_to":"2026-11-20T09:00:00Z"}`
	}
	return body(), body()
}

// A member reports a public campaign of another, once.
func TestFileReport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, ctx := w.service(), t.Context()
	id, reporter := w.launch(s).CampaignID, ident.Pair("member", "reporter")
	body := reports.FileReportBody{Kind: report.Campaign, ThingID: id, Reason: "scam", Words: "A lie"}
	file := func(by ident.ID, in reports.FileReportBody) error {
		_, err := reports.FileReport.Run(ctx, s, w.env().For(by), in)
		return err
	}
	refused(t, file(owner, body), "own_thing")
	nothing := body
	nothing.ThingID = ident.ID{7}
	refused(t, file(reporter, nothing), "campaign_not_found")
	waits := body
	waits.ThingID = w.submitted(owner, "reported")
	refused(t, file(reporter, waits), "campaign_not_found")
	_, err := campaigns.SuspendCampaign.Run(ctx, s, w.env().For(ident.ID{5}),
		campaigns.SuspensionBody{CampaignBody: campaigns.CampaignBody{CampaignID: id}, Reason: "A lie"})
	must(t, err)
	refused(t, file(reporter, body), "campaign_suspended")
	w.wrote(campaign.Category, id, "CampaignLaunched", "CampaignSuspended")
}

// A member reports a post and a comment of another, as long as they are there, once each.
func TestFileReport_OfPostsAndComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, ctx, reporter := w.service(), t.Context(), ident.Pair("member", "reporter")
	l := &life{around: &around{world: w}}
	l.commands = s
	for _, id := range []ident.ID{owner, reporter} {
		l.register(id)
	}
	file := func(by ident.ID, kind report.Kind, thing ident.ID) error {
		_, err := reports.FileReport.Run(ctx, s, w.env().For(by), reports.FileReportBody{Kind: kind, ThingID: thing, Reason: "spam"})
		return err
	}
	written, err := feed.WritePost.Run(ctx, s, w.env().For(owner), feed.WritePostBody{Text: "Buy this", Lang: "en"})
	must(t, err)
	said, err := feed.WriteComment.Run(ctx, s, w.env().For(owner), feed.WriteCommentBody{
		PostID: written.PostID, CommentWords: feed.CommentWords{Text: "Do", Lang: "en"},
	})
	must(t, err)
	refused(t, file(owner, report.Post, written.PostID), "own_thing")
	refused(t, file(owner, report.Comment, said.CommentID), "own_thing")
	refused(t, file(reporter, report.Post, said.CommentID), "post_not_found")
	refused(t, file(reporter, report.Comment, written.PostID), "comment_not_found")
	must(t, file(reporter, report.Post, written.PostID))
	must(t, file(reporter, report.Comment, said.CommentID))
	_, err = feed.RemovePost.Run(ctx, s, w.env().For(ident.ID{5}), feed.RemovePostBody{
		PostBody: feed.PostBody{PostID: written.PostID}, Reason: "Advertising",
	})
	must(t, err)
	refused(t, file(reporter, report.Post, written.PostID), "already_reported")
	refused(t, file(ident.Pair("member", "late"), report.Post, written.PostID), "post_not_found")
	refused(t, file(ident.Pair("member", "late"), report.Comment, said.CommentID), "comment_not_found")
	w.wrote(report.Category, report.Of(report.Comment, said.CommentID, reporter), "ReportFiled", "ReportedCommentBelow")
	w.wrote(post.Category, written.PostID, "PostPosted", "PostRemoved")
}

// Dismissing the same reports again changes nothing; later ones are dismissed on their own.
func TestDismissReports(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, id := w.service(), ident.ID{1}
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for _, upTo := range []time.Time{at, at, at.Add(time.Hour)} {
		_, err := reports.DismissReports.Run(t.Context(), s, w.env().For(ident.ID{5}),
			reports.DismissReportsBody{Kind: report.Campaign, ThingID: id, UpTo: upTo})
		must(t, err)
	}
	w.wrote(report.CaseCategory, report.CaseOf(report.Campaign, id), "ReportsSettled", "ReportsSettled")
}
