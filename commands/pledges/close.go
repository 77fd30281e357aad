package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore"
)

const closing = "reactor:pledges"

// CloseOf declines every pledge to a campaign that nobody had answered when it ended. Doing so again changes nothing.
func CloseOf(ctx context.Context, s *command.Service, to ident.ID) error {
	env := func(id ident.ID) command.Envelope {
		return command.Envelope{ID: ident.Command(closing, "close "+id.String()), Actor: closing}
	}
	_, err := s.Search(ctx, eventstore.Position{}, []any{timepledge.Pledged{}, materialpledge.Pledged{}},
		func(r command.Read) error {
			switch e := r.Event.(type) {
			case timepledge.Pledged:
				if e.Campaign == to {
					_, err := CloseTime.Run(ctx, s, env(e.Pledge), e.Pledge)
					return err
				}
			case materialpledge.Pledged:
				if e.Campaign == to {
					_, err := CloseMaterial.Run(ctx, s, env(e.Pledge), e.Pledge)
					return err
				}
			}
			return nil
		})
	return err
}
