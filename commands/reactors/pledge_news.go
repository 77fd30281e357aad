package reactors

import (
	"context"
	"errors"
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
	return m.newsOf(ctx, burst, organizer, notification.PledgeReceived, p.at, key, func(name string) (mail.Content, error) {
		who, err := m.member(ctx, p.member)
		if err != nil {
			return nil, err
		}
		title, err := m.titleOf(ctx, p.campaign)
		return mail.PledgeReceived{
			Name: name, Campaign: title, Who: who.name, Minutes: p.minutes, Things: p.things,
			Link: m.c.Public + "/my/campaigns/" + p.campaign.String(),
		}, err
	})
}

// answered tells whoever offered time or things whether the organizer takes it.
func (m mails) answered(ctx context.Context, p pledgeTold, accepted bool) error {
	key := mail.AnsweredKey(p.pledge.String(), accepted)
	return m.news(ctx, p.member, notification.PledgeAnswered, p.at, key, func(name string) (mail.Content, error) {
		title, err := m.titleOf(ctx, p.campaign)
		return mail.PledgeAnswered{
			Name: name, Campaign: title, Accepted: accepted, Minutes: p.minutes, Things: p.things, Link: m.c.Public + "/my/donations",
		}, err
	})
}

func (m mails) titleOf(ctx context.Context, id ident.ID) (string, error) {
	return command.RecentText(ctx, m.c.Commands.Handler, campaign.Decider, id, "title", campaign.TitleIn)
}

func toldOfTime(p timepledge.Parties, at time.Time) pledgeTold {
	return pledgeTold{pledge: p.Pledge, campaign: p.Campaign, member: p.Member, minutes: p.Minutes, at: at}
}

func toldOfThings(p materialpledge.Parties, things int64, at time.Time) pledgeTold {
	return pledgeTold{pledge: p.Pledge, campaign: p.Campaign, member: p.Member, things: things, at: at}
}

// offeredTime tells an organizer of time that is offered, but not of a place in a shift: nobody waits for an answer there.
func (m mails) offeredTime(ctx context.Context, p timepledge.Parties, at time.Time) error {
	if of, err := m.shiftOf(ctx, p.Pledge); err != nil || !of.IsNil() {
		return err
	}
	return m.offered(ctx, toldOfTime(p, at))
}

// acceptedTime tells whoever offered time that it is accepted; who joined a shift knows.
func (m mails) acceptedTime(ctx context.Context, p timepledge.Parties, at time.Time) error {
	if of, err := m.shiftOf(ctx, p.Pledge); err != nil || !of.IsNil() {
		return err
	}
	return m.answered(ctx, toldOfTime(p, at), true)
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
		return true, m.offeredTime(ctx, e.Parties, e.At)
	case timepledge.Accepted:
		return true, m.acceptedTime(ctx, e.Parties, e.At)
	case timepledge.Declined:
		if e.Cause == timepledge.CampaignEnded || e.Cause == timepledge.ShiftOff {
			return true, nil
		}
		return true, m.answered(ctx, toldOfTime(e.Parties, e.At), false)
	case materialpledge.Pledged:
		return true, m.offered(ctx, toldOfThings(e.Parties, e.Quantity, e.At))
	case materialpledge.Accepted:
		return true, m.answered(ctx, toldOfThings(e.Parties, e.Taken, e.At), true)
	case materialpledge.Declined:
		if e.Cause == materialpledge.CampaignEnded {
			return true, nil
		}
		return true, m.answered(ctx, toldOfThings(e.Parties, e.Quantity, e.At), false)
	}
	return false, nil
}
