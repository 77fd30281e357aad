package notifications

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// NotificationChoices is which kinds of notifications a member wants on which channel.
type NotificationChoices struct {
	Kinds []NotificationChoice `json:"kinds"`
}

// NotificationChoice is on which channels a member wants a kind.
type NotificationChoice struct {
	Kind string `json:"kind" enum:"gift_received,gift_completed,pledge_received,pledge_answered,shift_changed,campaign_news,campaign_completed,campaign_reviewed,team_news,thread_news,report_settled,words_removed,security"`
	App  bool   `json:"app"`
	Mail string `json:"mail" enum:"at_once,daily,never" doc:"When the member is mailed about it"`
	// When they may choose to be mailed about it; empty where no mail tells of the kind.
	Mails []string `json:"mails" enum:"at_once,daily,never"`
}

// MyNotificationChoices is which kinds the member who asks wants on which channel.
var MyNotificationChoices = read.Define(read.Query[read.ReadAfter, NotificationChoices]{
	ID: "my-notification-choices", Path: "/api/me/notification-choices", Summary: "What the member is told on which channel",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{channelsChosen}, Answer: myNotificationChoices,
	Live: &read.Live[read.ReadAfter]{
		Topic: "notifications", Own: true, On: []read.On{read.ByKey(readmodel.NotificationBoxes)},
	},
})

var channelsChosen = read.SQL(`SELECT off, daily FROM {notification_boxes} WHERE member = $1`)

type chosen struct{ Off, Daily []string }

func myNotificationChoices(c *read.Call, _ read.ReadAfter) (NotificationChoices, error) {
	box, err := read.Row(c, channelsChosen, pgx.RowToStructByPos[chosen], c.Viewer.Member)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return NotificationChoices{}, err
	}
	return choices(box), nil
}

// When members are mailed.
const (
	mailAtOnce = "at_once"
	mailDaily  = "daily"
	mailNever  = "never"
)

// choices tells which kinds are on, and which may be.
func choices(box chosen) NotificationChoices {
	out := NotificationChoices{}
	off := func(channel, kind string) bool { return slices.Contains(box.Off, readmodel.ChannelOff(channel, kind)) }
	for _, kind := range readmodel.NotificationKinds {
		c := NotificationChoice{Kind: kind, App: !off(readmodel.ChannelApp, kind), Mail: mailAtOnce, Mails: []string{}}
		inAppAlone := slices.Contains(readmodel.NotificationsInAppAlone, kind)
		if !inAppAlone {
			c.Mails = append(c.Mails, mailAtOnce)
		}
		if slices.Contains(readmodel.NotificationsDaily, kind) {
			c.Mails = append(c.Mails, mailDaily)
		}
		if len(c.Mails) > 0 && kind != security { // which nobody can switch off
			c.Mails = append(c.Mails, mailNever)
		}
		switch {
		case slices.Contains(box.Daily, kind):
			c.Mail = mailDaily
		case inAppAlone, off(readmodel.ChannelMail, kind):
			c.Mail = mailNever
		}
		out.Kinds = append(out.Kinds, c)
	}
	return out
}

const security = "security"
