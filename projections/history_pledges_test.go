package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
)

// aboutTime has somebody pledge time, or something happen to a pledge.
func (h *history) aboutTime(draw draw) {
	c, there := h.someCampaign(draw)
	if !there {
		return
	}
	who, subject := someHelper(draw)
	known := statesOf(h, timepledge.Decider)
	id := thing("time pledge", draw("pledge", min(len(known), 9)))
	p, made := known[id]
	if !made {
		if h.campaigns[c].AdmitsPledge(campaign.Time, who, h.now) != nil {
			return
		}
		take(h, timepledge.Decider, id, timepledge.Pledge{
			Parties: timepledge.Parties{
				Pledge: id, Campaign: c, Supporter: subject, Member: who, Anonymous: draw("anonymous", 2) == 0,
				Minutes: int64(1+draw("quarters", 40)) * timepledge.Step,
			},
			Availability: text("Availability", draw("words", 2)), Skills: text("Skills", draw("words", 2)),
			Message: text("Message", draw("words", 2)), Lang: "en", Now: h.now,
		}.Decide)
		return
	}
	quarters := int64(1+draw("quarters", 40)) * timepledge.Step
	organizer := member.SubjectOf(h.campaigns[p.Campaign].Owner)
	accept := timepledge.Accept{Organizer: organizer, Note: text("Note", draw("words", 2)), Now: h.now}.Decide
	confirm := timepledge.ConfirmHours{Minutes: quarters, Now: h.now}.Decide
	decisions := []func(timepledge.State) ([]timepledge.Event, error){
		accept, accept, accept, confirm, confirm,
		timepledge.LogHours{By: timepledge.Volunteer, Author: p.Supporter, Minutes: quarters, Note: text("Done", 1), Now: h.now}.Decide,
		timepledge.LogHours{By: timepledge.Organizer, Author: organizer, Minutes: quarters, Note: text("Counted", 1),
			Now: h.now}.Decide,
		timepledge.Decline{Organizer: organizer, Reason: text("Reason", 1), Now: h.now}.Decide,
		timepledge.Close{Now: h.now}.Decide, timepledge.Withdraw{Actor: p.Member, Now: h.now}.Decide,
		timepledge.Miss{Now: h.now}.Decide,
	}
	next := map[timepledge.Status]func(timepledge.State) ([]timepledge.Event, error){
		timepledge.Offered: accept, timepledge.Expected: confirm,
	}[p.Status]
	if next != nil && draw("goes on", 1) == 0 {
		take(h, timepledge.Decider, id, next)
		return
	}
	take(h, timepledge.Decider, id, decisions[draw("what", len(decisions)-1)])
}

// aboutThings has somebody pledge things, or something happen to a pledge.
func (h *history) aboutThings(draw draw) {
	c, there := h.someCampaign(draw)
	if !there {
		return
	}
	who, subject := someHelper(draw)
	known := statesOf(h, materialpledge.Decider)
	id := thing("material pledge", draw("pledge", min(len(known), 9)))
	p, made := known[id]
	if !made {
		if h.campaigns[c].AdmitsPledge(campaign.Materials, who, h.now) != nil {
			return
		}
		var need ident.ID
		if needs := h.campaigns[c].Needs; len(needs) > 0 && draw("asked for", 3) > 0 {
			need = needs[draw("need", len(needs)-1)]
		}
		take(h, materialpledge.Decider, id, materialpledge.Pledge{
			Parties: materialpledge.Parties{
				Pledge: id, Campaign: c, Supporter: subject, Member: who, Anonymous: draw("anonymous", 2) == 0, Need: need,
				Quantity: int64(1 + draw("how many", 9)),
			},
			Item: text("Item", draw("words", 2)), Condition: materialpledge.Conditions[draw("condition", 4)],
			Delivery: materialpledge.Deliveries[draw("delivery", 3)], Lent: draw("lent", 1) == 0, Until: h.now.AddDate(0, 1,
				0).Format(time.DateOnly),
			Address: text("Address", draw("words", 2)), Message: text("Message", draw("words", 2)), Lang: "en", Now: h.now,
		}.Decide)
		return
	}
	organizer := member.SubjectOf(h.campaigns[p.Campaign].Owner)
	accept := materialpledge.Accept{
		Organizer: organizer, Quantity: int64(draw("taken", 9)), Place: text("Place", draw("words", 2)),
		Note: text("Note", draw("words", 2)), Now: h.now,
	}.Decide
	receive := materialpledge.Receive{
		Quantity: int64(1 + draw("received", 12)), Condition: materialpledge.Conditions[draw("condition", 4)], Now: h.now,
	}.Decide
	decisions := []func(materialpledge.State) ([]materialpledge.Event, error){
		accept, accept, accept, receive, receive, receive,
		materialpledge.Return{Now: h.now}.Decide,
		materialpledge.Decline{Organizer: organizer, Reason: text("Reason", 1), Now: h.now}.Decide,
		materialpledge.Close{Now: h.now}.Decide, materialpledge.Withdraw{Actor: p.Member, Now: h.now}.Decide,
	}
	next := map[materialpledge.Status]func(materialpledge.State) ([]materialpledge.Event, error){
		materialpledge.Offered: accept, materialpledge.Expected: receive,
		materialpledge.Arrived: materialpledge.Return{Now: h.now}.Decide,
	}[p.Status]
	if next != nil && draw("goes on", 1) == 0 {
		take(h, materialpledge.Decider, id, next)
		return
	}
	take(h, materialpledge.Decider, id, decisions[draw("what", len(decisions)-1)])
}

// someHelper draws one of those who run no campaign.
func someHelper(draw draw) (id, subject ident.ID) {
	id = thing("member", 1+draw("who", 3))
	return id, member.SubjectOf(id)
}
