package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/domain/ident"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

// What is urgent says so with its reason, in lists and on its page, while it takes gifts; that it was so is its owner's to know.
func TestUrgent_IsSaidWhileItHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	c := w.launch(owner, content("Well"))
	body := campaigns.CampaignBody{CampaignID: c.CampaignID}
	detail := func(who ident.ID) readcampaigns.CampaignDetail {
		return answer[readcampaigns.CampaignDetail](w, who, "/api/campaigns/"+c.Slug)
	}
	says := func(urgent bool) {
		t.Helper()
		w.caughtUp()
		d := detail(other)
		if d.Urgent != urgent || (d.UrgentReason != "") != urgent || (d.UrgentUntil != nil) != urgent || d.WasUrgent {
			t.Errorf("strangers read %+v", d)
		}
		for _, card := range answer[read.List[readcampaigns.CampaignCard]](w, other, "/api/campaigns").Items {
			if card.Urgent != urgent {
				t.Errorf("its card: %+v", card)
			}
		}
		page := string(visit(t, w.site(), "/campaign/"+c.Slug, "Accept-Language", "fr").body)
		if strings.Contains(page, "It &lt;leaks&gt;") != urgent || strings.Contains(page, "chip-urgent") != urgent {
			t.Errorf("its document says that it is urgent: %t", !urgent)
		}
	}
	says(false)
	w.saw(campaigns.MarkUrgent.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.UrgentBody{CampaignBody: body, Reason: "It <leaks>"}))
	says(true)
	w.saw(campaigns.PauseCampaign.Run(t.Context(), w.commands, w.env().For(owner), body))
	says(false)
	w.saw(campaigns.ResumeCampaign.Run(t.Context(), w.commands, w.env().For(owner), body))
	says(true)
	w.saw(campaigns.RemoveUrgency.Run(t.Context(), w.commands, w.env().For(moderator),
		campaigns.DecisionBody{CampaignBody: body, Reason: "It has time"}))
	says(false)
	if d := detail(owner); !d.WasUrgent || d.CalmReason != "It has time" {
		t.Errorf("its owner reads %+v", d)
	}
	if d := detail(other); d.CalmReason != "" { // Found53
		t.Errorf("a stranger reads why it is not urgent: %q", d.CalmReason)
	}
}

// Every address that a campaign had leads to it.
func TestRenamed_OldAddressesLeadToIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, _ := w.staffed()
	c := w.launch(owner, content("Well"))
	revise := campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: c.CampaignID}, ContentBody: content("A brand new pump"), Rename: true,
	}
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), revise))
	w.caughtUp()
	if d := answer[readcampaigns.CampaignDetail](w, other, "/api/campaigns/"+c.Slug); d.Slug != "a-brand-new-pump" {
		t.Errorf("the old address gives %q", d.Slug)
	}
	page := visit(t, w.site(), "/campaign/"+c.Slug)
	if to := page.header.Get("Location"); page.status != http.StatusMovedPermanently ||
		!strings.HasSuffix(to, "/campaign/a-brand-new-pump") {
		t.Errorf("%d %s", page.status, to)
	}
}
