package notifications

import (
	"errors"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// NotificationChoices is which kinds of notifications a member wants on which channel.
type NotificationChoices struct {
	Kinds []NotificationChoice `json:"kinds"`
}

// NotificationChoice is on which channels a member wants a kind.
type NotificationChoice struct {
	Kind notice.Kind    `json:"kind"`
	App  bool           `json:"app"`
	Mail notice.Mailing `json:"mail" enum:"at_once,daily,never" doc:"When the member is mailed about it"`
	// When they may choose to be mailed about it; empty where no mail tells of the kind.
	Mails []notice.Mailing `json:"mails" enum:"at_once,daily,never"`
}

// TransformSchema lists the kinds.
func (NotificationChoice) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["kind"].Enum = notice.Enum()
	return s
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

// choices tells which kinds are on, and which may be.
func choices(box chosen) NotificationChoices {
	out := NotificationChoices{}
	off := func(channel notice.Channel, kind notice.Kind) bool {
		return slices.Contains(box.Off, readmodel.ChannelOff(channel, kind))
	}
	for _, kind := range notice.Kinds() {
		c := NotificationChoice{Kind: kind, App: !off(notice.InApp, kind), Mail: kind.Default(), Mails: kind.Mailings()}
		switch {
		case slices.Contains(box.Daily, string(kind)):
			c.Mail = notice.Daily
		case off(notice.ByMail, kind):
			c.Mail = notice.Never
		}
		out.Kinds = append(out.Kinds, c)
	}
	return out
}
