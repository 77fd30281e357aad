package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
)

// aboutUrgency has the organizer of a campaign say that it is urgent, and a moderator or the clock take the word back.
func (h *history) aboutUrgency(draw draw) {
	id, there := h.someCampaign(draw)
	if !there {
		return
	}
	run := func(decide func(campaign.State) ([]campaign.Event, error)) { take(h, campaign.Decider, id, decide) }
	switch s := h.campaigns[id]; {
	case s.UrgentUntil.IsZero():
		run(campaign.MarkUrgent{Actor: thing("member", 0), Reason: text("Hurry", draw("why", 2)), Now: h.now}.Decide)
	case draw("lapses", 1) == 0:
		run(campaign.LapseUrgency{Now: s.UrgentUntil}.Decide)
	default:
		run(campaign.RemoveUrgency{By: thing("member", 1), Reason: "No hurry", Now: s.UrgentUntil.Add(-time.Microsecond)}.Decide)
	}
}
