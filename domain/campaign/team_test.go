package campaign_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

var (
	helper  = ident.ID{6}
	mailbox = ident.ID{7} // of the helper's address
	asking  = ident.ID{8}

	invite     = campaign.Invite{Actor: owner, Invitation: asking, Invitee: mailbox, Email: "h@example.org", Lang: "fr", Now: later}
	invitation = campaign.CoOrganizerInvited{
		Campaign: id, Invitation: asking, Invitee: mailbox, Email: personal.Plain("h@example.org"), By: owner, Lang: "fr", At: later,
	}
	agree  = campaign.AcceptInvitation{Actor: helper, Invitation: asking, Invitee: mailbox, Now: later}
	agreed = campaign.InvitationAccepted{Campaign: id, Invitation: asking, Member: helper, At: later}
	offer  = campaign.OfferHandOver{Actor: owner, To: helper, Now: later}
	take   = campaign.AcceptHandOver{Actor: helper, Now: later}
	handed = campaign.HandedOver{Campaign: id, Subject: subject, From: owner, To: helper, At: later}
)

func TestTeam_Invitations(t *testing.T) {
	given(t).When(invite.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(content()))
	others := invite
	others.Actor = stranger
	h.When(others.Decide).ThenRefused("not_campaign_owner")
	h = h.When(invite.Decide).Then(invitation)
	again := invite
	again.Invitation = ident.ID{9}
	h.When(again.Decide).ThenRefused("invited_already email")

	// Nobody but whoever has the address answers.
	wrong := agree
	wrong.Invitee = ident.ID{9}
	h.When(wrong.Decide).ThenRefused("invitation_not_found")
	h.When(campaign.DeclineInvitation(wrong).Decide).ThenRefused("invitation_not_found")
	h.When(campaign.DeclineInvitation(agree).Decide).
		Then(campaign.InvitationDeclined{Campaign: id, Invitation: asking, Member: helper, At: later}).
		When(agree.Decide).ThenRefused("invitation_not_found")
	withdraw := campaign.WithdrawInvitation{Actor: owner, Invitation: asking, Now: later}
	h.When(campaign.WithdrawInvitation{Actor: stranger, Invitation: asking, Now: later}.Decide).ThenRefused("not_campaign_owner")
	gone := campaign.InvitationWithdrawn{Campaign: id, Invitation: asking, At: later}
	h.When(withdraw.Decide).Then(gone).When(withdraw.Decide).ThenNothing()
	h.When(campaign.WithdrawInvitation{Invitation: asking, Now: later}.Decide).Then(gone)

	h = h.When(agree.Decide).Then(agreed)
	h.When(agree.Decide).ThenRefused("invitation_not_found")
	// with another address of theirs
	h.When(again.Decide).Then(func() campaign.CoOrganizerInvited {
		e := invitation
		e.Invitation = again.Invitation
		return e
	}()).When(campaign.AcceptInvitation{Actor: helper, Invitation: again.Invitation, Invitee: mailbox, Now: later}.Decide).
		ThenRefused("in_team_already")

	many := given(t, launched(content()))
	for n := range campaign.MaxInvited {
		one := invite
		one.Invitation, one.Invitee = ident.ID{1, byte(n)}, ident.ID{2, byte(n)}
		e := invitation
		e.Invitation, e.Invitee = one.Invitation, one.Invitee
		many = many.When(one.Decide).Then(e)
	}
	many.When(invite.Decide).ThenRefused("invitations_full")
	given(t, launched(content()), called).When(invite.Decide).ThenRefused("campaign_cancelled")
}

