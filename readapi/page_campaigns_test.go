package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	commands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/pages"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/readapi/search"
)

// launchFor launches a campaign that goes in the name of a page.
func (w *world) launchFor(owner, page ident.ID, title string) ident.ID {
	w.t.Helper()
	c := content(title)
	c.PageID = page
	return w.launch(owner, c).CampaignID
}

func (w *world) takeOff(by, page, campaign ident.ID) {
	w.t.Helper()
	w.saw(campaigns.TakeOffPage.Run(w.t.Context(), w.commands, w.env().For(by),
		campaigns.TakeOffPageBody{CampaignID: campaign, PageID: page}))
}

func (w *world) closePage(by, page ident.ID) {
	w.t.Helper()
	w.saw(commands.ClosePage.Run(w.t.Context(), w.commands, w.env().For(by), commands.PageBody{PageID: page}))
}

func pageCampaignsRow(c *cast) matrixRow {
	return matrixRow{path: "/api/pages/" + c.openPage(c.people["owner"], "Mill", "").String() + "/campaigns"}
}

func pageCampaignsPush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{
		topic: "page-campaigns/" + page.String(), to: everybody[1:],
		change: func() { c.launchFor(c.people["owner"], page, "Well") },
	}
}

// A campaign goes in the name of a page everywhere, while the page is open and whoever owns the campaign owns or edits it.
func TestCampaigns_GoInTheNameOfAPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	page := w.openPage(owner, "Mill of Łódź", "")
	editing := func() {
		t.Helper()
		w.saw(commands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(helper), commands.PageInvitationBody{
			PageBody: commands.PageBody{PageID: page}, InvitationID: w.askToEdit(owner, page, "hana@example.org"),
		}))
	}
	editing()
	made := w.launchFor(helper, page, "Well")
	w.give(owner, giving.DonateMoneyBody{CampaignID: made, Amount: 5_00, Currency: money.EUR})
	path := "/api/pages/" + page.String()
	shown := func(name string, by ident.ID) readcampaigns.CampaignDetail {
		t.Helper()
		w.caughtUp()
		d := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/"+made.String())
		if o := d.Organizer; o.Name != name || o.Page != by || o.ID != helper {
			t.Errorf("its document names %+v", o)
		}
		for _, query := range []string{"", "?q=" + strings.Fields(name)[0]} {
			cards := answer[read.List[readcampaigns.CampaignCard]](w, ident.Nil, "/api/campaigns"+query).Items
			if len(cards) != 1 || cards[0].Organizer.Name != name || cards[0].Organizer.Page != by {
				t.Errorf("a list of %q names %+v", query, cards)
			}
		}
		found := answer[search.Results](w, ident.Nil, "/api/search?q=well").Groups
		if len(found) != 1 || found[0].Items[0].By != name {
			t.Errorf("the search names %+v", found)
		}
		return d
	}
	counted := func(n int64) {
		t.Helper()
		list := answer[read.List[readcampaigns.CampaignCard]](w, owner, path+"/campaigns")
		about := answer[pages.Page](w, owner, path)
		if list.Total != n || int64(len(list.Items)) != n || about.Campaigns != n {
			t.Errorf("%d of %d campaigns go in its name, and the page says %d", len(list.Items), list.Total, about.Campaigns)
		}
		if n == 1 && (list.Items[0].ID != made || list.Items[0].RaisedAmount != 5_00) {
			t.Errorf("%+v", list.Items[0])
		}
	}
	d := shown("Mill of Łódź", page)
	if d.OrganizerSince == nil || d.Organizer.Verified || d.CanEdit {
		t.Errorf("%+v", d)
	}
	counted(1)
	if cards := answer[read.List[readcampaigns.CampaignCard]](w, ident.Nil, "/api/campaigns?q=hana").Items; len(cards) != 0 {
		t.Errorf("who runs it behind the page is found by their name: %+v", cards)
	}
	revised := commands.RevisePageBody{PageBody: commands.PageBody{PageID: page}}
	revised.Kind, revised.Name, revised.Lang = "nonprofit", "Windmill", "en"
	w.saw(commands.RevisePage.Run(t.Context(), w.commands, w.env().For(helper), revised))
	w.saw(commands.VerifyPage.Run(t.Context(), w.commands, w.env(),
		commands.VerifyPageBody{PageBody: revised.PageBody, Verified: true}))
	if d := shown("Windmill", page); !d.Organizer.Verified {
		t.Error("nobody sees that the page is verified")
	}
	w.saw(commands.LeavePage.Run(t.Context(), w.commands, w.env().For(helper), revised.PageBody))
	if d := shown("Hana", ident.Nil); d.Organizer.Verified {
		t.Error("a member is verified")
	}
	counted(0)
	editing()
	shown("Windmill", page)
	w.takeOff(owner, page, made)
	shown("Hana", ident.Nil)
	counted(0)
	told := answer[bellList](w, helper, "/api/me/notifications").Items[0]
	if told.Kind != "team_news" || told.TeamChange != "page_off" || told.Giver != "Windmill" || told.CampaignID != made {
		t.Errorf("%+v", told)
	}

	made = w.launchFor(helper, page, "Wells")
	w.caughtUp()
	mine := answer[pages.Page](w, owner, path)
	w.closePage(owner, page)
	w.caughtUp()
	if d := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/"+made.String()); d.Organizer.Name != "Hana" ||
		mine.Campaigns != 1 {
		t.Errorf("a page that is closed names a campaign still: %+v, %d", d.Organizer, mine.Campaigns)
	}
	w.refused(owner, path+"/campaigns", http.StatusNotFound, "page_not_found")
}

