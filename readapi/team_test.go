package readapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

func campaignTeamPush(c *cast) pushRow {
	at := c.campaign.String()
	return pushRow{topic: "campaign-team/" + at, get: "/api/campaigns/" + at + "/team", to: []string{"owner", coOrganizer},
		change: func() { c.invite(c.people["owner"], c.campaign, "nobody@example.org") }}
}

func myInvitationsPush(c *cast) pushRow {
	return pushRow{topic: "invitations", get: "/api/me/invitations", to: []string{"other"}, change: func() {
		c.invite(c.people["owner"], c.campaign, "Other@example.org")
	}}
}

// invite has the owner of a campaign invite somebody to run it, and gives the invitation.
func (w *world) invite(owner, to ident.ID, email string) ident.ID {
	w.t.Helper()
	w.saw(campaigns.InviteCoOrganizer.Run(w.t.Context(), w.commands, w.env().For(owner),
		campaigns.InviteBody{CampaignID: to, Email: email, Lang: "en"}))
	s, _, err := command.Load(w.t.Context(), w.commands.Handler, campaign.Decider, to)
	must(w.t, err)
	return s.Team.Invitations[len(s.Team.Invitations)-1].ID
}

// joins makes somebody a co-organizer.
func (w *world) joins(owner, to, who ident.ID, email string) {
	w.t.Helper()
	w.saw(campaigns.AcceptInvitation.Run(w.t.Context(), w.commands, w.env().For(who),
		campaigns.InvitationBody{CampaignID: to, InvitationID: w.invite(owner, to, email)}))
}

// Who is invited, joins, is offered the campaign and takes it over reads what follows from it, and so do the others.
func TestTeam_IsReadByWhoeverRunsTheCampaign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	other := w.member("Otto", "otto@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	path := "/api/campaigns/" + to.String()
	told := func(who ident.ID) []string {
		t.Helper()
		var all []string
		for _, n := range answer[bellList](w, who, "/api/me/notifications").Items {
			if n.Kind == "team_news" {
				all = append(all, strings.TrimSpace(n.TeamChange+" "+n.Giver))
			}
		}
		return all
	}
	isTold := func(who ident.ID, want ...string) {
		t.Helper()
		if got := told(who); strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("told %q, not %q", got, want)
		}
	}
	w.refused(helper, path+"/team", http.StatusNotFound, "campaign_not_found")
	invitation := w.invite(owner, to, "Hana@example.org")
	team := answer[readcampaigns.Team](w, owner, path+"/team")
	if len(team.Members) != 1 || team.Members[0].Name != "Olga" || !team.Members[0].Owner || len(team.Invitations) != 1 ||
		team.Invitations[0].Email != "Hana@example.org" {
		t.Errorf("invited: %+v", team)
	}
	all := answer[readcampaigns.Invitations](w, helper, "/api/me/invitations").Items
	if len(all) != 1 ||
		all[0].Invitation != invitation || all[0].CampaignTitle != "Well" || all[0].Owner != "Olga" {
		t.Errorf("the invited reads %+v", all)
	}
	isTold(helper, "invited Olga")
	if all := answer[readcampaigns.Invitations](w, other, "/api/me/invitations").Items; len(all) != 0 {
		t.Errorf("somebody else reads %+v", all)
	}
	w.refused(helper, path+"/pledges", http.StatusNotFound, "campaign_not_found")

	at := campaigns.InvitationBody{CampaignID: to, InvitationID: invitation}
	w.saw(campaigns.AcceptInvitation.Run(t.Context(), w.commands, w.env().For(helper), at))
	isTold(owner, "joined Hana")
	isTold(helper)
	w.invite(owner, to, "later@example.org")
	team = answer[readcampaigns.Team](w, helper, path+"/team")
	if len(team.Members) != 2 || team.Members[1].Name != "Hana" || len(team.Invitations) != 0 {
		t.Errorf("a co-organizer reads %+v", team)
	}
	for _, below := range []string{"/pledges", "/attendance", "/figures"} {
		if got := w.get(helper, path+below); got.status != http.StatusOK {
			t.Errorf("a co-organizer is answered %d at %s", got.status, below)
		}
	}
	if d := answer[readcampaigns.CampaignDetail](w, helper, path); !d.CanEdit || d.Owned || d.CoOrganizers != 1 {
		t.Errorf("a co-organizer reads can_edit %v, owned %v, co_organizers %d", d.CanEdit, d.Owned, d.CoOrganizers)
	}
	if mine := answer[read.List[readcampaigns.CampaignCard]](w, helper, "/api/me/campaigns"); mine.Total != 1 ||
		mine.Items[0].Organizer.ID != owner {
		t.Errorf("the co-organizer's campaigns: %+v", mine)
	}
	w.pledge(other, to, 60)
	for who, id := range map[string]ident.ID{"the owner": owner, "the co-organizer": helper} {
		if got := answer[bellList](w, id, "/api/me/notifications").Items[0].Kind; got != "pledge_received" {
			t.Errorf("%s is told of %s last", who, got)
		}
	}

	w.saw(campaigns.OfferHandOver.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.TeamMemberBody{CampaignID: to, MemberID: helper}))
	asked := answer[readcampaigns.Invitations](w, helper, "/api/me/invitations").Items
	if len(asked) != 1 || !asked[0].Invitation.IsNil() {
		t.Errorf("whoever is offered the campaign reads %+v", asked)
	}
	w.saw(campaigns.AcceptHandOver.Run(t.Context(), w.commands, w.env().For(helper), campaigns.TeamBody{CampaignID: to}))
	isTold(helper, "hand_over Olga")
	isTold(owner, "handed_over Hana", "joined Hana")
	if d := answer[readcampaigns.CampaignDetail](w, helper, path); !d.Owned || d.Organizer.Name != "Hana" {
		t.Errorf("the new owner reads owned %v, of %s", d.Owned, d.Organizer.Name)
	}
	if d := answer[readcampaigns.CampaignDetail](w, owner, path); !d.CanEdit || d.Owned {
		t.Errorf("the former owner reads can_edit %v, owned %v", d.CanEdit, d.Owned)
	}
}

