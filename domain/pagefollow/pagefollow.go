// Package pagefollow is the rules of whether one member follows one page.
package pagefollow

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams, one per page and member: that somebody counts once is a rule over their own events alone, so that a
// hundred who follow at once wait for nobody.
const Category = "pagefollow"

// Of is the id of the stream of one page and member.
func Of(page, member ident.ID) ident.ID {
	return ident.Pair(Category, page.String(), member.String())
}

// Event is what happened between a member and a page.
//
//sumtype:decl
type Event interface{ pagefollowEvent() }

// Followed says that a member follows a page from now on.
type Followed struct {
	Page    ident.ID  `json:"page"`
	Member  ident.ID  `json:"member"`
	Subject ident.ID  `json:"subject"` // the member's: what is kept of it goes when they are erased
	At      time.Time `json:"at"`
}

// Unfollowed says that a member follows a page no more.
type Unfollowed struct {
	Page    ident.ID  `json:"page"`
	Member  ident.ID  `json:"member"`
	Subject ident.ID  `json:"subject"`
	At      time.Time `json:"at"`
}

func (Followed) pagefollowEvent()   {}
func (Unfollowed) pagefollowEvent() {}

// State is what the rules need to know.
type State struct{ Page, Member, Subject ident.ID } // nil while the member does not follow

// Decider folds the events into the state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Followed:
			return State{e.Page, e.Member, e.Subject}
		case Unfollowed:
			return State{}
		}
		return s
	},
}

// ErrOwnPage refuses to follow a page of one's own.
var ErrOwnPage = domain.Refuse(domain.Closed, "own_page", "nobody follows a page of their own")

// Follow has a member follow a page. The caller has checked that the page is open.
type Follow struct {
	Page, Member, Subject ident.ID
	Owner                 ident.ID // of the page
	Now                   time.Time
}

// Decide changes nothing where the member follows, and refuses the owner.
func (c Follow) Decide(s State) ([]Event, error) {
	switch {
	case c.Owner == c.Member:
		return nil, ErrOwnPage
	case !s.Page.IsNil():
		return nil, nil
	}
	return []Event{Followed{c.Page, c.Member, c.Subject, c.Now}}, nil
}

// Unfollow has a member follow a page no more.
type Unfollow struct{ Now time.Time }

// Decide changes nothing where the member does not follow.
func (c Unfollow) Decide(s State) ([]Event, error) {
	if s.Page.IsNil() {
		return nil, nil
	}
	return []Event{Unfollowed{s.Page, s.Member, s.Subject, c.Now}}, nil
}
