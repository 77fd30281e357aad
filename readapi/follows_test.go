package readapi_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/follows"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/read"
)

func (w *world) followCampaign(by, campaign ident.ID) {
	w.t.Helper()
	w.saw(follows.FollowCampaign.Run(w.t.Context(), w.commands, w.env().For(by), follows.FollowBody{CampaignID: campaign}))
}

func (w *world) unfollowCampaign(by, campaign ident.ID) {
	w.t.Helper()
	w.saw(follows.UnfollowCampaign.Run(w.t.Context(), w.commands, w.env().For(by), follows.FollowBody{CampaignID: campaign}))
}

func myFollowedPush(c *cast) pushRow {
	return pushRow{topic: "followed", get: "/api/me/followed", to: []string{"giver"}, change: func() {
		c.followCampaign(c.people["giver"], c.campaign)
	}}
}

// Whoever follows a campaign reads its updates and its newest milestone in the feed, and hears of what is new from then on.
func TestFollowed_Found62_AreToldOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, fan, giver := w.member("Olga", "o@example.org"), w.member("Fan", "f@example.org"), w.member("Gil", "g@example.org")
	c := content("Well")
	c.GoalAmount = 100_00
	well := w.launch(owner, c).CampaignID
	w.post(owner, well, "Before", "public", false)
	w.moveOn(time.Hour)
	var all sync.WaitGroup
	for range 4 { // pressed on four devices at once, it is one
		all.Go(func() {
			_, err := follows.FollowCampaign.Run(t.Context(), w.commands, w.env().For(fan), follows.FollowBody{CampaignID: well})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	w.followCampaign(fan, well)
	list := answer[read.List[readcampaigns.FollowedCampaign]](w, fan, "/api/me/followed")
	if list.Total != 1 || list.Items[0].Title != "Well" || list.Items[0].Status != "active" {
		t.Errorf("followed: %+v", list)
	}
	w.moveOn(time.Hour)
	w.post(owner, well, "For all", "public", false)
	w.post(owner, well, "For supporters", "supporters", false)
	for range 3 {
		w.moveOn(time.Hour)
		w.give(giver, giving.DonateMoneyBody{CampaignID: well, Amount: 40_00, Currency: money.EUR})
	}
	told := func(who ident.ID) (news []string) {
		_, list := w.kinds(who)
		for _, n := range list.Items {
			if n.Kind == "campaign_news" {
				news = append(news, n.News+" "+n.SubjectTitle)
			}
		}
		return news
	}
	if got := told(fan); !slices.Equal(got, []string{"reached ", "update For all"}) {
		t.Errorf("the bell of whoever follows: %q", got)
	}
	inFeed := func(who ident.ID) (items []string) {
		for _, f := range answer[feed.FeedPage](w, who, "/api/feed").Items {
			items = append(items, f.Kind+" "+f.Title+f.Need)
			if f.Kind == "milestone" && (f.CampaignID != well || f.CampaignTitle != "Well" || f.Text != "" || f.Percent != 100) {
				t.Errorf("a milestone: %+v", f)
			}
		}
		return items
	}
	// three gifts passed three milestones: the newest stands for all (Found62)
	if got := inFeed(fan); !slices.Equal(got, []string{"milestone money", "update For all", "update Before"}) {
		t.Errorf("the feed of whoever follows: %q", got)
	}
	w.unfollowCampaign(fan, well)
	if got := inFeed(fan); len(got) != 0 {
		t.Errorf("the feed of whoever follows no more: %q", got)
	}
	if got := told(fan); len(got) != 0 {
		t.Errorf("the bell of whoever follows no more: %q", got)
	}
	_, err := follows.FollowCampaign.Run(t.Context(), w.commands, w.env().For(owner), follows.FollowBody{CampaignID: well})
	if !errors.Is(err, campaignfollow.ErrOwn) {
		t.Errorf("whoever runs a campaign follows it: %v", err)
	}
	_, err = follows.FollowCampaign.Run(t.Context(), w.commands, w.env().For(fan), follows.FollowBody{CampaignID: ident.ID{9}})
	if !errors.Is(err, campaign.ErrNotFound) {
		t.Errorf("a campaign that is none is followed: %v", err)
	}
}
