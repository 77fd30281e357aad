// Package campaignfollow is the rules of whether one member follows one campaign.
package campaignfollow

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams, one per campaign and member: that somebody follows once is a rule over their own events alone, so
// that a hundred who follow at once wait for nobody.
const Category = "campaignfollow"

// Of is the id of the stream of one campaign and member.
func Of(campaign, member ident.ID) ident.ID {
	return ident.Pair(Category, campaign.String(), member.String())
}

// Event is what happened between a member and a campaign.
//
//sumtype:decl
type Event interface{ campaignfollowEvent() }

// Followed says that a member follows a campaign from now on.
type Followed struct {
	Campaign ident.ID  `json:"campaign"`
	Member   ident.ID  `json:"member"`
	Subject  ident.ID  `json:"subject"` // the member's: what is kept of it goes when they are erased
	At       time.Time `json:"at"`
}

// Unfollowed says that a member follows a campaign no more.
type Unfollowed struct {
	Campaign ident.ID  `json:"campaign"`
	Member   ident.ID  `json:"member"`
	Subject  ident.ID  `json:"subject"`
	At       time.Time `json:"at"`
}

func (Followed) campaignfollowEvent()   {}
func (Unfollowed) campaignfollowEvent() {}

// State is what the rules need to know.
type State struct{ Campaign, Member, Subject ident.ID } // nil while the member does not follow

// Decider folds the events into the state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Followed:
			return State{e.Campaign, e.Member, e.Subject}
		case Unfollowed:
			return State{}
		}
		return s
	},
}

// ErrOwn refuses to follow a campaign that one runs.
var ErrOwn = domain.Refuse(domain.Closed, "campaign_is_yours", "whoever runs a campaign is told of it anyway")

// Follow has a member follow a campaign. The caller has checked that it is public.
type Follow struct {
	Campaign, Member, Subject ident.ID
	Runs                      bool // the member runs it
	Now                       time.Time
}

// Decide changes nothing where the member follows, and refuses whoever runs the campaign.
func (c Follow) Decide(s State) ([]Event, error) {
	switch {
	case c.Runs:
		return nil, ErrOwn
	case !s.Campaign.IsNil():
		return nil, nil
	}
	return []Event{Followed{c.Campaign, c.Member, c.Subject, c.Now}}, nil
}

// Unfollow has a member follow a campaign no more.
type Unfollow struct{ Now time.Time }

// Decide changes nothing where the member does not follow.
func (c Unfollow) Decide(s State) ([]Event, error) {
	if s.Campaign.IsNil() {
		return nil, nil
	}
	return []Event{Unfollowed{s.Campaign, s.Member, s.Subject, c.Now}}, nil
}
