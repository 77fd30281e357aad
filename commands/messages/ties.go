package messages

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/domain/timepledge"
)

// tie is what connects a member with a campaign: an offer, a place in a shift, a gift by name.
type tie struct {
	campaign, member ident.ID
	found            bool
	accepted         bool // the offer was accepted, or the shift joined
	over             bool // it was declined or withdrawn
}

// find looks up what a message is about, which must connect its two sides. It says to whom a team writes where the message
// doesn't. A gift without a name connects nobody.
func find(ctx context.Context, c *command.Call, send *thread.Send) (tie, error) {
	if send.From.Kind != thread.Member && send.To.Kind != thread.Member {
		return tie{}, errTwoOfThem
	}
	if send.About.Kind == thread.OfGift && send.From.Kind == thread.Campaign {
		return giftOf(ctx, c, send)
	}
	if send.About.Kind == "" || send.About.Kind == thread.OfGift || send.About.ID.IsNil() {
		send.About = thread.About{}
		if send.To.ID.IsNil() {
			return tie{}, thread.ErrNotFound
		}
		return tie{}, self(c, send)
	}
	if send.From.Kind != thread.Campaign && send.To.Kind != thread.Campaign {
		return tie{}, errNoReason
	}
	with := send.To.ID
	if send.From.Kind == thread.Member {
		with = send.From.ID
	}
	t, err := tieOf(ctx, c, send.About, with)
	if err != nil {
		return t, err
	}
	team, whom := send.From, &send.To
	if send.To.Kind == thread.Campaign {
		team, whom = send.To, &send.From
	}
	if whom.ID.IsNil() {
		whom.ID = t.member
	}
	if !t.found || t.campaign != team.ID || t.member != whom.ID || t.member.IsNil() {
		return tie{}, errNoReason
	}
	return t, self(c, send)
}

// giftOf looks for a gift by name to the campaign of the team that writes. Which one is not said: the id of a gift leads to
// its receipt.
func giftOf(ctx context.Context, c *command.Call, send *thread.Send) (tie, error) {
	send.About.ID = ident.Nil
	streams, err := c.Belongings.Streams(ctx, []ident.ID{member.SubjectOf(send.To.ID)}, donation.Category)
	if err != nil {
		return tie{}, err
	}
	found := false
	for _, stream := range streams {
		d, _, err := command.Recent(ctx, c.Handler, donation.Decider, stream.ID)
		if err != nil {
			return tie{}, err
		}
		found = found || given(d) && d.Campaign == send.From.ID && d.Member == send.To.ID
	}
	if !found {
		return tie{}, errNoReason
	}
	return tie{campaign: send.From.ID, member: send.To.ID, found: true}, self(c, send)
}

// self refuses a team or a page that writes to the very member who writes for it.
func self(c *command.Call, send *thread.Send) error {
	if send.To == (thread.Side{Kind: thread.Member, ID: c.Member}) {
		return thread.ErrSelf
	}
	return nil
}

// tieOf reads the stream of what a message is about. With names the member whose place in a shift it is.
func tieOf(ctx context.Context, c *command.Call, about thread.About, with ident.ID) (tie, error) {
	switch about.Kind {
	case thread.OfTime:
		p, _, err := command.Recent(ctx, c.Handler, timepledge.Decider, about.ID)
		return tie{
			p.Campaign, p.Member, p.Status != timepledge.None, p.Status == timepledge.Expected || p.Status == timepledge.Done,
			p.Status.Over(),
		}, err
	case thread.OfThing:
		p, _, err := command.Recent(ctx, c.Handler, materialpledge.Decider, about.ID)
		over := p.Status == materialpledge.TurnedOff || p.Status == materialpledge.TakenBack
		return tie{
			p.Campaign, p.Member, p.Status != materialpledge.None, !over && p.Status != materialpledge.Offered, over,
		}, err
	case thread.OfShift:
		s, _, err := command.Recent(ctx, c.Handler, shift.Decider, about.ID)
		_, comes := s.Coming[with]
		return tie{s.Campaign, with, s.Status != shift.None, comes, !comes}, err
	case thread.OfGift:
		d, _, err := command.Recent(ctx, c.Handler, donation.Decider, about.ID)
		return tie{d.Campaign, d.Member, given(d), false, false}, err
	}
	return tie{}, nil
}

// given tells whether a gift was made in its giver's name.
func given(d donation.State) bool { return !d.Anonymous && !d.Given.IsZero() }

// lookedAt bounds how many contributions of a member are looked at for one to a campaign of another.
const lookedAt = 500

// gave tells whether a member gave to a campaign that another runs, by name: money, time or things that were accepted.
func gave(ctx context.Context, c *command.Call, giver, to ident.ID) (bool, error) {
	streams, err := c.Belongings.Streams(ctx, []ident.ID{member.SubjectOf(giver)}, donation.Category, timepledge.Category,
		materialpledge.Category)
	if err != nil {
		return false, err
	}
	seen := map[ident.ID]bool{}
	for _, stream := range streams[:min(len(streams), lookedAt)] {
		kind := map[string]thread.Subject{
			donation.Category: thread.OfGift, timepledge.Category: thread.OfTime, materialpledge.Category: thread.OfThing,
		}[stream.Category]
		t, err := tieOf(ctx, c, thread.About{Kind: kind, ID: stream.ID}, giver)
		if err != nil {
			return false, err
		}
		if !t.found || t.member != giver || kind != thread.OfGift && !t.accepted || seen[t.campaign] {
			continue
		}
		seen[t.campaign] = true
		of, _, err := command.Recent(ctx, c.Handler, campaign.Decider, t.campaign)
		if err != nil || of.RunBy(to) == nil {
			return err == nil, err
		}
	}
	return false, nil
}
