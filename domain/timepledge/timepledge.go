package timepledge

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Limits of a pledge: of its words in characters, of its time in minutes.
const (
	MaxWords   = 500
	MaxMinutes = 1000 * 60
	Step       = 15 // hours are pledged and confirmed in quarters
)

// Status is where a pledge stands.
type Status string

// The states.
const (
	None      Status = ""
	Offered   Status = "pledged"
	Expected  Status = "accepted"
	Done      Status = "completed"
	TurnedOff Status = "declined"
	TakenBack Status = "withdrawn"
	Missed    Status = "no_show"
)

// Over tells whether nothing is expected of the pledge any more.
func (s Status) Over() bool { return s == TurnedOff || s == TakenBack || s == Missed }

// State is what the rules need to know of a pledge.
type State struct {
	Parties
	Shift      ident.ID // nil for a pledge of no shift
	Status     Status
	AcceptedAt time.Time
	Worked     int64          // minutes that are confirmed
	Logged     map[Side]int64 // minutes that each side has said were worked
}

// Decider folds a pledge's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Pledged:
		s = State{Parties: e.Parties, Status: Offered}
	case OfShift:
		s.Shift = e.Shift
	case Accepted:
		s.Status, s.AcceptedAt = Expected, e.At
	case HoursLogged:
		logged := map[Side]int64{e.By: e.Worked}
		for side, minutes := range s.Logged {
			if side != e.By {
				logged[side] = minutes
			}
		}
		s.Logged = logged
	case HoursConfirmed:
		s.Status, s.Worked = Done, e.Worked
	case Declined:
		s.Status = TurnedOff
	case Withdrawn:
		s.Status = TakenBack
	case NoShow:
		s.Status = Missed
	}
	return s
}

// The refusals of a pledge of time.
var (
	ErrNotFound    = domain.Refuse(domain.NotFound, "pledge_not_found", "there is no such pledge")
	ErrNotYours    = domain.Refuse(domain.Forbidden, "not_your_pledge", "only whoever pledged may do this")
	ErrExists      = domain.Refuse(domain.Closed, "pledge_exists", "the pledge exists already")
	ErrOver        = domain.Refuse(domain.Closed, "pledge_over", "the pledge was declined or withdrawn, or nobody came")
	ErrDone        = domain.Refuse(domain.Closed, "pledge_done", "the pledge is completed")
	ErrNotAccepted = domain.Refuse(domain.Closed, "pledge_not_accepted", "the pledge was not accepted yet")
	ErrNotBegun    = domain.Refuse(domain.Closed, "shift_not_begun", "the shift has not begun yet")
)

// Pledge offers time.
type Pledge struct {
	Parties
	Availability, Skills, Message, Lang string
	Now                                 time.Time
}

// Decide refuses a pledge without or with impossible time, and words that are too long, all faults at once.
func (c Pledge) Decide(s State) ([]Event, error) {
	if s.Status != None {
		return nil, ErrExists
	}
	var faults domain.Refusals
	if f := checkMinutes("minutes", c.Minutes); f != nil {
		faults = append(faults, f)
	}
	faults = append(faults, checkWords("availability", c.Availability)...)
	faults = append(faults, checkWords("skills", c.Skills)...)
	faults = append(faults, checkWords("message", c.Message)...)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{Pledged{
		Parties: c.Parties, Availability: words(c.Availability), Skills: words(c.Skills), Message: words(c.Message), Lang: c.Lang,
		At: c.Now,
	}}, nil
}

func checkMinutes(field string, minutes int64) *domain.Refusal {
	switch {
	case minutes <= 0:
		return domain.RefuseField(field, "hours_required", "say how many hours")
	case minutes > MaxMinutes:
		return domain.RefuseField(field, "too_many_hours", "these are too many hours").With("max", MaxMinutes/60)
	case minutes%Step != 0:
		return domain.RefuseField(field, "hours_in_quarters", "hours are counted in quarters of an hour")
	}
	return nil
}

func checkWords(field, text string) domain.Refusals {
	if utf8.RuneCountInString(strings.TrimSpace(text)) > MaxWords {
		return domain.Refusals{domain.RefuseField(field, "too_long", "this is too long").With("max", MaxWords)}
	}
	return nil
}

func words(text string) personal.Text { return personal.Plain(strings.TrimSpace(text)) }

// Accept takes a pledge up. The caller has checked that the organizer runs the campaign.
type Accept struct {
	Organizer ident.ID // the organizer's subject
	Note      string
	Now       time.Time
}

// Decide refuses what is over. What was accepted stays so.
func (c Accept) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case s.Status.Over():
		return nil, ErrOver
	case s.Status != Offered:
		return nil, nil
	}
	if err := checkWords("note", c.Note).OrNil(); err != nil {
		return nil, err
	}
	return []Event{Accepted{Parties: s.Parties, Organizer: c.Organizer, Note: words(c.Note), At: c.Now}}, nil
}

