package notification_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
)

var (
	who = ident.ID{1}
	now = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

func given(t *testing.T, e ...notification.Event) domaintest.History[notification.State, notification.Event] {
	t.Helper()
	return domaintest.Given(t, notification.Decider, e...)
}

func TestReadUpTo_OnlyGoesOnAndNeverBeyondNow(t *testing.T) {
	upTo := func(at time.Time) func(notification.State) ([]notification.Event, error) {
		return notification.ReadUpTo{Member: who, UpTo: at, Now: now}.Decide
	}
	read := notification.Read{Member: who, UpTo: now.Add(-time.Hour), At: now}
	given(t).When(upTo(read.UpTo)).Then(read).When(upTo(read.UpTo)).ThenNothing().When(upTo(read.UpTo.Add(-1))).ThenNothing()
	given(t, read).When(upTo(now.Add(time.Hour))).Then(notification.Read{Member: who, UpTo: now, At: now})
}

func TestChoose_SwitchesAKindOnAChannel(t *testing.T) {
	choose := func(k notification.Kind, c notification.Channel, on bool) func(notification.State) ([]notification.Event, error) {
		return notification.Choose{Member: who, Kind: k, Channel: c, On: on, Now: now}.Decide
	}
	off := notification.ChannelChosen{Member: who, Kind: notification.GiftReceived, Channel: notification.ByMail, At: now}
	on := off
	on.On = true
	given(t).When(choose(notification.GiftReceived, notification.ByMail, true)).ThenNothing()
	given(t).When(choose(notification.GiftReceived, notification.ByMail, false)).Then(off)
	given(t, off).When(choose(notification.GiftReceived, notification.ByMail, false)).ThenNothing()
	given(t, off).When(choose(notification.GiftReceived, notification.ByMail, true)).Then(on)
	given(t).When(choose(notification.Security, notification.ByMail, false)).ThenRefused("security_is_mailed kind")
	given(t).When(choose(notification.CampaignNews, notification.ByMail, true)).ThenRefused("not_mailed channel")
	given(t).When(choose("weather", "pigeon", false)).ThenRefused("unknown_kind kind", "unknown_channel channel")

	s := notification.Decider.Initial()
	wants := func() [2]bool {
		return [2]bool{s.Wants(notification.GiftReceived, notification.InApp), s.Wants(notification.GiftReceived, notification.ByMail)}
	}
	for _, step := range []struct {
		e    notification.Event
		want [2]bool
	}{{off, [2]bool{true, false}}, {on, [2]bool{true, true}}} {
		if s = notification.Decider.Evolve(s, step.e); wants() != step.want {
			t.Errorf("after %+v they want %v", step.e, wants())
		}
	}
}

func TestTouched_IsTold(t *testing.T) {
	given(t).When(notification.Touched{Member: who, What: notification.PasswordChanged, At: now}.Decide).
		Then(notification.AccountTouched{Member: who, What: notification.PasswordChanged, At: now})
}
