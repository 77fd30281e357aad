package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

// submit launches a campaign that waits for a moderator.
func (w *world) submit(owner ident.ID, c campaigns.ContentBody) campaigns.LaunchCampaignAnswer {
	w.t.Helper()
	reviewing := *w.commands
	reviewing.Review = "all"
	out, err := campaigns.LaunchCampaign.Run(w.t.Context(), &reviewing, w.env().For(owner), c)
	w.saw(out.Done, err)
	return out
}

// staffed are an owner, a stranger and a moderator.
func (w *world) staffed() (owner, other, moderator ident.ID) {
	owner, other = w.member("Owner", "o@example.org"), w.member("Other", "x@example.org")
	moderator = w.member("Moderator", "m@example.org")
	w.roles[moderator] = []string{auth.Moderator}
	return owner, other, moderator
}

func (w *world) decide(by, campaign ident.ID, reason string, what string) {
	w.t.Helper()
	ctx, env, to := w.t.Context(), w.env().For(by), campaigns.CampaignBody{CampaignID: campaign}
	switch what {
	case "approve":
		w.saw(campaigns.ApproveCampaign.Run(ctx, w.commands, env, to))
	case "ask":
		w.saw(campaigns.RequestChanges.Run(ctx, w.commands, env, campaigns.DecisionBody{CampaignBody: to, Reason: reason}))
	case "reject":
		w.saw(campaigns.RejectCampaign.Run(ctx, w.commands, env, campaigns.DecisionBody{CampaignBody: to, Reason: reason}))
	case "suspend":
		w.saw(campaigns.SuspendCampaign.Run(ctx, w.commands, env, campaigns.SuspensionBody{CampaignBody: to, Reason: reason}))
	case "reinstate":
		w.saw(campaigns.ReinstateCampaign.Run(ctx, w.commands, env, to))
	}
	w.caughtUp()
}

// notShown says that a stranger finds a campaign nowhere: by no address, in no list, and not among pushed cards.
func (w *world) notShown(who ident.ID, c campaigns.LaunchCampaignAnswer, status int) {
	w.t.Helper()
	at := "/api/campaigns/" + c.CampaignID.String()
	for _, path := range []string{"/api/campaigns/" + c.Slug, at, at + "/supporters", at + "/updates"} {
		if a := w.get(who, path); a.status != status {
			w.t.Errorf("%s: %d %s, not %d", path, a.status, a.body, status)
		}
	}
	for _, query := range []string{"", "?tab=inactive", "?tab=popular", "?tab=push", "?sort=ending"} {
		for _, card := range answer[read.List[readcampaigns.CampaignCard]](w, who, "/api/campaigns"+query).Items {
			if card.ID == c.CampaignID {
				w.t.Errorf("campaigns%s lists it", query)
			}
		}
	}
}

// TestFound26_ChangesAfterApproval: moderators see what a public campaign changed since one approved it beside what was approved,
// until one has checked it or the organizer has changed it back.
func TestFound26_ChangesAfterApproval(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, _, moderator := w.staffed()
	said := content("Well")
	said.BeneficiaryName, said.Relationship, said.BeneficiaryConsent = "Bo", "friend", true
	c := w.submit(owner, said)
	w.decide(moderator, c.CampaignID, "", "approve")
	revise := func(change func(*campaigns.ContentBody)) {
		t.Helper()
		change(&said)
		w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner),
			campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: c.CampaignID}, ContentBody: said}))
		w.caughtUp()
	}
	changed := func() []readcampaigns.Reviewed {
		t.Helper()
		return answer[read.List[readcampaigns.Reviewed]](w, moderator, "/api/admin/review?state=changed").Items
	}
	w.caughtUp()
	if l := changed(); len(l) != 0 {
		t.Fatalf("nothing was changed yet: %+v", l)
	}
	before := said
	revise(func(c *campaigns.ContentBody) { c.Location = "Elsewhere" }) // of no matter here
	if l := changed(); len(l) != 0 {
		t.Errorf("a place: %+v", l)
	}
	revise(func(c *campaigns.ContentBody) { c.Story = "Never mind." })
	if l := changed(); len(l) != 1 || l[0].Approved.Story != before.Story || l[0].Approved.NewBeneficiary {
		t.Errorf("another story: %+v", l)
	}
	revise(func(c *campaigns.ContentBody) { c.Story = before.Story })
	if l := changed(); len(l) != 0 {
		t.Errorf("changed back, it is as approved: %+v", l[0].Approved)
	}
	revise(func(c *campaigns.ContentBody) { c.Story, c.BeneficiaryName = "For a new car.", "Cy" })
	l := changed()
	if len(l) != 1 || l[0].ID != c.CampaignID || l[0].Story != "For a new car." || l[0].BeneficiaryName != "Cy" {
		t.Fatalf("after a change: %+v", l)
	}
	want := readcampaigns.Approved{
		Title: "Well", Description: before.Description, Story: before.Story, BeneficiaryName: "Bo", NewBeneficiary: true,
	}
	if l[0].Approved == nil || *l[0].Approved != want {
		t.Errorf("beside it is %+v, not %+v", l[0].Approved, want)
	}
	read := campaigns.CampaignBody{CampaignID: c.CampaignID, Revision: &l[0].Revision}
	w.saw(campaigns.CheckCampaignChanges.Run(t.Context(), w.commands, w.env().For(moderator), read))
	w.caughtUp()
	if l := changed(); len(l) != 0 {
		t.Errorf("in the end: %+v", l[0].Approved)
	}
}

