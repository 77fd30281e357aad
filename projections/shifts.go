package projections

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type shiftMember struct {
	Shift  ident.ID `db:"shift"`
	Member ident.ID `db:"member"`
}

// shiftsProjection keeps the shifts of campaigns, and who comes to them. How many come is counted from what happened, so that it
// stays true where somebody who came was erased.
func shiftsProjection() *projector.Projection {
	shifts := projector.NewTable[ident.ID, readmodel.Shift](readmodel.Shifts, "id",
		projector.Index("(campaign, starts_at, id)"),
		projector.Lookup("author", func(s *readmodel.Shift) ident.ID { return s.Author }),
		projector.Lookup("canceller", func(s *readmodel.Shift) ident.ID { return s.Canceller }),
		projector.OwnedBy("author", projector.Blank("title", "place", "note")),
		projector.OwnedBy("canceller", projector.Blank("reason")))
	attendees := projector.NewTable[shiftMember, readmodel.ShiftAttendee](readmodel.ShiftAttendees, "shift, member",
		projector.Index("(member)"), projector.Index("(pledge)"),
		projector.Lookup("supporter", func(a *readmodel.ShiftAttendee) ident.ID { return a.Supporter }),
		projector.OwnedBy("supporter", projector.Remove()))

	say := func(s *readmodel.Shift, w shift.Words, t shift.Times, at time.Time) {
		s.Author, s.Title, s.Place, s.Note, s.Lang = w.Author, w.Title.String(), w.Place.String(), w.Note.String(), w.Lang
		s.StartsAt, s.EndsAt, s.TimeZone, s.Capacity, s.ChangedAt = t.Starts, t.Ends, t.TimeZone, t.Capacity, at
	}
	return projector.New(readmodel.Shifts, 1, shifts, attendees).Personal().
		Invariant("shifts", "SELECT 'shifts', concat_ws(' ', count(*), sum(capacity), sum(coming), count(cancelled_at)) FROM {shifts}").
		On(projector.Fold(func(r *projector.Rows, e shift.Published, _ projector.Meta) {
			s := shifts.Begin(r, e.Shift)
			s.Campaign, s.PublishedAt = e.Campaign, e.At
			say(s, e.Words, e.Times, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Revised, _ projector.Meta) {
			s := shifts.Edit(r, e.Shift)
			say(s, e.Words, e.Times, e.At)
			s.Revision++
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Cancelled, _ projector.Meta) {
			s, at := shifts.Edit(r, e.Shift), e.At
			s.CancelledAt, s.Canceller, s.Reason, s.ChangedAt = &at, e.Author, e.Reason.String(), e.At
			s.Revision++
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Joined, _ projector.Meta) {
			shifts.Edit(r, e.Shift).Coming++
			a := attendees.Begin(r, shiftMember{e.Shift, e.Member})
			a.Campaign, a.Supporter, a.Pledge, a.JoinedAt = e.Campaign, e.Supporter, e.Pledge, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Left, _ projector.Meta) {
			shifts.Edit(r, e.Shift).Coming--
			attendees.Delete(r, shiftMember{e.Shift, e.Member})
		}))
}
