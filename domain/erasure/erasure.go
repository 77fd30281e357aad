package erasure

import (
	"errors"
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Status is where an erasure stands.
type Status string

// The states, in their order.
const (
	None       Status = ""
	Waiting    Status = "requested"      // it can be undone until it is due
	TakenBack  Status = "undone"         // nothing happened; it may be asked for again
	Begun      Status = "begun"          // campaigns and payments are being ended
	Named      Status = "scoped"         // the keys to destroy are known
	KeysGone   Status = "keys_destroyed" // copies of the keys run out
	Erased     Status = "erased"         // the projections fold it
	Rebuilt    Status = "builds_dropped" // no tables are left in which the person stands
	CleanedOut Status = "purged"         // nothing is left outside the log
	Done       Status = "completed"
)

// Batch is how many subjects one append erases, and NamedAtOnce how many one names: about 80 bytes each. An append takes
// 512 KiB.
const (
	Batch       = 100
	NamedAtOnce = 4000
)

// State is what the rules need to know of an erasure.
type State struct {
	Status    Status
	ID        ident.ID
	Kind      Kind
	Member    ident.ID
	Subject   ident.ID
	Words     ident.ID   // of the last request
	Former    []ident.ID // Words of the requests before, which were undone: their keys may still be there
	By        Requester
	DueAt     time.Time
	Since     time.Time // when it was asked for
	ChangedAt time.Time // when it came to its present state
	Cut       time.Time // when the keys first named were gone: who comes back later is somebody new
	Subjects  []Subject // all named so far
	Blanked   int       // how many of them, in this order, are erased
	Campaigns int
	Gifts     int
	Dropped   int
	Removed   []Removed
}

// Decider folds an erasure's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Requested:
		former := s.Former
		if !s.Words.IsNil() {
			former = append(slices.Clip(former), s.Words)
		}
		s = State{
			Status: Waiting, ID: e.Erasure, Kind: e.Kind, Member: e.Member, Subject: e.Subject, Words: e.Words, Former: former, By: e.By,
			DueAt: e.DueAt, Since: e.At, ChangedAt: e.At,
		}
	case Undone:
		s.Status, s.ChangedAt = TakenBack, e.At
	case Began:
		s.Status, s.ChangedAt = Begun, e.At
	case Scoped:
		s.Status, s.ChangedAt = Named, e.At
		s.Subjects = append(slices.Clip(s.Subjects), e.Subjects...)
		s.Campaigns, s.Gifts = e.Campaigns, e.Gifts
	case KeysDestroyed:
		s.Status, s.ChangedAt = KeysGone, e.At
		if s.Cut.IsZero() {
			s.Cut = e.At
		}
	case PersonErased:
		s.Blanked++
		s.ChangedAt = e.At
		if s.Blanked == len(s.Subjects) {
			s.Status = Erased
		}
	case BuildsDropped:
		s.Status, s.Dropped, s.ChangedAt = Rebuilt, e.Dropped, e.At
	case Purged:
		s.Status, s.Removed, s.ChangedAt = CleanedOut, e.Removed, e.At
	case Completed:
		s.Status, s.ChangedAt = Done, e.At
	}
	return s
}

// Underway tells whether there is no way back and the end is not reached.
func (s State) Underway() bool {
	switch s.Status {
	case Begun, Named, KeysGone, Erased, Rebuilt, CleanedOut:
		return true
	case None, Waiting, TakenBack, Done:
	}
	return false
}

// SubjectIDs are the subjects named so far.
func (s State) SubjectIDs() []ident.ID {
	out := make([]ident.ID, len(s.Subjects))
	for i, x := range s.Subjects {
		out[i] = x.ID
	}
	return out
}

// The refusals of an erasure.
var (
	ErrNotFound = domain.Refuse(domain.NotFound, "erasure_not_found", "nobody asked for such an erasure")
	ErrNotDue   = domain.Refuse(domain.Closed, "erasure_not_due", "there is still time to undo this erasure")
	ErrTooLate  = domain.Refuse(domain.Closed, "erasure_begun", "the erasure has begun and can't be undone")
	ErrUndone   = domain.Refuse(domain.Closed, "erasure_undone", "the erasure was undone")
	ErrErased   = domain.Refuse(domain.Gone, "person_erased", "this person was erased")
)

// ErrStep tells that the erasure is not at the step that is to be recorded: another process took it.
var ErrStep = errors.New("the erasure is not at this step")

// Request asks for a person to be erased.
type Request struct {
	Erasure, Member, Subject, Words ident.ID
	Kind                            Kind
	Email                           string
	By                              Requester
	DueAt, Now                      time.Time
}

