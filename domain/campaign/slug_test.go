package campaign_test

import (
	"errors"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

func TestSlugs(t *testing.T) {
	other := ident.ID{9}
	reserved := campaign.SlugReserved{Campaign: id, Subject: subject, Slug: personal.Plain("water")}
	released := campaign.SlugReleased{Campaign: id, At: now}
	given := func(e ...campaign.SlugEvent) domaintest.History[ident.ID, campaign.SlugEvent] {
		return domaintest.Given(t, campaign.SlugDecider, e...)
	}
	reserve := campaign.ReserveSlug{Campaign: id, Subject: subject, Slug: "water"}.Decide
	release := campaign.ReleaseSlug{Campaign: id, Now: now}.Decide
	given().When(reserve).Then(reserved).When(reserve).ThenNothing()
	given(reserved).When(campaign.ReleaseSlug{Campaign: other, Now: now}.Decide).ThenNothing()
	given(reserved).When(release).Then(released).When(release).ThenNothing()
	given(reserved, released).When(reserve).Then(reserved)
	given().When(campaign.ReleaseSlug{Now: now}.Decide).ThenNothing()
	if _, err := (campaign.ReserveSlug{Campaign: other, Slug: "water"}).Decide(id); !errors.Is(err, campaign.ErrSlugTaken) {
		t.Errorf("a slug that is held: %v", err)
	}
}

func TestLapsedLaunches(t *testing.T) {
	lapse := campaign.LapseLaunch{Campaign: id, Now: now}.Decide
	lapsed := campaign.LaunchLapsed{Campaign: id, At: now}
	given := func(e ...campaign.Event) history { return domaintest.Given(t, campaign.Decider, e...) }
	given().When(lapse).Then(lapsed).When(lapse).ThenNothing()
	given(launched(content())).When(lapse).ThenNothing()
	if _, err := launch(content()).Decide(campaign.State{Status: campaign.Lapsed}); !errors.Is(err, campaign.ErrLapsed) {
		t.Errorf("launched all the same: %v", err)
	}
	gone := given(lapsed)
	gone.When(campaign.Pause{Actor: owner, Now: now}.Decide).ThenRefused("campaign_not_found")
	gone.When(campaign.Complete{Now: now}.Decide).ThenRefused("campaign_not_found")
	gone.When(campaign.Feature{On: true, Now: now}.Decide).ThenRefused("campaign_not_found")
	gone.When(campaign.FixCurrency{}.Decide).ThenRefused("campaign_not_found")
}