func TestTeam_WhatCoOrganizersMayDo(t *testing.T) {
	h := given(t, launched(ending()), invitation, agreed)
	revise := campaign.Revise{Actor: helper, Content: ending(), Now: later}
	revise.Content.Title = personal.Plain("Clean water")
	h.When(revise.Decide).Then(campaign.Revised{Campaign: id, Subject: subject, Content: revise.Content, At: later})
	for field, change := range map[string]func(*campaign.Revise){
		"goal_amount":      func(c *campaign.Revise) { c.Content.Goal = money.Of(7, money.EUR) },
		"currency":         func(c *campaign.Revise) { c.Content.Goal.Currency = money.USD },
		"end_date":         func(c *campaign.Revise) { c.Content.EndDate = "2026-12-24" },
		"beneficiary_name": func(c *campaign.Revise) { c.Content.Relationship = "family" },
		"resource_types": func(c *campaign.Revise) {
			c.Content.Resources = append(c.Content.Resources, campaign.Time)
			c.Content.TimeGoal = 0
		},
		"photo": func(c *campaign.Revise) { c.Media.Photo = "x" },
		"video": func(c *campaign.Revise) { c.Media.Video = "x" },
	} {
		other := revise
		change(&other)
		_, err := other.Decide(stateOf(launched(ending()), invitation, agreed))
		if err == nil || !strings.Contains(err.Error(), "owner_only ("+field+")") {
			t.Errorf("a co-organizer who changes %s: %v", field, err)
		}
	}
	h.When(campaign.Pause{Actor: helper, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Complete{Actor: helper, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Cancel{Actor: helper, Reason: "Rain", Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Invite{Actor: helper, Invitee: ident.ID{9}, Email: "x@example.org", Now: later}.Decide).
		ThenRefused("not_campaign_owner")

	s := stateOf(launched(ending()), invitation, agreed)
	if s.RunBy(helper) != nil || s.RunBy(owner) != nil || s.RunBy(stranger) == nil || s.RunBy(ident.Nil) == nil {
		t.Error("its owner and its co-organizers run a campaign, and nobody else")
	}
	if err := s.AdmitsPledge(campaign.Time, helper, now); err == nil {
		t.Error("whoever runs a campaign pledges to it")
	}

	left := campaign.CoOrganizerLeft{Campaign: id, Member: helper, At: later}
	h.When(campaign.LeaveTeam{Actor: stranger, Now: later}.Decide).ThenRefused("not_in_team")
	h.When(campaign.LeaveTeam{Actor: helper, Now: later}.Decide).Then(left).When(revise.Decide).ThenRefused("not_campaign_owner")
	removed := campaign.CoOrganizerRemoved{Campaign: id, Member: helper, At: later}
	remove := campaign.RemoveCoOrganizer{Actor: owner, Member: helper, Now: later}
	h.When(campaign.RemoveCoOrganizer{Actor: helper, Member: helper, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(remove.Decide).Then(removed).When(remove.Decide).ThenNothing().When(revise.Decide).ThenRefused("not_campaign_owner")
}

func TestTeam_HandOver(t *testing.T) {
	h := given(t, launched(content()), invitation, agreed)
	h.When(campaign.OfferHandOver{Actor: owner, To: stranger, Now: later}.Decide).ThenRefused("not_in_team")
	h.When(campaign.OfferHandOver{Actor: helper, To: helper, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(take.Decide).ThenRefused("hand_over_not_found")
	offered := campaign.HandOverOffered{Campaign: id, To: helper, At: later}
	h = h.When(offer.Decide).Then(offered).When(offer.Decide).ThenNothing()
	h.When(campaign.AcceptHandOver{Actor: stranger, Now: later}.Decide).ThenRefused("hand_over_not_found")
	h.When(campaign.DeclineHandOver(take).Decide).Then(campaign.HandOverDeclined{Campaign: id, To: helper, At: later}).
		When(take.Decide).ThenRefused("hand_over_not_found")
	back := campaign.WithdrawHandOver{Actor: owner, Now: later}
	h.When(back.Decide).Then(campaign.HandOverWithdrawn{Campaign: id, To: helper, At: later}).When(back.Decide).ThenNothing()
	// an offer goes with whoever it was to
	h.When(campaign.LeaveTeam{Actor: helper, Now: later}.Decide).
		Then(campaign.CoOrganizerLeft{Campaign: id, Member: helper, At: later}).
		When(take.Decide).ThenRefused("hand_over_not_found")

	h = h.When(take.Decide).Then(handed)
	h.When(campaign.Pause{Actor: owner, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Pause{Actor: helper, Now: later}.Decide).Then(paused)
	h.When(campaign.LeaveTeam{Actor: owner, Now: later}.Decide).
		Then(campaign.CoOrganizerLeft{Campaign: id, Member: owner, At: later})
	s := stateOf(launched(content()), invitation, agreed, offered, handed)
	if s.Owner != helper || !s.CoOrganizes(owner) || s.CoOrganizes(helper) || len(s.Runners()) != 2 {
		t.Errorf("handed over: %+v", s.Team)
	}
	if errors.Is(s.RunBy(owner), campaign.ErrNotYours) {
		t.Error("the former owner does not run it any more")
	}
}

func stateOf(events ...campaign.Event) campaign.State {
	s := campaign.Decider.Initial()
	for _, e := range events {
		s = campaign.Decider.Evolve(s, e)
	}
	return s
}
