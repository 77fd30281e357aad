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
	Mail bool   `json:"mail"`
	// Whether there are mails of the kind at all.
	Mailed bool `json:"mailed"`
}

// MyNotificationChoices is which kinds the member who asks wants on which channel.
var MyNotificationChoices = read.Define(read.Query[read.ReadAfter, NotificationChoices]{
	ID: "my-notification-choices", Path: "/api/me/notification-choices", Summary: "What the member is told on which channel",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{channelsOff}, Answer: myNotificationChoices,
	Live: &read.Live[read.ReadAfter]{
		Topic: "notifications", Own: true, On: []read.On{read.ByKey(readmodel.NotificationBoxes)},
	},
})

var channelsOff = read.SQL(`SELECT off FROM {notification_boxes} WHERE member = $1`)

func myNotificationChoices(c *read.Call, _ read.ReadAfter) (NotificationChoices, error) {
	off, err := read.Row(c, channelsOff, pgx.RowTo[[]string], c.Viewer.Member)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return NotificationChoices{}, err
	}
	return choices(off), nil
}

// choices tells which kinds are on where those that are off are listed.
func choices(off []string) NotificationChoices {
	out := NotificationChoices{}
	on := func(channel, kind string) bool { return !slices.Contains(off, readmodel.ChannelOff(channel, kind)) }
	for _, kind := range readmodel.NotificationKinds {
		mailed := !slices.Contains(readmodel.NotificationsInAppAlone, kind)
		out.Kinds = append(out.Kinds, NotificationChoice{
			Kind: kind, App: on(readmodel.ChannelApp, kind), Mail: mailed && on(readmodel.ChannelMail, kind), Mailed: mailed,
		})
	}
	return out
}