// Until a moderator approves a campaign, strangers find nothing at its address; its owner and the staff read all of it.
func TestReview_HidesWhatWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	w.launch(owner, content("Mill"))
	c := w.submit(owner, andTime(content("Well")))
	w.caughtUp()
	cards := w.pushes().watch(ident.Nil, "cards")
	site := w.site()
	see := func(status string) {
		t.Helper()
		for _, who := range []ident.ID{ident.Nil, other} {
			w.notShown(who, c, http.StatusNotFound)
		}
		for _, path := range []string{"/campaign/" + c.Slug, "/embed/" + c.Slug, "/card/" + c.CampaignID.String() + "/x.png"} {
			if a := visit(t, site, path); a.status != http.StatusNotFound {
				t.Errorf("%s: %d", path, a.status)
			}
		}
		if strings.Contains(string(visit(t, site, "/sitemap.xml").body), c.Slug) {
			t.Error("the sitemap names it")
		}
		for _, who := range []ident.ID{owner, moderator} {
			d := answer[readcampaigns.CampaignDetail](w, who, "/api/campaigns/"+c.Slug)
			if d.Status != status || d.Story == "" || d.CanEdit != (who == owner) || d.Staff != (who == moderator) {
				t.Errorf("%+v", d)
			}
			if a := w.get(who, "/api/campaigns/"+c.CampaignID.String()+"/updates"); a.status != http.StatusOK {
				t.Errorf("its updates: %d %s", a.status, a.body)
			}
		}
		mine := answer[read.List[readcampaigns.CampaignCard]](w, owner, "/api/me/campaigns")
		if mine.Total != 2 || mine.Items[0].Status != status {
			t.Errorf("the owner's: %+v", mine.Items)
		}
	}
	queue := func(state string, want ...string) {
		t.Helper()
		l := answer[read.List[readcampaigns.Reviewed]](w, moderator, "/api/admin/review?state="+state)
		if l.Total != int64(len(want)) || len(l.Items) != len(want) {
			t.Fatalf("%q: %+v", state, l)
		}
		for i, title := range want {
			if l.Items[i].Title != title || l.Items[i].Story == "" || l.Items[i].Earlier != 1 {
				t.Errorf("%q: %+v", state, l.Items[i])
			}
		}
	}
	see("in_review")
	queue("", "Well")
	later := w.submit(owner, content("Barn"))
	w.caughtUp()
	queue("in_review", "Well", "Barn") // what waits longest is first
	w.decide(moderator, later.CampaignID, "A lottery", "reject")
	w.saw(campaigns.WithdrawCampaign.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.CampaignBody{CampaignID: w.submit(owner, content("Shed")).CampaignID}))
	w.caughtUp()
	queue("rejected", "Barn")
	for query, want := range map[string]int64{"?state=waiting": 1, "?state=over": 2, "?state=active": 1} {
		if l := answer[read.List[readcampaigns.CampaignCard]](w, owner, "/api/me/campaigns"+query); l.Total != want {
			t.Errorf("the owner's campaigns %s: %+v", query, l)
		}
	}

	w.decide(moderator, c.CampaignID, "Say who gets it", "ask")
	queue("")
	queue("changes_requested", "Well")
	if d := answer[readcampaigns.CampaignDetail](w, owner, "/api/campaigns/"+c.Slug); d.StopReason != "Say who gets it" ||
		d.Status != "changes_requested" {
		t.Errorf("%+v", d)
	}
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: c.CampaignID}, ContentBody: andTime(content("Well")), Resubmit: true,
	}))
	w.caughtUp()
	queue("", "Well")
	w.decide(moderator, c.CampaignID, "", "approve")
	first := cards.until(func(m told) bool { return m.Kind == "card" })
	if string(first.Data) == "" || !strings.Contains(string(first.Data), "active") {
		t.Errorf("the first card that is pushed: %s", first.Data)
	}
	for _, who := range []ident.ID{ident.Nil, other, owner} {
		if d := answer[readcampaigns.CampaignDetail](w, who, "/api/campaigns/"+c.Slug); d.Status != "active" || d.StopReason != "" {
			t.Errorf("approved: %+v", d)
		}
	}
	if a := visit(t, site, "/campaign/"+c.Slug); a.status != http.StatusOK {
		t.Errorf("its page: %d", a.status)
	}
	told := answer[bellList](w, owner, "/api/me/notifications")
	var decisions []string
	for _, n := range told.Items {
		if n.Kind == "campaign_reviewed" {
			decisions = append(decisions, n.Decision)
		}
	}
	if got := strings.Join(decisions, " "); got != "approved changes_requested rejected" {
		t.Errorf("the owner is told: %s", got)
	}
}