// Decide answers nothing while an erasure of the person waits or is under way, and refuses one who was erased.
func (c Request) Decide(s State) ([]Event, error) {
	if s.Status == Done {
		return nil, ErrErased
	}
	if s.Status == Waiting || s.Underway() {
		return nil, nil
	}
	return []Event{Requested{
		Erasure: c.Erasure, Kind: c.Kind, Member: c.Member, Subject: c.Subject, Words: c.Words, Email: personal.Plain(c.Email),
		By:    c.By,
		DueAt: c.DueAt, At: c.Now,
	}}, nil
}

// Undo takes a request back.
type Undo struct{ Now time.Time }

// Decide refuses what has begun.
func (c Undo) Decide(s State) ([]Event, error) {
	switch s.Status {
	case None:
		return nil, ErrNotFound
	case TakenBack:
		return nil, nil
	case Waiting:
		return []Event{Undone{Erasure: s.ID, At: c.Now}}, nil
	case Begun, Named, KeysGone, Erased, Rebuilt, CleanedOut, Done:
	}
	return nil, ErrTooLate
}

// Begin starts what can't be undone: when it is due, or at once.
type Begin struct {
	AtOnce bool
	Now    time.Time
}

// Decide refuses what is not due or was undone; what has begun already goes on.
func (c Begin) Decide(s State) ([]Event, error) {
	switch s.Status {
	case None:
		return nil, ErrNotFound
	case TakenBack:
		return nil, ErrUndone
	case Waiting:
		if !c.AtOnce && c.Now.Before(s.DueAt) {
			return nil, ErrNotDue
		}
		return []Event{Began{Erasure: s.ID, At: c.Now}}, nil
	case Begun, Named, KeysGone, Erased, Rebuilt, CleanedOut, Done:
	}
	return nil, nil
}

// Scope names the subjects that are found to be the person's.
type Scope struct {
	Subjects         []Subject
	Campaigns, Gifts int
	Now              time.Time
}

// Decide names those that were not named before, the first NamedAtOnce of them: the others are found again once the keys of
// these are gone. It answers nothing when there is none.
func (c Scope) Decide(s State) ([]Event, error) {
	if s.Status != Begun && s.Status != KeysGone {
		return nil, ErrStep
	}
	named := make(map[ident.ID]bool, len(s.Subjects))
	for _, x := range s.Subjects {
		named[x.ID] = true
	}
	var fresh []Subject
	for _, x := range c.Subjects {
		if !named[x.ID] && len(fresh) < NamedAtOnce {
			named[x.ID] = true
			fresh = append(fresh, x)
		}
	}
	if len(fresh) == 0 {
		return nil, nil
	}
	return []Event{Scoped{Erasure: s.ID, Subjects: fresh, Campaigns: c.Campaigns, Gifts: c.Gifts, At: c.Now}}, nil
}

// RecordKeysDestroyed says that the keys of all subjects named are gone.
type RecordKeysDestroyed struct{ Now time.Time }

// Decide follows Scope only.
func (c RecordKeysDestroyed) Decide(s State) ([]Event, error) {
	if s.Status != Named {
		return nil, ErrStep
	}
	return []Event{KeysDestroyed{Erasure: s.ID, At: c.Now}}, nil
}

// Erase erases the next subjects, Batch at most, once the copies of their keys have run out.
type Erase struct{ Now time.Time }

// Decide follows RecordKeysDestroyed, or an earlier batch.
func (c Erase) Decide(s State) ([]Event, error) {
	if s.Status != KeysGone {
		return nil, ErrStep
	}
	rest := s.Subjects[s.Blanked:]
	var out []Event
	for _, x := range rest[:min(len(rest), Batch)] {
		out = append(out, PersonErased{Erasure: s.ID, Subject: x.ID, Kind: x.Kind, At: c.Now})
	}
	return out, nil
}

// RecordBuildsDropped says that no tables are left that stand before the erasure.
type RecordBuildsDropped struct {
	Dropped int
	Now     time.Time
}

// Decide follows the last Erase.
func (c RecordBuildsDropped) Decide(s State) ([]Event, error) {
	if s.Status != Erased {
		return nil, ErrStep
	}
	return []Event{BuildsDropped{Erasure: s.ID, Dropped: c.Dropped, At: c.Now}}, nil
}

// RecordPurged says what was removed outside the log.
type RecordPurged struct {
	Removed []Removed
	Now     time.Time
}

// Decide follows RecordBuildsDropped.
func (c RecordPurged) Decide(s State) ([]Event, error) {
	if s.Status != Rebuilt {
		return nil, ErrStep
	}
	return []Event{Purged{Erasure: s.ID, Removed: c.Removed, At: c.Now}}, nil
}

// Complete ends the erasure.
type Complete struct{ Now time.Time }

// Decide follows RecordPurged.
func (c Complete) Decide(s State) ([]Event, error) {
	if s.Status != CleanedOut {
		return nil, ErrStep
	}
	return []Event{Completed{Erasure: s.ID, At: c.Now}}, nil
}
