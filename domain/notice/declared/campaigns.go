package declared

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
)

// campaignCompleted tells the owner of a campaign that it has ended, unless they ended it. Its supporters' notice is joined when
// they read.
var campaignCompleted = define(notice.CampaignCompleted, mailed(func(e campaign.Completed) []Notice {
	if e.Reason == campaign.ByOwner {
		return nil
	}
	return one(Notice{At: e.At, To: OwnerOf{e.Campaign}, Campaign: e.Campaign})
}))

// campaignReviewed tells the owner of a campaign what the staff decided about it.
var campaignReviewed = define(notice.CampaignReviewed,
	mailed(func(e campaign.Approved) []Notice { return decided(e.Campaign, campaign.IsApproved, e.At) }),
	mailed(func(e campaign.ChangesRequested) []Notice { return decided(e.Campaign, campaign.IsToChange, e.At) }),
	mailed(func(e campaign.Rejected) []Notice { return decided(e.Campaign, campaign.IsRejected, e.At) }),
	mailed(func(e campaign.Suspended) []Notice { return decided(e.Campaign, campaign.IsSuspended, e.At) }),
	mailed(func(e campaign.Reinstated) []Notice { return decided(e.Campaign, campaign.IsReinstated, e.At) }),
	mailed(func(e campaign.UrgencyRemoved) []Notice { return decided(e.Campaign, campaign.IsNotUrgent, e.At) }),
	mailed(func(e campaign.MoneyAllowed) []Notice {
		if e.Opens { // they hear that it is approved
			return nil
		}
		return decided(e.Campaign, campaign.MayCollect, e.At)
	}),
	mailed(func(e campaign.MoneyRefused) []Notice {
		if e.Returns { // they hear what is to change
			return nil
		}
		return decided(e.Campaign, campaign.MayNotCollect, e.At)
	}))

func decided(id ident.ID, what campaign.Decision, at time.Time) []Notice {
	return one(Notice{At: at, To: OwnerOf{id}, Step: string(what), Campaign: id})
}
