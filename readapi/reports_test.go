package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/report"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	readfeed "github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/read"
)

func (w *world) report(by, campaign ident.ID, words string) {
	w.t.Helper()
	w.reportThing(by, report.Campaign, campaign, words)
}

func (w *world) reportThing(by ident.ID, kind report.Kind, thing ident.ID, words string) {
	w.t.Helper()
	w.saw(reports.FileReport.Run(w.t.Context(), w.commands, w.env().For(by), reports.FileReportBody{
		Kind: kind, ThingID: thing, Reason: "scam", Words: words,
	}))
}

func myReportOfRow(c *cast) matrixRow {
	id := c.write(c.people["owner"], "Reported")
	for _, name := range everybody[2:] {
		c.reportThing(c.people[name], report.Post, id, name)
	}
	return matrixRow{path: "/api/me/reports/" + id.String()}
}

func (w *world) reported(by ident.ID, query string) read.List[readcampaigns.ReportedThing] {
	w.t.Helper()
	w.caughtUp()
	return answer[read.List[readcampaigns.ReportedThing]](w, by, "/api/admin/reports"+query)
}

// outcomes are how the reports of a member ended, as the bell tells them.
func (w *world) outcomes(of ident.ID) (all []string) {
	w.t.Helper()
	for _, n := range answer[bellList](w, of, "/api/me/notifications").Items {
		if n.Kind == "report_settled" {
			all = append(all, strings.TrimSpace(n.On+" "+n.Outcome+" "+n.CampaignTitle))
		}
	}
	return all
}

// A campaign that several members reported is listed once, with what each says; dismissing it settles what was read, and no later
// report. Whose campaign it is learns nothing.
func TestReports_AreDismissedAsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	third, fourth := w.member("Third", "t@example.org"), w.member("Fourth", "f@example.org")
	well, mill := w.launch(owner, content("Well")).CampaignID, w.launch(owner, content("Mill")).CampaignID
	w.report(other, well, "It <lies>")
	w.report(third, well, "")
	w.report(third, mill, "")
	l := w.reported(moderator, "")
	if l.Total != 2 || l.Items[0].ID != mill || l.Items[1].Open != 2 || len(l.Items[1].Reports) != 2 ||
		l.Items[1].Reports[1].Words != "It <lies>" || l.Items[1].Reports[1].Name != "Other" {
		t.Fatalf("%+v", l)
	}
	if most := w.reported(moderator, "?most=true&limit=1"); most.Total != 2 || most.Items[0].ID != well {
		t.Errorf("what most reported: %+v", most)
	} else if next := w.reported(moderator, "?most=true&limit=1&cursor="+most.Next); len(next.Items) != 1 ||
		next.Items[0].ID != mill {
		t.Errorf("and then: %+v", next)
	}
	w.report(fourth, well, "Too late to be read")
	w.saw(reports.DismissReports.Run(t.Context(), w.commands, w.env().For(moderator), reports.DismissReportsBody{
		Kind: report.Campaign, ThingID: well, UpTo: l.Items[1].LastAt,
	}))
	if open := w.reported(moderator, ""); open.Total != 2 || open.Items[0].ID != well || open.Items[0].Open != 1 {
		t.Errorf("the later report is gone: %+v", open)
	}
	for who, want := range map[ident.ID]string{other: "harmless Well", third: "harmless Well", fourth: "", owner: ""} {
		if got := strings.Join(w.outcomes(who), ", "); got != want {
			t.Errorf("%s is told %q, not %q", who, got, want)
		}
	}
	mine := answer[readcampaigns.OwnReport](w, other, "/api/campaigns/"+well.String()+"/report")
	if !mine.Reported || mine.Outcome != "harmless" || mine.At == nil {
		t.Errorf("%+v", mine)
	}
	if a := w.get(owner, "/api/campaigns/"+well.String()); strings.Contains(string(a.body), "lies") || a.status != http.StatusOK {
		t.Errorf("the owner reads %s", a.body)
	}
}

