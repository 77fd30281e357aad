package campaign_test

import (
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

var (
	administrator = ident.ID{66}
	moneyAllowed  = campaign.MoneyAllowed{Campaign: id, By: administrator, At: later}
	moneyRefused  = campaign.MoneyRefused{
		Campaign: id, Subject: subject, Reason: personal.Plain("Not one of ours"), By: administrator, At: later,
	}
	allowMoney  = campaign.AllowMoney{By: administrator, Now: later}
	refuseMoney = campaign.RefuseMoney{By: administrator, Reason: " Not one of ours ", Now: later}
)

// withHours asks for money and time.
func withHours() campaign.Content {
	c := content()
	c.Resources, c.TimeGoal = []campaign.Resource{campaign.Money, campaign.Time}, 60
	return c
}

func moneyAsked(purpose string, holds bool, at time.Time) campaign.MoneyAsked {
	return campaign.MoneyAsked{Campaign: id, Subject: subject, Purpose: personal.Plain(purpose), Holds: holds, At: at}
}

func launchUnder(c campaign.Content, p campaign.Permit, review bool) campaign.Launch {
	l := launch(c)
	l.Permit, l.Review = p, review
	return l
}

func TestMoney_Issue34_LaunchAsks(t *testing.T) {
	purpose := campaign.Permit{Needed: true, Purpose: " A pump "}
	alone, both := content(), withHours()
	given(t).When(launchUnder(both, campaign.Permit{Needed: true}, false).Decide).ThenRefused("money_purpose_required")
	given(t).When(launchUnder(both, campaign.Permit{Purpose: "A pump"}, false).Decide).Then(launched(both))
	given(t).When(launchUnder(both, purpose, false).Decide).Then(launched(both), moneyAsked("A pump", false, now))
	given(t).When(launchUnder(both, purpose, true).Decide).
		Then(campaign.Submitted(launched(both)), moneyAsked("A pump", false, now))
	given(t).When(launchUnder(alone, purpose, false).Decide).
		Then(campaign.Submitted(launched(alone)), moneyAsked("A pump", true, now))
	given(t).When(launchUnder(alone, purpose, true).Decide).
		Then(campaign.Submitted(launched(alone)), moneyAsked("A pump", false, now))
	byPage := campaign.Permit{Needed: true, ByPage: true}
	given(t).When(launchUnder(alone, byPage, false).Decide).Then(launched(alone), moneyAsked("", false, now))
	hours := withHours()
	hours.Resources = []campaign.Resource{campaign.Time}
	hours.Goal.Minor = 0
	given(t).When(launchUnder(hours, campaign.Permit{Needed: true}, false).Decide).Then(launched(hours))
}

func TestMoney_Issue34_GiftsWaitForThePermission(t *testing.T) {
	asks := launched(withHours())
	asked := moneyAsked("A pump", false, now)
	for name, c := range map[string]struct {
		events []campaign.Event
		byPage bool
		want   error
	}{
		"never asked, as before permissions": {[]campaign.Event{asks}, false, nil},
		"asked":                              {[]campaign.Event{asks, asked}, false, campaign.ErrMoneyNotAllowed},
		"asked, in the name of a page":       {[]campaign.Event{asks, asked}, true, nil},
		"allowed":                            {[]campaign.Event{asks, asked, moneyAllowed}, false, nil},
		"refused":                            {[]campaign.Event{asks, asked, moneyRefused}, false, campaign.ErrMoneyNotAllowed},
		"refused, in the name of a page":     {[]campaign.Event{asks, asked, moneyRefused}, true, campaign.ErrMoneyNotAllowed},
		"stopped": {[]campaign.Event{asks, asked, moneyAllowed, moneyRefused}, false,
			campaign.ErrMoneyNotAllowed},
		"asked again":       {[]campaign.Event{asks, asked, moneyRefused, asked}, false, campaign.ErrMoneyNotAllowed},
		"allowed after all": {[]campaign.Event{asks, asked, moneyRefused, moneyAllowed}, false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := given(t, c.events...).State()
			if err := s.AdmitsGift(c.byPage, later); !errors.Is(err, c.want) {
				t.Errorf("%v, not %v", err, c.want)
			}
			if err := s.AdmitsPledge(campaign.Time, ident.ID{77}, later); err != nil {
				t.Errorf("time: %v", err)
			}
		})
	}
	if s := given(t, asks, asked, moneyAllowed, moneyRefused).State(); !s.ClosedSince(after).Equal(later) {
		t.Error("a payment that begins after the refusal is kept")
	}
	if s := given(t, asks, asked, moneyRefused, moneyAllowed).State(); !s.ClosedSince(after).IsZero() {
		t.Error("a payment after the permission goes back")
	}
}

func TestMoney_Issue34_Decisions(t *testing.T) {
	waits, asked := launched(withHours()), moneyAsked("A pump", false, now)
	given(t).When(allowMoney.Decide).ThenRefused("campaign_not_found")
	hours := withHours()
	hours.Resources = []campaign.Resource{campaign.Time}
	given(t, launched(hours)).When(allowMoney.Decide).ThenRefused("money_not_asked")
	given(t, launched(content())).When(allowMoney.Decide).ThenNothing()
	h := given(t, waits, asked)
	h.When(campaign.RefuseMoney{By: administrator, Now: later}.Decide).ThenRefused("decision_reason_required")
	h.When(allowMoney.Decide).Then(moneyAllowed).When(allowMoney.Decide).ThenNothing().When(refuseMoney.Decide).Then(moneyRefused)
	h.When(refuseMoney.Decide).Then(moneyRefused).When(refuseMoney.Decide).ThenNothing().When(allowMoney.Decide).Then(moneyAllowed)
	given(t, waits, asked, byOwner).When(allowMoney.Decide).ThenRefused("campaign_completed")
	given(t, waits, asked, called).When(refuseMoney.Decide).ThenRefused("campaign_cancelled")

	// what no permission was needed for can be stopped
	given(t, launched(content())).When(refuseMoney.Decide).Then(moneyRefused)
}

