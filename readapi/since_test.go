package readapi_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
)

// looked is what a member sees of a campaign, and whether they are told what changes of it.
func (w *world) looked(by, campaign ident.ID) (readcampaigns.Present, bool) {
	w.t.Helper()
	w.caughtUp()
	p, known, err := readcampaigns.PresentTo(w.t.Context(), w.service, by, campaign, w.now())
	must(w.t, err)
	return p, known
}

// changed is what is told to a member of what changed of a campaign since they saw it.
func (w *world) changed(by, campaign ident.ID, then readcampaigns.Present) readcampaigns.Since {
	w.t.Helper()
	kept, err := json.Marshal(then.Seen) // as it is kept between two visits
	must(w.t, err)
	var seen readcampaigns.Seen
	must(w.t, json.Unmarshal(kept, &seen))
	now, known := w.looked(by, campaign)
	if !known {
		w.t.Fatal("they are told nothing of the campaign any more")
	}
	since, err := readcampaigns.SinceVisit(w.t.Context(), w.service, campaign, now, seen, w.now())
	must(w.t, err)
	return since
}

// Whoever supports or follows a campaign is told exactly what changed of it since they saw it, and nobody else is.
func TestSinceVisit_IsExact(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, fan, giver := w.member("Olga", "o@example.org"), w.member("Fan", "f@example.org"), w.member("Gil", "g@example.org")
	body := content("Well")
	body.GoalAmount = 100_00
	well := w.launch(owner, body).CampaignID
	w.followCampaign(fan, well)
	w.followCampaign(giver, well)
	w.give(giver, giving.DonateMoneyBody{CampaignID: well, Amount: 10_00, Currency: money.EUR})
	w.post(owner, well, "Seen already", "public", false)
	w.unfollowCampaign(giver, well)
	for name, who := range map[string]ident.ID{"who runs it": owner, "a stranger": w.member("Zoe", "z@example.org"), "a visitor": {}} {
		if _, known := w.looked(who, well); known {
			t.Errorf("%s is told what changes", name)
		}
	}
	then, _ := w.looked(fan, well)
	supporter, known := w.looked(giver, well)
	tom := w.member("Tom", "t@example.org")
	w.followCampaign(tom, well)
	follower, follows := w.looked(tom, well)
	if !known || !follows {
		t.Errorf("as giver: %+v; as follower: %+v", supporter, follower)
	}
	if s := w.changed(fan, well, then); s.Raised != 0 || s.Supporters != 0 || s.UpdateCount != 0 || len(s.Changes) != 0 ||
		len(s.Milestones) != 0 || s.Status != "" || s.Currency != money.EUR || s.Visit == nil {
		t.Errorf("nothing has changed: %+v", s)
	}
	// a gift without a name, and what is new in words
	w.give(fan, giving.DonateMoneyBody{CampaignID: well, Amount: 50_00, Currency: money.EUR, Anonymous: true})
	for _, title := range []string{"One", "Two", "Three", "Four"} {
		w.post(owner, well, title, "public", false)
	}
	w.moveOn(time.Minute)
	w.post(owner, well, "For supporters", "supporters", false)
	body.GoalAmount = 120_00
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: well}, ContentBody: body,
	}))
	s := w.changed(giver, well, supporter)
	if s.Raised != 50_00 || s.Supporters != 1 || s.UpdateCount != 5 || len(s.Updates) != 3 ||
		s.Updates[0].Title != "For supporters" || len(s.Changes) != 1 || s.Changes[0].What != "goal" || s.Changes[0].After != 120_00 ||
		len(s.Milestones) != 1 || s.Milestones[0] != (readcampaigns.Milestone{Need: "money", Percent: 50}) {
		t.Errorf("changes for a giver: %+v", s)
	}
	if s := w.changed(tom, well, follower); s.UpdateCount != 4 || s.Updates[0].Title != "Four" {
		t.Errorf("changes for a follower: %+v", s)
	}
	body.GoalAmount = 200_00
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: well}, ContentBody: body,
	}))
	if s := w.changed(giver, well, supporter); len(s.Milestones) != 0 || len(s.Changes) != 2 {
		t.Errorf("once it asks for more: %+v", s)
	}
	w.saw(campaigns.PauseCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CampaignBody{CampaignID: well}))
	none := supporter
	none.Marks = [3]int64{}
	p, _ := w.looked(giver, well)
	p.Goals = [3]int64{} // it asks for nothing any more
	gone, err := readcampaigns.SinceVisit(t.Context(), w.service, well, p, none.Seen, w.now())
	if err != nil || len(gone.Milestones) != 0 {
		t.Errorf("a milestone of a goal that is gone: %+v (%v)", gone, err)
	}
	if s := w.changed(giver, well, supporter); s.Status != "paused" {
		t.Errorf("of a paused campaign is told: %+v", s)
	}
}
