package projections

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

var giver = ident.ID{6}

func paid(by ident.ID) donation.Completed {
	return donation.Completed{Donation: gift, Campaign: id, Supporter: supporter, Member: by, At: at,
		Terms: donation.Terms{Gift: money.Of(50_00, money.EUR), Fee: money.Of(1_00, money.EUR)}}
}

// told is what a member was told, by slot: its kind, of what gift, and what of it went back.
func told(m *projector.Memory, who ident.ID) (all []string) {
	box := row[readmodel.NotificationBox](m, readmodel.NotificationBoxes, who)
	for slot := range min(box.Told, readmodel.KeptNotifications) {
		n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{who, slot})
		all = append(all, n.Kind+n.What+n.Returned)
	}
	return all
}

func TestNotificationRows(t *testing.T) {
	is := func(m *projector.Memory, who ident.ID, want ...string) {
		t.Helper()
		if got := told(m, who); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	m := fold(t, "notifications", launched(), paid(giver))
	is(m, owner, "gift_received")
	is(m, giver, "gift_completed")
	n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{owner, 0})
	if n.Campaign != id || n.Donation != gift || n.Amount != 50_00 || n.Currency != money.EUR || !n.At.Equal(at) {
		t.Errorf("%+v", n)
	}
	if s := row[readmodel.NotificationSupport](m, readmodel.NotificationSupports, campaignMember{id, giver}); s.Gifts != 1 {
		t.Errorf("%+v", s)
	}

	is(fold(t, "notifications", launched(), paid(owner)), owner, "gift_completed") // to themselves
	is(fold(t, "notifications", launched(), paid(ident.Nil)), owner, "gift_received")

	back := donation.Refunded{Donation: gift, Campaign: id, Supporter: supporter, Member: giver, At: at}
	m = fold(t, "notifications", launched(), paid(giver), back)
	is(m, owner, "gift_receivedpartly")
	back.Full = true
	m = fold(t, "notifications", launched(), paid(giver), back)
	is(m, giver, "gift_completedfully")
	if s := row[readmodel.NotificationSupport](m, readmodel.NotificationSupports, campaignMember{id, giver}); s.Gifts != 0 {
		t.Errorf("%+v", s)
	}
	back.Uncounted = true
	is(fold(t, "notifications", launched(), paid(giver), back), giver, "gift_completed")

	ended := campaign.Completed{Campaign: id, Reason: campaign.ByEndDate, At: at}
	is(fold(t, "notifications", launched(), ended), owner, "campaign_completed")
	ended.Reason = campaign.ByOwner
	is(fold(t, "notifications", launched(), ended), owner) // they know
	is(fold(t, "notifications", notification.AccountTouched{Member: giver, What: notification.PasswordReset, At: at}), giver,
		"securitypassword_reset")
}

// Of a pledge each side is told what the other did.
func TestNotificationRows_OfPledges(t *testing.T) {
	by := member.SubjectOf(giver)
	work, things := ident.ID{21}, ident.ID{22}
	hours := timepledge.Parties{Pledge: work, Campaign: id, Supporter: by, Member: giver, Minutes: 360}
	benches := materialpledge.Parties{Pledge: things, Campaign: id, Supporter: by, Member: giver, Quantity: 3}
	m := fold(t, "notifications", launched(),
		timepledge.Pledged{Parties: hours, At: at}, timepledge.Accepted{Parties: hours, At: at},
		timepledge.HoursLogged{Pledge: work, Campaign: id, By: timepledge.Volunteer, Author: by, Worked: 270, At: at},
		timepledge.HoursLogged{Pledge: work, Campaign: id, By: timepledge.Organizer, Worked: 240, At: at},
		timepledge.HoursConfirmed{Parties: hours, Worked: 240, At: at},
		materialpledge.Pledged{Parties: benches, At: at}, materialpledge.Accepted{Parties: benches, Taken: 2, At: at},
		materialpledge.Received{Parties: benches, Taken: 2, Received: 1, At: at},
		timepledge.Declined{Parties: hours, Cause: timepledge.CampaignEnded, At: at}, // told with the end
		materialpledge.Declined{Parties: benches, Cause: materialpledge.ByOrganizer, At: at},
		timepledge.NoShow{Parties: hours, At: at}, timepledge.Withdrawn{Parties: hours, At: at},
		materialpledge.Withdrawn{Parties: benches, At: at})
	says := func(who ident.ID) (all []string) {
		for slot := range row[readmodel.NotificationBox](m, readmodel.NotificationBoxes, who).Told {
			n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{who, slot})
			if n.Campaign != id || (n.Helper == by) != (who == owner) {
				t.Errorf("%+v", n)
			}
			all = append(all, fmt.Sprintf("%s %s %d %d", n.Kind, n.What, n.Minutes, n.Quantity))
		}
		return all
	}
	if got, want := says(owner), []string{
		"pledge_received offered 360 0", "pledge_received logged 270 0", "pledge_received offered 0 3",
		"pledge_received withdrawn 360 0", "pledge_received withdrawn 0 3",
	}; !slices.Equal(got, want) {
		t.Errorf("the organizer is told\n%q, want\n%q", got, want)
	}
	if got, want := says(giver), []string{
		"pledge_answered accepted 360 0", "pledge_answered confirmed 240 0", "pledge_answered accepted 0 2",
		"pledge_answered received 0 1", "pledge_answered declined 0 3", "pledge_answered missed 360 0",
	}; !slices.Equal(got, want) {
		t.Errorf("who pledged is told\n%q, want\n%q", got, want)
	}
}

