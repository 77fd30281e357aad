package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// ChooseTrackingBody says whether the member agrees.
type ChooseTrackingBody struct {
	Allowed bool `json:"allowed" doc:"Whether what the member presses may be counted"`
}

// ChooseTracking agrees that what a member presses is counted, or withdraws it: then what was kept is deleted.
var ChooseTracking = command.Define("choose-tracking", "Agree that what one presses is counted, or withdraw it", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseTrackingBody) (command.Done, error) {
		return command.On(ctx, c, member.Decider, c.Member, member.ChooseTracking{Allowed: in.Allowed, Now: c.Now()}.Decide)
	})

// AllowsTracking tells whether a member agrees that what they press is counted, as the log says.
func AllowsTracking(ctx context.Context, s *command.Service, who ident.ID) (bool, error) {
	is, _, err := command.Load(ctx, s.Handler, member.Decider, who)
	return err == nil && is.Tracked, err
}