func TestMoney_Issue34_MoneyAloneWaits(t *testing.T) {
	submitted := campaign.Submitted(launched(content()))
	held, reviewed := moneyAsked("A pump", true, now), moneyAsked("A pump", false, now)
	opened, returned := moneyAllowed, moneyRefused
	opened.Opens, returned.Returns = true, true
	changes := campaign.ChangesRequested{
		Campaign: id, Subject: subject, Reason: personal.Plain("Not one of ours"), By: administrator, At: later,
	}
	public := campaign.Approved{Campaign: id, By: administrator, At: later}
	approve := campaign.Approve{By: moderator, Now: later}

	given(t, submitted, held).When(approve.Decide).ThenRefused("money_undecided")
	given(t, submitted, held).When(allowMoney.Decide).Then(opened, public)
	given(t, submitted, held).When(refuseMoney.Decide).Then(returned, changes)
	// a moderator decides about it, too
	given(t, submitted, reviewed).When(approve.Decide).ThenRefused("money_undecided")
	h := given(t, submitted, reviewed).When(allowMoney.Decide).Then(moneyAllowed)
	h.When(approve.Decide).Then(approved)
	given(t, submitted, reviewed).When(refuseMoney.Decide).Then(returned, changes)
	byPage := approve
	byPage.ByPage = true
	given(t, submitted, reviewed).When(byPage.Decide).Then(approved)
	// what asks for time as well is public without money
	given(t, campaign.Submitted(launched(withHours())), reviewed).When(approve.Decide).Then(approved)

	ended := campaign.Submitted(launched(ending()))
	given(t, ended, held).When(campaign.AllowMoney{By: administrator, Now: after}.Decide).ThenRefused("campaign_end_passed")
}

func TestMoney_Issue34_AsksAgain(t *testing.T) {
	ask := campaign.AskMoney{Actor: owner, Purpose: "A well", Now: later}
	asked, again := moneyAsked("A pump", false, now), moneyAsked("A well", false, later)
	h := given(t, launched(withHours()), asked, moneyRefused)
	h.When(campaign.AskMoney{Actor: ident.ID{77}, Purpose: "A well", Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.AskMoney{Actor: owner, Now: later}.Decide).ThenRefused("money_purpose_required")
	h.When(ask.Decide).Then(again).When(ask.Decide).Then(again)
	given(t, launched(withHours()), asked, moneyAllowed).When(ask.Decide).ThenNothing()
	given(t, launched(withHours())).When(ask.Decide).ThenNothing()

	// what waited for it alone waits again
	held, returned := moneyAsked("A pump", true, now), moneyRefused
	returned.Returns = true
	back := given(t, campaign.Submitted(launched(content())), held, returned, campaign.ChangesRequested{Campaign: id, At: later})
	heldAgain := moneyAsked("A well", true, later)
	resubmitted := campaign.Resubmitted{Campaign: id, At: later}
	back.When(ask.Decide).Then(heldAgain, resubmitted)

	revise := campaign.Revise{
		Actor: owner, Content: content(), Resubmit: true, Permit: campaign.Permit{Needed: true, Purpose: "A well"}, Now: later,
	}
	revised := campaign.Revised{Campaign: id, Subject: subject, Content: content(), At: later}
	back.When(revise.Decide).Then(revised, heldAgain, resubmitted)
	mute := revise
	mute.Permit.Purpose = ""
	back.When(mute.Decide).ThenRefused("money_purpose_required")
}

func TestMoney_Issue34_RevisionsAsk(t *testing.T) {
	hours := withHours()
	hours.Resources, hours.Goal = []campaign.Resource{campaign.Time}, content().Goal
	hours.Goal.Minor = 0
	revise := campaign.Revise{
		Actor: owner, Content: withHours(), Permit: campaign.Permit{Needed: true, Purpose: "A pump"}, Now: later,
	}
	revised := campaign.Revised{Campaign: id, Subject: subject, Content: withHours(), At: later}
	mute := revise
	mute.Permit.Purpose = ""

	// money that was not asked for before
	given(t, launched(hours)).When(mute.Decide).ThenRefused("money_purpose_required")
	given(t, launched(hours)).When(revise.Decide).Then(revised, moneyAsked("A pump", false, later))
	// what collected money before permissions were needed goes on, and what was decided stays
	asked := moneyAsked("A pump", false, now)
	for name, before := range map[string][]campaign.Event{
		"collected before": {launched(withHours())},
		"asked":            {launched(withHours()), asked},
		"allowed":          {launched(withHours()), asked, moneyAllowed},
		"refused":          {launched(withHours()), asked, moneyRefused},
	} {
		t.Run(name, func(t *testing.T) { given(t, before...).When(mute.Decide).Then(revised) })
	}
}

func TestMoney_Issue34_DraftsKeepThePurpose(t *testing.T) {
	save := campaign.SaveDraft{
		Campaign: id, Subject: subject, Owner: owner, Content: half(), Purpose: " A pump ", PurposeKept: "", Now: now,
	}
	h := given(t).When(save.Decide).Then(saved(1, half()), campaign.MoneyPurposeKept{
		Campaign: id, Subject: subject, Purpose: personal.Plain("A pump"), At: now,
	})
	save.Number, save.PurposeKept = 1, "A pump"
	h.When(save.Decide).Then(saved(2, half()))
}
