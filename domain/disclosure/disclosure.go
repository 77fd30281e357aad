// Package disclosure is the rules of looking at personal data in the log: nobody does without saying why, and that it
// was done is itself a fact.
package disclosure

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of disclosures, one per time that somebody looked.
const Category = "disclosure"

// Limits of a disclosure's words, in characters.
const (
	MaxReason    = 500
	MaxSelection = 2000
	MaxBy        = 100
)

// Event is what happened to a disclosure.
//
//sumtype:decl
type Event interface{ disclosureEvent() }

// PersonalDataRead records that personal data was about to be shown. The reason may name people, so it is sealed under
// a key of its own; what was selected names nobody.
type PersonalDataRead struct {
	Disclosure ident.ID      `json:"disclosure"`
	Subject    ident.ID      `json:"subject"` // whose key seals the reason
	Reason     personal.Text `json:"reason" personal:"subject"`
	Selection  string        `json:"selection"` // the command and its filters: ids, types, times and positions
	// By is the account at which it was done, as the system or --as says; empty in events from before that was asked.
	By personal.Text `json:"by,omitzero" personal:"subject"`
	At time.Time     `json:"at"`
}

func (PersonalDataRead) disclosureEvent() {}

// Decider folds a disclosure's events into whether it was recorded.
var Decider = domain.Decider[bool, Event]{
	Category: Category,
	Initial:  func() bool { return false },
	Evolve: func(was bool, e Event) bool {
		switch e.(type) {
		case PersonalDataRead:
			return true
		}
		return was
	},
}

// Record says who looks at what, before anything is shown.
type Record struct {
	Disclosure, Subject ident.ID
	Reason, Selection   string
	By                  string // the account of the person who looks
	Now                 time.Time
}

// Decide refuses to go without a reason; recording the same disclosure twice changes nothing.
func (c Record) Decide(recorded bool) ([]Event, error) {
	if recorded {
		return nil, nil
	}
	reason := strings.TrimSpace(c.Reason)
	var faults domain.Refusals
	if reason == "" {
		faults = append(faults, domain.RefuseField("reason", "required", "personal data is shown only for a reason"))
	}
	long := func(field, v string, limit int) {
		if utf8.RuneCountInString(v) > limit {
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	long("reason", reason, MaxReason)
	long("selection", c.Selection, MaxSelection)
	by := strings.TrimSpace(c.By)
	if by == "" {
		faults = append(faults, domain.RefuseField("by", "required", "reading personal data needs a name"))
	}
	long("by", by, MaxBy)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{PersonalDataRead{
		Disclosure: c.Disclosure, Subject: c.Subject, Reason: personal.Plain(reason), Selection: c.Selection, By: personal.Plain(by),
		At: c.Now,
	}}, nil
}
