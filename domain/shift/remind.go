package shift

import (
	"maps"
	"slices"
	"time"
)

// JustTold is how long somebody who joined, or was told of another time, needs no reminder of the same.
const JustTold = 30 * time.Minute

// Remind reminds everybody who comes and was not reminded yet.
type Remind struct{ Now time.Time }

// Decide reminds nobody of a shift that was cancelled, has begun, is more than a day away or was moved a moment ago, and nobody
// who joined a moment ago.
func (c Remind) Decide(s State) ([]Event, error) {
	left := s.Starts.Sub(c.Now)
	if s.coming(c.Now) != nil || left > DayBefore.Before() || c.Now.Sub(s.Moved) < JustTold {
		return nil, nil //nolint:nilerr // why nobody is reminded concerns nobody
	}
	due := DayBefore
	if left <= HoursBefore.Before() {
		due = HoursBefore
	}
	coming := slices.SortedFunc(maps.Values(s.Coming), func(a, b Place) int { return slices.Compare(a.Pledge[:], b.Pledge[:]) })
	var events []Event
	for _, p := range coming {
		last, reminded := s.Reminded[p.Pledge]
		again := reminded && last.Starts.Equal(s.Starts) && (last.Reminder == due || last.Reminder == HoursBefore)
		if !again && c.Now.Sub(s.Since[p.Pledge]) >= JustTold {
			events = append(events, Reminded{Place: p, Reminder: due, Starts: s.Starts, At: c.Now})
		}
	}
	return events, nil
}

// RemindersAfter are when reminders of a shift are due from a moment on; a reminder that was due before is left out.
func (t Times) RemindersAfter(now time.Time) map[Reminder]time.Time {
	due := map[Reminder]time.Time{}
	for _, r := range []Reminder{DayBefore, HoursBefore} {
		if at := t.Starts.Add(-r.Before()); at.After(now) {
			due[r] = at
		}
	}
	return due
}
