package pledges

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
)

// PledgeBody names a pledge.
type PledgeBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
}

// DeclineBody says why a pledge is declined.
type DeclineBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
	Reason   string   `json:"reason" maxLength:"2000" doc:"Shown to whoever pledged"`
}

// PledgeAnswer names the pledge that was made.
type PledgeAnswer struct {
	command.Done
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
}

var errOwnPledge = domain.Refuse(domain.Forbidden, "own_pledge",
	"this pledge is your own: somebody else who runs the campaign decides about it")

// offer begins a pledge to a campaign that admits it. One that was begun by the same command is answered again, even where
// the campaign has closed meanwhile.
func offer[S, E any](
	ctx context.Context, c *command.Call, d domain.Decider[S, E], id ident.ID, to ident.ID,
	admits func(campaign.State) error, decide func(S) ([]E, error),
) (PledgeAnswer, error) {
	at, _, err := command.Recent(ctx, c.Handler, campaign.Decider, to)
	if err != nil {
		return PledgeAnswer{}, err
	}
	if err = admits(at); err == nil {
		err = limitWaiting(ctx, c, to, id)
	}
	if err != nil {
		before, again, rerr := command.Repeated(ctx, c.Handler, d, id, c.Envelope)
		if again || errors.Is(rerr, command.ErrKeyReused) {
			return PledgeAnswer{command.Done{Position: before.Position}, id}, rerr
		}
		return PledgeAnswer{}, err
	}
	res, err := command.Execute(ctx, c.Handler, d, id, c.Envelope, decide, command.Fresh())
	return PledgeAnswer{command.Done{Position: res.Position}, id}, err
}

// MaxWaiting is how many offers of one member to one campaign may wait for an answer. Two sent at the same moment may exceed
// it by one.
const MaxWaiting = 10

var errTooManyWait = domain.Refuse(domain.Closed, "too_many_pledges_wait",
	"too many of your offers to this campaign wait for an answer").With("max", MaxWaiting)

// limitWaiting refuses another offer of a member to a campaign while MaxWaiting of them wait for an answer.
func limitWaiting(ctx context.Context, c *command.Call, to, but ident.ID) error {
	pledged, err := c.Belongings.Streams(ctx, []ident.ID{member.SubjectOf(c.Member)}, timepledge.Category, materialpledge.Category)
	if err != nil {
		return err
	}
	waiting := 0
	for _, stream := range pledged {
		var waits bool
		if stream.Category == timepledge.Category {
			p, _, err := command.Recent(ctx, c.Handler, timepledge.Decider, stream.ID)
			if err != nil {
				return err
			}
			waits = p.Status == timepledge.Offered && p.Campaign == to
		} else {
			p, _, err := command.Recent(ctx, c.Handler, materialpledge.Decider, stream.ID)
			if err != nil {
				return err
			}
			waits = p.Status == materialpledge.Offered && p.Campaign == to
		}
		if waits && stream.ID != but {
			waiting++
		}
	}
	if waiting >= MaxWaiting {
		return errTooManyWait
	}
	return nil
}

// asOrganizer carries out a decision on a pledge in the name of whoever runs its campaign, and refuses everybody else. Nobody
// decides about what they pledged themselves, before they came to run the campaign.
func asOrganizer[S, E any](
	ctx context.Context, c *command.Call, d domain.Decider[S, E], id ident.ID, of func(S) (campaign, member ident.ID),
	decide func(S) ([]E, error),
) (command.Done, error) {
	p, _, err := command.Recent(ctx, c.Handler, d, id)
	if err != nil {
		return command.Done{}, err
	}
	to, by := of(p)
	if err := runs(ctx, c, to); err != nil {
		return command.Done{}, err
	}
	if by == c.Member {
		return command.Done{}, errOwnPledge
	}
	return command.On(ctx, c, d, id, decide)
}

// runs refuses whoever does not run a campaign; nil is that of a pledge that does not exist.
func runs(ctx context.Context, c *command.Call, id ident.ID) error {
	if id.IsNil() {
		return timepledge.ErrNotFound
	}
	to, _, err := command.Recent(ctx, c.Handler, campaign.Decider, id)
	if err != nil {
		return err
	}
	return to.RunBy(c.Member)
}

// shiftStart is when the shift begins that a pledge of time is for; zero for a pledge of no shift.
func shiftStart(ctx context.Context, c *command.Call, pledge ident.ID) (time.Time, error) {
	p, _, err := command.Recent(ctx, c.Handler, timepledge.Decider, pledge)
	if err != nil || p.Shift.IsNil() {
		return time.Time{}, err
	}
	s, _, err := command.Recent(ctx, c.Handler, shift.Decider, p.Shift)
	return s.Starts, err
}

func ofTime(s timepledge.State) (to, by ident.ID) { return s.Campaign, s.Member }

func ofMaterial(s materialpledge.State) (to, by ident.ID) { return s.Campaign, s.Member }
