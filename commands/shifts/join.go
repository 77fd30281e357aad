package shifts

import (
	"context"
	"errors"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore"
)

// JoinShiftBody takes a place in a shift.
type JoinShiftBody struct {
	ShiftBody
	Anonymous bool   `json:"anonymous,omitempty" doc:"Hide the name from the public; the organizer sees it"`
	Lang      string `json:"lang" enum:"en,fr,es"`
}

// JoinShift gives the member a place in a shift, and makes the pledge of time that goes with it. A place whose pledge could not
// be written gets it from a reactor.
var JoinShift = command.Define("join-shift", "Take a place in a shift, which pledges as much time as it lasts", command.Member,
	func(ctx context.Context, c *command.Call, in JoinShiftBody) (command.Done, error) {
		now := c.Now()
		s, _, err := command.Recent(ctx, c.Handler, shift.Decider, in.ShiftID)
		if err != nil {
			return command.Done{}, err
		}
		if s.Status == shift.None {
			return command.Done{}, shift.ErrNotFound
		}
		to, _, err := command.Recent(ctx, c.Handler, campaign.Decider, s.Campaign)
		if err != nil {
			return command.Done{}, err
		}
		if err := to.AdmitsPledge(campaign.Time, c.Member, now); err != nil {
			// what this command did before the campaign closed is answered again
			before, again, rerr := command.Repeated(ctx, c.Handler, shift.Decider, in.ShiftID, c.Envelope)
			if again || errors.Is(rerr, command.ErrKeyReused) {
				return command.Done{Position: before.Position}, rerr
			}
			return command.Done{}, err
		}
		join := shift.Join{Member: c.Member, Anonymous: in.Anonymous, Lang: in.Lang, Now: now}
		var taken shift.Joined // decided by this call, and not by one before
		res, err := command.Execute(ctx, c.Handler, shift.Decider, in.ShiftID, c.Envelope,
			func(s shift.State) ([]shift.Event, error) {
				events, err := join.Decide(s)
				for _, e := range events {
					if e, ok := e.(shift.Joined); ok {
						taken = e
					}
				}
				return events, err
			})
		if err != nil || res.Repeated || taken.Pledge.IsNil() {
			return command.Done{Position: res.Position}, err
		}
		return settle(ctx, c.Handler, c.Child("pledge"), taken, res.Position)
	})

// SettlePlace makes the pledge of time of whoever joined a shift, where the command that gave the place did not come to it.
var SettlePlace = command.Define("settle-place", "Make the pledge of time that goes with a place in a shift", command.Internal,
	func(ctx context.Context, c *command.Call, taken shift.Joined) (command.Done, error) {
		return settle(ctx, c.Handler, c.Envelope, taken, command.Done{}.Position)
	})

// LeaveShift frees the member's place in a shift, and takes their pledge of time back.
var LeaveShift = command.Define("leave-shift", "Leave a shift, which takes the pledge of time back", command.Member,
	func(ctx context.Context, c *command.Call, in ShiftBody) (command.Done, error) {
		s, _, err := command.Load(ctx, c.Handler, shift.Decider, in.ShiftID)
		if err != nil {
			return command.Done{}, err
		}
		place, there := s.Coming[c.Member]
		if there {
			p, _, err := command.Load(ctx, c.Handler, timepledge.Decider, place.Pledge)
			if err != nil {
				return command.Done{}, err
			}
			if p.Status == timepledge.Done { // the organizer has confirmed the hours
				return command.Done{}, timepledge.ErrDone
			}
		}
		done, err := command.On(ctx, c, shift.Decider, in.ShiftID, shift.Leave{Member: c.Member, Now: c.Now()}.Decide)
		if err != nil || !there {
			return done, err
		}
		return unsettle(ctx, c.Handler, c.Child("pledge"), place.Pledge, timepledge.LeaveShift{Now: c.Now()}.Decide, done)
	})

// FreeBody says what became of the pledge of a place.
type FreeBody struct {
	Shift  ident.ID `json:"shift"`
	Pledge ident.ID `json:"pledge"`
	Off    bool     `json:"off,omitempty"` // the shift was cancelled
}

// FreePlace has a place in a shift and its pledge go together: whichever of the two is given up takes the other with it.
var FreePlace = command.Define("free-place",
	"Free a place in a shift whose pledge was taken back, and take back the pledge of a place", command.Internal,
	func(ctx context.Context, c *command.Call, in FreeBody) (command.Done, error) {
		now := c.Now()
		if in.Off {
			return command.On(ctx, c, timepledge.Decider, in.Pledge, timepledge.CallShiftOff{Now: now}.Decide)
		}
		done, err := command.On(ctx, c, shift.Decider, in.Shift, shift.Free{Pledge: in.Pledge, Now: now}.Decide)
		if err != nil {
			return done, err
		}
		return unsettle(ctx, c.Handler, c.Child("pledge"), in.Pledge, timepledge.LeaveShift{Now: now}.Decide, done)
	})

// settle writes the pledge of a place, and answers where the log is then.
func settle(
	ctx context.Context, h *command.Handler, env command.Envelope, p shift.Joined, at eventstore.Position,
) (command.Done, error) {
	res, err := command.Execute(ctx, h, timepledge.Decider, p.Pledge, env, timepledge.PledgeShift{
		Parties: timepledge.Parties{
			Pledge: p.Pledge, Campaign: p.Campaign, Supporter: p.Supporter, Member: p.Member, Anonymous: p.Anonymous, Minutes: p.Minutes,
		},
		Shift: p.Shift, Organizer: p.Organizer, Lang: p.Lang, Now: p.At,
	}.Decide)
	if err != nil || res.Events == 0 {
		return command.Done{Position: at}, err
	}
	return command.Done{Position: res.Position}, nil
}

// unsettle takes the pledge of a place back, and answers where the log is then.
func unsettle(
	ctx context.Context, h *command.Handler, env command.Envelope, pledge ident.ID,
	decide func(timepledge.State) ([]timepledge.Event, error), done command.Done,
) (command.Done, error) {
	res, err := command.Execute(ctx, h, timepledge.Decider, pledge, env, decide)
	if err != nil || res.Events == 0 {
		return done, err
	}
	return command.Done{Position: res.Position}, nil
}