// Suspending a campaign settles its reports, and so does its cancelling; what is suspended is named no more.
func TestReports_AreSettledByWhatBecomesOfIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	well, mill := w.launch(owner, content("Well")).CampaignID, w.launch(owner, content("Mill")).CampaignID
	w.report(other, well, "")
	w.report(other, mill, "")
	w.decide(moderator, well, "A lie", "suspend")
	w.cancel(owner, mill, "Rain")
	if open := w.reported(moderator, ""); open.Total != 0 {
		t.Errorf("open: %+v", open)
	}
	settled := w.reported(moderator, "?settled=true")
	if settled.Total != 2 || settled.Items[0].Outcome != "over" || settled.Items[1].Outcome != "suspended" {
		t.Errorf("settled: %+v", settled)
	}
	if got := strings.Join(w.outcomes(other), ", "); got != "over Mill, suspended" {
		t.Errorf("the reporter is told %q", got)
	}
}

// removals are what moderators removed of a member's, as the bell tells it, each with why.
func (w *world) removals(of ident.ID) (all []string) {
	w.t.Helper()
	for _, n := range answer[bellList](w, of, "/api/me/notifications").Items {
		if n.Kind == "words_removed" {
			all = append(all, n.On+" "+n.Reason)
		}
	}
	return all
}

// A post and a comment are reported, read by moderators and removed: nobody reads them any more, whose they were are told why,
// and who reported them how it ended. A comment below a post that is gone is gone too.
func TestReports_OfPostsAndComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	author, other, moderator := w.staffed()
	third := w.member("Third", "t@example.org")
	rude, fine := w.write(author, "A rude post"), w.write(author, "A fine post")
	below := w.comment(author, fine, ident.Nil, "A rude comment")
	reply := w.comment(third, fine, below, "Please")
	onRude := w.comment(author, rude, ident.Nil, "Still rude")
	w.reportThing(other, report.Post, rude, "It <insults>")
	w.reportThing(third, report.Post, rude, "")
	w.reportThing(other, report.Comment, onRude, "")
	w.reportThing(other, report.Comment, below, "")
	w.reportThing(other, report.Post, fine, "")
	l := w.reported(moderator, "")
	if l.Total != 4 || l.Items[3].ID != rude || l.Items[3].Kind != "post" || l.Items[3].Text != "A rude post" ||
		l.Items[3].Author != "Owner" || l.Items[3].PostID != rude || l.Items[3].Open != 2 || l.Items[1].ID != below ||
		l.Items[1].Text != "A rude comment" || l.Items[1].PostID != fine || l.Items[1].Kind != "comment" {
		t.Fatalf("%+v", l.Items)
	}
	if l := w.reported(moderator, "?limit=3"); l.Next == "" || len(w.reported(moderator, "?limit=3&cursor="+l.Next).Items) != 1 {
		t.Errorf("the second page: %+v", l)
	}
	mine := answer[readcampaigns.OwnReport](w, other, "/api/me/reports/"+rude.String())
	if !mine.Reported || mine.Outcome != "" ||
		answer[readcampaigns.OwnReport](w, author, "/api/me/reports/"+rude.String()).Reported {
		t.Errorf("%+v", mine)
	}
	w.saw(feed.RemovePost.Run(t.Context(), w.commands, w.env().For(moderator), feed.RemovePostBody{
		PostBody: feed.PostBody{PostID: rude}, Reason: "It insults people",
	}))
	w.saw(feed.RemoveComment.Run(t.Context(), w.commands, w.env().For(moderator), feed.RemoveCommentBody{
		CommentBody: feed.CommentBody{CommentID: below}, Reason: "So does this",
	}))
	w.saw(reports.DismissReports.Run(t.Context(), w.commands, w.env().For(moderator), reports.DismissReportsBody{
		Kind: report.Post, ThingID: fine, UpTo: l.Items[0].LastAt,
	}))
	if open := w.reported(moderator, ""); open.Total != 0 {
		t.Errorf("open: %+v", open)
	}
	for _, thing := range w.reported(moderator, "?settled=true").Items {
		want := map[ident.ID]string{
			rude: "removed It insults people ", below: "removed So does this ", onRude: "over  ", fine: "harmless  A fine post",
		}[thing.ID]
		if got := thing.Outcome + " " + thing.Removed + " " + thing.Text; thing.ID != onRude && got != want {
			t.Errorf("settled: %q, not %q", got, want)
		} else if thing.ID == onRude && thing.Outcome != "over" {
			t.Errorf("below the post: %+v", thing)
		}
	}
	w.refused(other, "/api/posts/"+rude.String(), http.StatusNotFound, "post_not_found")
	said := answer[read.List[readfeed.PostComment]](w, other, "/api/posts/"+fine.String()+"/comments")
	if len(said.Items) != 1 || said.Items[0].ID != below || said.Items[0].Text != "" || said.Items[0].Author.Name != "" ||
		len(said.Items[0].Replies) != 1 || said.Items[0].Replies[0].ID != reply {
		t.Errorf("%+v", said)
	}
	if a := w.get(other, "/api/search?q=insults"); strings.Contains(string(a.body), rude.String()) {
		t.Errorf("found: %s", a.body)
	}
	for who, want := range map[ident.ID]string{
		other: "post harmless, comment removed, comment over, post removed", third: "post removed", author: "",
	} {
		got := strings.Join(w.outcomes(who), ", ")
		if who == other { // the two that one removal settles have one moment
			got = strings.Replace(got, "post removed, comment over", "comment over, post removed", 1)
		}
		if got != want {
			t.Errorf("%s is told %q, not %q", who, got, want)
		}
	}
	if got := strings.Join(w.removals(author), ", "); got != "comment So does this, post It insults people" {
		t.Errorf("the author is told %q", got)
	}
	if a := w.get(author, "/api/me/notifications"); strings.Contains(string(a.body), "Third") ||
		strings.Contains(string(a.body), "insults>") {
		t.Errorf("the author learns who reported it: %s", a.body)
	}
}

