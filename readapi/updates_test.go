package readapi_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	commands "github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
)

// campaignUpdatesRow is the row of the matrix: what is for supporters is read by the owner, whoever gave and the staff, and by
// nobody else.
func campaignUpdatesRow(c *cast) matrixRow {
	c.post(c.people["owner"], c.campaign, "For all", "public", false)
	c.post(c.people["owner"], c.campaign, "For supporters", "supporters", false)
	return matrixRow{"/api/campaigns/" + c.campaign.String() + "/updates",
		[]string{"owner", coOrganizer, "giver", auth.Moderator, auth.Auditor, auth.Administrator}}
}

func campaignUpdatesPush(c *cast) pushRow {
	at := c.campaign.String()
	return pushRow{topic: "campaign-updates/" + at, to: everybody, change: func() {
		c.post(c.people["owner"], c.campaign, "News", "public", false)
	}}
}

// post has the owner of a campaign post an update.
func (w *world) post(by, to ident.ID, title, audience string, pin bool) ident.ID {
	w.t.Helper()
	body := campaigns.PostUpdateBody{CampaignID: to, Pin: pin}
	body.Title, body.Text, body.Lang = title, "Words of "+title, "en"
	if audience == "supporters" {
		body.Audience = "supporters"
	} else {
		body.Audience = "public"
	}
	made, err := campaigns.PostUpdate.Run(w.t.Context(), w.commands, w.env().For(by), body)
	w.saw(made, err)
	return made.UpdateID
}

// Who reads which update follows what they gave, and what was accepted of what they pledged.
func TestUpdates_ForSupportersAndForAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Olga", "olga@example.org"), w.member("Gil", "gil@example.org")
	helper, other := w.member("Hana", "hana@example.org"), w.member("Otto", "otto@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	path := "/api/campaigns/" + to.String() + "/updates"
	read := func(who ident.ID, query string) readcampaigns.CampaignUpdates {
		t.Helper()
		return answer[readcampaigns.CampaignUpdates](w, who, path+query)
	}
	if got := read(ident.Nil, ""); got.Total != 0 || got.Pinned != nil || got.Hidden != 0 || len(got.Items) != 0 {
		t.Errorf("before anything is posted: %+v", got)
	}
	all := w.post(owner, to, "Keys", "public", true)
	secret := w.post(owner, to, "Secret", "supporters", false)
	later := w.post(owner, to, "Roof", "public", false)

	outside := func(who ident.ID, whose string) {
		t.Helper()
		got := read(who, "")
		if got.Total != 2 || got.Hidden != 1 || got.Pinned == nil || got.Pinned.ID != all || len(got.Items) != 1 ||
			got.Items[0].ID != later {
			t.Errorf("%s reads %+v", whose, got)
		}
		if bytes.Contains(w.get(who, path).body, []byte("Secret")) {
			t.Errorf("%s reads what is for supporters", whose)
		}
	}
	inside := func(who ident.ID, whose string) {
		t.Helper()
		got := read(who, "")
		if got.Total != 3 || got.Hidden != 0 || len(got.Items) != 2 || got.Items[1].ID != secret ||
			got.Items[1].Text != "Words of Secret" || got.Items[1].Author.Name != "Olga" {
			t.Errorf("%s reads %+v", whose, got)
		}
	}
	inside(owner, "the owner")
	pledge := w.pledge(helper, to, 60)
	gift := w.give(giver, giving.DonateMoneyBody{CampaignID: to, Amount: 5_00, Currency: money.EUR, Anonymous: true})
	inside(giver, "who gave")
	outside(helper, "whose pledge waits")
	w.saw(commands.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner), commands.AcceptTimeBody{PledgeID: pledge}))
	inside(helper, "whose pledge was accepted")
	outside(other, "another member")
	outside(ident.Nil, "a visitor")
	w.refund(gift, money.Of(5_00, money.EUR))
	outside(giver, "whose gift went back")

	first := read(owner, "?limit=1")
	if next := read(owner, "?limit=1&cursor="+first.Next); first.Next == "" || len(next.Items) != 1 || next.Items[0].ID != secret {
		t.Errorf("the second page is %+v", next)
	}
	if d := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/well"); d.Updates != 3 {
		t.Errorf("the campaign tells of %d updates", d.Updates)
	}
	on := campaigns.UpdateBody{CampaignID: to, UpdateID: later}
	revise := campaigns.ReviseUpdateBody{UpdateBody: on}
	revise.Title, revise.Text, revise.Audience, revise.Lang = "Roof, again", "It holds.", "public", "en"
	w.saw(campaigns.ReviseUpdate.Run(t.Context(), w.commands, w.env().For(owner), revise))
	w.saw(campaigns.PinUpdate.Run(t.Context(), w.commands, w.env().For(owner), on))
	if got := read(other, ""); got.Pinned == nil || got.Pinned.ID != later || got.Pinned.Title != "Roof, again" ||
		got.Pinned.RevisedAt == nil || got.Items[0].ID != all {
		t.Errorf("revised and pinned: %+v", got)
	}
	w.saw(campaigns.UnpinUpdate.Run(t.Context(), w.commands, w.env().For(owner), on))
	if got := read(other, ""); got.Pinned != nil || got.Total != 2 {
		t.Errorf("unpinned: %+v", got)
	}
	w.saw(campaigns.RemoveUpdate.Run(t.Context(), w.commands, w.env().For(owner), on))
	if got := read(other, ""); got.Total != 1 || got.Items[0].ID != all {
		t.Errorf("removed: %+v", got)
	}
	w.saw(campaigns.CancelCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CancelCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: to}, Reason: "Rain",
	}))
	w.refused(other, path, http.StatusGone, "campaign_cancelled")
	w.refused(other, "/api/campaigns/"+secret.String()+"/updates", http.StatusNotFound, "campaign_not_found")
	if got := read(owner, ""); got.Total != 2 {
		t.Errorf("once it is cancelled, its owner reads %+v", got)
	}
}

// The document of a campaign's page lists what everybody may read, and nothing else.
func TestUpdates_InTheDocument(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner := w.member("Olga", "olga@example.org")
	made := w.launch(owner, content("Well"))
	w.caughtUp()
	if page := string(visit(t, site, "/campaign/"+made.Slug+"?tab=updates").body); strings.Contains(page, "Updates") {
		t.Errorf("a tab without updates: %s", page)
	}
	w.post(owner, made.CampaignID, "Keys <b>", "public", false)
	w.post(owner, made.CampaignID, "Secret", "supporters", false)
	w.post(owner, made.CampaignID, "Roof", "public", true)
	w.caughtUp()
	page := string(visit(t, site, "/campaign/"+made.Slug+"?tab=updates").body)
	roof, keys := strings.Index(page, "Words of Roof"), strings.Index(page, "Words of Keys &lt;b&gt;")
	if roof < 0 || keys < roof || strings.Contains(page, "Secret") {
		t.Errorf("its updates: %s", page)
	}
	if page := string(visit(t, site, "/campaign/"+made.Slug).body); !strings.Contains(page, "Updates") ||
		strings.Contains(page, "Words of") {
		t.Errorf("its story: %s", page)
	}
}
