package projections

import "github.com/callup/callup/domain/campaignfollow"

// aboutFollows lets a member follow a campaign that they do not run, or follow it no more.
func (h *history) aboutFollows(draw draw) {
	id, there := h.someCampaign(draw)
	if !there {
		return
	}
	who, subject := someMember(draw)
	of := h.campaigns[id]
	decide := campaignfollow.Follow{
		Campaign: id, Member: who, Subject: subject, Runs: of.RunBy(who) == nil, Now: h.now,
	}.Decide
	if draw("leaves", 3) == 0 {
		decide = campaignfollow.Unfollow{Now: h.now}.Decide
	}
	take(h, campaignfollow.Decider, campaignfollow.Of(id, who), decide)
}
