package notifications

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/notification"
)

// ReadNotificationsBody says up to when everything is read.
type ReadNotificationsBody struct {
	UpTo time.Time `json:"up_to" doc:"When the newest notification that was shown happened"`
}

// ReadNotifications keeps up to when a member has read what they are told, so that it is the same in each of their browsers.
// One that reads no further changes nothing.
var ReadNotifications = command.Define("read-notifications", "Have read notifications up to a moment", command.Member,
	func(ctx context.Context, c *command.Call, in ReadNotificationsBody) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, c.Member, notification.ReadUpTo{
			Member: c.Member, UpTo: in.UpTo.UTC().Truncate(time.Microsecond), Now: c.Now(),
		}.Decide)
	})
