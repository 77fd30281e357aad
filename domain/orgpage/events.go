// Package orgpage is the rules of the page of an organization or a group: a member opens it, changes what it says, and closes
// it; moderators verify whom it speaks for.
package orgpage

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a page.
const Category = "orgpage"

// Kind is what sort of organization a page is of. The names are stored.
type Kind string

// The kinds.
const (
	Company   Kind = "company"
	Community Kind = "community"
	Nonprofit Kind = "nonprofit"
	Startup   Kind = "startup"
)

// Kinds are all kinds, in the order in which they are listed.
var Kinds = []Kind{Company, Community, Nonprofit, Startup}

// Event is what happened to a page.
//
//sumtype:decl
type Event interface{ orgpageEvent() }

// Words are what a page says.
type Words struct {
	Author      ident.ID      `json:"author"` // the subject of the page's owner: the words are the page's, whoever edits it
	Kind        Kind          `json:"kind"`
	Name        personal.Text `json:"name" personal:"author"`
	Description personal.Text `json:"description" personal:"author"`
	Industry    personal.Text `json:"industry" personal:"author"`
	Location    personal.Text `json:"location" personal:"author"`
	Website     personal.Text `json:"website" personal:"author"` // an absolute address of the web; empty without one
	Lang        string        `json:"lang"`                      // BCP 47 tag of the words
}

// Opened makes a page.
type Opened struct {
	Page   ident.ID `json:"page"`
	Member ident.ID `json:"member"` // whose page it is
	Words
	At time.Time `json:"at"`
}

// Revised replaces what a page says.
type Revised struct {
	Page ident.ID `json:"page"`
	Words
	At time.Time `json:"at"`
}

// LogoChanged says which picture a page shows from now on. It goes with whoever uploaded it.
type LogoChanged struct {
	Page   ident.ID  `json:"page"`
	Member ident.ID  `json:"member"` // who changed it, and uploaded what is shown
	Upload string    `json:"upload"` // names an upload of the kind "page-logo"; empty: no picture any more
	At     time.Time `json:"at"`
}

// Closed takes a page off for good.
type Closed struct {
	Page ident.ID  `json:"page"`
	At   time.Time `json:"at"`
}

// Verified says that a moderator has checked whom a page speaks for.
type Verified struct {
	Page ident.ID  `json:"page"`
	At   time.Time `json:"at"`
}

// Unverified takes that back: a moderator does, or the page has another name or address than the one that was checked.
type Unverified struct {
	Page ident.ID  `json:"page"`
	At   time.Time `json:"at"`
}

// MoneyAllowed lets all campaigns that go in the name of a page collect money.
type MoneyAllowed struct {
	Page ident.ID  `json:"page"`
	By   ident.ID  `json:"by"` // the administrator
	At   time.Time `json:"at"`
}

// MoneyWithdrawn takes that back.
type MoneyWithdrawn struct {
	Page ident.ID  `json:"page"`
	By   ident.ID  `json:"by"` // the administrator
	At   time.Time `json:"at"`
}

func (Opened) orgpageEvent()         {}
func (Revised) orgpageEvent()        {}
func (LogoChanged) orgpageEvent()    {}
func (Closed) orgpageEvent()         {}
func (Verified) orgpageEvent()       {}
func (Unverified) orgpageEvent()     {}
func (MoneyAllowed) orgpageEvent()   {}
func (MoneyWithdrawn) orgpageEvent() {}
