package readapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	commands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

// Money that a campaign may not collect is shown to its team and the staff alone, until an administrator or its page allows it.
func TestMoney_Issue34_IsHiddenUntilItIsAllowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	s := *w.commands
	s.Money = "allowed"
	body := andTime(content("Well"))
	body.MoneyPurpose = "A pump"
	c, err := campaigns.LaunchCampaign.Run(t.Context(), &s, w.env().For(owner), body)
	w.saw(c, err)
	w.caughtUp()
	to := campaigns.CampaignBody{CampaignID: c.CampaignID}
	address := "/api/campaigns/" + c.Slug
	site := w.site()

	shown := func(money bool, when string) {
		t.Helper()
		d := answer[readcampaigns.CampaignDetail](w, other, address)
		if slices.Contains(d.Resources, "money") != money || d.GoalAmount > 0 != money || d.Money != nil {
			t.Errorf("%s, others are shown %v, a goal of %d and %+v", when, d.Resources, d.GoalAmount, d.Money)
		}
		if !slices.Contains(d.Resources, "time") || d.TimeGoalMinutes == 0 {
			t.Errorf("%s, it asks for no time", when)
		}
		want := int64(0)
		if money {
			want = 1
		}
		if l := answer[read.List[readcampaigns.CampaignCard]](w, ident.Nil, "/api/campaigns?need=money"); l.Total != want {
			t.Errorf("%s, %d campaigns ask for money: %+v", when, l.Total, l.Items)
		}
		page := visit(t, site, "/campaign/"+c.Slug)
		if page.status != http.StatusOK || strings.Contains(string(page.body), "DonateAction") != money {
			t.Errorf("%s, its document offers a gift of money or not: %d", when, page.status)
		}
		if embed := visit(t, site, "/embed/"+c.Slug); strings.Contains(string(embed.body), "€100") && !money {
			t.Errorf("%s, its card for other sites names the goal", when)
		}
	}
	team := func(state, reason string) {
		t.Helper()
		for _, who := range []ident.ID{owner, moderator} {
			d := answer[readcampaigns.CampaignDetail](w, who, address)
			if d.Money == nil || d.Money.State != state || d.Money.GoalAmount != 100_00 || d.Money.Purpose != "A pump" ||
				d.Money.Reason != reason {
				t.Errorf("its team and the staff are told %+v", d.Money)
			}
		}
	}
	queue := func(state string, want int) {
		t.Helper()
		l := answer[read.List[readcampaigns.Reviewed]](w, moderator, "/api/admin/review?state="+state)
		if len(l.Items) != want || l.Total != int64(want) {
			t.Errorf("%s: %d of %d, not %d", state, len(l.Items), l.Total, want)
		}
	}
	shown(false, "waiting")
	team("asked", "")
	queue("money", 1)

	w.saw(campaigns.RefuseMoney.Run(t.Context(), &s, w.env().For(moderator),
		campaigns.DecisionBody{CampaignBody: to, Reason: "Who pays?"}))
	w.caughtUp()
	shown(false, "refused")
	team("refused", "Who pays?")
	queue("money", 0)
	queue("money_refused", 1)

	w.saw(campaigns.AllowMoney.Run(t.Context(), &s, w.env().For(moderator), to))
	w.caughtUp()
	shown(true, "allowed")
	team("allowed", "")
	queue("money_refused", 0)
	var decisions []string
	for _, n := range answer[bellList](w, owner, "/api/me/notifications").Items {
		decisions = append(decisions, n.Decision)
	}
	if got := strings.Join(decisions, " "); got != "money_allowed money_refused" {
		t.Errorf("the owner is told: %s", got)
	}
}

// A page that is allowed opens its campaigns at once, and nobody needs to decide about them.
func TestMoney_Issue34_PagesShowTheirCampaignsMoney(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	s := *w.commands
	s.Money = "allowed"
	page := w.openPage(owner, "Mill", "")
	allow := func(allowed bool) {
		t.Helper()
		w.saw(commands.AllowPageMoney.Run(t.Context(), &s, w.env().For(moderator),
			commands.AllowPageMoneyBody{PageBody: commands.PageBody{PageID: page}, Allowed: allowed}))
		w.caughtUp()
	}
	allow(true)
	body := content("Well")
	body.PageID = page
	c, err := campaigns.LaunchCampaign.Run(t.Context(), &s, w.env().For(owner), body)
	w.saw(c, err)
	w.caughtUp()
	for _, allowed := range []bool{true, false, true} {
		allow(allowed)
		d := answer[readcampaigns.CampaignDetail](w, other, "/api/campaigns/"+c.Slug)
		l := answer[read.List[readcampaigns.CampaignCard]](w, other, "/api/campaigns?need=money")
		waits := answer[read.List[readcampaigns.Reviewed]](w, moderator, "/api/admin/review?state=money")
		if slices.Contains(d.Resources, "money") != allowed || (l.Total == 1) != allowed || (waits.Total == 0) != allowed {
			t.Errorf("allowed: %t; it asks for %v, %d are listed and %d wait", allowed, d.Resources, l.Total, waits.Total)
		}
	}
	w.takeOff(owner, page, c.CampaignID)
	w.caughtUp()
	if d := answer[readcampaigns.CampaignDetail](w, other, "/api/campaigns/"+c.Slug); len(d.Resources) != 0 {
		t.Errorf("in its owner's own name it asks for %v", d.Resources)
	}
}
