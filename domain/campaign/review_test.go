package campaign_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

var (
	moderator = ident.ID{5}
	approved  = campaign.Approved{Campaign: id, By: moderator, At: later}
	asked     = campaign.ChangesRequested{
		Campaign: id, Subject: subject, Reason: personal.Plain("Say who gets it"), By: moderator, At: later,
	}
	again     = campaign.Resubmitted{Campaign: id, At: later}
	rejected  = campaign.Rejected{Campaign: id, Subject: subject, Reason: personal.Plain("A lottery"), By: moderator, At: later}
	withdrawn = campaign.Withdrawn{Campaign: id, At: later}
	suspended = campaign.Suspended{Campaign: id, Subject: subject, Reason: personal.Plain("No such well"), By: moderator, At: later}
	back      = campaign.Reinstated{Campaign: id, By: moderator, At: later}

	approve = campaign.Approve{By: moderator, Now: later}
	ask     = campaign.RequestChanges{By: moderator, Reason: " Say who gets it ", Now: later}
	reject  = campaign.Reject{By: moderator, Reason: "A lottery", Now: later}
	suspend = campaign.Suspend{By: moderator, Reason: "No such well", Now: later}
)

func submitted(c campaign.Content) campaign.Submitted { return campaign.Submitted(launched(c)) }

