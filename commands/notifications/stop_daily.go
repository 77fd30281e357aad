package notifications

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
)

// StopDailyMail ends a member's daily mail, as the link in it asks: all that waits for it is mailed no more.
var StopDailyMail = command.Define("stop-daily-mail", "End a member's daily mail", command.Internal,
	func(ctx context.Context, c *command.Call, who ident.ID) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, who, notification.StopDaily{
			Member: who, Subject: member.SubjectOf(who), Now: c.Now(),
		}.Decide)
	})
