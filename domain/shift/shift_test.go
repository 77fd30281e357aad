package shift_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/shift"
)

var (
	now            = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	one, to, olga  = ident.ID{1}, ident.ID{2}, ident.ID{3}
	ada, bea, cleo = ident.ID{4}, ident.ID{5}, ident.ID{6}
	subject        = member.SubjectOf(olga)
	starts         = now.AddDate(0, 0, 4)
	times          = shift.Times{Starts: starts, Ends: starts.Add(4 * time.Hour), TimeZone: "Europe/Paris", Capacity: 2}
	writing        = shift.Writing{
		Author: subject, Title: " Wiring ", Place: "14 rue Perrod", Note: "Bring gloves", Lang: "en", Times: times,
	}
	words = shift.Words{
		Author: subject, Title: personal.Plain("Wiring"), Place: personal.Plain("14 rue Perrod"),
		Note: personal.Plain("Bring gloves"), Lang: "en",
	}
	publish    = shift.Publish{Shift: one, Campaign: to, Member: olga, Writing: writing, Now: now}
	published  = shift.Published{Shift: one, Campaign: to, Member: olga, Words: words, Times: times, At: now}
	afterwards = starts.Add(time.Hour)
	reasonless = shift.Cancel{Author: subject, Reason: " ", Now: now}
	goodbye    = shift.Cancel{Author: subject, Reason: "Rain", Now: now}
	cancelled  = shift.Cancelled{
		Shift: one, Campaign: to, Author: subject, Reason: personal.Plain("Rain"), Cause: shift.ByOrganizer, At: now,
	}
)

type history = domaintest.History[shift.State, shift.Event]

func given(t *testing.T, events ...shift.Event) history {
	t.Helper()
	return domaintest.Given(t, shift.Decider, events...)
}

func place(who ident.ID, n string) shift.Place {
	return shift.Place{
		Shift: one, Campaign: to, Member: who, Supporter: member.SubjectOf(who), Pledge: ident.Pair("shiftpledge", one.String(), n),
	}
}

func joined(who ident.ID, n string) shift.Joined {
	return shift.Joined{Place: place(who, n), Organizer: subject, Minutes: 240, Lang: "en", At: now}
}

func join(who ident.ID) func(shift.State) ([]shift.Event, error) {
	return shift.Join{Member: who, Lang: "en", Now: now}.Decide
}

func leave(who ident.ID) func(shift.State) ([]shift.Event, error) {
	return shift.Leave{Member: who, Now: now}.Decide
}

func TestPublish(t *testing.T) {
	given(t).When(publish.Decide).Then(published).When(publish.Decide).ThenRefused("shift_exists")

	none := publish
	none.Writing = shift.Writing{Times: shift.Times{Starts: now, Ends: now}}
	given(t).When(none.Decide).ThenRefused("required title", "required place", "unknown_time_zone time_zone",
		"out_of_range capacity",
		"shift_past starts")
	long := publish
	long.Title, long.Place, long.Note = strings.Repeat("é", shift.MaxTitle+1), strings.Repeat("é", shift.MaxPlace+1),
		strings.Repeat("é", shift.MaxNote+1)
	given(t).When(long.Decide).ThenRefused("too_long title", "too_long place", "too_long note")

	for want, change := range map[string]func(*shift.Times){
		"shift_too_far starts":        func(x *shift.Times) { x.Starts = now.AddDate(2, 0, 1); x.Ends = x.Starts.Add(time.Hour) },
		"shift_ends_first ends":       func(x *shift.Times) { x.Ends = x.Starts },
		"shift_too_long ends":         func(x *shift.Times) { x.Ends = x.Starts.Add(24*time.Hour + shift.Step) },
		"hours_in_quarters ends":      func(x *shift.Times) { x.Ends = x.Starts.Add(20 * time.Minute) },
		"out_of_range capacity":       func(x *shift.Times) { x.Capacity = shift.MaxCapacity + 1 },
		"unknown_time_zone time_zone": func(x *shift.Times) { x.TimeZone = "Local" },
	} {
		c := publish
		change(&c.Times)
		given(t).When(c.Decide).ThenRefused(want)
	}
}

