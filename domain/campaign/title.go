package campaign

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// TitleIn gives the title that an event sets, and whose words it is among.
func TitleIn(e Event) (subject ident.ID, title personal.Text, sets bool) {
	switch e := e.(type) {
	case Launched:
		return e.Subject, e.Title, true
	case Submitted:
		return e.Subject, e.Title, true
	case Revised:
		return e.Subject, e.Title, true
	case DraftSaved, DraftMediaKept, DraftDiscarded, SlugGivenUp, LaunchLapsed, MediaShown, CurrencyFixed, Paused, Resumed,
		Completed, Cancelled, Featured, Unfeatured, Approved,
		ChangesChecked, ChangesRequested, Resubmitted, Rejected, Withdrawn, Suspended, Reinstated,
		CoOrganizerInvited, InvitationAccepted,
		InvitationDeclined, InvitationWithdrawn, CoOrganizerLeft, CoOrganizerRemoved, HandOverOffered, HandOverWithdrawn,
		HandOverDeclined, HandedOver, MarkedUrgent, UrgencyLapsed, UrgencyRemoved, Renamed, PageSet, PageTakenOff, MoneyAsked,
		MoneyAllowed, MoneyRefused, MoneyPurposeKept:
	}
	return ident.Nil, personal.Text{}, false
}

// ForNameIn finds the name of the beneficiary that an event sets, and whose it is.
func ForNameIn(e Event) (subject ident.ID, name personal.Text, sets bool) {
	switch e := any(e).(type) {
	case Launched:
		return e.Beneficiary, e.ForName, true
	case Submitted:
		return e.Beneficiary, e.ForName, true
	case Revised:
		return e.Beneficiary, e.ForName, true
	}
	return ident.Nil, personal.Text{}, false
}

// PurposeIn gives what an event says that the money is for, and whose words it is among.
func PurposeIn(e Event) (subject ident.ID, purpose personal.Text, sets bool) {
	switch e := any(e).(type) {
	case MoneyPurposeKept:
		return e.Subject, e.Purpose, true
	case MoneyAsked:
		return e.Subject, e.Purpose, true
	}
	return ident.Nil, personal.Text{}, false
}

// NeedsIn are the things that a campaign asks for from an event on; none where the event does not say.
func NeedsIn(event any) []Need {
	switch e := event.(type) {
	case Launched:
		return e.Needs
	case Submitted:
		return e.Needs
	case Revised:
		return e.Needs
	}
	return nil
}
