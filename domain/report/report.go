// Package report is the rules of what members report to moderators, and of how moderators settle it. A report is about a thing
// of some kind: a campaign, a post or a comment.
package report

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of reports, one per thing and member.
const Category = "report"

// CaseCategory of the streams of what moderators decided about reported things, one per thing.
const CaseCategory = "reportcase"

// MaxWords is how many characters the words of a report may have.
const MaxWords = 1000

// Kind is what a reported thing is. The names are stored.
type Kind string

// The kinds. The id of what it is names the thing.
const (
	Campaign Kind = "campaign"
	Post     Kind = "post"
	Comment  Kind = "comment"
)

// Reason is why something is reported. The names are stored.
type Reason string

// Reasons are all there are, in the order in which they are listed.
var Reasons = []Reason{"scam", "offensive", "illegal", "copyright", "spam", "other"}

// Outcome is how a report ended. The names are stored.
type Outcome string

// The outcomes. A moderator says the first; the others follow from what became of the thing.
const (
	Harmless  Outcome = "harmless"
	Suspended Outcome = "suspended"
	Removed   Outcome = "removed" // by a moderator: a post or a comment
	Over      Outcome = "over"    // it was cancelled or deleted, or whose it was has left
)

// Of is the id of the report of one thing by one member.
func Of(kind Kind, thing, member ident.ID) ident.ID {
	return ident.Pair(Category, string(kind), thing.String(), member.String())
}

// CaseOf is the id of what was decided about one thing.
func CaseOf(kind Kind, thing ident.ID) ident.ID {
	return ident.Pair(CaseCategory, string(kind), thing.String())
}

// Event is what happened to a report.
//
//sumtype:decl
type Event interface{ reportEvent() }

// Filed says that a member reports something.
type Filed struct {
	Report  ident.ID      `json:"report"`
	Kind    Kind          `json:"kind"`
	Thing   ident.ID      `json:"thing"`
	Owner   ident.ID      `json:"owner"` // the subject of the thing's own words
	Member  ident.ID      `json:"member"`
	Subject ident.ID      `json:"subject"` // the member's: what they say goes when they are erased
	Reason  Reason        `json:"reason"`
	Words   personal.Text `json:"words" personal:"subject"` // for moderators alone; may be empty
	At      time.Time     `json:"at"`
}

// Below says below which post a comment stands that a member reports: once the post is gone, so is the comment.
type Below struct {
	Report ident.ID  `json:"report"`
	Thing  ident.ID  `json:"thing"` // the comment
	Post   ident.ID  `json:"post"`
	Member ident.ID  `json:"member"` // who reports it
	At     time.Time `json:"at"`
}

func (Filed) reportEvent() {}
func (Below) reportEvent() {}

// State is what the rules need to know of a report.
type State struct{ Filed bool }

// Decider folds a report's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e.(type) {
		case Filed:
			s.Filed = true
		case Below:
		}
		return s
	},
}

// The refusals of a report.
var (
	ErrAlready = domain.Refuse(domain.Closed, "already_reported", "you reported this before")
	ErrOwn     = domain.Refuse(domain.Forbidden, "own_thing", "nobody reports what is their own")
)

// File reports something. The caller has checked that it is there for the member to see, and not theirs.
type File struct {
	Report         ident.ID
	Kind           Kind
	Thing, Owner   ident.ID
	Post           ident.ID // below which a comment stands; nil of everything else
	Member, Sender ident.ID // and whose key seals the words
	Reason         Reason
	Words          string
	Now            time.Time
}

// Decide refuses a second report, a reason that there is none of, and words that are too long.
func (c File) Decide(s State) ([]Event, error) {
	if s.Filed {
		return nil, ErrAlready
	}
	known := false
	for _, r := range Reasons {
		known = known || r == c.Reason
	}
	words := strings.TrimSpace(c.Words)
	switch {
	case !known:
		return nil, domain.RefuseField("reason", "required", "say why")
	case utf8.RuneCountInString(words) > MaxWords:
		return nil, domain.RefuseField("words", "too_long", "this is too long").With("max", MaxWords)
	}
	all := []Event{Filed{
		Report: c.Report, Kind: c.Kind, Thing: c.Thing, Owner: c.Owner, Member: c.Member, Subject: c.Sender, Reason: c.Reason,
		Words: personal.Plain(words), At: c.Now,
	}}
	if !c.Post.IsNil() {
		all = append(all, Below{Report: c.Report, Thing: c.Thing, Post: c.Post, Member: c.Member, At: c.Now})
	}
	return all, nil
}

// CaseEvent is what was decided about a reported thing.
//
//sumtype:decl
type CaseEvent interface{ caseEvent() }

// Settled says that a moderator found a thing harmless, and with it all that was reported of it up to a moment.
type Settled struct {
	Kind  Kind      `json:"kind"`
	Thing ident.ID  `json:"thing"`
	UpTo  time.Time `json:"up_to"` // when the last report that they had read was filed
	By    ident.ID  `json:"by"`    // the moderator
	At    time.Time `json:"at"`
}

func (Settled) caseEvent() {}

// CaseState is what the rules need to know of what was decided about a thing.
type CaseState struct{ UpTo time.Time }

// CaseDecider folds what was decided about a thing.
var CaseDecider = domain.Decider[CaseState, CaseEvent]{
	Category: CaseCategory,
	Initial:  func() CaseState { return CaseState{} },
	Evolve: func(s CaseState, e CaseEvent) CaseState {
		switch e := e.(type) {
		case Settled:
			s.UpTo = e.UpTo
		}
		return s
	},
}

// Dismiss finds a thing harmless. The caller has checked that By is a moderator.
type Dismiss struct {
	Kind  Kind
	Thing ident.ID
	UpTo  time.Time
	By    ident.ID
	Now   time.Time
}

// Decide changes nothing where the same reports were dismissed before.
func (c Dismiss) Decide(s CaseState) ([]CaseEvent, error) {
	if c.UpTo.Equal(s.UpTo) {
		return nil, nil
	}
	return []CaseEvent{Settled{Kind: c.Kind, Thing: c.Thing, UpTo: c.UpTo, By: c.By, At: c.Now}}, nil
}