// As many join as there are places; whoever leaves makes room, and comes back with another pledge.
func TestJoin_AsManyAsThereArePlaces(t *testing.T) {
	given(t).When(join(ada)).ThenRefused("shift_not_found")
	h := given(t, published).When(join(ada)).Then(joined(ada, "0"))
	h.When(join(ada)).ThenRefused("shift_joined")
	full := h.When(join(bea)).Then(joined(bea, "1"))
	full.When(join(cleo)).ThenRefused("shift_full")
	full.When(leave(cleo)).ThenNothing()
	room := full.When(leave(ada)).Then(shift.Left{Place: place(ada, "0"), At: now})
	room.When(leave(ada)).ThenNothing()
	room.When(join(cleo)).Then(joined(cleo, "2")).When(join(ada)).ThenRefused("shift_full")
	room.When(join(ada)).Then(joined(ada, "2"))

	full.When(shift.Join{Member: cleo, Now: afterwards}.Decide).ThenRefused("shift_started")
	full.When(shift.Leave{Member: ada, Now: afterwards}.Decide).ThenRefused("shift_started")
	off := given(t, published, joined(ada, "0"), cancelled)
	off.When(join(bea)).ThenRefused("shift_cancelled")
	off.When(leave(ada)).ThenRefused("shift_cancelled")
}

// A pledge that was withdrawn or declined frees the place it was for, and none that was taken later.
func TestFree(t *testing.T) {
	free := func(n string) func(shift.State) ([]shift.Event, error) {
		return shift.Free{Pledge: place(ada, n).Pledge, Now: afterwards}.Decide
	}
	given(t).When(free("0")).ThenNothing()
	h := given(t, published, joined(ada, "0")).When(free("0")).Then(shift.Left{Place: place(ada, "0"), At: afterwards})
	again := h.When(free("0")).ThenNothing().When(join(ada)).Then(joined(ada, "1"))
	again.When(free("0")).ThenNothing()
	given(t, published, joined(ada, "0"), cancelled).When(free("0")).ThenNothing()
}

func TestRevise(t *testing.T) {
	c := shift.Revise{Writing: writing, Now: now}
	given(t).When(c.Decide).ThenRefused("shift_not_found")
	h := given(t, published)
	revised := shift.Revised{Shift: one, Campaign: to, Words: words, Times: times, At: now}
	h.When(c.Decide).Then(revised)

	week := c
	week.Starts, week.Ends = starts.AddDate(0, 0, 7), times.Ends.AddDate(0, 0, 7)
	moved := revised
	moved.Times, moved.Moved = week.Times, true
	coming := given(t, published, joined(ada, "0"), joined(bea, "1"))
	coming.When(week.Decide).Then(moved)

	longer := c
	longer.Ends = times.Ends.Add(time.Hour)
	h.When(longer.Decide).Then(shift.Revised{Shift: one, Campaign: to, Words: words, Times: longer.Times, Moved: true, At: now})
	coming.When(longer.Decide).ThenRefused("shift_length_fixed ends")
	fewer := c
	fewer.Capacity = 1
	coming.When(fewer.Decide).ThenRefused("shift_places_taken capacity")
	nameless := c
	nameless.Title = " "
	coming.When(nameless.Decide).ThenRefused("required title")
	late := c
	late.Now = afterwards
	h.When(late.Decide).ThenRefused("shift_started")
	given(t, published, cancelled).When(c.Decide).ThenRefused("shift_cancelled")
}

func TestCancel(t *testing.T) {
	given(t).When(goodbye.Decide).ThenRefused("shift_not_found")
	h := given(t, published)
	h.When(reasonless.Decide).ThenRefused("reason_required reason")
	h.When(shift.Cancel{Reason: strings.Repeat("é", shift.MaxReason+1), Now: now}.Decide).ThenRefused("too_long reason")
	h.When(shift.Cancel{Reason: "Rain", Now: afterwards}.Decide).ThenRefused("shift_started")
	h.When(goodbye.Decide).Then(cancelled).When(goodbye.Decide).ThenNothing()

	drop := shift.Drop{Now: now}
	given(t).When(drop.Decide).ThenNothing()
	h.When(drop.Decide).Then(shift.Cancelled{Shift: one, Campaign: to, Cause: shift.AuthorLeft, At: now}).
		When(drop.Decide).ThenNothing()
	h.When(shift.Drop{Now: afterwards}.Decide).ThenNothing()
}