// LogHours says how much was worked, all in all. The caller has checked that the author is on the side they speak for.
type LogHours struct {
	By      Side
	Author  ident.ID // their subject
	Minutes int64
	Note    string
	Begins  time.Time // when the pledge's shift begins; zero for one of no shift
	Now     time.Time
}

// Decide refuses hours of a pledge that is not accepted, or that is completed, and those of a shift that has not begun.
func (c LogHours) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == Done:
		return nil, ErrDone
	case s.Status != Expected:
		return nil, s.unexpected()
	case c.Now.Before(c.Begins):
		return nil, ErrNotBegun
	}
	var faults domain.Refusals
	if f := checkMinutes("minutes", c.Minutes); f != nil {
		faults = append(faults, f)
	}
	if err := append(faults, checkWords("note", c.Note)...).OrNil(); err != nil {
		return nil, err
	}
	return []Event{HoursLogged{
		Pledge: s.Pledge, Campaign: s.Campaign, By: c.By, Author: c.Author, Worked: c.Minutes, Note: words(c.Note), At: c.Now,
	}}, nil
}

// unexpected says why nothing is expected of a pledge that is not accepted.
func (s State) unexpected() error {
	switch {
	case s.Status == None:
		return ErrNotFound
	case s.Status.Over():
		return ErrOver
	}
	return ErrNotAccepted
}

// ConfirmHours counts what was worked, or corrects what was counted. The caller has checked that the organizer runs the
// campaign.
type ConfirmHours struct {
	Minutes int64
	Begins  time.Time // when the pledge's shift begins; zero for one of no shift
	Now     time.Time
}

// Decide refuses hours of a pledge that is not accepted, and those of a shift that has not begun (decision O57). What is
// confirmed already changes nothing.
func (c ConfirmHours) Decide(s State) ([]Event, error) {
	switch {
	case s.Status != Expected && s.Status != Done:
		return nil, s.unexpected()
	case c.Now.Before(c.Begins):
		return nil, ErrNotBegun
	}
	if f := checkMinutes("minutes", c.Minutes); f != nil {
		return nil, f
	}
	if s.Worked == c.Minutes {
		return nil, nil
	}
	return []Event{HoursConfirmed{Parties: s.Parties, Worked: c.Minutes, Before: s.Worked, At: c.Now}}, nil
}

// Decline turns a pledge down, or calls off one that was accepted. The caller has checked that the organizer runs the campaign.
type Decline struct {
	Organizer ident.ID // the organizer's subject
	Reason    string
	Now       time.Time
}

// Decide wants a reason, which the person is shown. What was declined stays so.
func (c Decline) Decide(s State) ([]Event, error) {
	if s.Status == TurnedOff {
		return nil, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, domain.RefuseField("reason", "reason_required", "say why: the person is shown it")
	}
	if err := checkWords("reason", c.Reason).OrNil(); err != nil {
		return nil, err
	}
	return []Event{Declined{
		Parties: s.Parties, Organizer: c.Organizer, Reason: words(c.Reason), Cause: ByOrganizer, AcceptedAt: s.AcceptedAt, At: c.Now,
	}}, nil
}

// open refuses a pledge of which nothing is open.
func (s State) open() error {
	switch {
	case s.Status == None:
		return ErrNotFound
	case s.Status.Over():
		return ErrOver
	case s.Status == Done:
		return ErrDone
	}
	return nil
}

// Close declines what nobody had answered when the campaign ended.
type Close struct{ Now time.Time }

// Decide leaves every other pledge as it is: what was accepted may still be worked and confirmed.
func (c Close) Decide(s State) ([]Event, error) {
	if s.Status != Offered {
		return nil, nil
	}
	return []Event{Declined{Parties: s.Parties, Cause: CampaignEnded, At: c.Now}}, nil
}

// Withdraw takes a pledge back.
type Withdraw struct {
	Actor ident.ID // the member
	Now   time.Time
}

// Decide refuses others than whoever pledged, and what is completed. What was withdrawn stays so.
func (c Withdraw) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case c.Actor.IsNil() || s.Member != c.Actor:
		return nil, ErrNotYours
	case s.Status == TakenBack:
		return nil, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	return []Event{Withdrawn{Parties: s.Parties, AcceptedAt: s.AcceptedAt, At: c.Now}}, nil
}

// Miss says that whoever pledged did not come. The caller has checked that the organizer runs the campaign.
type Miss struct {
	Begins time.Time // when the pledge's shift begins; zero for one of no shift
	Now    time.Time
}

// Decide refuses a pledge that is not accepted, or completed, and one for a shift that has not begun.
func (c Miss) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == Missed:
		return nil, nil
	case s.Status == Done:
		return nil, ErrDone
	case s.Status != Expected:
		return nil, s.unexpected()
	case c.Now.Before(c.Begins):
		return nil, ErrNotBegun
	}
	return []Event{NoShow{Parties: s.Parties, AcceptedAt: s.AcceptedAt, At: c.Now}}, nil
}
