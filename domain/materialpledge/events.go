// Package materialpledge is the rules of one offer of things: somebody pledges them to a campaign, to keep or on loan, its
// organizer accepts as many as are wanted or declines, says what arrived, and that what was lent went back.
package materialpledge

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a pledge.
const Category = "materialpledge"

// Event is what happened to a pledge of things.
//
//sumtype:decl
type Event interface{ materialpledgeEvent() }

// Parties are whom and what a pledge is about. Every event that moves a figure carries them, so that no fold looks back.
type Parties struct {
	Pledge    ident.ID `json:"pledge"`
	Campaign  ident.ID `json:"campaign"`
	Supporter ident.ID `json:"supporter"` // the subject of whoever pledges
	Member    ident.ID `json:"member"`
	Anonymous bool     `json:"anonymous,omitempty"` // the public is shown no name; the organizer is
	Need      ident.ID `json:"need,omitzero"`       // of the campaign; zero for something it did not ask for
	Quantity  int64    `json:"quantity"`            // pledged
}

// Pledged offers things to a campaign.
type Pledged struct {
	Parties
	Item      personal.Text `json:"item" personal:"supporter"` // may be empty where Need says what it is
	Condition Condition     `json:"condition"`
	Value     money.Amount  `json:"value,omitzero"` // of all of them, as whoever pledges estimates it
	Delivery  Delivery      `json:"delivery"`
	Lent      bool          `json:"lent,omitempty"`  // on loan, until Until
	Until     string        `json:"until,omitempty"` // ISO 8601 day
	Address   personal.Text `json:"address" personal:"supporter"`
	Message   personal.Text `json:"message" personal:"supporter"`
	Lang      string        `json:"lang"` // BCP 47 tag of the words
	At        time.Time     `json:"at"`
}

// Accepted takes the offer up, or a part of it.
type Accepted struct {
	Parties
	Taken     int64         `json:"taken"`     // how many of Quantity
	Organizer ident.ID      `json:"organizer"` // the subject of the member who accepts
	Place     personal.Text `json:"place" personal:"organizer"`
	Note      personal.Text `json:"note" personal:"organizer"`
	At        time.Time     `json:"at"`
}

// Received has the things arrive: they count. A later one corrects it.
type Received struct {
	Parties
	Taken     int64     `json:"taken"`    // as accepted
	Received  int64     `json:"received"` // may be more than was pledged
	Before    int64     `json:"before"`   // how many were received so far; 0 the first time
	Condition Condition `json:"condition"`
	At        time.Time `json:"at"`
}

// Returned has what was lent go back.
type Returned struct {
	Pledge   ident.ID  `json:"pledge"`
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Declined turns the offer down, also after it was accepted.
type Declined struct {
	Parties
	Taken      int64         `json:"taken"`              // as accepted; 0 where it was not
	Organizer  ident.ID      `json:"organizer,omitzero"` // the subject of the member who declines; zero where the campaign's end did
	Reason     personal.Text `json:"reason" personal:"organizer"`
	Cause      Cause         `json:"cause"`
	AcceptedAt time.Time     `json:"accepted_at,omitzero"` // when it had been accepted
	At         time.Time     `json:"at"`
}

// Withdrawn has whoever pledged take the offer back.
type Withdrawn struct {
	Parties
	Taken      int64     `json:"taken"`                // as accepted; 0 where it was not
	AcceptedAt time.Time `json:"accepted_at,omitzero"` // when it had been accepted
	At         time.Time `json:"at"`
}

func (Pledged) materialpledgeEvent()   {}
func (Accepted) materialpledgeEvent()  {}
func (Received) materialpledgeEvent()  {}
func (Returned) materialpledgeEvent()  {}
func (Declined) materialpledgeEvent()  {}
func (Withdrawn) materialpledgeEvent() {}

// Condition is how good a thing is.
type Condition string

// Conditions are all of them, the best first.
var Conditions = []Condition{"new", "excellent", "good", "fair", "poor"}

// Delivery is how things come.
type Delivery string

// The ways.
const (
	DropOff Delivery = "drop_off" // brought to a place that the organizer names
	Pickup  Delivery = "pickup"   // fetched from whoever pledges
	Courier Delivery = "courier"
	Post    Delivery = "post"
)

// Deliveries are all of them.
var Deliveries = []Delivery{DropOff, Pickup, Courier, Post}

// Cause is why an offer is declined.
type Cause string

// The causes.
const (
	ByOrganizer   Cause = "organizer"
	CampaignEnded Cause = "campaign_ended" // nobody had answered it when the campaign ended
)
