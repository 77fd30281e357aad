package campaign_test

import (
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

func TestUrgent(t *testing.T) {
	mark := campaign.MarkUrgent{Actor: owner, Reason: " The roof leaks ", Now: later}
	marked := campaign.MarkedUrgent{
		Campaign: id, Subject: subject, Reason: personal.Plain("The roof leaks"), Until: later.Add(campaign.UrgentFor), At: later,
	}
	given(t).When(mark.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(ending()))
	h.When(campaign.MarkUrgent{Actor: moderator, Reason: "Now", Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.MarkUrgent{Actor: owner, Reason: " ", Now: later}.Decide).ThenRefused("urgent_reason_required")
	h.When(campaign.MarkUrgent{Actor: owner, Reason: strings.Repeat("é", campaign.MaxUrgent+1), Now: later}.Decide).
		ThenRefused("too_long")
	remove := campaign.RemoveUrgency{By: moderator, Reason: "It has time", Now: later}
	h.When(remove.Decide).ThenRefused("campaign_not_urgent")
	h = h.When(mark.Decide).Then(marked)
	h.When(mark.Decide).ThenRefused("urgent_once")
	h.When(campaign.LapseUrgency{Now: later}.Decide).ThenNothing()
	h.When(campaign.RemoveUrgency{By: moderator, Now: later}.Decide).ThenRefused("decision_reason_required")
	over := later.Add(campaign.UrgentFor)
	h.When(campaign.RemoveUrgency{By: moderator, Reason: "Late", Now: over}.Decide).ThenRefused("campaign_not_urgent")

	lapsed := h.When(campaign.LapseUrgency{Now: over}.Decide).Then(campaign.UrgencyLapsed{Campaign: id, At: over})
	lapsed.When(campaign.LapseUrgency{Now: over}.Decide).ThenNothing()
	lapsed.When(mark.Decide).ThenRefused("urgent_once")

	removed := h.When(remove.Decide).Then(campaign.UrgencyRemoved{
		Campaign: id, Subject: subject, Reason: personal.Plain("It has time"), By: moderator, At: later,
	})
	removed.When(remove.Decide).ThenRefused("campaign_not_urgent")
	removed.When(mark.Decide).ThenRefused("urgent_once")

	given(t, launched(ending()), suspended).When(mark.Decide).ThenRefused("campaign_suspended")
	given(t, submitted(ending())).When(mark.Decide).ThenRefused("campaign_in_review")
}

func TestRename(t *testing.T) {
	stream := ident.Pair(campaign.SlugCategory, "wells")
	revise := campaign.Revise{Actor: owner, Content: ending(), Slug: "wells", Now: later}
	h := given(t, launched(ending())).When(revise.Decide).Then(
		campaign.Revised{Campaign: id, Subject: subject, Content: ending(), At: later},
		campaign.Renamed{Campaign: id, Subject: subject, Slug: personal.Plain("wells"), Stream: stream, At: later})
	h.When(campaign.GiveUpSlug{Campaign: id, Slug: stream, Now: later}.Decide).ThenNothing()
	other := ident.Pair(campaign.SlugCategory, "well")
	h.When(campaign.GiveUpSlug{Campaign: id, Slug: other, Now: later}.Decide).
		Then(campaign.SlugGivenUp{Campaign: id, Slug: other, At: later}).
		When(campaign.GiveUpSlug{Campaign: id, Slug: other, Now: later}.Decide).ThenNothing()
}
