package projections

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// fact is one event of a history, of the thing whose stream it is in.
type fact struct {
	category string
	id       ident.ID
	event    any
}

// history is what deciders made of random commands, and the states they ended in.
type history struct {
	facts     []fact
	campaigns map[ident.ID]campaign.State
	donations map[ident.ID]donation.State
	members   map[ident.ID]member.State
	begun     map[ident.ID]donation.Started
	order     []ident.ID // donations, as they started
	now       time.Time
}

var eurosFor = map[money.Currency]int64{money.EUR: 100, money.USD: 86, money.GBP: 119}

func rate(from, to money.Currency) money.Rate {
	if from == to {
		return money.Same(from)
	}
	return money.Rate{From: from, To: to, Num: eurosFor[from], Den: eurosFor[to], Date: "2026-11-20", Source: "test"}
}

func take[S, E any](h *history, d domain.Decider[S, E], states map[ident.ID]S, id ident.ID, decide func(S) ([]E, error)) {
	s := states[id]
	events, err := decide(s)
	if err != nil {
		return // refused: nothing happened
	}
	for _, e := range events {
		s = d.Evolve(s, e)
		h.facts = append(h.facts, fact{d.Category, id, e})
	}
	states[id] = s
}

func text(s string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d é", s, n)
}

// randomHistory lets a few people do what they like with a few campaigns and gifts; the provider says what it likes.
func randomHistory(t *rapid.T, steps int) *history {
	h := &history{
		campaigns: map[ident.ID]campaign.State{}, donations: map[ident.ID]donation.State{}, begun: map[ident.ID]donation.Started{},
		members: map[ident.ID]member.State{}, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	draw := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
	for range steps {
		h.now = h.now.Add(time.Duration(draw("minutes", 40)) * time.Minute)
		if draw("it is quiet", 9) == 0 {
			h.now = h.now.AddDate(0, 0, draw("days", 40))
		}
		if draw("about a member", 5) == 0 {
			h.aboutMember(draw("member", 4), draw)
			continue
		}
		if draw("somebody is erased", 14) == 0 {
			h.erase(draw)
			continue
		}
		c := thing("campaign", draw("campaign", 2))
		if draw("about a campaign", 4) == 0 || h.campaigns[c].Status == campaign.None {
			h.aboutCampaign(c, draw)
			continue
		}
		h.aboutDonation(c, draw)
	}
	return h
}

func (h *history) aboutMember(n int, draw func(string, int) int) {
	id := thing("member", n)
	run := func(decide func(member.State) ([]member.Event, error)) {
		take(h, member.Decider, h.members, id, decide)
	}
	if !h.members[id].Exists {
		run(member.Register{Member: id, Subject: thing("subject", n), Name: text("Name", n+1), Email: text("Mail", n+1), Lang: "en",
			Now: h.now}.Decide)
		return
	}
	run(member.ReviseProfile{
		Name: text("Name", 1+draw("name", 9)), Bio: text("Bio", draw("bio", 2)), Location: text("Place", draw("place", 2)), Lang: "fr",
		Now: h.now,
	}.Decide)
}

// erase erases somebody, who may not have been there at all; they may come back.
func (h *history) erase(draw func(string, int) int) {
	who := []ident.ID{
		thing("subject", draw("person", 4)), ident.Pair("words", thing("campaign", draw("campaign", 2)).String()),
		thing("beneficiary", draw("whom", 1)),
	}[draw("erased", 2)]
	id := ident.Pair("erasure", who.String())
	h.facts = append(h.facts, fact{erasure.Category, id,
		erasure.PersonErased{Erasure: id, Subject: who, Kind: erasure.OfMember, At: h.now}})
}

func (h *history) aboutCampaign(id ident.ID, draw func(string, int) int) {
	owner := thing("member", 0)
	content := campaign.Content{
		Title: personal.Plain(text("Title", 1+draw("title", 5))), Description: personal.Plain("D"), Story: personal.Plain("S"),
		Category: campaign.Kinds[draw("kind", 3)], Resources: []campaign.Resource{campaign.Money},
		Goal: money.Of(int64(1+draw("goal", 9)), money.Currencies[draw("currency", 2)]), Lang: "en",
		Location: personal.Plain(text("Place", draw("place", 2))),
	}
	if draw("for somebody", 2) == 0 {
		content.Beneficiary = thing("beneficiary", draw("whom", 1))
		content.ForName, content.Relationship = personal.Plain("Bo é"), "friend"
	}
	for n := range draw("needs", 2) {
		content.Resources = []campaign.Resource{campaign.Money, campaign.Materials}
		content.Needs = append(content.Needs, campaign.Need{
			ID: thing("need", n), Item: personal.Plain("Rope"), Quantity: int64(n + 1), Unit: personal.Plain(text("Unit", n)),
			Note: personal.Plain(text("Note", n)),
		})
	}
	run := func(decide func(campaign.State) ([]campaign.Event, error)) {
		take(h, campaign.Decider, h.campaigns, id, decide)
	}
	if h.campaigns[id].Status == campaign.None {
		run(campaign.Launch{
			Campaign: id, Subject: ident.Pair("words", id.String()), Owner: owner, Slug: "slug-" + id.String()[:8], Content: content,
			BeneficiaryConsent: true, Now: h.now,
		}.Decide)
		return
	}
	switch draw("what", 12) {
	case 0:
		run(campaign.Complete{Actor: owner, Now: h.now}.Decide)
	case 1, 2:
		run(campaign.Pause{Actor: owner, Now: h.now}.Decide)
	case 3, 4, 5:
		run(campaign.Resume{Actor: owner, Now: h.now}.Decide)
	case 6:
		run(campaign.Feature{On: draw("on", 1) == 0, Now: h.now}.Decide)
	default:
		run(campaign.Revise{Actor: owner, Content: content, BeneficiaryConsent: true, Now: h.now}.Decide)
	}
}

func (h *history) aboutDonation(c ident.ID, draw func(string, int) int) {
	run := func(id ident.ID, decide func(donation.State) ([]donation.Event, error)) {
		take(h, donation.Decider, h.donations, id, decide)
	}
	if draw("a new gift", 2) == 0 || len(h.order) == 0 {
		if _, err := (campaign.AdmitGift{Now: h.now}).Decide(h.campaigns[c]); err != nil {
			return
		}
		take(h, campaign.Decider, h.campaigns, c, campaign.AdmitGift{Now: h.now}.Decide)
		h.start(c, draw, run)
		return
	}
	id := h.order[draw("gift", len(h.order)-1)]
	s := h.donations[id]
	refund := thing("refund "+id.String(), draw("refund", 3))
	switch draw("what", 9) {
	case 0:
		run(id, donation.Fail{Reason: donation.Declined, Now: h.now}.Decide)
	case 1:
		run(id, donation.Cancel{ByProvider: true, Now: h.now}.Decide)
	case 2:
		paid := money.Of(int64(1+draw("paid", 500)), money.Currencies[draw("currency", 2)])
		run(id, donation.Confirm{Reference: "r", Paid: paid, Begun: h.now, Refund: refund, Now: h.now}.Decide)
	case 3, 4, 5, 6:
		run(id, donation.Confirm{
			Reference: "r", Paid: s.Terms.Charge(), Begun: h.now, ClosedAt: h.campaigns[s.Campaign].ClosedSince(h.now), Refund: refund,
			Now: h.now,
		}.Decide)
	case 7:
		run(id, donation.RequestRefund{Refund: refund, Amount: money.Of(int64(draw("back", 400)), s.Terms.Gift.Currency),
			Reason: donation.ByOrganizer, Now: h.now}.Decide)
	default:
		back := s.Received
		if draw("a part", 1) == 0 && back.Minor > 1 {
			back.Minor = 1 + int64(draw("back", int(back.Minor)-1))
		}
		run(id, donation.ConfirmRefund{Refund: refund, Amount: back, Now: h.now}.Decide)
	}
}

func (h *history) start(c ident.ID, draw func(string, int) int,
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
		Donation: id, Campaign: c, Supporter: thing("subject", who), Terms: t, Anonymous: draw("anonymous", 2) == 0,
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
