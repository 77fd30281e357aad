package reactors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/mail"
)

// pledgeTold is what a mail about a pledge of time or things says.
type pledgeTold struct {
	pledge, campaign, member ident.ID
	minutes, things          int64
	need                     ident.ID // of the campaign, where the things are what it asks for
	when, words              string   // when they can come, and what they say to the organizer
	place, note              string   // where to bring things, and what the organizer says
	at                       time.Time
}

// offered tells all who run a campaign that time or things wait for their answer. They see who offers them, also where the public
// does not.
func (m mails) offered(ctx context.Context, p pledgeTold) error {
	to, _, err := command.Load(ctx, m.c.Commands.Handler, campaign.Decider, p.campaign)
	if err != nil {
		return err
	}
	if !to.Exists() {
		return campaign.ErrNotFound
	}
	errs := []error{m.offeredTo(ctx, to.Owner, mail.OfferedKey(p.pledge.String()), p)}
	for _, who := range to.Team.CoOrganizers {
		errs = append(errs, m.offeredTo(ctx, who, mail.OfferedToKey(p.pledge.String(), who.String()), p))
	}
	return errors.Join(errs...)
}

func (m mails) offeredTo(ctx context.Context, organizer ident.ID, key string, p pledgeTold) error {
	burst := ident.Pair("offers "+p.campaign.String(), p.member.String()).String()
	as := mail.Message{Key: key, Burst: burst}
	return m.newsAs(ctx, as, organizer, notification.PledgeReceived, p.at,
		func(ctx context.Context, name string) (mail.Content, error) {
			who, err := m.member(ctx, p.member)
			if err != nil {
				return nil, err
			}
			title, err := m.titleOf(ctx, p.campaign)
			if err != nil {
				return nil, err
			}
			thing, err := m.thingOf(ctx, p)
			return mail.PledgeReceived{
				Name: name, Campaign: title, Who: who.name, Minutes: p.minutes, Things: p.things, Thing: thing, When: p.when,
				Message: p.words, Link: m.c.Public + "/my/campaigns/" + p.campaign.String() + "?phase=waiting",
			}, err
		})
}

// answered tells whoever offered time or things whether the organizer takes it.
func (m mails) answered(ctx context.Context, p pledgeTold, accepted bool) error {
	as := mail.Message{
		Key: mail.AnsweredKey(p.pledge.String(), accepted), Gather: ident.Pair("answer", p.pledge.String()).String(), At: p.at,
	}
	return m.newsAs(ctx, as, p.member, notification.PledgeAnswered, p.at,
		func(ctx context.Context, name string) (mail.Content, error) {
			title, err := m.titleOf(ctx, p.campaign)
			if err != nil {
				return nil, err
			}
			thing, err := m.thingOf(ctx, p)
			return mail.PledgeAnswered{
				Name: name, Campaign: title, Accepted: accepted, Minutes: p.minutes, Things: p.things, Thing: thing, Place: p.place,
				Note: p.note, Link: m.c.Public + "/my/donations",
			}, err
		})
}

// thingOf says what things are offered: in the supporter's words, else as the campaign asks for them; empty for time.
func (m mails) thingOf(ctx context.Context, p pledgeTold) (string, error) {
	if p.things == 0 {
		return "", nil
	}
	thing, err := command.RecentText(ctx, m.c.Commands.Handler, materialpledge.Decider, p.pledge, "item", materialpledge.ItemIn)
	if err != nil || thing != "" || p.need.IsNil() {
		return thing, err
	}
	for r, err := range m.c.Commands.OpenedEvents(ctx, campaign.Category, p.campaign) {
		if err != nil {
			return "", fmt.Errorf("read what campaign %s asks for: %w", p.campaign, err)
		}
		for _, n := range campaign.NeedsIn(r.Event) {
			if n.ID == p.need {
				thing = n.Item.String()
			}
		}
	}
	return thing, nil
}

func (m mails) titleOf(ctx context.Context, id ident.ID) (string, error) {
	return command.RecentText(ctx, m.c.Commands.Handler, campaign.Decider, id, "title", campaign.TitleIn)
}

func toldOfTime(p timepledge.Parties, at time.Time) pledgeTold {
	return pledgeTold{pledge: p.Pledge, campaign: p.Campaign, member: p.Member, minutes: p.Minutes, at: at}
}

func toldOfThings(p materialpledge.Parties, things int64, at time.Time) pledgeTold {
	return pledgeTold{pledge: p.Pledge, campaign: p.Campaign, member: p.Member, things: things, need: p.Need, at: at}
}

// offeredTime tells an organizer of time that is offered, but not of a place in a shift: nobody waits for an answer there.
func (m mails) offeredTime(ctx context.Context, e timepledge.Pledged) error {
	if of, err := m.shiftOf(ctx, e.Pledge); err != nil || !of.IsNil() {
		return err
	}
	told := toldOfTime(e.Parties, e.At)
	told.when, told.words = e.Availability.String(), e.Message.String()
	return m.offered(ctx, told)
}

// acceptedTime tells whoever offered time that it is accepted; who joined a shift knows.
func (m mails) acceptedTime(ctx context.Context, e timepledge.Accepted) error {
	if of, err := m.shiftOf(ctx, e.Pledge); err != nil || !of.IsNil() {
		return err
	}
	told := toldOfTime(e.Parties, e.At)
	told.note = e.Note.String()
	return m.answered(ctx, told, true)
}

// shiftOf gives the shift that a pledge is for; nil for every other pledge.
func (m mails) shiftOf(ctx context.Context, pledge ident.ID) (ident.ID, error) {
	p, _, err := command.Recent(ctx, m.c.Commands.Handler, timepledge.Decider, pledge)
	return p.Shift, err
}

// pledge tells of what happened to a pledge; handled is false for every other event. What was declined because the campaign
// ended, or a shift was cancelled, is told with that.
func (m mails) pledge(ctx context.Context, event any) (handled bool, err error) {
	switch e := event.(type) {
	case timepledge.Pledged:
		return true, m.offeredTime(ctx, e)
	case timepledge.Accepted:
		return true, m.acceptedTime(ctx, e)
	case timepledge.Declined:
		if e.Cause == timepledge.CampaignEnded || e.Cause == timepledge.ShiftOff {
			return true, nil
		}
		told := toldOfTime(e.Parties, e.At)
		told.note = e.Reason.String()
		return true, m.answered(ctx, told, false)
	case materialpledge.Pledged:
		told := toldOfThings(e.Parties, e.Quantity, e.At)
		told.words = e.Message.String()
		return true, m.offered(ctx, told)
	case materialpledge.Accepted:
		told := toldOfThings(e.Parties, e.Taken, e.At)
		told.place, told.note = e.Place.String(), e.Note.String()
		return true, m.answered(ctx, told, true)
	case materialpledge.Declined:
		if e.Cause == materialpledge.CampaignEnded {
			return true, nil
		}
		told := toldOfThings(e.Parties, e.Quantity, e.At)
		told.note = e.Reason.String()
		return true, m.answered(ctx, told, false)
	}
	return false, nil
}
