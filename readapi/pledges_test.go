package readapi_test

import (
	"net/http"
	"testing"

	launching "github.com/callup/callup/commands/campaigns"
	commands "github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/pledges"
	"github.com/callup/callup/readapi/read"
)

// campaignPledgesRow is the row of the matrix: whoever runs the campaign, and nobody else.
func campaignPledgesRow(c *cast) matrixRow {
	c.pledgeAgain()
	return matrixRow{"/api/campaigns/" + c.campaign.String() + "/pledges", []string{"owner", coOrganizer}}
}

func campaignPledgesPush(c *cast) pushRow {
	at := c.campaign.String()
	return pushRow{
		topic: "campaign-pledges/" + at, change: c.pledgeAgain, get: "/api/campaigns/" + at + "/pledges",
		to: []string{"owner", coOrganizer},
	}
}

func myPledgesPush(c *cast) pushRow {
	return pushRow{topic: "me", change: c.pledgeAgain, to: []string{"giver"}}
}

// pledgeAgain is another offer of the giver's.
func (c *cast) pledgeAgain() { c.pledge(c.people["giver"], c.campaign, 60) }

// pledge offers minutes to a campaign.
func (w *world) pledge(by, to ident.ID, minutes int64) ident.ID {
	w.t.Helper()
	made, err := commands.PledgeTime.Run(w.t.Context(), w.commands, w.env().For(by), commands.PledgeTimeBody{
		CampaignID: to, Minutes: minutes, Availability: "Saturdays", Skills: "Wiring", Message: "Hello", Lang: "en",
	})
	w.saw(made, err)
	return made.PledgeID
}

// offer offers things to a campaign.
func (w *world) offer(by ident.ID, body commands.PledgeMaterialBody) ident.ID {
	w.t.Helper()
	made, err := commands.PledgeMaterial.Run(w.t.Context(), w.commands, w.env().For(by), body)
	w.saw(made, err)
	return made.PledgeID
}

