package commands_test

import (
	"net/http"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// email is the address of a member of the tests.
func email(id ident.ID) string {
	if id == ada {
		return "ada@example.org"
	}
	return id.String() + "@example.org"
}

// invited has the owner of a campaign invite somebody, and gives the invitation.
func (l *life) invited(owner, to ident.ID, address string) ident.ID {
	l.t.Helper()
	l.send(owner, "invite-co-organizer", `{"campaign_id":"`+to.String()+`","email":"`+address+`","lang":"en"}`)
	s, _, err := command.Load(l.t.Context(), l.commands.Handler, campaign.Decider, to)
	must(l.t, err)
	return s.Team.Invitations[len(s.Team.Invitations)-1].ID
}

// joined makes somebody a co-organizer of a campaign.
func (l *life) joined(owner, to, who ident.ID) {
	l.t.Helper()
	l.send(who, "accept-invitation", onInvitation(to, l.invited(owner, to, email(who))))
}

func onInvitation(to, invitation ident.ID) string {
	return `{"campaign_id":"` + to.String() + `","invitation_id":"` + invitation.String() + `"}`
}

func onTeam(to ident.ID) string { return `{"campaign_id":"` + to.String() + `"}` }

func onMember(to, who ident.ID) string {
	return `{"campaign_id":"` + to.String() + `","member_id":"` + who.String() + `"}`
}

func inviteBodies(m *matrix) (one, other string) {
	to := m.launched().String()
	return `{"campaign_id":"` + to + `","email":"new@example.org","lang":"en"}`,
		`{"campaign_id":"` + to + `","email":"newer@example.org","lang":"en"}`
}

// onTwoTeams are about two campaigns of somebody else, for each of which something was done with the owner of the matrix.
func onTwoTeams(body func(m *matrix, owner, to ident.ID) string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		owner := m.nobody()
		on := func() string { return body(m, owner, m.send(owner, "launch-campaign", `{`+wholeCampaign+`}`)) }
		return on(), on()
	}
}

// onTwoOwnTeams are about two campaigns of the owner's, with a co-organizer.
func onTwoOwnTeams(body func(m *matrix, to, who ident.ID) string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		who := m.nobody()
		on := func() string {
			to := m.launched()
			m.joined(m.owner, to, who)
			return body(m, to, who)
		}
		return on(), on()
	}
}

var (
	toAnswer = onTwoTeams(func(m *matrix, owner, to ident.ID) string {
		return onInvitation(to, m.invited(owner, to, email(m.owner)))
	})
	toLeave = onTwoTeams(func(m *matrix, owner, to ident.ID) string {
		m.joined(owner, to, m.owner)
		return onTeam(to)
	})
	toTakeOver = onTwoTeams(func(m *matrix, owner, to ident.ID) string {
		m.joined(owner, to, m.owner)
		m.send(owner, "offer-hand-over", onMember(to, m.owner))
		return onTeam(to)
	})
	withdrawn = onTwoOwnTeams(func(m *matrix, to, _ ident.ID) string {
		return onInvitation(to, m.invited(m.owner, to, "new@example.org"))
	})
	withMember = onTwoOwnTeams(func(_ *matrix, to, who ident.ID) string { return onMember(to, who) })
	takenBack  = onTwoOwnTeams(func(m *matrix, to, who ident.ID) string {
		m.send(m.owner, "offer-hand-over", onMember(to, who))
		return onTeam(to)
	})
)

// aboutTeams sends one of every command about who runs campaigns.
func (l *life) aboutTeams() {
	by, with := ident.Pair("member", "dora"), ident.Pair("member", "hugo")
	own := l.send(by, "launch-campaign", `{`+wholeCampaign+`}`)
	l.send(by, "withdraw-invitation", onInvitation(own, l.invited(by, own, "away@example.org")))
	l.send(with, "decline-invitation", onInvitation(own, l.invited(by, own, email(with))))
	l.joined(by, own, with)
	l.send(by, "offer-hand-over", onMember(own, with))
	l.send(by, "withdraw-hand-over", onTeam(own))
	l.send(by, "offer-hand-over", onMember(own, with))
	l.send(with, "decline-hand-over", onTeam(own))
	l.send(by, "remove-co-organizer", onMember(own, with))
	l.joined(by, own, with)
	l.send(by, "offer-hand-over", onMember(own, with))
	l.send(with, "accept-hand-over", onTeam(own))
	l.send(by, "leave-team", onTeam(own))
}

// Who has the address answers, whatever it is written like, and nobody else; nobody decides about a pledge of their own.
func TestTeam_WhoAnswers(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada, roles: map[ident.ID]string{}}
	bea, cleo := ident.Pair("member", "bea"), ident.Pair("member", "cleo")
	for _, id := range []ident.ID{ada, bea, cleo} {
		l.register(id)
	}
	to := m.launched()
	refused := func(who ident.ID, name, body string, status int, code string) {
		t.Helper()
		if got, said := m.asked(who, name, "refused "+code+" "+name+who.String(), body); got != status || said != code {
			t.Errorf("%s is answered %d %s, not %d %s", name, got, said, status, code)
		}
	}
	invite := func(address string) string {
		return `{"campaign_id":"` + to.String() + `","email":"` + address + `","lang":"en"}`
	}
	refused(ada, "invite-co-organizer", invite("nowhere"), http.StatusUnprocessableEntity, "malformed_email")
	refused(ada, "invite-co-organizer", invite("ADA@example.org"), http.StatusUnprocessableEntity, "own_address")

	pledge := l.pledged(bea, to, "pledge-time")
	invitation := l.invited(ada, to, "BEA@example.org")
	refused(cleo, "accept-invitation", onInvitation(to, invitation), http.StatusNotFound, "")
	refused(bea, "accept-invitation", onInvitation(to, invitation), http.StatusNotFound, "")
	_, err := campaigns.WithdrawInvitation.Run(t.Context(), l.commands, named("erasing"),
		campaigns.InvitationBody{CampaignID: to, InvitationID: invitation})
	must(t, err)
	l.joined(ada, to, bea)
	refused(bea, "accept-time", onPledge(pledge, ""), http.StatusForbidden, "own_pledge")
	refused(bea, "decline-time", onPledge(pledge, `,"reason":"x"`), http.StatusForbidden, "own_pledge")
	others := l.pledged(cleo, to, "pledge-time")
	l.send(bea, "accept-time", onPledge(others, ""))
	l.send(ada, "accept-time", onPledge(pledge, ""))
	refused(bea, "mark-no-show", onPledge(pledge, ""), http.StatusForbidden, "own_pledge")
	refused(bea, "confirm-hours", onPledge(pledge, `,"minutes":60`), http.StatusForbidden, "own_pledge")
	refused(bea, "pledge-time", `{"campaign_id":"`+to.String()+`"`+offers["pledge-time"], http.StatusForbidden, "own_campaign")

	l.send(ada, "remove-co-organizer", onMember(to, bea))
	again := l.pledged(cleo, to, "pledge-time")
	refused(bea, "accept-time", onPledge(again, ""), http.StatusForbidden, "not_campaign_owner")
}
