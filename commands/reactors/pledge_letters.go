package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/mail"
)

// pledgeReceived tells those who run a campaign that time or things wait for their answer, but not of a place in a shift: nobody
// waits for an answer there. They see who offers them, also where the public does not.
func (m *mails) pledgeReceived(ctx context.Context, n declared.Notice, event any) (writeTo, error) {
	p, err := m.offerOf(ctx, event)
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		if p.placed {
			return mail.Message{}, nil
		}
		as := mail.Message{
			Key:   mail.OfferedKey(p.pledge.String()),
			Burst: ident.Pair("offers "+n.Campaign.String(), p.member.String()).String(),
		}
		if !reader.first {
			as.Key = mail.OfferedToKey(p.pledge.String(), to.String())
		}
		who, err := m.member(ctx, p.member)
		if err != nil {
			return as, err
		}
		title, thing, err := m.namesOf(ctx, n, p)
		as.Content = mail.PledgeReceived{
			Name: reader.name, Campaign: title, Who: who.name, Minutes: n.Minutes, Things: n.Quantity, Thing: thing, When: p.when,
			Message: p.words, Link: m.c.Public + "/my/campaigns/" + n.Campaign.String() + "?phase=waiting",
		}
		return as, err
	}, err
}

// pledgeAnswered tells a member who offered time or things whether the organizer takes it; who joined a shift knows.
func (m *mails) pledgeAnswered(ctx context.Context, n declared.Notice, event any) (writeTo, error) {
	p, err := m.offerOf(ctx, event)
	return func(ctx context.Context, _ ident.ID, reader recipient) (mail.Message, error) {
		if p.placed {
			return mail.Message{}, nil
		}
		title, thing, err := m.namesOf(ctx, n, p)
		accepted := n.Step == string(notification.Accepted)
		return mail.Message{
			Key: mail.AnsweredKey(p.pledge.String(), accepted), Gather: ident.Pair("answer", p.pledge.String()).String(), At: n.At,
			Content: mail.PledgeAnswered{
				Name: reader.name, Campaign: title, Accepted: accepted, Minutes: n.Minutes, Things: n.Quantity, Thing: thing,
				Place: p.place, Note: p.note, Link: m.c.Public + "/my/donations",
			},
		}, err
	}, err
}

// offer is what a mail about a pledge of time or things says beyond its notice.
type offer struct {
	pledge, member ident.ID
	need           ident.ID // of the campaign, where the things are what it asks for
	placed         bool     // in a shift
	when, words    string   // when they can come, and what they say to the organizer
	place, note    string   // where to bring things, and what the organizer says
}

func (m *mails) offerOf(ctx context.Context, event any) (offer, error) {
	switch e := event.(type) {
	case timepledge.Pledged:
		placed, err := m.placed(ctx, e.Pledge)
		return offer{
			pledge: e.Pledge, member: e.Member, placed: placed, when: e.Availability.String(), words: e.Message.String(),
		}, err
	case timepledge.Accepted:
		placed, err := m.placed(ctx, e.Pledge)
		return offer{pledge: e.Pledge, member: e.Member, placed: placed, note: e.Note.String()}, err
	case timepledge.Declined:
		return offer{pledge: e.Pledge, member: e.Member, note: e.Reason.String()}, nil
	case materialpledge.Pledged:
		return offer{pledge: e.Pledge, member: e.Member, need: e.Need, words: e.Message.String()}, nil
	case materialpledge.Accepted:
		return offer{pledge: e.Pledge, member: e.Member, need: e.Need, place: e.Place.String(), note: e.Note.String()}, nil
	case materialpledge.Declined:
		return offer{pledge: e.Pledge, member: e.Member, need: e.Need, note: e.Reason.String()}, nil
	}
	return offer{}, fmt.Errorf("a letter can't tell of %T", event)
}

// placed tells whether a pledge is for a place in a shift.
func (m *mails) placed(ctx context.Context, pledge ident.ID) (bool, error) {
	p, _, err := command.Recent(ctx, m.c.Commands.Handler, timepledge.Decider, pledge)
	return !p.Shift.IsNil(), err
}

// namesOf gives the title of the campaign, and what things are offered.
func (m *mails) namesOf(ctx context.Context, n declared.Notice, p offer) (title, thing string, err error) {
	if title, err = m.titleOf(ctx, n.Campaign); err != nil || n.Quantity == 0 {
		return title, "", err
	}
	thing, err = m.thingOf(ctx, n.Campaign, p)
	return title, thing, err
}

// thingOf says what things are offered: in the supporter's words, else as the campaign asks for them.
func (m *mails) thingOf(ctx context.Context, to ident.ID, p offer) (string, error) {
	thing, err := command.RecentText(ctx, m.c.Commands.Handler, materialpledge.Decider, p.pledge, "item", materialpledge.ItemIn)
	if err != nil || thing != "" || p.need.IsNil() {
		return thing, err
	}
	for r, err := range m.c.Commands.OpenedEvents(ctx, campaign.Category, to) {
		if err != nil {
			return "", fmt.Errorf("read what campaign %s asks for: %w", to, err)
		}
		for _, n := range campaign.NeedsIn(r.Event) {
			if n.ID == p.need {
				thing = n.Item.String()
			}
		}
	}
	return thing, nil
}

func (m *mails) titleOf(ctx context.Context, id ident.ID) (string, error) {
	return command.RecentText(ctx, m.c.Commands.Handler, campaign.Decider, id, "title", campaign.TitleIn)
}
