package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// aboutTeam has people come to run a campaign, and leave it.
func (h *history) aboutTeam(draw draw) {
	id, there := h.someCampaign(draw)
	if !there {
		return
	}
	at := h.campaigns[id]
	run := func(decide func(campaign.State) ([]campaign.Event, error)) { take(h, campaign.Decider, id, decide) }
	who, invitee := someMember(draw)
	if len(at.Team.Invitations) == 0 && len(at.Team.CoOrganizers) < 2 {
		run(campaign.Invite{
			Actor: at.Owner, Invitation: ident.Pair("invitation", id.String(), text("No", len(h.facts))), Invitee: invitee,
			Email: "Ada.é@example.org", Lang: "en", Now: h.now,
		}.Decide)
		if draw("waits", 2) == 0 {
			return
		}
		at = h.campaigns[id]
	}
	if len(at.Team.Invitations) > 0 {
		open := at.Team.Invitations[0]
		switch draw("answered", 5) {
		case 0:
			run(campaign.DeclineInvitation{Actor: who, Invitation: open.ID, Invitee: open.Invitee, Now: h.now}.Decide)
		case 1:
			run(campaign.WithdrawInvitation{Actor: at.Owner, Invitation: open.ID, Now: h.now}.Decide)
		default:
			run(campaign.AcceptInvitation{Actor: who, Invitation: open.ID, Invitee: open.Invitee, Now: h.now}.Decide)
		}
		at = h.campaigns[id]
	}
	if len(at.Team.CoOrganizers) == 0 {
		return
	}
	some := at.Team.CoOrganizers[draw("which co-organizer", len(at.Team.CoOrganizers)-1)]
	switch draw("of a team", 6) {
	case 0:
		run(campaign.LeaveTeam{Actor: some, Now: h.now}.Decide)
	case 1:
		run(campaign.RemoveCoOrganizer{Actor: at.Owner, Member: some, Now: h.now}.Decide)
	default:
		run(campaign.OfferHandOver{Actor: at.Owner, To: some, Now: h.now}.Decide)
		switch to := h.campaigns[id].Team.Successor; draw("offered", 4) {
		case 0:
			run(campaign.WithdrawHandOver{Actor: at.Owner, Now: h.now}.Decide)
		case 1:
			run(campaign.DeclineHandOver{Actor: to, Now: h.now}.Decide)
		case 2, 3:
			run(campaign.AcceptHandOver{Actor: to, Now: h.now}.Decide)
		}
	}
}
