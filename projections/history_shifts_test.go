package projections

import (
	"errors"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
)

// aboutShifts has an organizer publish, change or cancel a shift, or somebody join or leave one. Pledges follow the places, as
// the commands and the reactor have them do.
func (h *history) aboutShifts(draw draw) {
	c, there := h.someCampaign(draw)
	if !there {
		return
	}
	id := thing("shift", draw("shift", 2))
	s, known := statesOf(h, shift.Decider)[id]
	owner := h.campaigns[c].Owner
	if known {
		owner = h.campaigns[s.Campaign].Owner
	}
	starts := h.now.AddDate(0, 0, 5+draw("day", 60)).Truncate(time.Hour)
	writing := shift.Writing{
		Author: member.SubjectOf(owner), Title: text("Title", 1+draw("title", 2)), Place: text("Place", 1+draw("place", 2)),
		Note: text("Note", draw("note", 2)), Lang: "en", Times: shift.Times{
			Starts: starts, Ends: starts.Add(time.Duration(1+draw("hours", 3)) * time.Hour), TimeZone: "Europe/Paris",
			Capacity: int64(1 + draw("capacity", 2)),
		},
	}
	if !known {
		if errors.Is(h.campaigns[c].AdmitsPledge(campaign.Time, owner, h.now), campaign.ErrOwnCampaign) {
			take(h, shift.Decider, id, shift.Publish{Shift: id, Campaign: c, Member: owner, Writing: writing, Now: h.now}.Decide)
		}
		return
	}
	who, _ := someHelper(draw)
	leaver, anyone := who, false
	for n := range 5 {
		if _, comes := s.Coming[thing("member", n)]; comes {
			leaver, anyone = thing("member", n), true
		}
	}
	decisions := []func(shift.State) ([]shift.Event, error){
		shift.Revise{Writing: writing, Now: h.now}.Decide,
		shift.Cancel{Author: member.SubjectOf(owner), Reason: text("Reason", 1), Now: h.now}.Decide,
		shift.Drop{Now: h.now}.Decide,
		shift.Leave{Member: leaver, Now: h.now}.Decide,
		shift.Remind{Now: s.Starts.Add(-time.Hour)}.Decide,
		shift.Join{Member: who, Anonymous: draw("anonymous", 2) == 0, Lang: "en", Now: h.now}.Decide,
		shift.Join{Member: who, Lang: "en", Now: h.now}.Decide,
		shift.Join{Member: who, Lang: "en", Now: h.now}.Decide,
	}
	if n := len(s.Coming); n > 0 { // moved as a whole
		length := s.Ends.Sub(s.Starts)
		writing.Ends, writing.Capacity = writing.Starts.Add(length), int64(n+1)
		decisions[0] = shift.Revise{Writing: writing, Now: h.now}.Decide
	}
	what := draw("what", len(decisions)-1)
	if anyone && draw("leaves", 2) == 0 {
		what = 3
	}
	before := len(h.facts)
	take(h, shift.Decider, id, decisions[what])
	for _, f := range h.facts[before:] {
		switch e := f.event.(type) {
		case shift.Joined:
			take(h, timepledge.Decider, e.Pledge, timepledge.PledgeShift{
				Parties: timepledge.Parties{
					Pledge: e.Pledge, Campaign: e.Campaign, Supporter: e.Supporter, Member: e.Member, Anonymous: e.Anonymous,
					Minutes: e.Minutes,
				},
				Shift: e.Shift, Organizer: e.Organizer, Lang: e.Lang, Now: e.At,
			}.Decide)
		case shift.Left:
			take(h, timepledge.Decider, e.Pledge, timepledge.LeaveShift{Now: h.now}.Decide)
		case shift.Cancelled:
			for _, p := range s.Coming {
				take(h, timepledge.Decider, p.Pledge, timepledge.CallShiftOff{Now: h.now}.Decide)
			}
		}
	}
}