// An invitation to a campaign that was cancelled can't be accepted, so that nobody is shown it (Found33).
func TestFound33_InvitationsToACancelledCampaign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	partner := w.member("Petr", "petr@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	w.joins(owner, to, partner, "petr@example.org")
	w.invite(owner, to, "hana@example.org")
	w.saw(campaigns.OfferHandOver.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.TeamMemberBody{CampaignID: to, MemberID: partner}))
	asked := func(who ident.ID) int {
		return len(answer[readcampaigns.Invitations](w, who, "/api/me/invitations").Items)
	}
	if asked(helper) != 1 || asked(partner) != 1 {
		t.Fatalf("before: %d invitations, %d offers", asked(helper), asked(partner))
	}
	w.saw(campaigns.CancelCampaign.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.CancelCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: to}, Reason: "The well is dry"}))
	if asked(helper) != 0 || asked(partner) != 0 {
		t.Errorf("afterwards: %d invitations, %d offers", asked(helper), asked(partner))
	}
	for _, n := range answer[bellList](w, helper, "/api/me/notifications").Items {
		t.Errorf("the invited is still told of %s", n.Kind)
	}
}

// Whoever is taken off a team while they watch is refused at once, and told nothing more. What came of their joining may be told
// still: they could read it before.
func TestTeam_RemovedWhileWatching(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	w.joins(owner, to, helper, "hana@example.org")
	w.caughtUp()
	topics := []string{"campaign-pledges/", "campaign-attendance/", "campaign-figures/", "campaign-team/"}
	at := make([]string, len(topics))
	for i, topic := range topics {
		at[i] = topic + to.String()
	}
	known := map[string]json.RawMessage{}
	for i, path := range []string{"pledges", "attendance", "figures", "team"} {
		known[at[i]] = w.get(helper, "/api/campaigns/"+to.String()+"/"+path).body
	}
	c := w.pushes().watch(helper, at...)
	w.saw(campaigns.RemoveCoOrganizer.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.TeamMemberBody{CampaignID: to, MemberID: helper}))
	refused := map[string]bool{}
	for len(refused) < len(topics) {
		switch m := c.next(); m.Type {
		case "error":
			if m.Code != "campaign_not_found" {
				t.Errorf("%s is answered %s", m.Topic, m.Code)
			}
			refused[m.Topic] = true
		case "data":
			if refused[m.Topic] || !same(t, m.Data, known[m.Topic]) {
				t.Fatalf("pushed %s", m.Data)
			}
		}
	}
	for _, below := range []string{"/pledges", "/attendance", "/figures", "/team"} {
		w.refused(helper, "/api/campaigns/"+to.String()+below, http.StatusNotFound, "campaign_not_found")
	}
}
