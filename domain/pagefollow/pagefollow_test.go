package pagefollow_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/pagefollow"
)

func TestFollow_CountsOnce(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	page, member, subject, owner := ident.ID{1}, ident.ID{2}, ident.ID{3}, ident.ID{4}
	follow := pagefollow.Follow{Page: page, Member: member, Subject: subject, Owner: owner, Now: now}
	unfollow := pagefollow.Unfollow{Now: now}
	followed, unfollowed := pagefollow.Followed{Page: page, Member: member, Subject: subject, At: now},
		pagefollow.Unfollowed{Page: page, Member: member, Subject: subject, At: now}
	domaintest.Given(t, pagefollow.Decider).When(unfollow.Decide).ThenNothing().
		When(follow.Decide).Then(followed).When(follow.Decide).ThenNothing().
		When(unfollow.Decide).Then(unfollowed).When(unfollow.Decide).ThenNothing().When(follow.Decide).Then(followed)
	follow.Owner = member
	domaintest.Given(t, pagefollow.Decider).When(follow.Decide).ThenRefused("own_page")
}
