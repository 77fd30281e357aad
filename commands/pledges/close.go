package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
)

const closing = "reactor:pledges"

// CloseOf declines every pledge to a campaign that nobody had answered when it ended. Doing so again changes nothing. Error:
// ports.ErrBelongingsBehind, and failures of the log.
func CloseOf(ctx context.Context, s *command.Service, to ident.ID) error {
	pledged, err := s.Belongings.Streams(ctx, []ident.ID{to}, timepledge.Category, materialpledge.Category)
	if err != nil {
		return err
	}
	for _, pledge := range pledged {
		env := command.Envelope{ID: ident.Command(closing, "close "+pledge.ID.String()), Actor: closing}
		run := CloseTime
		if pledge.Category == materialpledge.Category {
			run = CloseMaterial
		}
		if _, err := run.Run(ctx, s, env, pledge.ID); err != nil {
			return err
		}
	}
	return nil
}