// What both sides see of pledges, and what the public does, from the offer to the last figure.
func TestPledges_AreSeenByBothSides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, vera, pia := w.member("Owner", "o@example.org"), w.member("Vera", "v@example.org"), w.member("Pia", "p@example.org")
	asks := andTime(content("Well"))
	asks.ResourceTypes = append(asks.ResourceTypes, "materials")
	asks.Needs = []launching.NeedBody{{Item: "Bench", Quantity: 6}}
	to := w.launch(owner, asks).CampaignID
	page := func() campaigns.CampaignDetail {
		return answer[campaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/"+to.String())
	}
	inbox := func(query string) pledges.CampaignPledges {
		return answer[pledges.CampaignPledges](w, owner, "/api/campaigns/"+to.String()+"/pledges"+query)
	}
	hours, dropped := w.pledge(vera, to, 360), w.pledge(vera, to, 120)
	need := page().Needs[0].ID
	benches := w.offer(pia, commands.PledgeMaterialBody{
		CampaignID: to, NeedID: need, Quantity: 2, Condition: "good", Delivery: materialpledge.Pickup, Address: "Rue 1", Lang: "en",
		Anonymous: true, Lent: true, Until: w.now().AddDate(0, 1, 0).Format("2006-01-02"),
	})
	kettle := w.offer(pia, commands.PledgeMaterialBody{
		CampaignID: to, Item: "Kettle", Quantity: 1, Condition: "fair", Delivery: materialpledge.Post, Lang: "en",
	})
	// Found31: what nobody answered counts for nobody but the two.
	if p := page(); p.MinutesPledged != 0 || p.MinutesGiven != 0 || p.ItemsPledged != 0 || p.Supporters != 0 ||
		p.Needs[0].Pledged != 0 {
		t.Errorf("offered: %+v", p)
	}
	listed := answer[read.List[campaigns.Supporter]](w, ident.Nil, "/api/campaigns/"+to.String()+"/supporters")
	if listed.Total != 0 {
		t.Errorf("offers are listed: %+v", listed)
	}
	if own := answer[pledges.MyPledges](w, vera, "/api/me/pledges"); own.Offered.Minutes != 480 {
		t.Errorf("one's own offers: %+v", own.Offered)
	}
	// Found38: of those that wait, the one that waits longest comes first.
	if in := inbox("?phase=waiting"); in.Total != 4 || in.Items[0].ID != hours || in.Items[3].ID != kettle {
		t.Errorf("waiting: %+v", in)
	}
	if w := answer[pledges.Waiting](w, owner, "/api/me/waiting"); len(w.Campaigns) != 1 || w.Campaigns[0].Pledges != 4 {
		t.Errorf("what waits for the organizer: %+v", w)
	}
	if in := inbox(""); in.Total != 4 || in.Counts != (pledges.Counts{Waiting: 4}) || in.Items[0].ID != kettle ||
		in.Items[0].Item != "Kettle" ||
		in.Items[1].Person.Name != "Pia" || in.Items[1].Address != "" || in.Items[3].Skills != "Wiring" {
		t.Errorf("the organizer sees %+v", in)
	}
	w.saw(commands.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner), commands.AcceptTimeBody{PledgeID: hours,
		Note: "At nine"}))
	w.saw(commands.WithdrawTime.Run(t.Context(), w.commands, w.env().For(vera), commands.PledgeBody{PledgeID: dropped}))
	w.saw(commands.AcceptMaterial.Run(t.Context(), w.commands, w.env().For(owner),
		commands.AcceptMaterialBody{PledgeID: benches, Quantity: new(int64(1)), Place: "Yard door"}))
	w.saw(commands.DeclineMaterial.Run(t.Context(), w.commands, w.env().For(owner),
		commands.DeclineBody{PledgeID: kettle, Reason: "We have one"}))
	if p := page(); p.MinutesPledged != 360 || p.ItemsPledged != 1 || p.Supporters != 2 {
		t.Errorf("answered: %+v", p)
	}
	if in := inbox("?kind=materials&phase=expected"); in.Total != 1 || in.Items[0].Address != "Rue 1" {
		t.Errorf("an address after acceptance: %+v", in)
	}
	if in := inbox("?kind=materials&phase=off"); in.Total != 1 || in.Items[0].Reason != "We have one" ||
		in.Counts != (pledges.Counts{Expected: 1, Off: 1}) {
		t.Errorf("declined: %+v", in)
	}
	w.saw(commands.LogHours.Run(t.Context(), w.commands, w.env().For(vera), commands.LogHoursBody{PledgeID: hours, Minutes: 270}))
	if in := inbox("?phase=waiting"); in.Total != 1 || in.Items[0].Logged != 270 || in.Items[0].Status != "accepted" {
		t.Errorf("what is to be confirmed: %+v", in)
	}
	w.saw(commands.ConfirmHours.Run(t.Context(), w.commands, w.env().For(owner),
		commands.ConfirmHoursBody{PledgeID: hours, Minutes: 240}))
	w.saw(commands.ReceiveMaterial.Run(t.Context(), w.commands, w.env().For(owner),
		commands.ReceiveMaterialBody{PledgeID: benches, Quantity: 3, Condition: "fair"}))
	if p := page(); p.MinutesGiven != 240 || p.MinutesPledged != 0 || p.ItemsReceived != 3 || p.ItemsPledged != 0 ||
		p.Needs[0].Received != 3 {
		t.Errorf("done: %+v", p)
	}
	w.saw(commands.ReturnMaterial.Run(t.Context(), w.commands, w.env().For(pia), commands.PledgeBody{PledgeID: benches}))
	own := answer[pledges.MyPledges](w, vera, "/api/me/pledges")
	if own.Total != 2 || own.Offered != (pledges.Offered{Pledges: 1, Minutes: 360, Confirmed: 240}) ||
		own.Items[1].Note != "At nine" || own.Items[0].Status != "withdrawn" || own.Items[1].CampaignTitle != "Well" {
		t.Errorf("her own pledges: %+v", own)
	}
	theirs := answer[pledges.MyPledges](w, pia, "/api/me/pledges?kind=materials")
	if theirs.Items[1].Place != "Yard door" || theirs.Items[1].Status != "returned" || theirs.Items[0].Cause != "organizer" {
		t.Errorf("their own pledges: %+v", theirs)
	}
	public := answer[read.List[campaigns.Supporter]](w, ident.Nil, "/api/campaigns/"+to.String()+"/supporters?kind=materials")
	if public.Total != 1 || public.Items[0].Person.Name != "" || public.Items[0].Quantity != 3 ||
		public.Items[0].Item != asks.Needs[0].Item {
		t.Errorf("the public sees %+v", public)
	}
	w.refused(vera, "/api/campaigns/"+to.String()+"/pledges", http.StatusNotFound, "campaign_not_found")
}
