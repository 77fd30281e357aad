package notifications

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/notification"
)

// ReadNotificationsBody says up to when everything is read, or from when on.
type ReadNotificationsBody struct {
	From time.Time `json:"from,omitzero" doc:"When the oldest that was shown happened; left out where all before it is read too"`
	UpTo time.Time `json:"up_to" doc:"When the newest notification that was shown happened"`
}

// ReadNotifications keeps how far a member has read what they are told, and what apart from that, so that it is the same in each
// of their browsers.
// One that reads no further changes nothing.
var ReadNotifications = command.Define("read-notifications", "Have read notifications up to a moment", command.Member,
	func(ctx context.Context, c *command.Call, in ReadNotificationsBody) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, c.Member, notification.ReadUpTo{
			Member: c.Member, From: in.From.UTC().Truncate(time.Microsecond), UpTo: in.UpTo.UTC().Truncate(time.Microsecond),
			Now: c.Now(),
		}.Decide)
	})
