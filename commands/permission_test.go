package commands_test

import (
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
)

// permitting is a process in which an administrator decides who collects money.
func (w *world) permitting() *command.Service {
	s := *w.service()
	s.Money = "allowed"
	return &s
}

// asking asks for money and time, and says what the money is for.
func asking(c *campaigns.ContentBody) {
	c.ResourceTypes, c.TimeGoalHours, c.MoneyPurpose = []string{"money", "time"}, 10, "A pump"
}

// onTwoAsking are about two campaigns of the owner that ask to collect money.
func onTwoAsking(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		body := func() string {
			c := content()
			asking(&c)
			l, err := campaigns.LaunchCampaign.Run(m.t.Context(), m.permitting(), m.env().For(m.owner), c)
			must(m.t, err)
			return `{"campaign_id":"` + l.CampaignID.String() + `"` + more + `}`
		}
		return body(), body()
	}
}

func allowPageMoneyBodies(m *matrix) (one, other string) {
	return onPages(m.owner, m, `,"allowed":true`)
}

func (w *world) permission(id ident.ID) campaign.State {
	w.t.Helper()
	s, _, err := command.Load(w.t.Context(), w.service().Handler, campaign.Decider, id)
	must(w.t, err)
	return s
}

func TestMoney_Issue34_GiftsWaitForAnAdministrator(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.permitting()
	body := content()
	body.ResourceTypes, body.TimeGoalHours = []string{"money", "time"}, 10
	_, err := campaigns.LaunchCampaign.Run(t.Context(), s, w.env().For(owner), body)
	refused(t, err, "money_purpose_required")

	id := w.launch(s, asking).CampaignID
	give := func(s *command.Service) error {
		_, err := giving.DonateMoney.Run(t.Context(), s, w.env(), gift(id, 500))
		return err
	}
	refused(t, give(s), "money_not_allowed")
	refused(t, give(w.service()), "money_not_allowed") // the log says it, whatever the setting is by now
	to := campaigns.CampaignBody{CampaignID: id}
	_, err = campaigns.RefuseMoney.Run(t.Context(), s, w.env().For(ident.ID{9}),
		campaigns.DecisionBody{CampaignBody: to, Reason: "Not ours"})
	must(t, err)
	refused(t, give(s), "money_not_allowed")
	_, err = campaigns.AskMoney.Run(t.Context(), s, w.env().For(owner), campaigns.MoneyBody{CampaignBody: to, Purpose: "A well"})
	must(t, err)
	refused(t, give(s), "money_not_allowed")
	_, err = campaigns.AllowMoney.Run(t.Context(), s, w.env().For(ident.ID{9}), to)
	must(t, err)
	must(t, give(s))

	// what was launched where nobody needed a permission goes on where one does
	before := w.launch(w.service()).CampaignID
	id = before
	must(t, give(s))
}

func TestMoney_Issue34_MoneyAloneIsPublicOnceAllowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.permitting()
	launched := w.launch(s, func(c *campaigns.ContentBody) { c.MoneyPurpose = "A pump" })
	if launched.Status != "in_review" {
		t.Fatalf("launched as %s", launched.Status)
	}
	to := campaigns.CampaignBody{CampaignID: launched.CampaignID}
	_, err := campaigns.ApproveCampaign.Run(t.Context(), s, w.env(), to)
	refused(t, err, "money_undecided")
	_, err = campaigns.AllowMoney.Run(t.Context(), s, w.env().For(ident.ID{9}), to)
	must(t, err)
	if is := w.permission(launched.CampaignID); is.Status != campaign.Active || is.Permission != campaign.PermissionAllowed {
		t.Errorf("it is %s, and its money %s", is.Status, is.Permission)
	}
}

func TestMoney_Issue34_DraftsAskAndKeepThePurpose(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.permitting()
	body := content()
	asking(&body)
	draft, err := campaigns.BeginDraft.Run(t.Context(), s, w.env().For(owner), body)
	must(t, err)
	w.wrote(campaign.Category, draft.DraftID, "CampaignDraftSaved", "CampaignMoneyPurposeKept")
	kept := campaigns.DraftBody{DraftID: draft.DraftID, Number: draft.Number}
	saved, err := campaigns.SaveDraft.Run(t.Context(), s, w.env().For(owner),
		campaigns.SaveDraftBody{DraftBody: kept, ContentBody: body})
	must(t, err)
	w.wrote(campaign.Category, draft.DraftID, "CampaignDraftSaved", "CampaignMoneyPurposeKept", "CampaignDraftSaved")
	kept.Number = saved.Number
	_, err = campaigns.LaunchDraft.Run(t.Context(), s, w.env().For(owner),
		campaigns.SaveDraftBody{DraftBody: kept, ContentBody: body})
	must(t, err)
	w.wrote(campaign.Category, draft.DraftID, "CampaignDraftSaved", "CampaignMoneyPurposeKept", "CampaignDraftSaved",
		"CampaignLaunched", "CampaignMoneyAsked")
}

// A campaign in the name of an allowed page needs no asking, for as long as the page is allowed, and its owner edits it.
func TestMoney_Issue34_PagesOpenTheirCampaigns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.permitting()
	_, err := members.RegisterMember.Run(t.Context(), s, w.env(),
		members.Registration{Member: owner, Name: "Ada", Email: "ada@example.org", Lang: "en"})
	must(t, err)
	opened, err := pages.CreatePage.Run(t.Context(), s, w.env().For(owner), pages.CreatePageBody{WritingBody: pages.WritingBody{
		Kind: orgpage.Nonprofit, Name: "The mill", Lang: "en",
	}})
	must(t, err)
	page := opened.PageID
	allow := func(allowed bool) {
		t.Helper()
		_, err := pages.AllowPageMoney.Run(t.Context(), s, w.env().For(ident.ID{9}),
			pages.AllowPageMoneyBody{PageBody: pages.PageBody{PageID: page}, Allowed: allowed})
		must(t, err)
	}
	allow(true)
	body := content()
	body.PageID = page
	launched, err := campaigns.LaunchCampaign.Run(t.Context(), s, w.env().For(owner), body)
	must(t, err)
	give := func() error {
		_, err := giving.DonateMoney.Run(t.Context(), s, w.env(), gift(launched.CampaignID, 500))
		return err
	}
	if launched.Status != "active" {
		t.Fatalf("launched as %s", launched.Status)
	}
	must(t, give())
	allow(false)
	refused(t, give(), "money_not_allowed")
	allow(true)
	must(t, give())
	_, err = campaigns.TakeOffPage.Run(t.Context(), s, w.env().For(owner),
		campaigns.TakeOffPageBody{CampaignID: launched.CampaignID, PageID: page})
	must(t, err)
	refused(t, give(), "money_not_allowed")
	state, _, err := command.Load(t.Context(), s.Handler, orgpage.Decider, page)
	must(t, err)
	if !state.CollectsFor(owner) || state.CollectsFor(ident.ID{77}) {
		t.Error("a page lets others than its owner and editors collect money")
	}
}
