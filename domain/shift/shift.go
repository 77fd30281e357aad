package shift

import (
	"maps"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
)

// Limits of a shift: of its words in characters, of its places in people, of its length.
const (
	MaxTitle    = 120
	MaxPlace    = 200
	MaxNote     = 1000
	MaxReason   = 500
	MaxCapacity = 1000
	MaxLength   = 24 * time.Hour
	Step        = 15 * time.Minute // time is pledged in quarters of an hour
	Ahead       = 2                // years that a shift may be away
)

// Status is where a shift stands.
type Status string

// The states. That a shift has begun, or is over, is told by the clock alone.
const (
	None      Status = ""
	Open      Status = "open"
	CalledOff Status = "cancelled"
)

// State is what the rules need to know of a shift.
type State struct {
	Shift, Campaign ident.ID
	Status          Status
	Author          ident.ID // the subject of whoever wrote its words
	Organizer       ident.ID // the subject of whoever published it
	Times
	Coming map[ident.ID]Place // by the member
	Joins  int                // how often somebody joined

	Since    map[ident.ID]time.Time // when they joined, by the pledge
	Moved    time.Time              // when it was moved last; zero where it never was
	Reminded map[ident.ID]Reminded  // the last reminder, by the pledge
}

// Decider folds a shift's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Published:
		s = State{
			Shift: e.Shift, Campaign: e.Campaign, Status: Open, Author: e.Author, Organizer: member.SubjectOf(e.Member), Times: e.Times,
		}
	case Revised:
		s.Author, s.Times = e.Author, e.Times
		if e.Moved {
			s.Moved = e.At
		}
	case Cancelled:
		s.Status = CalledOff
	case Joined:
		s.Coming = maps.Clone(s.Coming)
		if s.Coming == nil {
			s.Coming = map[ident.ID]Place{}
		}
		s.Coming[e.Member] = e.Place
		s.Since = with(s.Since, e.Pledge, e.At)
		s.Joins++
	case Left:
		s.Coming = maps.Clone(s.Coming)
		delete(s.Coming, e.Member)
	case Reminded:
		s.Reminded = with(s.Reminded, e.Pledge, e)
	}
	return s
}

func with[V any](m map[ident.ID]V, id ident.ID, v V) map[ident.ID]V {
	out := make(map[ident.ID]V, len(m)+1)
	maps.Copy(out, m)
	out[id] = v
	return out
}

// The refusals of a shift.
var (
	ErrNotFound  = domain.Refuse(domain.NotFound, "shift_not_found", "there is no such shift")
	ErrExists    = domain.Refuse(domain.Closed, "shift_exists", "the shift was published already")
	ErrCancelled = domain.Refuse(domain.Closed, "shift_cancelled", "the shift was cancelled")
	ErrStarted   = domain.Refuse(domain.Closed, "shift_started", "the shift has begun")
	ErrFull      = domain.Refuse(domain.Closed, "shift_full", "the shift is full")
	ErrJoined    = domain.Refuse(domain.Closed, "shift_joined", "you come to this shift already")
)

// Writing is what somebody says of a shift. The caller has checked that they run the campaign.
type Writing struct {
	Author                   ident.ID // their subject
	Title, Place, Note, Lang string
	Times
}

