package reactors

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/internal/mail"
)

// Who comes to a shift is reminded a day and two hours before, by mail unless they chose otherwise; of a shift that is cancelled
// nobody is.
func TestTimers_RemindOfShifts(t *testing.T) {
	w := newWorld(t)
	cy, di := ident.Pair("member", "cy"), ident.Pair("member", "di")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	w.register(di, "Di", "di@example.org", "en")
	it, says := w.announcedShift()
	off, err := shifts.PublishShift.Run(t.Context(), w.commands, w.env().For(owner),
		shifts.PublishShiftBody{CampaignID: w.shiftCampaign(it), WritingBody: says})
	must(t, err)
	w.join(it, cy, di)
	w.join(shifts.ShiftBody{ShiftID: off.ShiftID}, cy)
	w.quiet(di, notice.ShiftReminder)
	_, err = shifts.CancelShift.Run(t.Context(), w.commands, w.env().For(owner),
		shifts.CancelShiftBody{ShiftBody: shifts.ShiftBody{ShiftID: off.ShiftID}, Reason: "Rain"})
	must(t, err)
	w.handled()
	if n := w.count(`SELECT count(*) FROM timers WHERE command LIKE 'remind-of-shift%'`); n != 2 {
		t.Errorf("%d timers of one shift that takes place", n)
	}
	starts, err := time.Parse("2006-01-02T15:04", says.Starts)
	must(t, err)
	told := func(address string) (all []string) {
		for _, m := range of[mail.ShiftChanged](w, address) {
			if s, _ := m.Content.(mail.ShiftChanged); s.What == "reminder" {
				all = append(all, strings.Join([]string{s.Name, s.Shift, s.Place, s.Campaign, s.Starts.Format(time.DateTime)}, " "))
				if !strings.Contains(m.Stop, "/shift_reminder/") {
					t.Errorf("%+v", m)
				}
			}
		}
		return all
	}
	one := "Cy Slates Barn Water for all " + starts.Format(time.DateTime)
	for n, before := range []time.Duration{24 * time.Hour, 2 * time.Hour} {
		w.moveOn(starts.Add(-before).Sub(w.now()) + time.Minute)
		w.fireAll()
		if got := w.count(`SELECT count(*) FROM events WHERE type = 'ShiftReminded'`); got != 2*(n+1) {
			t.Fatalf("%d reminders", got)
		}
		w.handled()
		if got := told("cy@example.org"); !slices.Equal(got, slices.Repeat([]string{one}, n+1)) || len(told("di@example.org")) > 0 {
			t.Errorf("%q, %q", got, told("di@example.org"))
		}
	}
	if len(told("olga@example.org")) > 0 {
		t.Error("the organizer is reminded of a shift to which they do not come")
	}
}
