// Package reaction is the rules of what one member feels about one post, or one comment: nothing, or one thing at a time.
package reaction

import (
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams, one for each thing and member.
const Category = "reaction"

// Of is the id of the reaction of a member to a thing.
func Of(thing, member ident.ID) ident.ID {
	return ident.Pair(Category, thing.String(), member.String())
}

// Kind is what is felt.
type Kind string

// The kinds.
const (
	None  Kind = ""
	Like  Kind = "like"
	Love  Kind = "love"
	Laugh Kind = "laugh"
)

// Target is what sort of thing it is about.
type Target string

// The sorts of things.
const (
	Post    Target = "post"
	Comment Target = "comment"
)

// Event is what happened to a reaction.
//
//sumtype:decl
type Event interface{ reactionEvent() }

// About says whose reaction it is, and to what.
type About struct {
	Thing   ident.ID `json:"thing"` // a post or a comment
	On      Target   `json:"on"`
	Member  ident.ID `json:"member"`
	Subject ident.ID `json:"subject"` // the member's: what is kept of it goes when they are erased
}

// Chosen says what the member feels from now on.
type Chosen struct {
	About
	Kind   Kind      `json:"kind"`
	Before Kind      `json:"before,omitempty"` // what they felt until now; empty: nothing
	At     time.Time `json:"at"`
}

// TakenBack says that the member shows no feeling any more.
type TakenBack struct {
	About
	Before Kind      `json:"before"` // what they felt until now
	At     time.Time `json:"at"`
}

func (Chosen) reactionEvent()    {}
func (TakenBack) reactionEvent() {}

// State is what the member feels now.
type State struct {
	About
	Kind Kind
}

// Decider folds the events of a reaction into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Chosen:
			return State{e.About, e.Kind}
		case TakenBack:
			return State{e.About, None}
		}
		return s
	},
}

// Toggle says what a member feels, or None. It names what is to hold, not what is to change: given twice, or on two devices, it
// comes to the same.
type Toggle struct {
	About
	Kind Kind
	Now  time.Time
}

// Decide refuses a feeling that there is none of, and changes nothing where it holds already. A comment can only be liked.
func (c Toggle) Decide(s State) ([]Event, error) {
	kinds := []Kind{None, Like, Love, Laugh}
	if c.On == Comment {
		kinds = []Kind{None, Like}
	}
	switch {
	case !slices.Contains(kinds, c.Kind):
		return nil, domain.RefuseField("kind", "reaction_unknown", "there is no such reaction")
	case s.Kind == c.Kind:
		return nil, nil
	case c.Kind == None:
		return []Event{TakenBack{c.About, s.Kind, c.Now}}, nil
	}
	return []Event{Chosen{c.About, c.Kind, s.Kind, c.Now}}, nil
}

// Drop takes back what somebody felt who is erased.
type Drop struct{ Now time.Time }

// Decide changes nothing where nothing is felt.
func (c Drop) Decide(s State) ([]Event, error) {
	return Toggle{s.About, None, c.Now}.Decide(s)
}