func TestReview(t *testing.T) {
	submit := launch(ending())
	submit.Review = true
	h := given(t).When(submit.Decide).Then(submitted(ending()))
	h.When(submit.Decide).ThenRefused("campaign_exists")

	open := approved
	open.EndsAt = ends
	h.When(approve.Decide).Then(open).When(approve.Decide).ThenNothing()
	h.When(campaign.Approve{By: moderator, Now: after}.Decide).ThenRefused("campaign_end_passed")
	h.When(campaign.RequestChanges{By: moderator, Reason: " ", Now: later}.Decide).ThenRefused("decision_reason_required reason")
	h.When(campaign.Reject{By: moderator, Reason: strings.Repeat("é", campaign.MaxReason+1), Now: later}.Decide).
		ThenRefused("too_long reason")
	h.When(reject.Decide).Then(rejected).When(approve.Decide).ThenRefused("campaign_not_in_review")

	// It goes to its owner and comes back.
	h = h.When(ask.Decide).Then(asked)
	h.When(approve.Decide).ThenRefused("campaign_not_in_review")
	revised := campaign.Revised{Campaign: id, Subject: subject, Content: content(), At: later}
	h.When(campaign.Revise{Actor: owner, Content: content(), Now: later}.Decide).Then(revised)
	h.When(campaign.Revise{Actor: stranger, Content: content(), Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Revise{Actor: owner, Content: content(), Resubmit: true, Now: later}.Decide).Then(revised, again).
		When(approve.Decide).Then(approved)
	given(t, submitted(ending())).When(campaign.Revise{Actor: owner, Content: content(), Resubmit: true, Now: later}.Decide).
		Then(revised)

	given(t).When(approve.Decide).ThenRefused("campaign_not_found")
	given(t, launched(content())).When(reject.Decide).ThenRefused("campaign_not_in_review")
}

// Until it is approved a campaign is as if it were not there, except for its owner, who can change it and take it back.
// TestFound26_ChangesAfterApproval are there to be checked once, until the next.
func TestFound26_ChangesAfterApproval(t *testing.T) {
	check := campaign.CheckChanges{By: moderator, Now: later}
	checked := campaign.ChangesChecked{Campaign: id, By: moderator, At: later}
	revise := campaign.Revise{Actor: owner, Content: content(), Now: later}
	given(t).When(check.Decide).ThenRefused("campaign_not_found")
	other := content()
	other.Story = personal.Plain("Another story")
	revise.Content = other
	revised := campaign.Revised{Campaign: id, Subject: subject, Content: other, At: later}
	given(t, launched(content())).When(revise.Decide).Then(revised).When(check.Decide).ThenNothing() // no moderator approved it
	h := given(t, submitted(content()), approved)
	h.When(check.Decide).ThenNothing()
	h = h.When(revise.Decide).Then(revised)
	h.When(check.Decide).Then(checked).When(check.Decide).ThenNothing()
	photo := campaign.MediaShown{Campaign: id, Subject: subject, Photo: personal.Plain("p"), At: later}
	given(t, submitted(content()), approved, photo).When(check.Decide).Then(checked)
}

func TestWaiting(t *testing.T) {
	withdraw := campaign.Withdraw{Actor: owner, Now: later}
	for name, events := range map[string][]campaign.Event{
		"campaign_in_review": {submitted(ending())}, "campaign_rejected": {submitted(ending()), rejected},
		"campaign_withdrawn": {submitted(ending()), withdrawn},
	} {
		h := given(t, events...)
		h.When(campaign.Pause{Actor: owner, Now: later}.Decide).ThenRefused(name)
		h.When(campaign.Cancel{Actor: owner, Reason: "Rain", Now: later}.Decide).ThenRefused(name)
		h.When(campaign.Complete{Actor: owner, Now: later}.Decide).ThenRefused(name)
		h.When(campaign.Complete{Now: after}.Decide).ThenNothing()
		h.When(campaign.Feature{On: true, Now: later}.Decide).ThenRefused(name)
		h.When(suspend.Decide).ThenRefused("campaign_never_public")
		if err := h.State().AdmitsGift(false, later); !errors.Is(err, campaign.ErrNotFound) {
			t.Errorf("%s: a gift is answered %v", name, err)
		}
		if h.State().ClosedSince(after).IsZero() {
			t.Errorf("%s: it takes gifts", name)
		}
	}
	h := given(t, submitted(ending()))
	h.When(campaign.Withdraw{Actor: stranger, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(withdraw.Decide).Then(withdrawn).When(withdraw.Decide).ThenNothing()
	h.And(asked).When(withdraw.Decide).Then(withdrawn)
	h.And(rejected).When(withdraw.Decide).ThenRefused("campaign_not_in_review")
	h.And(rejected).When(campaign.Revise{Actor: owner, Content: content(), Now: later}.Decide).ThenRefused("campaign_rejected")
	if s := h.And(approved).State(); !s.ClosedSince(later).IsZero() || s.AdmitsGift(false, later) != nil {
		t.Errorf("approved, and closed since %s", s.ClosedSince(later))
	}
}

// A suspended campaign goes on beneath: what its owner or the clock does to it stands when it is reinstated.
func TestSuspension(t *testing.T) {
	reinstate := campaign.Reinstate{By: moderator, Now: later}
	h := given(t, launched(ending()))
	h.When(campaign.Suspend{By: moderator, Now: later}.Decide).ThenRefused("decision_reason_required reason")
	h.When(reinstate.Decide).ThenNothing()
	h = h.When(suspend.Decide).Then(suspended)
	h.When(campaign.Suspend{By: moderator, Reason: "Another", Now: later}.Decide).ThenNothing()
	if s := h.State(); !errors.Is(s.AdmitsGift(false, later), campaign.ErrSuspended) || !s.ClosedSince(after).Equal(later) {
		t.Errorf("a gift is answered %v; closed since %s", s.AdmitsGift(false, later), s.ClosedSince(after))
	}
	h.When(campaign.Complete{Now: after}.Decide).Then(byEndDate).When(reinstate.Decide).Then(back)
	h = h.When(reinstate.Decide).Then(back)
	if s := h.State(); s.AdmitsGift(false, later) != nil || !s.ClosedSince(later).IsZero() {
		t.Errorf("reinstated: %v", s.AdmitsGift(false, later))
	}
	given(t, launched(content()), called).When(suspend.Decide).ThenRefused("campaign_never_public")
	given(t, launched(content()), byOwner).When(suspend.Decide).Then(suspended)
	given(t).When(suspend.Decide).ThenRefused("campaign_not_found")
	given(t).When(reinstate.Decide).ThenRefused("campaign_not_found")
}

// Who had a campaign that was public is known from then on.
func TestKnownOrganizer(t *testing.T) {
	know := campaign.Know{Member: owner, Campaign: id, Now: later}
	h := domaintest.Given(t, campaign.OrganizerDecider).
		When(know.Decide).Then(campaign.OrganizerKnown{Member: owner, Campaign: id, At: later})
	h.When(know.Decide).ThenNothing()
	if !h.State() {
		t.Error("not known")
	}
}
