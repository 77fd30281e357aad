package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
)

const placing = "reactor:shifts"

// placed has places in shifts and the pledges that go with them follow each other: whoever joined has a pledge, who left has
// none, and whose pledge was withdrawn or declined does not come any more.
func placed(ctx context.Context, c Config, event any) error {
	env := func(step string, pledge ident.ID) command.Envelope {
		return command.Envelope{ID: ident.Command(placing, step+" "+pledge.String()), Actor: placing}
	}
	free := func(of, pledge ident.ID) error {
		_, err := shifts.FreePlace.Run(ctx, c.Commands, env("free", pledge), shifts.FreeBody{Shift: of, Pledge: pledge})
		return err
	}
	gone := func(pledge ident.ID) error {
		p, _, err := command.Load(ctx, c.Commands.Handler, timepledge.Decider, pledge)
		if err != nil || p.Shift.IsNil() {
			return err
		}
		return free(p.Shift, pledge)
	}
	switch e := event.(type) {
	case shift.Joined:
		_, err := shifts.SettlePlace.Run(ctx, c.Commands, env("settle", e.Pledge), e)
		return err
	case shift.Left:
		return free(e.Shift, e.Pledge)
	case shift.Cancelled:
		s, _, err := command.Load(ctx, c.Commands.Handler, shift.Decider, e.Shift)
		if err != nil {
			return err
		}
		for _, p := range s.Coming {
			off := shifts.FreeBody{Shift: e.Shift, Pledge: p.Pledge, Off: true}
			if _, err := shifts.FreePlace.Run(ctx, c.Commands, env("off", p.Pledge), off); err != nil {
				return err
			}
		}
		return nil
	case timepledge.Withdrawn:
		return gone(e.Pledge)
	case timepledge.Declined:
		return gone(e.Pledge)
	}
	return fmt.Errorf("shifts can't handle %T", event)
}
