package campaign_test

import (
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

var mill = ident.ID{77}

func set(page ident.ID) campaign.PageSet {
	return campaign.PageSet{Campaign: id, Page: page, By: owner, At: later}
}

// A draft keeps in whose name it is to go, and says it again where it is launched: the campaign begins with it.
func TestPage_OfADraft(t *testing.T) {
	first := save(0, half())
	first.Page = mill
	atFirst := campaign.PageSet{Campaign: id, Page: mill, By: owner, At: now}
	h := given(t).When(first.Decide).Then(saved(1, half()), atFirst)
	same := save(1, half())
	same.Page = mill
	h = h.When(same.Decide).Then(saved(2, half()))
	launch := campaign.Launch{
		Campaign: id, Subject: subject, Owner: owner, Slug: "water", Content: ending(), Page: mill, Draft: 2, Now: now,
	}
	h.When(launch.Decide).Then(launched(ending()), atFirst)
	launch.Page = ident.Nil
	h.When(launch.Decide).Then(launched(ending())).When(campaign.TakeOffPage{Page: mill, By: moderator, Now: later}.Decide).
		ThenRefused("campaign_not_of_page")
	h.When(save(2, half()).Decide).Then(saved(3, half()), campaign.PageSet{Campaign: id, By: owner, At: now})
	h.When(campaign.TakeOffPage{Page: mill, By: moderator, Now: later}.Decide).ThenRefused("campaign_not_of_page")
}

// Until a campaign is public its owner chooses any page; then they go on in their own name, or not. Whoever runs it with them
// changes nothing of it.
func TestPage_OfACampaign(t *testing.T) {
	revise := func(by, page ident.ID) func(campaign.State) ([]campaign.Event, error) {
		return campaign.Revise{Actor: by, Content: ending(), Page: page, Now: later}.Decide
	}
	said := campaign.Revised{Campaign: id, Subject: subject, Content: ending(), At: later}
	waits := given(t, submitted(ending())).When(revise(owner, mill)).Then(said, set(mill)).
		When(revise(owner, mill)).Then(said).
		When(revise(owner, ident.ID{78})).Then(said, set(ident.ID{78}))
	waits.When(revise(owner, ident.Nil)).Then(said, set(ident.Nil))
	public := given(t, launched(ending()))
	public.When(revise(owner, mill)).ThenRefused("page_fixed page_id")
	public = public.And(set(mill), campaign.InvitationAccepted{Campaign: id, Member: stranger, At: now})
	public.When(revise(owner, mill)).Then(said)
	public.When(revise(stranger, ident.Nil)).ThenRefused("owner_only page_id")
	public.When(revise(stranger, mill)).Then(said)
	public.When(revise(owner, ident.Nil)).Then(said, set(ident.Nil)).When(revise(owner, mill)).ThenRefused("page_fixed page_id")

	takeOff := campaign.TakeOffPage{Page: mill, By: moderator, Now: later}
	public.When(campaign.TakeOffPage{Page: ident.ID{78}, By: moderator, Now: later}.Decide).ThenRefused("campaign_not_of_page")
	public.When(takeOff.Decide).
		Then(campaign.PageTakenOff{Campaign: id, Page: mill, By: moderator, At: later}).
		When(takeOff.Decide).ThenRefused("campaign_not_of_page")
}