// A suspended campaign shows strangers a moderator's reason alone, and takes nothing, until it is reinstated.
func TestSuspended_ShowsStrangersTheReasonAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	c := w.launch(owner, andTime(content("Well")))
	w.give(other, giving.DonateMoneyBody{CampaignID: c.CampaignID, Amount: 5_00, Currency: money.EUR})
	w.caughtUp()
	open := w.pushes().watch(other, "campaign/"+c.CampaignID.String())
	w.decide(moderator, c.CampaignID, "No such <well>", "suspend")
	open.until(func(m told) bool { return m.Code == "campaign_suspended" })
	for _, who := range []ident.ID{ident.Nil, other} {
		w.notShown(who, c, http.StatusGone)
		a := w.get(who, "/api/campaigns/"+c.Slug)
		if !strings.Contains(string(a.body), `"reason":"No such <well>"`) || strings.Contains(string(a.body), "story") {
			t.Errorf("%s", a.body)
		}
	}
	site := w.site()
	page := visit(t, site, "/campaign/"+c.Slug, "Accept-Language", "fr")
	if body := string(page.body); page.status != http.StatusGone || !strings.Contains(body, "Cette campagne est suspendue") ||
		!strings.Contains(body, "No such &lt;well&gt;") || strings.Contains(body, "annulée") {
		t.Errorf("its page: %d %s", page.status, body)
	}
	card := visit(t, site, "/embed/"+c.Slug)
	if card.status != http.StatusGone || !strings.Contains(string(card.body), "Moderators suspended it.") {
		t.Errorf("its card: %d %s", card.status, card.body)
	}
	for _, who := range []ident.ID{owner, moderator} {
		d := answer[readcampaigns.CampaignDetail](w, who, "/api/campaigns/"+c.Slug)
		if d.Status != "suspended" || d.StopReason != "No such <well>" || d.RaisedAmount != 5_00 {
			t.Errorf("%+v", d)
		}
	}
	if r := answer[[]platform.Recent](w, ident.Nil, "/api/platform/recent"); len(r) != 0 {
		t.Errorf("the latest gifts: %+v", r)
	}
	l := answer[read.List[readcampaigns.Reviewed]](w, moderator, "/api/admin/review?state=suspended")
	if l.Total != 1 || l.Items[0].StopReason != "No such <well>" {
		t.Errorf("%+v", l)
	}
	w.decide(moderator, c.CampaignID, "", "reinstate")
	if d := answer[readcampaigns.CampaignDetail](w, other, "/api/campaigns/"+c.Slug); d.Status != "active" || d.StopReason != "" {
		t.Errorf("reinstated: %+v", d)
	}
}
