package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

func (w *world) cancel(owner, campaign ident.ID, reason string) {
	w.t.Helper()
	w.saw(campaigns.CancelCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), campaigns.CancelCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: campaign}, Reason: reason,
	}))
}

// A campaign that was cancelled: its owner sees all of it, strangers the reason alone, and who gave or pledged is told.
func TestCancelled_ShowsStrangersTheReasonAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	helper, dropped := w.member("Helper", "h@example.org"), w.member("Dropped", "d@example.org")
	made := w.launch(owner, andTime(content("Well & <b>")))
	w.launch(owner, content("Mill"))
	w.give(giver, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 5_00, Currency: money.EUR})
	w.pledge(helper, made.CampaignID, 60)
	w.saw(pledges.WithdrawTime.Run(t.Context(), w.commands, w.env().For(dropped), pledges.PledgeBody{
		PledgeID: w.pledge(dropped, made.CampaignID, 60),
	}))
	w.caughtUp()
	open := w.pushes().watch(giver, "campaign/"+made.CampaignID.String())
	w.cancel(owner, made.CampaignID, "The <roof> fell in")
	open.until(func(m told) bool { return m.Code == "campaign_cancelled" })
	w.caughtUp()

	for _, who := range []ident.ID{ident.Nil, giver} {
		for _, path := range []string{"/api/campaigns/" + made.Slug, "/api/campaigns/" + made.CampaignID.String()} {
			a := w.get(who, path)
			if a.status != http.StatusGone || !strings.Contains(string(a.body), `"reason":"The <roof> fell in"`) ||
				strings.Contains(string(a.body), "story") {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
		if a := w.get(who, "/api/campaigns/"+made.CampaignID.String()+"/supporters"); a.status != http.StatusGone {
			t.Errorf("its supporters: %d %s", a.status, a.body)
		}
	}
	mine := answer[readcampaigns.CampaignDetail](w, owner, "/api/campaigns/"+made.Slug)
	if mine.Status != "cancelled" || mine.CancelReason != "The <roof> fell in" || mine.EndReason != "cancelled" ||
		mine.RaisedAmount != 5_00 {
		t.Errorf("to its owner: %+v", mine)
	}
	if a := w.get(owner, "/api/campaigns/"+made.CampaignID.String()+"/supporters"); a.status != http.StatusOK {
		t.Errorf("its supporters, to its owner: %d %s", a.status, a.body)
	}
	for query, want := range map[string]int64{"": 2, "?state=over": 1, "?state=active": 1, "?state=paused": 0, "?q=WELL": 1} {
		l := answer[read.List[readcampaigns.CampaignCard]](w, owner, "/api/me/campaigns"+query)
		if l.Total != want || int64(len(l.Items)) != want {
			t.Errorf("the owner's campaigns %s: %+v", query, l)
		}
	}
	for _, query := range []string{"", "?tab=inactive", "?tab=popular"} {
		for _, card := range answer[read.List[readcampaigns.CampaignCard]](w, ident.Nil, "/api/campaigns"+query).Items {
			if card.ID == made.CampaignID {
				t.Errorf("campaigns%s lists it", query)
			}
		}
	}

	page := visit(t, site, "/campaign/"+made.Slug, "Accept-Language", "fr")
	if body := string(page.body); page.status != http.StatusGone || !strings.Contains(body, "Cette campagne a été annulée") ||
		!strings.Contains(body, "The &lt;roof&gt; fell in") || !strings.Contains(body, "noindex") || strings.Contains(body, "Owner") {
		t.Errorf("its page: %d %s", page.status, body)
	}
	a := visit(t, site, "/embed/"+made.Slug)
	if a.status != http.StatusGone || !strings.Contains(string(a.body), "The organizer cancelled it.") {
		t.Errorf("its card: %d %s", a.status, a.body)
	}
	a = visit(t, site, "/campaign/"+made.Slug+"/thanks?donation=x")
	if a.status != http.StatusOK || strings.Contains(string(a.body), "Well") {
		t.Errorf("where a payment leads back to: %d %s", a.status, a.body)
	}
	if a := visit(t, site, "/sitemap-1.xml"); strings.Contains(string(a.body), made.Slug) {
		t.Errorf("the sitemap names it: %s", a.body)
	}

	told := func(who ident.ID) (reasons []string) {
		for _, n := range answer[bellList](w, who, notificationsPath).Items {
			if n.Kind == "campaign_completed" {
				reasons = append(reasons, n.EndReason)
			}
		}
		return reasons
	}
	for who, want := range map[ident.ID]int{giver: 1, helper: 1, dropped: 0, owner: 0} {
		if got := told(who); len(got) != want || want > 0 && got[0] != "cancelled" {
			t.Errorf("%s was told %v", who, got)
		}
	}
}
