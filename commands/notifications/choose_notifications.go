package notifications

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// ChooseNotificationsBody says whether a member is told of a kind on a channel.
type ChooseNotificationsBody struct {
	Kind    notice.Kind    `json:"kind"`
	Channel notice.Channel `json:"channel" enum:"app,mail"`
	On      bool           `json:"on"`
	Daily   bool           `json:"daily,omitempty" doc:"By mail: with the daily mail, not at once"`
	// IANA name; the daily mail comes in the morning there.
	TimeZone string `json:"time_zone,omitempty" maxLength:"64"`
}

// TransformSchema lists the kinds.
func (ChooseNotificationsBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["kind"].Enum = notice.Enum()
	return s
}

// ChooseNotifications switches a kind of notification on a channel. Errors: security_is_mailed, not_mailed, not_daily.
var ChooseNotifications = command.Define("choose-notifications", "Choose what one is told on which channel", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseNotificationsBody) (command.Done, error) {
		return command.On(ctx, c, notification.Decider, c.Member, notification.Choose{
			Member: c.Member, Subject: member.SubjectOf(c.Member), Kind: in.Kind, Channel: in.Channel, On: in.On, Daily: in.Daily,
			TimeZone: in.TimeZone, Now: c.Now(),
		}.Decide)
	})

// Wants tells whether a member is told of a kind on a channel when it happens, as the log says at this moment. What is sent asks
// right before: whoever switched it off a second ago gets nothing.
func Wants(
	ctx context.Context, s *command.Service, who ident.ID, k notice.Kind, on notice.Channel,
) (bool, error) {
	state, _, err := command.Load(ctx, s.Handler, notification.Decider, who)
	if err != nil {
		return false, err
	}
	return state.Wants(k, on), nil
}

// MailedOf tells whether a member is mailed at once of a kind that happened at a moment, as the log says now. What the daily mail
// is to tell is not told here, and what it will never tell, because it was chosen a moment later, is.
func MailedOf(ctx context.Context, s *command.Service, who ident.ID, k notice.Kind, at time.Time) (bool, error) {
	state, _, err := command.Load(ctx, s.Handler, notification.Decider, who)
	return err == nil && state.MailsOf(k, at), err
}

// Chosen is what a member wants to be told, as the log says at this moment, with the time zone in which they want it: that is
// sealed, and the rules go without it.
func Chosen(ctx context.Context, s *command.Service, who ident.ID) (notification.State, error) {
	state := notification.Decider.Initial()
	for r, err := range s.OpenedEvents(ctx, notification.Category, who) {
		if err != nil {
			return state, err
		}
		if e, ok := r.Event.(notification.Event); ok {
			state = notification.Decider.Evolve(state, e)
		}
	}
	return state, nil
}