// A draft says in whose name it is to go, as long as it may.
func TestMyDraft_SaysInWhoseName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	page := w.openPage(owner, "Mill", "")
	c := content("Well")
	c.PageID = page
	begun, err := campaigns.BeginDraft.Run(t.Context(), w.commands, w.env().For(owner), c)
	w.saw(begun, err)
	kept := func() ident.ID {
		w.caughtUp()
		return answer[readcampaigns.Draft](w, owner, "/api/me/drafts/"+begun.DraftID.String()).Page
	}
	other := w.member("Hana", "hana@example.org")
	w.saw(commands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(other), commands.PageInvitationBody{
		PageBody: commands.PageBody{PageID: page}, InvitationID: w.askToEdit(owner, page, "hana@example.org"),
	}))
	w.openPage(other, "A mill", "")
	w.caughtUp()
	theirs := answer[readcampaigns.OwnPages](w, other, "/api/me/pages").Items
	if len(theirs) != 2 || theirs[0].Name != "A mill" || theirs[1].ID != page {
		t.Errorf("%+v", theirs)
	}
	if kept() != page {
		t.Error("it does not keep its page")
	}
	w.closePage(owner, page)
	if !kept().IsNil() {
		t.Error("it keeps a page that is closed")
	}
	if got := answer[readcampaigns.OwnPages](w, owner, "/api/me/pages").Items; len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Whoever looks sees that a page has another name, and that it is closed.
func TestPushes_FollowAPagesName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	page := w.openPage(owner, "Mill", "")
	made := w.launchFor(owner, page, "Well")
	w.caughtUp()
	c := w.pushes().watch(ident.Nil, "campaign/"+made.String(), "cards")
	shows := func(name string) {
		t.Helper()
		got := map[string]bool{}
		for len(got) < 2 {
			if m := c.next(); strings.Contains(string(m.Data), name) {
				got[m.Kind] = true
			}
		}
		if !got["campaign"] || !got["card"] {
			t.Errorf("%s reached %v", name, got)
		}
	}
	revised := commands.RevisePageBody{PageBody: commands.PageBody{PageID: page}}
	revised.Kind, revised.Name, revised.Lang = "nonprofit", "Windmill", "en"
	w.saw(commands.RevisePage.Run(t.Context(), w.commands, w.env().For(owner), revised))
	shows("Windmill")
	w.closePage(owner, page)
	shows("Olga")
}
