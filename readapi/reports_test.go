package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/report"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/notifications"
	"github.com/callup/callup/readapi/read"
)

func (w *world) report(by, campaign ident.ID, words string) {
	w.t.Helper()
	w.saw(reports.FileReport.Run(w.t.Context(), w.commands, w.env().For(by), reports.FileReportBody{
		Kind: report.Campaign, ThingID: campaign, Reason: "scam", Words: words,
	}))
}

func (w *world) reported(by ident.ID, query string) read.List[readcampaigns.ReportedThing] {
	w.t.Helper()
	w.caughtUp()
	return answer[read.List[readcampaigns.ReportedThing]](w, by, "/api/admin/reports"+query)
}

// outcomes are how the reports of a member ended, as the bell tells them.
func (w *world) outcomes(of ident.ID) (all []string) {
	w.t.Helper()
	for _, n := range answer[notifications.NotificationList](w, of, "/api/me/notifications").Items {
		if n.Kind == "report_settled" {
			all = append(all, n.Outcome+" "+n.CampaignTitle)
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
	if got := strings.Join(w.outcomes(other), ", "); got != "over Mill, suspended " {
		t.Errorf("the reporter is told %q", got)
	}
}
