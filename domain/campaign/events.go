// Package campaign is the rules of a campaign: launching, revising, pausing, resuming, completing and cancelling it, and
// what it takes from givers.
package campaign

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of campaigns.
const Category = "campaign"

// SlugCategory of the streams that reserve slugs, one per slug.
const SlugCategory = "slug"

// Event is what happened to a campaign.
//
//sumtype:decl
type Event interface{ campaignEvent() }

// Content is what a campaign says and asks for. Its words belong to the campaign's own subject, except the
// beneficiary's name, which has a subject of its own.
type Content struct {
	Title        personal.Text `json:"title" personal:"subject"`
	Description  personal.Text `json:"description" personal:"subject"`
	Story        personal.Text `json:"story" personal:"subject"`
	Category     Kind          `json:"category"`
	Resources    []Resource    `json:"resources"`
	Goal         money.Amount  `json:"goal"`            // money asked for; zero when money is not among Resources
	TimeGoal     int64         `json:"time_goal"`       // minutes asked for; zero when time is not among Resources
	Needs        []Need        `json:"needs,omitempty"` // things asked for
	Location     personal.Text `json:"location" personal:"subject"`
	Lang         string        `json:"lang"`                 // BCP 47 tag of the words
	EndDate      string        `json:"end_date,omitempty"`   // ISO 8601 day; empty without deadline
	TimeZone     string        `json:"time_zone,omitempty"`  // IANA name in which EndDate ends at midnight
	EndsAt       time.Time     `json:"ends_at,omitzero"`     // the instant that follows from both
	Beneficiary  ident.ID      `json:"beneficiary,omitzero"` // subject of the beneficiary's name
	ForName      personal.Text `json:"for_name" personal:"beneficiary"`
	Relationship string        `json:"relationship,omitempty"`
}

// Need is one kind of thing a campaign asks for.
type Need struct {
	ID       ident.ID      `json:"id"`
	Item     personal.Text `json:"item" personal:"subject"`
	Quantity int64         `json:"quantity"`
	Unit     personal.Text `json:"unit" personal:"subject"`
	Note     personal.Text `json:"note" personal:"subject"`
}

// Launched opens a campaign for contributions.
type Launched struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"` // whose key seals the campaign's words
	Owner    ident.ID      `json:"owner"`   // the member who launched it
	Slug     personal.Text `json:"slug" personal:"subject"`
	Content
	At time.Time `json:"at"`
}

// LaunchLapsed says that a launch which had reserved its slug never happened, and never will under this id: the slug may
// go to others.
type LaunchLapsed struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Submitted puts a campaign before a moderator, without whom it is not public.
type Submitted Launched

// Approved opens a campaign that waited for a moderator.
type Approved struct {
	Campaign ident.ID  `json:"campaign"`
	By       ident.ID  `json:"by"`               // the moderator
	EndsAt   time.Time `json:"ends_at,omitzero"` // the end date's instant, as it stands
	At       time.Time `json:"at"`
}

// ChangesChecked says that a moderator has read what changed since the campaign was approved, or since the last check.
type ChangesChecked struct {
	Campaign ident.ID  `json:"campaign"`
	By       ident.ID  `json:"by"` // the moderator
	At       time.Time `json:"at"`
}

// ChangesRequested gives a campaign back to its owner before it is public, and says what is to change.
type ChangesRequested struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	By       ident.ID      `json:"by"` // the moderator
	At       time.Time     `json:"at"`
}

// Resubmitted puts a campaign before a moderator again.
type Resubmitted struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Rejected says that a campaign never will be public, and why.
type Rejected struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	By       ident.ID      `json:"by"` // the moderator
	At       time.Time     `json:"at"`
}

// Withdrawn says that the owner takes a campaign back that waited for a moderator: it never was public, and never will be.
type Withdrawn struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Suspended takes a campaign off the public's sight, whatever else becomes of it. Strangers are shown nothing of it but the
// reason.
type Suspended struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	By       ident.ID      `json:"by"` // the moderator
	At       time.Time     `json:"at"`
}

// Reinstated takes a suspension back.
type Reinstated struct {
	Campaign ident.ID  `json:"campaign"`
	By       ident.ID  `json:"by"` // the moderator
	At       time.Time `json:"at"`
}

// Revised changes what a campaign says or asks for.
type Revised struct {
	Campaign ident.ID `json:"campaign"`
	Subject  ident.ID `json:"subject"`
	Content
	At time.Time `json:"at"`
}

// MediaShown says which photograph and which video a campaign shows from now on.
type MediaShown struct {
	Campaign  ident.ID      `json:"campaign"`
	Subject   ident.ID      `json:"subject"`
	Photo     personal.Text `json:"photo" personal:"subject"`      // names an upload of the kind "campaign-photo"; empty: none
	PhotoBlur personal.Text `json:"photo_blur" personal:"subject"` // what stands there until it is loaded: a data: address
	PhotoAlt  personal.Text `json:"photo_alt" personal:"subject"`  // what it shows, for whoever can't see it
	Video     personal.Text `json:"video" personal:"subject"`      // names an upload of the kind "campaign-video"; empty: none
	At        time.Time     `json:"at"`
}

// CurrencyFixed binds a campaign to its currency, because its first gift was paid and is about to count.
type CurrencyFixed struct {
	Campaign ident.ID       `json:"campaign"`
	Currency money.Currency `json:"currency"`
}

// Paused stops contributions for a while.
type Paused struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Resumed takes contributions again.
type Resumed struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Completed ends a campaign for good.
type Completed struct {
	Campaign ident.ID  `json:"campaign"`
	Reason   EndReason `json:"reason"`
	At       time.Time `json:"at"`
}

// Cancelled ends a campaign for good before it reached what it was for. Strangers are shown nothing of it but the reason.
type Cancelled struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	At       time.Time     `json:"at"`
}

// Featured puts a campaign first among the popular ones.
type Featured struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// Unfeatured takes that back.
type Unfeatured struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

func (Launched) campaignEvent()         {}
func (Submitted) campaignEvent()        {}
func (Approved) campaignEvent()         {}
func (ChangesChecked) campaignEvent()   {}
func (ChangesRequested) campaignEvent() {}
func (Resubmitted) campaignEvent()      {}
func (Rejected) campaignEvent()         {}
func (Withdrawn) campaignEvent()        {}
func (Suspended) campaignEvent()        {}
func (Reinstated) campaignEvent()       {}
func (LaunchLapsed) campaignEvent()     {}
func (Revised) campaignEvent()          {}
func (CurrencyFixed) campaignEvent()    {}
func (Paused) campaignEvent()           {}
func (Resumed) campaignEvent()          {}
func (Completed) campaignEvent()        {}
func (Cancelled) campaignEvent()        {}
func (Featured) campaignEvent()         {}
func (Unfeatured) campaignEvent()       {}
func (MediaShown) campaignEvent()       {}

// SlugEvent is what happened to a slug.
//
//sumtype:decl
type SlugEvent interface{ slugEvent() }

// SlugReserved gives a slug to a campaign: for ever, once it is launched under it.
type SlugReserved struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Slug     personal.Text `json:"slug" personal:"subject"`
}

// SlugReleased takes a slug back from a campaign that will never use it.
type SlugReleased struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

func (SlugReserved) slugEvent() {}
func (SlugReleased) slugEvent() {}