// Of a share that is reported, moderators read what it says and what it shares.
func TestReports_OfAShare(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	author, other, moderator := w.staffed()
	original := w.write(author, "A fine post")
	share := w.sharePost(other, original, "A rude share")
	w.reportThing(author, report.Post, share, "")
	one := w.reported(moderator, "").Items[0]
	if one.ID != share || one.Text != "A rude share" || one.Original == nil || one.Original.Text != "A fine post" ||
		one.Original.Author.Name != "Owner" {
		t.Errorf("%+v", one)
	}
	w.saw(feed.DeletePost.Run(t.Context(), w.commands, w.env().For(author), feed.PostBody{PostID: original}))
	if one := w.reported(moderator, "").Items[0]; one.Open != 1 || !one.Original.Gone || one.Original.Text != "" {
		t.Errorf("%+v", one)
	}
	w.saw(feed.RemovePost.Run(t.Context(), w.commands, w.env().For(moderator), feed.RemovePostBody{
		PostBody: feed.PostBody{PostID: share}, Reason: "It insults people",
	}))
	if open := w.reported(moderator, ""); open.Total != 0 {
		t.Errorf("open: %+v", open)
	}
}

// What its author deletes settles its reports by itself.
func TestReports_OfWhatIsDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	author, other, moderator := w.staffed()
	post := w.write(author, "Rude")
	below := w.comment(author, post, ident.Nil, "Rude too")
	w.reportThing(other, report.Post, post, "")
	w.reportThing(other, report.Comment, below, "")
	w.saw(feed.DeleteComment.Run(t.Context(), w.commands, w.env().For(author), feed.CommentBody{CommentID: below}))
	w.saw(feed.DeletePost.Run(t.Context(), w.commands, w.env().For(author), feed.PostBody{PostID: post}))
	if open := w.reported(moderator, ""); open.Total != 0 {
		t.Errorf("open: %+v", open)
	}
	if got := strings.Join(w.outcomes(other), ", "); got != "post over, comment over" {
		t.Errorf("the reporter is told %q", got)
	}
}
