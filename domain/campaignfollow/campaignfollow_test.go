package campaignfollow_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
)

func TestFollow_CountsOnce(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	campaign, member, subject := ident.ID{1}, ident.ID{2}, ident.ID{3}
	follow := campaignfollow.Follow{Campaign: campaign, Member: member, Subject: subject, Now: now}
	unfollow := campaignfollow.Unfollow{Now: now}
	followed, unfollowed := campaignfollow.Followed{Campaign: campaign, Member: member, Subject: subject, At: now},
		campaignfollow.Unfollowed{Campaign: campaign, Member: member, Subject: subject, At: now}
	domaintest.Given(t, campaignfollow.Decider).When(unfollow.Decide).ThenNothing().
		When(follow.Decide).Then(followed).When(follow.Decide).ThenNothing().
		When(unfollow.Decide).Then(unfollowed).When(unfollow.Decide).ThenNothing().When(follow.Decide).Then(followed)
	follow.Runs = true
	domaintest.Given(t, campaignfollow.Decider).When(follow.Decide).ThenRefused("campaign_is_yours")
}
