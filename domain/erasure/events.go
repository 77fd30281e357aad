// Package erasure is the rules of erasing a person: asked for, undoable for a while, and then carried out step by step,
// each step a fact of its own, so that whoever goes on after a crash knows where.
package erasure

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of erasures, one per person.
const Category = "erasure"

// Event is what happened to an erasure.
//
//sumtype:decl
type Event interface{ erasureEvent() }

// Requested asks for a person to be erased once DueAt has come.
type Requested struct {
	Erasure ident.ID      `json:"erasure"`
	Kind    Kind          `json:"kind"`
	Member  ident.ID      `json:"member,omitzero"`
	Subject ident.ID      `json:"subject"` // whose key seals what the person wrote of themselves
	Words   ident.ID      `json:"words"`   // subject of the address below: its key goes last
	Email   personal.Text `json:"email" personal:"words"`
	By      Requester     `json:"by"`
	DueAt   time.Time     `json:"due_at"`
	At      time.Time     `json:"at"`
}

// Undone takes the request back.
type Undone struct {
	Erasure ident.ID  `json:"erasure"`
	At      time.Time `json:"at"`
}

// Began is where there is no way back any more.
type Began struct {
	Erasure ident.ID  `json:"erasure"`
	At      time.Time `json:"at"`
}

// Scoped names subjects that are erased with the person. It comes before their keys are touched, so that none is
// forgotten; it comes again when the person, not cut off everywhere yet, made something new, and when they are more than
// one event names.
type Scoped struct {
	Erasure   ident.ID  `json:"erasure"`
	Subjects  []Subject `json:"subjects"`
	Campaigns int       `json:"campaigns"` // found of the person so far
	Gifts     int       `json:"gifts"`
	At        time.Time `json:"at"`
}

// Subject is one whose key is destroyed.
type Subject struct {
	ID   ident.ID    `json:"subject"`
	Kind SubjectKind `json:"kind"`
}

// KeysDestroyed records that no subject named so far has a key any more. Processes may still hold copies for a while.
type KeysDestroyed struct {
	Erasure ident.ID  `json:"erasure"`
	At      time.Time `json:"at"`
}

// PersonErased blanks whatever earlier events left of a subject in any table. It comes once nobody can open what the
// subject's key sealed, and once for each subject of an erasure.
type PersonErased struct {
	Erasure ident.ID    `json:"erasure"`
	Subject ident.ID    `json:"subject"`
	Kind    SubjectKind `json:"kind"`
	At      time.Time   `json:"at"`
}

// BuildsDropped records that every projection people read has folded the erasure, and that no other tables are left in
// which the person could stand.
type BuildsDropped struct {
	Erasure ident.ID  `json:"erasure"`
	Dropped int       `json:"dropped"` // at least: by the last try. What one dropped that was cut off or had to wait is not counted
	At      time.Time `json:"at"`
}

// Purged records what was removed outside the log and the projections.
type Purged struct {
	Erasure ident.ID  `json:"erasure"`
	Removed []Removed `json:"removed"`
	At      time.Time `json:"at"`
}

// Removed is how many things of a kind were removed.
type Removed struct {
	What  string `json:"what"`
	Count int64  `json:"count"`
}

// Completed records that nothing of the person is left.
type Completed struct {
	Erasure ident.ID  `json:"erasure"`
	At      time.Time `json:"at"`
}

func (Requested) erasureEvent()     {}
func (Undone) erasureEvent()        {}
func (Began) erasureEvent()         {}
func (Scoped) erasureEvent()        {}
func (KeysDestroyed) erasureEvent() {}
func (PersonErased) erasureEvent()  {}
func (BuildsDropped) erasureEvent() {}
func (Purged) erasureEvent()        {}
func (Completed) erasureEvent()     {}

// Kind says what the person is to the installation.
type Kind string

// The kinds of people.
const (
	Member Kind = "member"
	Guest  Kind = "guest"
)

// Requester says who asked.
type Requester string

// Who may ask.
const (
	ByMember   Requester = "member"   // the person
	ByOperator Requester = "operator" // who runs the installation, on behalf of the person
)

// SubjectKind says what a subject's key sealed.
type SubjectKind string

// The kinds of subjects.
const (
	OfMember      SubjectKind = "member"
	OfGuest       SubjectKind = "guest"
	OfCampaign    SubjectKind = "campaign"
	OfBeneficiary SubjectKind = "beneficiary"
)
