package demo

import (
	"math/rand/v2"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/money"
)

// Outcome is what becomes of a gift's payment.
type Outcome int

// The outcomes.
const (
	Paid Outcome = iota
	Declined
	Expired
	Cancelled
)

// Gift is a gift of money to a campaign, and what becomes of its payment.
type Gift struct {
	Campaign             int
	Member               int // -1: a guest, who is Guest
	Guest                Person
	Amount               money.Amount
	CoverFees, Anonymous bool
	Message, Lang        string
	Outcome              Outcome
}

// fate is decided before anything else about a gift: how much the others have to bring depends on it.
type fate struct {
	outcome  Outcome
	refunded int // 0 nothing, 1 half, 2 all
}

// fate is that of the n-th of a campaign's gifts; its last one is always paid and kept. Nothing is given back once the campaign is
// paused or has ended: refunds are made at the plan's end.
func (p *Plan) fate(c, n, of int) fate {
	if n == of-1 {
		return fate{}
	}
	closed := p.campaigns[c].Close != campaign.None
	switch d := dice(p.o.Seed, "fate", c<<20|n).IntN(100); {
	case d < 3:
		return fate{outcome: Declined}
	case d < 5:
		return fate{outcome: Expired}
	case d < 7:
		return fate{outcome: Cancelled}
	case closed:
		return fate{}
	case d < 8:
		return fate{refunded: 1}
	case d < 10:
		return fate{refunded: 2}
	}
	return fate{}
}

// account is what a campaign's gifts still have to bring, while they are told one after the other.
type account struct {
	told, paid int   // gifts told; gifts still to come that will be paid
	left       int64 // minor units of the campaign's currency
	largest    int64 // no gift is larger, in minor units
	said       int   // of the campaign's own messages
}

// teller makes gifts in the order of the plan.
type teller struct {
	p        *Plan
	accounts []account
	messages map[string][]string
	refunds  []Refund
	told     int
}

func newTeller(p *Plan) *teller {
	t := &teller{p: p, accounts: make([]account, len(p.campaigns)), messages: messages()}
	for i, c := range p.campaigns {
		a := &t.accounts[i]
		for n := range p.size[i] {
			if p.fate(i, n, p.size[i]).outcome == Paid {
				a.paid++
			}
		}
		if a.paid == 0 {
			continue
		}
		// with few gifts a campaign gets less far, rather than by gifts nobody would believe
		total := c.Goal.Minor * int64(c.Percent) / 100
		total = min(total, int64(a.paid)*(total/int64(max(c.Weight, 1)))*13/10)
		total = max(total, int64(a.paid)*1200)
		a.left, a.largest = total, max(total/int64(a.paid)*9, 500_00)
	}
	return t
}

// next tells a campaign's next gift.
func (t *teller) next(c int) Gift {
	p, a := t.p, &t.accounts[c]
	about := p.campaigns[c]
	n := a.told
	f := p.fate(c, n, p.size[c])
	r := dice(p.o.Seed, "gift", c<<20|n)
	a.told++
	g := Gift{Campaign: c, Member: -1, Outcome: f.outcome, Anonymous: r.IntN(8) == 0, CoverFees: r.IntN(10) < 3 && f.refunded == 0}
	t.giver(&g, r, about)
	g.Amount = t.amount(r, a, about.Goal.Currency, f)
	t.message(&g, r, n, about)
	if f.refunded > 0 {
		refund := Refund{Campaign: c, Gift: p.giftID(t.told)}
		if f.refunded == 1 {
			refund.Minor = g.Amount.Minor / 2
		}
		t.refunds = append(t.refunds, refund)
	}
	t.told++
	return g
}

// giver is a member other than the organizer more often than not, and mostly somebody who writes in the campaign's language.
func (t *teller) giver(g *Gift, r *rand.Rand, about Campaign) {
	members, guest := t.p.o.Members, r.IntN(100) >= 55
	for range 4 {
		if members > 1 && !guest {
			g.Member = r.IntN(members - 1)
			if g.Member >= about.Owner {
				g.Member++
			}
			g.Lang = t.p.Lang(g.Member)
		} else {
			g.Guest = t.p.crowd.guest(r.IntN(t.p.o.Donations/3 + 1))
			g.Lang = g.Guest.Lang
		}
		if g.Lang == about.Lang {
			return
		}
	}
}

// amount is one that people give. It follows what the campaign still has to get, so that the sum comes out; the last
// gift brings what is left.
func (t *teller) amount(r *rand.Rand, a *account, c money.Currency, f fate) money.Amount {
	foreign := r.IntN(5) == 0
	other := money.Currencies[r.IntN(len(money.Currencies))]
	spread, odd := spreads()[r.IntN(len(spreads()))], r.IntN(16)
	last := f.outcome == Paid && a.paid == 1
	if !foreign || last {
		other = c
	}
	mean := max(a.left, 0) / int64(max(a.paid, 1))
	minor := usual(min(max(mean, 6_00)*spread/100, a.largest, max(a.left/2, 10_00))) // so that the others have something to bring
	if odd == 0 && minor < 100_00 {
		minor += 2_00
	}
	if last {
		minor = max((a.left+50)/100*100, 5_00)
	}
	minor = min(minor, money.MaxMinor/2)
	if f.outcome == Paid {
		a.paid--
		a.left -= (worth(money.Of(minor, other), c)) * int64(2-f.refunded) / 2
	}
	return money.Of(minor, other)
}

// spreads are how gifts differ from their mean, in percent; their own mean is 100.
func spreads() []int64 {
	return []int64{10, 15, 20, 25, 30, 36, 42, 50, 58, 66, 75, 85, 95, 108, 122, 140, 165, 200, 260, 400}
}

// usual is the amount nearest to minor that somebody would type.
func usual(minor int64) int64 {
	best := int64(5_00)
	for _, v := range []int64{
		10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000,
	} {
		if abs(v*100-minor) < abs(best-minor) {
			best = v * 100
		}
	}
	return best
}

func abs(n int64) int64 { return max(n, -n) }

// worth is about what an amount counts in another currency. Only the sizes of gifts rest on it, never a recorded figure.
func worth(a money.Amount, to money.Currency) int64 {
	per := map[money.Currency]int64{money.EUR: 100, money.USD: 117, money.GBP: 87}
	return a.Minor * per[to] / per[a.Currency]
}

// message is in the giver's own language: a campaign's own for its first givers who write in the campaign's, later one of those
// that fit anywhere. Two of the same campaign differ as long as there are enough.
func (t *teller) message(g *Gift, r *rand.Rand, n int, about Campaign) {
	silent, said := r.IntN(100) < 62, &t.accounts[g.Campaign].said
	if n%2 == 0 && *said < len(about.Messages) && g.Lang == about.Lang {
		g.Message = about.Messages[*said]
		*said++
		return
	}
	if silent {
		return
	}
	all := t.messages[g.Lang]
	start := dice(t.p.o.Seed, "first message", g.Campaign).IntN(len(all))
	// steps of 5 meet each of the texts once: no language has a multiple of 5
	g.Message = all[(start+n*5)%len(all)]
}
