// Package shift is the rules of one dated shift of a campaign: its organizer publishes when and where so many people are
// wanted, changes it or calls it off, and members join and leave it as long as it has not begun.
package shift

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a shift: that no more people come than it has places is a rule over its own events alone.
const Category = "shift"

// Event is what happened to a shift.
//
//sumtype:decl
type Event interface{ shiftEvent() }

// Words are what a shift is about, and where it is.
type Words struct {
	Author ident.ID      `json:"author"` // the subject of the member whose words they are
	Title  personal.Text `json:"title" personal:"author"`
	Place  personal.Text `json:"place" personal:"author"`
	Note   personal.Text `json:"note" personal:"author"`
	Lang   string        `json:"lang"` // BCP 47 tag of the words
}

// Times are when a shift is, and for how many people.
type Times struct {
	Starts   time.Time `json:"starts"`
	Ends     time.Time `json:"ends"`
	TimeZone string    `json:"time_zone"` // IANA name of the zone whose clocks hang at the place
	Capacity int64     `json:"capacity"`  // people
}

// Minutes are how long a shift lasts.
func (t Times) Minutes() int64 { return int64(t.Ends.Sub(t.Starts) / time.Minute) }

// Published announces a shift.
type Published struct {
	Shift    ident.ID `json:"shift"`
	Campaign ident.ID `json:"campaign"`
	Member   ident.ID `json:"member"` // who publishes it
	Words
	Times
	At time.Time `json:"at"`
}

// Revised replaces what a shift says, and when it is.
type Revised struct {
	Shift    ident.ID `json:"shift"`
	Campaign ident.ID `json:"campaign"`
	Words
	Times
	Moved bool      `json:"moved,omitempty"` // it is at another time than before
	At    time.Time `json:"at"`
}

// Cancelled calls a shift off for good.
type Cancelled struct {
	Shift    ident.ID      `json:"shift"`
	Campaign ident.ID      `json:"campaign"`
	Author   ident.ID      `json:"author,omitzero"` // the subject of the member who cancels; zero where nobody does
	Reason   personal.Text `json:"reason" personal:"author"`
	Cause    Cause         `json:"cause"`
	At       time.Time     `json:"at"`
}

// Place is one person's place in a shift. Who leaves and joins again has another, with another pledge.
type Place struct {
	Shift     ident.ID `json:"shift"`
	Campaign  ident.ID `json:"campaign"`
	Member    ident.ID `json:"member"`
	Supporter ident.ID `json:"supporter"` // the subject of the member
	Pledge    ident.ID `json:"pledge"`    // of the time that they pledge by joining
}

// Joined gives a member a place. They pledge as much time as the shift lasts.
type Joined struct {
	Place
	Organizer ident.ID  `json:"organizer"`           // the subject of whoever published the shift, and so accepts whoever joins
	Anonymous bool      `json:"anonymous,omitempty"` // the public is shown no name; the organizer is
	Minutes   int64     `json:"minutes"`
	Lang      string    `json:"lang"` // BCP 47 tag, of the member
	At        time.Time `json:"at"`
}

// Left frees a member's place.
type Left struct {
	Place
	At time.Time `json:"at"`
}

// Reminder is how long before a shift somebody is reminded of it.
type Reminder string

// The reminders, in the order in which they come.
const (
	DayBefore   Reminder = "day"   // 24 hours before
	HoursBefore Reminder = "hours" // 2 hours before
)

// Before is how long before a shift begins its reminder is due.
func (r Reminder) Before() time.Duration {
	if r == HoursBefore {
		return 2 * time.Hour
	}
	return 24 * time.Hour
}

// Reminded records that somebody with a place was reminded of it.
type Reminded struct {
	Place
	Reminder Reminder  `json:"reminder"`
	Starts   time.Time `json:"starts"` // when the shift was to begin then
	At       time.Time `json:"at"`
}

func (Published) shiftEvent() {}
func (Revised) shiftEvent()   {}
func (Cancelled) shiftEvent() {}
func (Joined) shiftEvent()    {}
func (Left) shiftEvent()      {}
func (Reminded) shiftEvent()  {}

// Cause is why a shift is called off.
type Cause string

// The causes.
const (
	ByOrganizer Cause = "organizer"
	AuthorLeft  Cause = "author_left" // whoever wrote where it is was erased, and their words with them
)
