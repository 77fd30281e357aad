package campaign

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// OrganizerCategory of the streams of who launches campaigns, one a member, of the member's id.
const OrganizerCategory = "organizer"

// OrganizerEvent is what happened to somebody who launches campaigns.
//
//sumtype:decl
type OrganizerEvent interface{ organizerEvent() }

// OrganizerKnown says that a campaign of a member became public for the first time: where a member's first campaign is
// reviewed, those after it are not.
type OrganizerKnown struct {
	Member   ident.ID  `json:"member"`
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

func (OrganizerKnown) organizerEvent() {}

// OrganizerDecider folds the stream of one member into whether they are known.
var OrganizerDecider = domain.Decider[bool, OrganizerEvent]{
	Category: OrganizerCategory,
	Initial:  func() bool { return false },
	Evolve: func(known bool, e OrganizerEvent) bool {
		switch e.(type) {
		case OrganizerKnown:
			return true
		}
		return known
	},
}

// Know notes that a campaign of a member became public.
type Know struct {
	Member, Campaign ident.ID
	Now              time.Time
}

// Decide changes nothing for who is known already.
func (c Know) Decide(known bool) ([]OrganizerEvent, error) {
	if known {
		return nil, nil
	}
	return []OrganizerEvent{OrganizerKnown{Member: c.Member, Campaign: c.Campaign, At: c.Now}}, nil
}
