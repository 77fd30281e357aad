package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/projections/readmodel"
)

// naive computes the figures a second way: from the states the deciders ended in, gift by gift, with nothing
// incremental about it. It knows no projection.
type naive struct {
	progress     map[ident.ID]readmodel.CampaignProgress
	people       map[ident.ID]map[ident.ID]int64 // campaign → supporter → gifts
	contributors map[perCurrency]readmodel.ContributorTotal
	platform     map[money.Currency]readmodel.PlatformTotal
	hours        map[campaignHour]int64      // of gifts not given back
	given        map[perCampaign][]time.Time // the hours of gifts not given back
	now          time.Time                   // when the history ended
	supporters   int64
	supported    int64
	wallet       map[ident.ID]readmodel.WalletEntry
	listed       map[ident.ID]string // donation → state
}

func compute(h *history) naive {
	n := naive{
		progress: map[ident.ID]readmodel.CampaignProgress{}, people: map[ident.ID]map[ident.ID]int64{},
		contributors: map[perCurrency]readmodel.ContributorTotal{}, platform: map[money.Currency]readmodel.PlatformTotal{},
		wallet: map[ident.ID]readmodel.WalletEntry{}, listed: map[ident.ID]string{}, hours: map[campaignHour]int64{},
		given: map[perCampaign][]time.Time{}, now: h.now,
	}
	everybody, campaigns := map[ident.ID]bool{}, map[ident.ID]bool{}
	part := map[perCampaignCurrency]bool{}
	for id, c := range h.campaigns {
		if c.Status != campaign.None {
			n.progress[id] = readmodel.CampaignProgress{Campaign: id, Currency: c.Currency}
			n.people[id] = map[ident.ID]int64{}
		}
	}
	for id, s := range h.donations {
		if s.Status == donation.None {
			continue
		}
		paid := []donation.Status{donation.Complete, donation.PartlyReturned, donation.Returned}
		reached := !s.Mismatch && slices.Contains(paid, s.Status)
		n.wallet[id] = readmodel.WalletEntry{
			Donation: id, Status: string(s.Status), Gift: s.Terms.Gift.Minor, Counted: s.Terms.Counted.Minor, Refunded: returnedIn(s),
		}
		n.listed[id] = readmodel.StatePending
		if !reached {
			continue
		}
		kept := s.Status != donation.Returned
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
	for id, p := range n.progress {
		p.Supporters = int64(len(n.people[id]))
		n.progress[id] = p
	}
	n.supporters, n.supported = int64(len(everybody)), int64(len(campaigns))
	return n
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