// check refuses a shift without title or place, words that are too long, and impossible times, all faults at once.
func (w Writing) check(now time.Time) (Words, domain.Refusals) {
	title, place, note := strings.TrimSpace(w.Title), strings.TrimSpace(w.Place), strings.TrimSpace(w.Note)
	var faults domain.Refusals
	words := func(field, text string, limit int, needed bool) {
		switch {
		case needed && text == "":
			faults = append(faults, domain.RefuseField(field, "required", "this is needed"))
		case utf8.RuneCountInString(text) > limit:
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	words("title", title, MaxTitle, true)
	words("place", place, MaxPlace, true)
	words("note", note, MaxNote, false)
	if _, err := time.LoadLocation(w.TimeZone); err != nil || w.TimeZone == "" || w.TimeZone == "Local" {
		faults = append(faults, domain.RefuseField("time_zone", "unknown_time_zone", "the time zone is not known"))
	}
	if w.Capacity < 1 || w.Capacity > MaxCapacity {
		faults = append(faults, domain.RefuseField("capacity", "out_of_range", "the number is out of range").With("max", MaxCapacity))
	}
	switch long := w.Ends.Sub(w.Starts); {
	case !w.Starts.After(now):
		faults = append(faults, domain.RefuseField("starts", "shift_past", "the shift must begin in the future"))
	case w.Starts.After(now.AddDate(Ahead, 0, 0)):
		faults = append(faults, domain.RefuseField("starts", "shift_too_far", "the shift is too far away").With("max", Ahead))
	case long <= 0:
		faults = append(faults, domain.RefuseField("ends", "shift_ends_first", "the shift must end after it begins"))
	case long > MaxLength:
		faults = append(faults, domain.RefuseField("ends", "shift_too_long", "a shift lasts a day at most").With("max",
			int(MaxLength/time.Hour)))
	case long%Step != 0:
		faults = append(faults, domain.RefuseField("ends", "hours_in_quarters", "hours are counted in quarters of an hour"))
	}
	return Words{w.Author, personal.Plain(title), personal.Plain(place), personal.Plain(note), w.Lang}, faults
}

// Publish announces a shift.
type Publish struct {
	Shift, Campaign, Member ident.ID
	Writing
	Now time.Time
}

// Decide refuses what Writing does, and a shift that was published before.
func (c Publish) Decide(s State) ([]Event, error) {
	if s.Status != None {
		return nil, ErrExists
	}
	words, faults := c.check(c.Now)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{Published{c.Shift, c.Campaign, c.Member, words, c.Times, c.Now}}, nil
}

// coming refuses a shift that there is none of, was cancelled, or has begun.
func (s State) coming(now time.Time) error {
	switch {
	case s.Status == None:
		return ErrNotFound
	case s.Status == CalledOff:
		return ErrCancelled
	case !now.Before(s.Starts):
		return ErrStarted
	}
	return nil
}

// Revise replaces what a shift says and when it is.
type Revise struct {
	Writing
	Now time.Time
}

// Decide refuses what Writing does, a shift that has begun, and fewer places than people who come. While anybody comes the
// shift keeps its length: it is how much time they pledged.
func (c Revise) Decide(s State) ([]Event, error) {
	if err := s.coming(c.Now); err != nil {
		return nil, err
	}
	words, faults := c.check(c.Now)
	if n := len(s.Coming); c.Capacity >= 1 && c.Capacity < int64(n) {
		faults = append(faults, domain.RefuseField("capacity", "shift_places_taken", "more people than that come already").
			With("min", n))
	}
	if len(faults) == 0 && len(s.Coming) > 0 && c.Minutes() != s.Minutes() {
		faults = append(faults, domain.RefuseField("ends", "shift_length_fixed", "people come for as long as it lasts").
			With("minutes", s.Minutes()))
	}
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	moved := !c.Starts.Equal(s.Starts) || !c.Ends.Equal(s.Ends)
	return []Event{Revised{s.Shift, s.Campaign, words, c.Times, moved, c.Now}}, nil
}

// Cancel calls a shift off. The caller has checked that the author runs the campaign.
type Cancel struct {
	Author ident.ID // their subject
	Reason string
	Now    time.Time
}

// Decide wants a reason, which everybody who comes is shown. What was cancelled stays so.
func (c Cancel) Decide(s State) ([]Event, error) {
	if s.Status == CalledOff {
		return nil, nil
	}
	if err := s.coming(c.Now); err != nil {
		return nil, err
	}
	reason := strings.TrimSpace(c.Reason)
	switch {
	case reason == "":
		return nil, domain.RefuseField("reason", "reason_required", "say why: everybody who comes is shown it")
	case utf8.RuneCountInString(reason) > MaxReason:
		return nil, domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxReason)
	}
	return []Event{Cancelled{s.Shift, s.Campaign, c.Author, personal.Plain(reason), ByOrganizer, c.Now}}, nil
}

// Drop calls off a shift whose author is being erased: nobody would know any more where it is.
type Drop struct{ Now time.Time }

// Decide leaves alone what is over or was cancelled.
func (c Drop) Decide(s State) ([]Event, error) {
	if s.coming(c.Now) != nil {
		return nil, nil //nolint:nilerr // why nothing is open concerns nobody here
	}
	return []Event{Cancelled{Shift: s.Shift, Campaign: s.Campaign, Cause: AuthorLeft, At: c.Now}}, nil
}

// Join gives a member a place. The caller has checked that the campaign admits their time.
type Join struct {
	Member    ident.ID
	Anonymous bool
	Lang      string
	Now       time.Time
}

// Decide refuses a shift that is full, has begun or was cancelled, and a second place.
func (c Join) Decide(s State) ([]Event, error) {
	if err := s.coming(c.Now); err != nil {
		return nil, err
	}
	if _, there := s.Coming[c.Member]; there {
		return nil, ErrJoined
	}
	if int64(len(s.Coming)) >= s.Capacity {
		return nil, ErrFull
	}
	return []Event{Joined{
		Place: Place{
			Shift: s.Shift, Campaign: s.Campaign, Member: c.Member, Supporter: member.SubjectOf(c.Member),
			Pledge: ident.Pair("shiftpledge", s.Shift.String(), strconv.Itoa(s.Joins)),
		},
		Organizer: s.Organizer, Anonymous: c.Anonymous, Minutes: s.Minutes(), Lang: c.Lang, At: c.Now,
	}}, nil
}

// Leave frees one's own place.
type Leave struct {
	Member ident.ID
	Now    time.Time
}

// Decide refuses a shift that has begun or was cancelled. Whoever does not come changes nothing.
func (c Leave) Decide(s State) ([]Event, error) {
	if err := s.coming(c.Now); err != nil {
		return nil, err
	}
	p, there := s.Coming[c.Member]
	if !there {
		return nil, nil
	}
	return []Event{Left{p, c.Now}}, nil
}

// Free frees the place that a pledge is for, which was withdrawn or declined.
type Free struct {
	Pledge ident.ID
	Now    time.Time
}

// Decide changes nothing where nobody comes by that pledge, or the shift was cancelled.
func (c Free) Decide(s State) ([]Event, error) {
	if s.Status != Open {
		return nil, nil
	}
	for _, p := range s.Coming {
		if p.Pledge == c.Pledge {
			return []Event{Left{p, c.Now}}, nil
		}
	}
	return nil, nil
}