func TestNotificationRows_AreBounded(t *testing.T) {
	events := make([]any, readmodel.KeptNotifications+1)
	for i := range events {
		events[i] = notification.AccountTouched{Member: giver, What: notification.SessionEnded, At: at.Add(time.Duration(i))}
	}
	m := fold(t, "notifications", events...)
	if n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{giver, 0}); !n.At.Equal(at.Add(500)) {
		t.Errorf("the newest is not in the place of the oldest: %+v", n)
	}
	if got := len(told(m, giver)); got != readmodel.KeptNotifications {
		t.Errorf("%d are kept", got)
	}
}

func TestNotificationRows_GoWithTheMember(t *testing.T) {
	gone := member.SubjectOf(giver)
	m := fold(t, "notifications", launched(), paid(giver),
		notification.ChannelChosen{Member: giver, Kind: notice.Security, Channel: notice.InApp, At: at},
		erasure.PersonErased{Erasure: ident.ID{9}, Subject: gone, Kind: erasure.OfMember, At: at})
	rows := m.Tables[readmodel.Notifications]
	if len(rows) != 1 || len(m.Tables[readmodel.NotificationSupports]) > 0 || len(m.Tables[readmodel.NotificationBoxes]) != 1 {
		t.Errorf("left: %v %v %v", rows, m.Tables[readmodel.NotificationSupports], m.Tables[readmodel.NotificationBoxes])
	}
}

func TestNotificationBoxRows(t *testing.T) {
	off := notification.ChannelChosen{Member: giver, Kind: notice.GiftReceived, Channel: notice.InApp, At: at}
	on := off
	on.On = true
	box := func(events ...any) readmodel.NotificationBox {
		return row[readmodel.NotificationBox](fold(t, "notifications", events...), readmodel.NotificationBoxes, giver)
	}
	if got := box(notification.Read{Member: giver, UpTo: at, At: at}, off); !got.ReadTo.Equal(at) ||
		!reflect.DeepEqual(got.Off, []string{"app:gift_received"}) {
		t.Errorf("%+v", got)
	}
	minute := func(m int) time.Time { return at.Add(time.Duration(m) * time.Minute) }
	apart := notification.Read{Member: giver, From: minute(2), UpTo: minute(4), At: at}
	if got := box(notification.Read{Member: giver, UpTo: at, At: at}, apart); !got.ReadTo.Equal(at) ||
		!reflect.DeepEqual(got.Apart, []readmodel.ReadSpan{{From: minute(2), UpTo: minute(4)}}) {
		t.Errorf("%+v", got)
	}
	if got := box(apart, notification.Read{Member: giver, UpTo: minute(3), At: at}); !got.ReadTo.Equal(minute(4)) ||
		got.Apart == nil || len(got.Apart) > 0 {
		t.Errorf("%+v", got)
	}
	if got := box(apart); got.ReadTo != nil || len(got.Apart) != 1 {
		t.Errorf("%+v", got)
	}
	if got := box(off, on); got.Off == nil || len(got.Off) > 0 || got.Daily == nil {
		t.Errorf("%+v", got)
	}
	daily := on
	daily.Channel, daily.Daily = notice.ByMail, true
	if got := box(off, daily); !reflect.DeepEqual(got.Daily, []string{"gift_received"}) || len(got.Off) != 1 {
		t.Errorf("%+v", got)
	}
	atOnce := daily
	atOnce.Daily = false
	if got := box(daily, on); len(got.Daily) != 1 { // in the app
		t.Errorf("%+v", got)
	}
	if got := box(daily, atOnce); len(got.Daily) > 0 || len(got.Off) > 0 {
		t.Errorf("%+v", got)
	}
}

// Whoever comes to a shift is told what is done to it, but for whoever does it, and not as an answer to their pledge as well.
func TestNotificationRows_OfShifts(t *testing.T) {
	of, left := ident.ID{71}, ident.ID{72}
	place := func(who ident.ID) shift.Place {
		return shift.Place{Shift: of, Campaign: id, Member: who, Supporter: member.SubjectOf(who)}
	}
	revised := shift.Revised{Shift: of, Campaign: id, Words: shift.Words{Author: member.SubjectOf(owner)}, At: at}
	moved := revised
	moved.Moved = true
	m := fold(t, "notifications", launched(), shift.Joined{Place: place(giver)}, shift.Joined{Place: place(left)},
		shift.Joined{Place: place(owner)}, revised, shift.Left{Place: place(left)}, moved,
		shift.Cancelled{Shift: of, Campaign: id, Author: member.SubjectOf(owner), At: at},
		timepledge.Declined{Parties: timepledge.Parties{Campaign: id, Member: giver}, Cause: timepledge.ShiftOff, At: at})
	for who, want := range map[ident.ID][]string{
		giver: {"shift_changedrevised", "shift_changedmoved", "shift_changedcancelled"}, left: {"shift_changedrevised"}, owner: nil,
	} {
		if got := told(m, who); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{giver, 0})
	if n.Campaign != id || n.About != of {
		t.Errorf("%+v", n)
	}
}
