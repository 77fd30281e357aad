// Package timepledge is the rules of one offer of time: somebody pledges hours to a campaign, its organizer accepts or declines
// them, both say what was worked, and the organizer confirms it.
package timepledge

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a pledge.
const Category = "timepledge"

// Event is what happened to a pledge of time.
//
//sumtype:decl
type Event interface{ timepledgeEvent() }

// Parties are whom and what a pledge is about. Every event that moves a figure carries them, so that no fold looks back.
type Parties struct {
	Pledge    ident.ID `json:"pledge"`
	Campaign  ident.ID `json:"campaign"`
	Supporter ident.ID `json:"supporter"` // the subject of whoever pledges
	Member    ident.ID `json:"member"`
	Anonymous bool     `json:"anonymous,omitempty"` // the public is shown no name; the organizer is
	Minutes   int64    `json:"minutes"`             // pledged
}

// OfShift says which shift a pledge is for that the same command makes and accepts. It moves no figure. A place in the shift and
// its pledge go together.
type OfShift struct {
	Pledge   ident.ID  `json:"pledge"`
	Campaign ident.ID  `json:"campaign"`
	Shift    ident.ID  `json:"shift"`
	At       time.Time `json:"at"`
}

// Pledged offers time to a campaign.
type Pledged struct {
	Parties
	Availability personal.Text `json:"availability" personal:"supporter"`
	Skills       personal.Text `json:"skills" personal:"supporter"`
	Message      personal.Text `json:"message" personal:"supporter"`
	Lang         string        `json:"lang"` // BCP 47 tag of the words
	At           time.Time     `json:"at"`
}

// Accepted takes the offer up.
type Accepted struct {
	Parties
	Organizer ident.ID      `json:"organizer"` // the subject of the member who accepts
	Note      personal.Text `json:"note" personal:"organizer"`
	At        time.Time     `json:"at"`
}

// HoursLogged says how much was worked, all in all, as one side has it. What a side says later takes the place of it.
type HoursLogged struct {
	Pledge   ident.ID      `json:"pledge"`
	Campaign ident.ID      `json:"campaign"`
	By       Side          `json:"by"`
	Author   ident.ID      `json:"author"` // the subject of whoever says so
	Worked   int64         `json:"worked"` // minutes
	Note     personal.Text `json:"note" personal:"author"`
	At       time.Time     `json:"at"`
}

// HoursConfirmed has the organizer confirm what was worked: it counts. A later one corrects it.
type HoursConfirmed struct {
	Parties
	Worked int64     `json:"worked"` // minutes
	Before int64     `json:"before"` // minutes that were confirmed so far; 0 the first time
	At     time.Time `json:"at"`
}

// Declined turns the offer down, also after it was accepted.
type Declined struct {
	Parties
	Organizer  ident.ID      `json:"organizer,omitzero"` // the subject of the member who declines; zero where no member did
	Reason     personal.Text `json:"reason" personal:"organizer"`
	Cause      Cause         `json:"cause"`
	AcceptedAt time.Time     `json:"accepted_at,omitzero"` // when it had been accepted
	At         time.Time     `json:"at"`
}

// Withdrawn has whoever pledged take the offer back.
type Withdrawn struct {
	Parties
	AcceptedAt time.Time `json:"accepted_at,omitzero"` // when it had been accepted
	At         time.Time `json:"at"`
}

// NoShow says that whoever pledged did not come.
type NoShow struct {
	Parties
	AcceptedAt time.Time `json:"accepted_at"`
	At         time.Time `json:"at"`
}

func (OfShift) timepledgeEvent()        {}
func (Pledged) timepledgeEvent()        {}
func (Accepted) timepledgeEvent()       {}
func (HoursLogged) timepledgeEvent()    {}
func (HoursConfirmed) timepledgeEvent() {}
func (Declined) timepledgeEvent()       {}
func (Withdrawn) timepledgeEvent()      {}
func (NoShow) timepledgeEvent()         {}

// Side is who says what was worked.
type Side string

// The sides.
const (
	Volunteer Side = "volunteer"
	Organizer Side = "organizer"
)

// Cause is why an offer is declined.
type Cause string

// The causes.
const (
	ByOrganizer   Cause = "organizer"
	CampaignEnded Cause = "campaign_ended" // nobody had answered it when the campaign ended
	ShiftOff      Cause = "shift_cancelled"
)
