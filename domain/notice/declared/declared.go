// Package declared says which events make which notices, with their audience and subject: one file for each group of kinds. Two
// executors apply it: the projection notifications writes the rows that the bell reads, and the reactor mails writes to those
// who are mailed at once. Neither decides for itself who gets a notice.
//
// Notices of many at once (supporters of a campaign, writers of a thread) are not declared here. They are no rows of members but
// joined from rows of the campaign or the thread when the bell is read, and no mail about them is written at once.
package declared

import (
	"reflect"
	"slices"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
)

// Notice is what one event tells one audience. It holds ids, numbers and steps, never words or names: these are joined when the
// bell is read, and loaded when a mail is written, so that they go with the person who wrote them.
type Notice struct {
	Kind notice.Kind // set by the definition
	At   time.Time
	To   Audience
	But  ident.ID // the subject of a member who knows already; nil: none
	Step string   // what happened, in the kind's terms; empty where the kind has one step only
	// InApp keeps a notice out of the mails where others of the same event are mailed.
	InApp bool
	// Mailed has members mailed at once who want that. It is set by the definition.
	Mailed bool

	Campaign ident.ID // that it is about; nil: none
	Donation ident.ID
	About    ident.ID // the shift or the page that it is about
	Thing    ident.ID // the post or comment that it is about
	On       string   // what Thing is: post or comment; empty where it is about none
	// Person is the subject of the member it names, who never gets it; nil where it names nobody.
	Person ident.ID
	// ByOwner names the campaign's owner.
	ByOwner  bool
	Minutes  int64
	Quantity int64
	Amount   money.Amount
}

// Audience is who gets a notice. Each executor knows how to find them: in rows of its own, or in streams of the log.
//
//sumtype:decl
type Audience interface{ audience() }

// Member is one member; nobody where it is nil.
type Member struct{ ID ident.ID }

// OwnerOf is the owner of a campaign.
type OwnerOf struct{ Campaign ident.ID }

// TeamOf is all who run a campaign.
type TeamOf struct{ Campaign ident.ID }

// OwnerOfPage is the owner of a page.
type OwnerOfPage struct{ Page ident.ID }

// ComingTo is all who have a place in a shift.
type ComingTo struct{ Shift ident.ID }

// ReportersOf is those who reported a thing, and were not told yet how that ended. The notice is about that thing.
type ReportersOf struct {
	Thing ident.ID
	UpTo  *time.Time // of reports filed up to then; nil: of all
}

// ReportersBelow is those who reported comments below a post, likewise. Each notice is about what they reported.
type ReportersBelow struct{ Post ident.ID }

// ReportersOfPage is those who reported what a page published, likewise.
type ReportersOfPage struct{ Page ident.ID }

func (Member) audience()          {}
func (OwnerOf) audience()         {}
func (TeamOf) audience()          {}
func (OwnerOfPage) audience()     {}
func (ComingTo) audience()        {}
func (ReportersOf) audience()     {}
func (ReportersBelow) audience()  {}
func (ReportersOfPage) audience() {}

// Skips tells whether a member gets no notice although they belong to its audience: of what they did themselves, or know already.
func (n Notice) Skips(who ident.ID) bool {
	if who.IsNil() {
		return true
	}
	subject := member.SubjectOf(who)
	return subject == n.But || subject == n.Person
}

// ID is that of a notice which an event gives a member.
func ID(event, who ident.ID, kind notice.Kind) ident.ID {
	return ident.Pair("notification", event.String()+"/"+who.String()+"/"+string(kind))
}

// On is what one type of event tells, of one kind.
type On struct {
	Sample any // of the event
	Mailed bool
	of     func(event any) []Notice
}

// on declares what events of a type tell in the app alone.
func on[E any](of func(E) []Notice) On {
	var sample E
	return On{Sample: sample, of: func(event any) []Notice {
		if e, ok := event.(E); ok {
			return of(e)
		}
		return nil
	}}
}

// mailed declares what events of a type tell in the app, and by mail at once.
func mailed[E any](of func(E) []Notice) On {
	d := on(of)
	d.Mailed = true
	return d
}

// Definition is a kind with what tells of it.
type Definition struct {
	Kind notice.Kind
	On   []On
}

func define(kind notice.Kind, all ...On) Definition { return Definition{kind, all} }

// All are the definitions of all kinds that are told to members one by one.
var All = []Definition{
	giftReceived, giftCompleted, pledgeReceived, pledgeAnswered, shiftChanged, campaignCompleted, campaignReviewed, teamNews,
	wordsRemoved, reportSettled, security,
	paymentProblem,
	refundAsked,
	refundDeclined,
	shiftReminder,
}

// Notices are those that an event makes, in the order of All.
type Notices struct {
	Sample any
	Mailed bool // some of them are mailed at once
	defs   []On
	kinds  []notice.Kind
}

// Of gives the notices of an event of the type.
func (n Notices) Of(event any) (all []Notice) {
	for i, d := range n.defs {
		for _, told := range d.of(event) {
			told.Kind, told.Mailed = n.kinds[i], d.Mailed && !told.InApp
			all = append(all, told)
		}
	}
	return all
}

// ByEvent are the notices of each type of event that makes any.
func ByEvent() map[reflect.Type]Notices {
	all := map[reflect.Type]Notices{}
	for _, d := range All {
		for _, on := range d.On {
			typ := reflect.TypeOf(on.Sample)
			n := all[typ]
			n.Sample, n.Mailed = on.Sample, n.Mailed || on.Mailed
			n.defs, n.kinds = append(slices.Clip(n.defs), on), append(slices.Clip(n.kinds), d.Kind)
			all[typ] = n
		}
	}
	return all
}

func one(n Notice) []Notice { return []Notice{n} }
