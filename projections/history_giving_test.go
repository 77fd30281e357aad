package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
)

var eurosFor = map[money.Currency]int64{money.EUR: 100, money.USD: 86, money.GBP: 119}

func rate(from, to money.Currency) money.Rate {
	if from == to {
		return money.Same(from)
	}
	return money.Rate{From: from, To: to, Num: eurosFor[from], Den: eurosFor[to], Date: "2026-11-20", Source: "test"}
}

func (h *history) aboutDonation(draw draw) {
	c, there := h.someCampaign(draw)
	if !there {
		h.aboutCampaign(draw)
		return
	}
	run := func(id ident.ID, decide func(donation.State) ([]donation.Event, error)) {
		take(h, donation.Decider, id, decide)
	}
	if draw("a new gift", 2) == 0 || len(h.order) == 0 {
		if err := h.campaigns[c].AdmitsGift(h.collectsByPage(h.campaigns[c]), h.now); err != nil {
			return
		}
		h.start(c, draw, run)
		return
	}
	id := h.order[draw("gift", len(h.order)-1)]
	s := h.donations[id]
	refund := thing("refund "+id.String(), draw("refund", 3))
	dispute := []string{"d1", "d2"}[draw("dispute", 1)]
	switch draw("what", 15) {
	case 14:
		run(id, donation.AskRefund{Actor: s.Member, Words: "I gave twice", Now: h.now}.Decide)
	case 15:
		run(id, donation.DeclineRefund{By: s.Supporter, Words: "It is spent", Now: h.now}.Decide)
	case 9:
		run(id, donation.Underway{Reference: "r", Now: h.now}.Decide)
	case 10:
		run(id, donation.FailRefund{Refund: refund, Now: h.now}.Decide)
	case 11, 12, 13:
		outcomes := []donation.Outcome{"", "", donation.DisputeWon, donation.DisputeLost, donation.DisputeDropped}
		run(id, donation.HearDispute{
			Dispute: dispute + id.String(), Reference: payment(draw), Amount: s.Terms.Charge(), Why: "fraudulent", AnswerBy: h.now,
			Taken: draw("taken", 1) == 0, Outcome: outcomes[draw("outcome", 4)], Now: h.now,
		}.Decide)
	case 0:
		run(id, donation.Fail{Reason: donation.Declined, Now: h.now}.Decide)
	case 1:
		run(id, donation.Cancel{ByProvider: true, Now: h.now}.Decide)
	case 2:
		paid := money.Of(int64(1+draw("paid", 500)), money.Currencies[draw("currency", 2)])
		// by chance it may be what was asked for
		h.pay(id, donation.Confirm{Reference: payment(draw), Paid: paid, Begun: h.now, Refund: refund, Now: h.now})
	case 3, 4, 5, 6:
		h.pay(id, donation.Confirm{
			Reference: payment(draw), Paid: s.Terms.Charge(), Begun: h.now, ClosedAt: h.campaigns[s.Campaign].ClosedSince(h.now),
			Refund: refund, Now: h.now,
		})
	case 7:
		run(id, donation.RequestRefund{
			Refund: h.newRefund(s, refund), Amount: money.Of(int64(draw("back", 400)), s.Terms.Gift.Currency),
			Reason: donation.ByOrganizer, By: s.Supporter, Words: "As asked", Now: h.now,
		}.Decide)
	default:
		reference := payment(draw)
		back := s.Received
		if t, surplus := s.Surplus[reference]; surplus {
			back = t.Paid
		}
		if draw("a part", 1) == 0 && back.Minor > 1 {
			back.Minor = 1 + int64(draw("back", int(back.Minor)-1))
		}
		run(id, donation.ConfirmRefund{Refund: refund, Reference: reference, Amount: back, Now: h.now}.Decide)
	}
}

// newRefund names a refund that is asked for: by the id that is given, unless it was asked for already. No two commands ask for
// the same one.
func (h *history) newRefund(s donation.State, id ident.ID) ident.ID {
	if _, asked := s.Asked[id]; asked {
		return thing("refund of "+s.ID.String(), len(h.facts))
	}
	return id
}

// payment is one of the payments of a gift, as the provider names it.
func payment(draw draw) string { return []string{"r", "r", "s"}[draw("payment", 2)] }

// pay pays a gift the sum that was asked. The first one that counts fixes the campaign's currency, which may be another one
// than when the gift was started.
func (h *history) pay(id ident.ID, c donation.Confirm) {
	s := h.donations[id]
	c.Refund = h.newRefund(s, c.Refund)
	events, err := c.Decide(s)
	for _, e := range events {
		if _, counts := e.(donation.Completed); counts && err == nil {
			take(h, campaign.Decider, s.Campaign, campaign.FixCurrency{}.Decide)
		}
	}
	if to := h.campaigns[s.Campaign].Currency; to != s.Terms.Counted.Currency {
		c.Rate = rate(s.Terms.Gift.Currency, to)
		c.Counted = c.Rate.Convert(s.Terms.Gift)
	}
	if c.Paid.Minor%2 == 0 { // the provider may say it with the payment, or with a later look
		c.Kept = donation.Kept{Gross: c.Paid, Fee: money.Of(1, c.Paid.Currency), Net: money.Of(c.Paid.Minor-1, c.Paid.Currency)}
	}
	take(h, donation.Decider, id, c.Decide)
}

func (h *history) start(c ident.ID, draw draw,
	run func(ident.ID, func(donation.State) ([]donation.Event, error))) {
	id := thing("donation", len(h.order))
	gift := money.Of(int64(1+draw("gift", 5000)), money.Currencies[draw("currency", 2)])
	t := donation.Terms{
		Gift: gift, Fee: money.Of(int64(draw("fee", 50)), gift.Currency), Rate: rate(gift.Currency, h.campaigns[c].Currency),
		MainRate: rate(gift.Currency, money.EUR),
	}
	t.Counted, t.Main = t.Rate.Convert(gift), t.MainRate.Convert(gift)
	who := draw("who", 4)
	cmd := donation.Start{
		Donation: id, Campaign: c, Supporter: member.SubjectOf(thing("member", who)), Terms: t, Anonymous: draw("anonymous", 2) == 0,
		Name: text("Name", who), Message: text("Message", draw("message", 3)), Lang: "en", Provider: "fake", Now: h.now,
	}
	if who > 2 {
		cmd.Member = thing("member", who)
	}
	before := len(h.facts)
	run(id, cmd.Decide)
	if len(h.facts) == before {
		return
	}
	h.order = append(h.order, id)
	if e, ok := h.facts[before].event.(donation.Started); ok {
		h.begun[id] = e
	}
}
