package projections

import (
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/member"
)

// aboutUpdates has the organizer of a campaign post an update, or change, pin or remove one.
func (h *history) aboutUpdates(draw draw) {
	c, there := h.someCampaign(draw)
	if !there {
		return
	}
	owner := h.campaigns[c].Owner
	update := thing("update", draw("update", 3))
	writing := campaignupdate.Writing{
		Author: member.SubjectOf(owner), Title: text("Title", 1+draw("title", 2)), Text: text("Text", 1+draw("words", 2)),
		Audience: campaignupdate.Audiences[draw("audience", 1)], Lang: "en",
	}
	decisions := []func(campaignupdate.State) ([]campaignupdate.Event, error){
		campaignupdate.Post{
			Campaign: c, Update: update, Member: owner, Writing: writing, Pin: draw("pin", 1) == 0, Now: h.now,
		}.Decide,
		campaignupdate.Pin{Campaign: c, Update: update, Now: h.now}.Decide,
		campaignupdate.Unpin{Campaign: c, Update: update, Now: h.now}.Decide,
		campaignupdate.Revise{Campaign: c, Update: update, Writing: writing, Now: h.now}.Decide,
		campaignupdate.Remove{Campaign: c, Update: update, Now: h.now}.Decide,
	}
	take(h, campaignupdate.Decider, campaignupdate.Of(c), decisions[draw("what", len(decisions)-1)])
}
