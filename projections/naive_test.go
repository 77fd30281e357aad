package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/readmodel"
)

// naive computes the figures a second way: from the states the deciders ended in, gift by gift, with nothing
// incremental about it. It knows no projection.
type naive struct {
	progress     map[ident.ID]readmodel.CampaignProgress
	people       map[ident.ID]map[ident.ID]int64 // campaign → supporter → gifts and accepted pledges
	needs        map[campaignNeed]readmodel.NeedProgress
	minutes      int64 // confirmed, everywhere
	items        int64 // received, everywhere
	open         int64 // minutes pledged and open, everywhere
	contributors map[perCurrency]readmodel.ContributorTotal
	platform     map[money.Currency]readmodel.PlatformTotal
	hours        map[campaignHour]int64      // of gifts not given back
	given        map[perCampaign][]time.Time // the hours of gifts not given back
	now          time.Time                   // when the history ended
	supporters   int64
	supported    int64
	wallet       map[ident.ID]readmodel.WalletEntry
	pending      map[ident.ID]int64  // minor units of refunds on their way, by the gift
	listed       map[ident.ID]string // donation → state
	collects     map[ident.ID]bool   // campaigns that ask for money and may collect it
}

func compute(h *history) naive {
	n := naive{
		progress: map[ident.ID]readmodel.CampaignProgress{}, people: map[ident.ID]map[ident.ID]int64{},
		contributors: map[perCurrency]readmodel.ContributorTotal{}, platform: map[money.Currency]readmodel.PlatformTotal{},
		wallet: map[ident.ID]readmodel.WalletEntry{}, pending: map[ident.ID]int64{},
		listed: map[ident.ID]string{}, collects: map[ident.ID]bool{},
		hours: map[campaignHour]int64{},
		given: map[perCampaign][]time.Time{}, now: h.now, needs: map[campaignNeed]readmodel.NeedProgress{},
	}
	everybody, campaigns := map[ident.ID]bool{}, map[ident.ID]bool{}
	part := map[perCampaignCurrency]bool{}
	for id, c := range h.campaigns {
		if c.Exists() {
			n.progress[id] = readmodel.CampaignProgress{Campaign: id, Currency: c.Currency}
			n.people[id] = map[ident.ID]int64{}
			n.collects[id] = c.Takes(campaign.Money) && c.CollectsMoney(h.collectsByPage(c))
		}
	}
	for id, s := range h.donations {
		if s.Status == donation.None {
			continue
		}
		paid := []donation.Status{donation.Complete, donation.PartlyReturned, donation.Returned, donation.InDispute}
		reached := !s.Mismatch && slices.Contains(paid, s.Status)
		n.wallet[id] = readmodel.WalletEntry{
			Donation: id, Status: string(s.Status), Gift: s.Terms.Gift.Minor, Counted: s.Terms.Counted.Minor, Refunded: returnedIn(s),
		}
		for refund, asked := range s.Requested {
			if s.Asked[refund].Reason != "" && asked.Currency == s.Terms.Gift.Currency { // and no surplus goes back
				n.pending[id] += asked.Minor
			}
		}
		n.listed[id] = readmodel.StatePending
		if !reached {
			continue
		}
		kept := s.Returned != s.Received
		person := s.Supporter
		if s.Anonymous || s.Member.IsNil() {
			person = s.ID
		}
		n.listed[id] = readmodel.StateReturned
		p := n.progress[s.Campaign]
		p.Raised += s.LeftCount.Minor
		p.Refunded += s.Terms.Counted.Minor - s.LeftCount.Minor
		key := perCurrency{person, s.Terms.Gift.Currency}
		t := n.contributors[key]
		t.Given += s.LeftGift.Minor
		pl := n.platform[s.Terms.Gift.Currency]
		pl.Raised += s.LeftGift.Minor
		pl.Main += s.LeftMain.Minor
		if kept {
			n.listed[id] = readmodel.StateListed
			p.Gifts++
			t.Gifts++
			pl.Gifts++
			n.people[s.Campaign][person]++
			n.hours[campaignHour{s.Campaign, s.Given.Truncate(time.Hour)}]++
			who := perCampaign{s.Campaign, person}
			n.given[who] = append(n.given[who], s.Given.Truncate(time.Hour))
			everybody[person], campaigns[s.Campaign] = true, true
			if k := (perCampaignCurrency{person, s.Campaign, s.Terms.Gift.Currency}); !part[k] {
				part[k] = true
				t.Campaigns++
			}
		}
		n.progress[s.Campaign], n.contributors[key], n.platform[s.Terms.Gift.Currency] = p, t, pl
	}
	took := func(to, pledge, supporter ident.ID, anonymous bool, at time.Time) {
		person := supporter
		if anonymous {
			person = pledge
		}
		n.people[to][person]++
		n.hours[campaignHour{to, at.Truncate(time.Hour)}]++
		who := perCampaign{to, person}
		n.given[who] = append(n.given[who], at.Truncate(time.Hour))
		everybody[person], campaigns[to] = true, true
	}
	n.addTime(h, took)
	n.addThings(h, took)
	for id, p := range n.progress {
		p.Supporters = int64(len(n.people[id]))
		n.progress[id] = p
	}
	n.supporters, n.supported = int64(len(everybody)), int64(len(campaigns))
	return n
}

