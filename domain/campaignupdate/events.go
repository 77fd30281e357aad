// Package campaignupdate is the rules of what a campaign's organizer posts on its page: news that everybody may read, or its
// supporters alone, at most one of them pinned on top.
package campaignupdate

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a campaign: that one update at most is pinned is a rule over all of them.
const Category = "campaignupdate"

// Of is the id of the stream of a campaign's updates.
func Of(campaign ident.ID) ident.ID { return ident.Pair(Category, campaign.String()) }

// Event is what happened to the updates of a campaign.
//
//sumtype:decl
type Event interface{ campaignupdateEvent() }

// Words are what an update says, and to whom.
type Words struct {
	Author   ident.ID      `json:"author"` // the subject of the member whose words they are
	Title    personal.Text `json:"title" personal:"author"`
	Text     personal.Text `json:"text" personal:"author"` // paragraphs, with an empty line between them; never HTML
	Audience Audience      `json:"audience"`
	Lang     string        `json:"lang"` // BCP 47 tag of the words
}

// Posted publishes an update.
type Posted struct {
	Campaign ident.ID `json:"campaign"`
	Update   ident.ID `json:"update"`
	Member   ident.ID `json:"member"` // who posts it
	Words
	At time.Time `json:"at"`
}

// Revised replaces what an update says.
type Revised struct {
	Campaign ident.ID `json:"campaign"`
	Update   ident.ID `json:"update"`
	Words
	At time.Time `json:"at"`
}

// Pinned keeps an update on top of the others. Whichever was pinned before was unpinned by the same command.
type Pinned struct {
	Campaign ident.ID  `json:"campaign"`
	Update   ident.ID  `json:"update"`
	At       time.Time `json:"at"`
}

// Unpinned puts an update back in its place by date.
type Unpinned struct {
	Campaign ident.ID  `json:"campaign"`
	Update   ident.ID  `json:"update"`
	At       time.Time `json:"at"`
}

// Removed takes an update off the page for good, pinned or not.
type Removed struct {
	Campaign ident.ID  `json:"campaign"`
	Update   ident.ID  `json:"update"`
	At       time.Time `json:"at"`
}

func (Posted) campaignupdateEvent()   {}
func (Revised) campaignupdateEvent()  {}
func (Pinned) campaignupdateEvent()   {}
func (Unpinned) campaignupdateEvent() {}
func (Removed) campaignupdateEvent()  {}

// Audience is who may read an update.
type Audience string

// The audiences.
const (
	Public     Audience = "public"
	Supporters Audience = "supporters" // the organizer, and members who gave or whose pledge was accepted
)

// Audiences are all of them.
var Audiences = []Audience{Public, Supporters}
