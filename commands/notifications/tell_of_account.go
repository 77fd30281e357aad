package notifications

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
)

// AccountNews is what happened to a member's account.
type AccountNews struct {
	Member ident.ID
	What   notification.Touch
	At     time.Time
}

// TellOfAccount tells a member what happened to their account. The account's history holds more of it, and is no part of the log.
var TellOfAccount = command.Define("tell-of-account", "Tell a member what happened to their account", command.Internal,
	func(ctx context.Context, c *command.Call, in AccountNews) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, in.Member, notification.Touched{
			Member: in.Member, What: in.What, At: in.At.UTC().Truncate(time.Microsecond),
		}.Decide)
	})