// takes counts a pledge that was accepted, and did not come to nothing since.
type takes func(to, pledge, supporter ident.ID, anonymous bool, at time.Time)

// lineOf is how a campaign's page lists a pledge: from its acceptance until it comes to nothing.
func lineOf(acceptedAt time.Time, over bool) string {
	switch {
	case acceptedAt.IsZero():
		return readmodel.StatePending
	case over:
		return readmodel.StateReturned
	}
	return readmodel.StateListed
}

func (n *naive) addTime(h *history, took takes) {
	for id, s := range statesOf(h, timepledge.Decider) {
		p := n.progress[s.Campaign]
		n.listed[id] = lineOf(s.AcceptedAt, s.Status.Over())
		switch s.Status {
		case timepledge.Offered: // counts for nobody but the two
		case timepledge.Expected:
			p.MinutesPledged += s.Minutes
			n.open += s.Minutes
		case timepledge.Done:
			p.MinutesConfirmed += s.Worked
			n.minutes += s.Worked
		case timepledge.TurnedOff, timepledge.TakenBack, timepledge.Missed:
		case timepledge.None:
			delete(n.listed, id)
		}
		if !s.AcceptedAt.IsZero() && !s.Status.Over() {
			took(s.Campaign, id, s.Supporter, s.Anonymous, s.AcceptedAt)
		} else if s.Status == timepledge.Done { // confirmed without having been accepted: there is no such thing
			panic("hours of a pledge that nobody accepted")
		}
		if !s.AcceptedAt.IsZero() {
			n.progress[s.Campaign] = p
		}
	}
}

func (n *naive) addThings(h *history, took takes) {
	for id, s := range statesOf(h, materialpledge.Decider) {
		if s.Status == materialpledge.None {
			continue
		}
		var pledged, received int64
		n.listed[id] = lineOf(s.AcceptedAt, s.Status == materialpledge.TurnedOff || s.Status == materialpledge.TakenBack)
		switch s.Status {
		case materialpledge.Offered: // counts for nobody but the two
		case materialpledge.Expected:
			pledged = s.Taken
		case materialpledge.Arrived, materialpledge.GivenBack:
			received = s.Received
		case materialpledge.TurnedOff, materialpledge.TakenBack:
		case materialpledge.None:
		}
		n.items += received
		if !s.Need.IsNil() && !s.AcceptedAt.IsZero() {
			p, key := n.progress[s.Campaign], campaignNeed{s.Campaign, s.Need}
			need := n.needs[key]
			p.ItemsPledged, p.ItemsReceived = p.ItemsPledged+pledged, p.ItemsReceived+received
			need.Pledged, need.Received = need.Pledged+pledged, need.Received+received
			n.progress[s.Campaign], n.needs[key] = p, need
		}
		if !s.AcceptedAt.IsZero() && s.Status != materialpledge.TurnedOff && s.Status != materialpledge.TakenBack {
			took(s.Campaign, id, s.Supporter, s.Anonymous, s.AcceptedAt)
		}
	}
}

// popular gives how many people's gifts, not given back, reached each campaign within 30 days before a moment.
func (n naive) popular(now time.Time) map[ident.ID]int64 {
	out := map[ident.ID]int64{}
	for who, hours := range n.given {
		if slices.ContainsFunc(hours, func(h time.Time) bool { return h.Add(time.Hour).After(now.AddDate(0, 0, -30)) }) {
			out[who.Campaign]++
		}
	}
	return out
}

func returnedIn(s donation.State) int64 {
	if s.Returned.Currency != s.Terms.Gift.Currency {
		return 0
	}
	return s.Returned.Minor
}
