// Package memberblock is the rules of whether one of two members blocks the other.
package memberblock

import (
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams, one per pair of members, whoever of them blocks whom: what they write is hidden from both alike, so
// that whoever asks whether it is reads one stream.
const Category = "memberblock"

// Of is the id of the stream of two members, in whatever order.
func Of(one, other ident.ID) ident.ID {
	a, b := one.String(), other.String()
	if b < a {
		a, b = b, a
	}
	return ident.Pair(Category, a, b)
}

// Event is what happened between two members.
//
//sumtype:decl
type Event interface{ memberblockEvent() }

// Blocked says that a member wants to hear nothing of another, nor be heard by them, from now on.
type Blocked struct {
	Member  ident.ID  `json:"member"`
	Subject ident.ID  `json:"subject"` // the member's: what is kept of it goes when they are erased
	Other   ident.ID  `json:"other"`   // whom they block
	At      time.Time `json:"at"`
}

// Unblocked takes that back.
type Unblocked struct {
	Member  ident.ID  `json:"member"`
	Subject ident.ID  `json:"subject"`
	Other   ident.ID  `json:"other"`
	At      time.Time `json:"at"`
}

func (Blocked) memberblockEvent()   {}
func (Unblocked) memberblockEvent() {}

// State is what the rules need to know.
type State struct{ Blocks []Blocked } // those that hold: none, one, or one each way

// Decider folds the events into the state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Blocked:
			return State{append(slices.Clone(s.Blocks), e)}
		case Unblocked:
			return State{slices.DeleteFunc(slices.Clone(s.Blocks), func(b Blocked) bool { return b.Member == e.Member })}
		}
		return s
	},
}

// Hides tells whether neither of the two reads what the other writes.
func (s State) Hides() bool { return len(s.Blocks) > 0 }

// By tells whether a member blocks the other.
func (s State) By(member ident.ID) bool {
	return slices.ContainsFunc(s.Blocks, func(b Blocked) bool { return b.Member == member })
}

// ErrYourself refuses to block oneself.
var ErrYourself = domain.Refuse(domain.Closed, "block_yourself", "nobody blocks themselves")

// Block has a member block another. The caller has checked that there is such a member.
type Block struct {
	Member, Subject, Other ident.ID
	Now                    time.Time
}

// Decide changes nothing where the member blocks the other already.
func (c Block) Decide(s State) ([]Event, error) {
	switch {
	case c.Member == c.Other:
		return nil, ErrYourself
	case s.By(c.Member):
		return nil, nil
	}
	return []Event{Blocked{c.Member, c.Subject, c.Other, c.Now}}, nil
}

// Unblock has a member block another no more.
type Unblock struct {
	Member ident.ID
	Now    time.Time
}

// Decide changes nothing where the member does not block the other.
func (c Unblock) Decide(s State) (events []Event, _ error) {
	for _, b := range s.Blocks {
		if b.Member == c.Member {
			events = append(events, Unblocked{b.Member, b.Subject, b.Other, c.Now})
		}
	}
	return events, nil
}

// Drop ends whatever there is between two members, one of whom is erased.
type Drop struct{ Now time.Time }

// Decide changes nothing where neither blocks the other.
func (c Drop) Decide(s State) (events []Event, _ error) {
	for _, b := range s.Blocks {
		events = append(events, Unblocked{b.Member, b.Subject, b.Other, c.Now})
	}
	return events, nil
}
