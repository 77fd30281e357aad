package notification_test

import (
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/personal"
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

// What lies between what was read and what is shown now was shown to nobody.
func TestReadUpTo_LeavesWhatWasNotShown(t *testing.T) {
	minute := func(m int) time.Time { return now.Add(time.Duration(m-60) * time.Minute) }
	read := func(from, upTo int) notification.Read {
		return notification.Read{Member: who, From: minute(from), UpTo: minute(upTo), At: now}
	}
	shown := func(from, upTo int) func(notification.State) ([]notification.Event, error) {
		return notification.ReadUpTo{Member: who, From: minute(from), UpTo: minute(upTo), Now: now}.Decide
	}
	all := notification.Read{Member: who, UpTo: minute(10), At: now}
	given(t, all).When(shown(20, 30)).Then(read(20, 30)).When(shown(25, 25)).ThenNothing().When(shown(5, 10)).ThenNothing().
		When(shown(40, 30)).ThenNothing().When(shown(25, 35)).Then(read(25, 35))

	after := func(events ...notification.Event) (seen notification.Seen) {
		s := notification.Decider.Initial()
		for _, e := range events {
			s = notification.Decider.Evolve(s, e)
		}
		return s.Seen
	}
	is := func(got notification.Seen, upTo int, apart ...notification.Span) {
		t.Helper()
		if !got.UpTo.Equal(minute(upTo)) || !slices.Equal(got.Apart, apart) {
			t.Errorf("read up to %v, and %v", got.UpTo, got.Apart)
		}
	}
	span := func(from, upTo int) notification.Span {
		return notification.Span{From: minute(from), UpTo: minute(upTo)}
	}
	is(after(all, read(40, 50), read(20, 30)), 10, span(20, 30), span(40, 50))
	is(after(all, read(20, 30), read(40, 50), read(25, 40)), 10, span(20, 50))
	is(after(all, read(20, 30), read(8, 20)), 30)
	is(after(read(20, 30), notification.Read{Member: who, UpTo: minute(25), At: now}), 30)
	is(after(read(20, 30), read(40, 40), notification.Read{Member: who, UpTo: minute(35), At: now}), 35, span(40, 40))
}

func TestChoose_SwitchesAKindOnAChannel(t *testing.T) {
	choose := func(k notice.Kind, c notice.Channel, on bool) func(notification.State) ([]notification.Event, error) {
		return notification.Choose{Member: who, Kind: k, Channel: c, On: on, Now: now}.Decide
	}
	off := notification.ChannelChosen{Member: who, Kind: notice.GiftReceived, Channel: notice.ByMail, At: now}
	on := off
	on.On = true
	given(t).When(choose(notice.GiftReceived, notice.ByMail, true)).ThenNothing()
	given(t).When(choose(notice.GiftReceived, notice.ByMail, false)).Then(off)
	given(t, off).When(choose(notice.GiftReceived, notice.ByMail, false)).ThenNothing()
	given(t, off).When(choose(notice.GiftReceived, notice.ByMail, true)).Then(on)
	given(t).When(choose(notice.Security, notice.ByMail, false)).ThenRefused("security_is_mailed kind")
	given(t).When(choose(notice.CampaignNews, notice.ByMail, true)).ThenRefused("not_mailed channel")
	given(t).When(choose("weather", "pigeon", false)).ThenRefused("unknown_kind kind", "unknown_channel channel")

	s := notification.Decider.Initial()
	wants := func() [2]bool {
		return [2]bool{s.Wants(notice.GiftReceived, notice.InApp), s.Wants(notice.GiftReceived, notice.ByMail)}
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

func TestChoose_HasKindsWaitForTheDailyMail(t *testing.T) {
	type decide func(notification.State) ([]notification.Event, error)
	choose := func(k notice.Kind, c notice.Channel, on, daily bool) decide {
		return notification.Choose{
			Member: who, Subject: ident.ID{2}, Kind: k, Channel: c, On: on, Daily: daily, TimeZone: "Europe/Paris", Now: now,
		}.Decide
	}
	byMail := func(k notice.Kind, on, daily bool) notification.ChannelChosen {
		e := notification.ChannelChosen{
			Member: who, Subject: ident.ID{2}, Kind: k, Channel: notice.ByMail, On: on, Daily: daily, At: now,
		}
		if daily {
			e.TimeZone = personal.Plain("Europe/Paris")
		}
		return e
	}
	gifts, news, threads := notice.GiftReceived, notice.CampaignNews, notice.ThreadNews
	given(t).When(choose(gifts, notice.ByMail, true, true)).Then(byMail(gifts, true, true)).
		When(choose(gifts, notice.ByMail, true, true)).ThenNothing().
		When(choose(gifts, notice.ByMail, true, false)).Then(byMail(gifts, true, false)).
		When(choose(gifts, notice.ByMail, false, false)).Then(byMail(gifts, false, false))
	// the morning of another zone is another, of which nothing that waits is lost
	inTokyo := byMail(gifts, true, true)
	inTokyo.TimeZone, inTokyo.At = personal.Plain("Asia/Tokyo"), now.Add(-time.Hour)
	given(t, inTokyo).When(choose(gifts, notice.ByMail, true, true)).Then(byMail(gifts, true, true))
	moved := notification.Decider.Initial()
	for _, e := range []notification.ChannelChosen{inTokyo, byMail(gifts, true, true)} {
		moved = notification.Decider.Evolve(moved, e)
	}
	if moved.TimeZone != "Europe/Paris" || len(moved.Daily) != 1 || !moved.Daily[0].From.Equal(inTokyo.At) ||
		moved.Daily[0].Before != notice.AtOnce {
		t.Errorf("%+v", moved)
	}
	// what happened before it was to wait is mailed as was wanted then
	for at, want := range map[time.Time]bool{inTokyo.At: true, inTokyo.At.Add(1): false} {
		if moved.MailsOf(gifts, at) != want {
			t.Errorf("of %s they are mailed at once: %t", at, !want)
		}
	}
	// what happens often is mailed to nobody who did not ask for it
	given(t).When(choose(news, notice.ByMail, false, false)).ThenNothing().
		When(choose(news, notice.ByMail, true, true)).Then(byMail(news, true, true)).
		When(choose(news, notice.ByMail, false, false)).Then(byMail(news, false, false)).
		When(choose(news, notice.ByMail, true, false)).ThenRefused("not_mailed channel")
	given(t).When(choose(notice.ShiftChanged, notice.ByMail, true, true)).ThenRefused("not_daily daily")
	given(t).When(choose(gifts, notice.InApp, true, true)).ThenRefused("not_daily daily")
	given(t).When(choose(gifts, notice.ByMail, false, true)).ThenRefused("not_daily daily")
	given(t).When(choose(notice.WordsRemoved, notice.ByMail, false, false)).ThenRefused("not_mailed channel")

	stop := notification.StopDaily{Member: who, Subject: ident.ID{2}, Now: now}.Decide
	given(t).When(stop).ThenNothing()
	given(t, byMail(gifts, true, true), byMail(threads, true, true)).When(stop).
		Then(byMail(gifts, false, false), byMail(threads, false, false)).When(stop).ThenNothing()

	s := notification.Decider.Initial()
	for _, step := range []struct {
		e    notification.ChannelChosen
		want [3]notice.Mailing
	}{
		{byMail(gifts, true, true), [3]notice.Mailing{notice.Daily, notice.Never, notice.AtOnce}},
		{byMail(news, true, true), [3]notice.Mailing{notice.Daily, notice.Daily, notice.AtOnce}},
		{byMail(gifts, true, false), [3]notice.Mailing{notice.AtOnce, notice.Daily, notice.AtOnce}},
		{byMail(news, false, false), [3]notice.Mailing{notice.AtOnce, notice.Never, notice.AtOnce}},
	} {
		s = notification.Decider.Evolve(s, step.e)
		got := [3]notice.Mailing{s.Mailed(gifts), s.Mailed(news), s.Mailed(notice.PledgeReceived)}
		if got != step.want || s.Wants(gifts, notice.ByMail) != (got[0] == notice.AtOnce) ||
			!s.Wants(gifts, notice.InApp) {
			t.Errorf("after %+v they are mailed %v", step.e, got)
		}
	}
}

// The daily mail comes in the morning where its reader is, also on the days on which clocks are set.
func TestDailyMail_ComesInTheMorning(t *testing.T) {
	for _, c := range []struct{ zone, now, last, next string }{
		{"", "2026-11-20T09:00:00Z", "2026-11-20T07:00:00Z", "2026-11-21T07:00:00Z"},
		{"", "2026-11-20T06:59:59Z", "2026-11-19T07:00:00Z", "2026-11-20T07:00:00Z"},
		{"Europe/Paris", "2026-03-28T20:00:00Z", "2026-03-28T06:00:00Z", "2026-03-29T05:00:00Z"},
		{"America/Los_Angeles", "2026-11-20T09:00:00Z", "2026-11-19T15:00:00Z", "2026-11-20T15:00:00Z"},
		{"Nowhere/At_All", "2026-11-20T07:00:00Z", "2026-11-20T07:00:00Z", "2026-11-21T07:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		s := notification.State{TimeZone: c.zone}
		last, next := s.LastDaily(who, at).UTC().Format(time.RFC3339), s.NextDaily(who, at).UTC().Format(time.RFC3339)
		if last != c.last || next != c.next {
			t.Errorf("in %q at %s: %s and %s", c.zone, c.now, last, next)
		}
	}
	s, later := notification.State{}, ident.ID{1, 15: 90}
	if got := s.NextDaily(later, now); got.Hour() != notification.Hour || got.Minute() != 1 || got.Second() != 30 {
		t.Errorf("another member's comes at %s", got)
	}
}

func TestTouched_IsTold(t *testing.T) {
	given(t).When(notification.Touched{Member: who, What: notification.PasswordChanged, At: now}.Decide).
		Then(notification.AccountTouched{Member: who, What: notification.PasswordChanged, At: now})
}
