package thread

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// ChoiceCategory of the streams of who may write to a member, one per member.
const ChoiceCategory = "threadchoice"

// Who may write to a member. The names are stored.
type Who string

// The choices.
const (
	Everybody Who = "everybody" // what counts until a member chooses
	Givers    Who = "givers"    // members they gave to, or who gave to them, by name
	NoOne     Who = "nobody"
)

// ChoiceOf is the id of a member's stream.
func ChoiceOf(member ident.ID) ident.ID { return ident.Pair(ChoiceCategory, member.String()) }

// ChoiceEvent is what a member chose.
//
//sumtype:decl
type ChoiceEvent interface{ choiceEvent() }

// WriterChosen says who may write to a member from now on.
type WriterChosen struct {
	Member  ident.ID  `json:"member"`
	Subject ident.ID  `json:"subject"` // the member's
	Who     Who       `json:"who"`
	At      time.Time `json:"at"`
}

func (WriterChosen) choiceEvent() {}

// ChoiceState is who may write to a member.
type ChoiceState struct{ Who Who }

// ChoiceDecider folds what a member chose.
var ChoiceDecider = domain.Decider[ChoiceState, ChoiceEvent]{
	Category: ChoiceCategory,
	Initial:  func() ChoiceState { return ChoiceState{Everybody} },
	Evolve: func(s ChoiceState, e ChoiceEvent) ChoiceState {
		switch e := e.(type) {
		case WriterChosen:
			s.Who = e.Who
		}
		return s
	},
}

// Choose says who may write to a member.
type Choose struct {
	Member, Subject ident.ID
	Who             Who
	Now             time.Time
}

// Decide changes nothing where that is chosen already, and refuses what is no choice.
func (c Choose) Decide(s ChoiceState) ([]ChoiceEvent, error) {
	switch c.Who {
	case Everybody, Givers, NoOne:
	default:
		return nil, domain.RefuseField("who", "required", "choose who may write to you")
	}
	if s.Who == c.Who {
		return nil, nil
	}
	return []ChoiceEvent{WriterChosen{c.Member, c.Subject, c.Who, c.Now}}, nil
}
