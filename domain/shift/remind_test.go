package shift_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/shift"
)

func remind(at time.Time) func(shift.State) ([]shift.Event, error) {
	return shift.Remind{Now: at}.Decide
}

func TestRemind(t *testing.T) {
	day, hours := starts.Add(-24*time.Hour), starts.Add(-2*time.Hour)
	of := func(r shift.Reminder, at time.Time) shift.Reminded {
		return shift.Reminded{Place: place(ada, "0"), Reminder: r, Starts: starts, At: at}
	}
	h := given(t, published, joined(ada, "0"))
	h.When(remind(day.Add(-time.Minute))).ThenNothing()
	h.When(remind(starts)).ThenNothing()
	once := h.When(remind(day)).Then(of(shift.DayBefore, day))
	once.When(remind(day.Add(time.Hour))).ThenNothing()
	twice := once.When(remind(hours)).Then(of(shift.HoursBefore, hours))
	twice.When(remind(hours.Add(time.Hour))).ThenNothing()
	// a server that was away for long leaves the first one out
	h.When(remind(hours)).Then(of(shift.HoursBefore, hours)).When(remind(hours.Add(time.Minute))).ThenNothing()
	given(t, published, joined(ada, "0"), cancelled).When(remind(day)).ThenNothing()
	given(t, published, joined(ada, "0"), shift.Left{Place: place(ada, "0"), At: now}).When(remind(day)).ThenNothing()
}

func TestRemind_LeavesOutWhoWasJustTold(t *testing.T) {
	day := starts.Add(-24 * time.Hour)
	late := joined(ada, "0")
	late.At = day.Add(-time.Minute)
	h := given(t, published, late)
	h.When(remind(day)).ThenNothing()
	moved := shift.Revised{Shift: one, Campaign: to, Words: words, Times: times, Moved: true, At: day.Add(-time.Minute)}
	given(t, published, joined(ada, "0"), moved).When(remind(day)).ThenNothing()
	// what was moved to another day is told of again
	reminded := shift.Reminded{Place: place(ada, "0"), Reminder: shift.DayBefore, Starts: starts, At: day}
	later := times
	later.Starts, later.Ends = later.Starts.AddDate(0, 0, 7), later.Ends.AddDate(0, 0, 7)
	moved.Times, moved.At = later, day.Add(time.Hour)
	again := later.Starts.Add(-24 * time.Hour)
	given(t, published, joined(ada, "0"), reminded, moved).When(remind(again)).
		Then(shift.Reminded{Place: place(ada, "0"), Reminder: shift.DayBefore, Starts: later.Starts, At: again})
}

// Across a change of the clocks a day before is 24 hours, and what is over is not due.
func TestTimes_RemindersAfter(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	at := shift.Times{Starts: time.Date(2027, 3, 28, 9, 0, 0, 0, zone)} // the clocks went forward at two
	due := at.RemindersAfter(time.Date(2027, 3, 27, 7, 59, 0, 0, zone))
	if want := time.Date(2027, 3, 27, 8, 0, 0, 0, zone); !due[shift.DayBefore].Equal(want) {
		t.Errorf("a day before is %s, not %s", due[shift.DayBefore], want)
	}
	if due := at.RemindersAfter(time.Date(2027, 3, 27, 8, 0, 0, 0, zone)); len(due) != 1 || due[shift.HoursBefore].IsZero() {
		t.Errorf("due are %v", due)
	}
}
