package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Pledges is the table of this area.
const Pledges = "pledges"

// Pledge is an offer of time or things, as both sides see it. What either of them wrote goes when they are erased.
type Pledge struct {
	ID        ident.ID `db:"id"`
	Kind      string   `db:"kind"` // ContributionTime or ContributionMaterials
	Campaign  ident.ID `db:"campaign"`
	Supporter ident.ID `db:"supporter"`
	Member    ident.ID `db:"member"`
	Anonymous bool     `db:"anonymous"`
	Status    string   `db:"status"`
	Phase     string   `db:"phase"` // what is to be done, as the organizer's list groups them
	Lang      string   `db:"lang"`
	Message   string   `db:"message"`

	Minutes      int64    `db:"minutes"`   // pledged
	Confirmed    int64    `db:"confirmed"` // minutes
	Logged       int64    `db:"logged"`    // minutes, as whoever pledged says
	LoggedNote   string   `db:"logged_note"`
	Counted      int64    `db:"counted"` // minutes, as the organizer says before they confirm
	CountedNote  string   `db:"counted_note"`
	Availability string   `db:"availability"`
	Skills       string   `db:"skills"`
	Shift        ident.ID `db:"shift"` // that it is for; zero for a pledge of no shift

	Need       ident.ID       `db:"need"`
	Item       string         `db:"item"`
	Quantity   int64          `db:"quantity"` // pledged
	Taken      int64          `db:"taken"`    // accepted
	Received   int64          `db:"received"`
	Condition  string         `db:"condition"`
	ReceivedAs string         `db:"received_as"` // the condition in which it arrived
	Value      int64          `db:"value"`       // minor units of Currency, estimated
	Currency   money.Currency `db:"currency"`
	Delivery   string         `db:"delivery"`
	Lent       bool           `db:"lent"`
	Until      string         `db:"until"`   // ISO 8601 day
	Address    string         `db:"address"` // of whoever pledged

	Organizer ident.ID `db:"organizer"` // the subject of whoever answered
	Place     string   `db:"place"`     // where to bring things, as the organizer says
	Note      string   `db:"note"`      // the organizer's to whoever pledged
	Reason    string   `db:"reason"`    // why it was declined
	Cause     string   `db:"cause"`     // who or what declined it

	PledgedAt  time.Time  `db:"pledged_at"`
	AcceptedAt *time.Time `db:"accepted_at"`
	EndedAt    *time.Time `db:"ended_at"` // completed, received, declined, withdrawn or missed
	ReturnedAt *time.Time `db:"returned_at"`
	ChangedAt  time.Time  `db:"changed_at"`
}

// Phases of a Pledge.
const (
	PhaseWaiting  = "waiting"  // the organizer has to answer, or to confirm
	PhaseExpected = "expected" // accepted, and on its way
	PhaseLent     = "lent"     // received, and to go back
	PhaseDone     = "done"
	PhaseOff      = "off" // declined, withdrawn or missed
)
