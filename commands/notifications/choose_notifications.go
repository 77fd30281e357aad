package notifications

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
)

// ChooseNotificationsBody says whether a member is told of a kind on a channel.
type ChooseNotificationsBody struct {
	Kind    notification.Kind    `json:"kind" enum:"gift_received,gift_completed,pledge_received,pledge_answered,shift_changed,campaign_news,campaign_completed,campaign_reviewed,team_news,thread_news,report_settled,words_removed,security"`
	Channel notification.Channel `json:"channel" enum:"app,mail"`
	On      bool                 `json:"on"`
}

// ChooseNotifications switches a kind of notification on a channel. Errors: security_is_mailed.
var ChooseNotifications = command.Define("choose-notifications", "Choose what one is told on which channel", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseNotificationsBody) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, c.Member, notification.Choose{
			Member: c.Member, Kind: in.Kind, Channel: in.Channel, On: in.On, Now: c.Now(),
		}.Decide)
	})

// Wants tells whether a member is told of a kind on a channel, as the log says at this moment. What is sent asks right before:
// whoever switched it off a second ago gets nothing.
func Wants(
	ctx context.Context, s *command.Service, member ident.ID, k notification.Kind, on notification.Channel,
) (bool, error) {
	state, _, err := command.Load(ctx, s.Handler, notification.Decider, member)
	if err != nil {
		return false, err
	}
	return state.Wants(k, on), nil
}
