package projections

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// pledgesProjection keeps each pledge of time or things as whoever made it and its campaign's organizer see it.
func pledgesProjection() *projector.Projection {
	pledges := projector.NewTable[ident.ID, readmodel.Pledge](readmodel.Pledges, "id",
		projector.Index("(campaign, phase, changed_at DESC, id)"),
		projector.Index("(member, pledged_at DESC, id)"),
		projector.Lookup("supporter", func(p *readmodel.Pledge) ident.ID { return p.Supporter }),
		projector.Lookup("organizer", func(p *readmodel.Pledge) ident.ID { return p.Organizer }),
		projector.OwnedBy("supporter", projector.Blank("message", "logged_note", "availability", "skills", "item", "address")),
		projector.OwnedBy("organizer", projector.Blank("place", "note", "reason", "counted_note")))

	// change moves a pledge to a state, as of a moment.
	change := func(r *projector.Rows, id ident.ID, status, phase string, at time.Time) *readmodel.Pledge {
		p := pledges.Edit(r, id)
		p.Status, p.Phase, p.ChangedAt = status, phase, at
		return p
	}
	accept := func(r *projector.Rows, id, organizer ident.ID, status string, note personal.Text, at time.Time) *readmodel.Pledge {
		p := change(r, id, status, readmodel.PhaseExpected, at)
		p.Organizer, p.Note, p.AcceptedAt = organizer, note.String(), &at
		return p
	}
	end := func(r *projector.Rows, id ident.ID, status, phase string, at time.Time) *readmodel.Pledge {
		p := change(r, id, status, phase, at)
		p.EndedAt = &at
		return p
	}
	decline := func(r *projector.Rows, id, organizer ident.ID, reason personal.Text, cause string, at time.Time) {
		p := end(r, id, string(timepledge.TurnedOff), readmodel.PhaseOff, at)
		p.Reason, p.Cause = reason.String(), cause
		if !organizer.IsNil() {
			p.Organizer = organizer
		}
	}
	return projector.New("pledges", 2, pledges).Personal().
		Invariant("pledges",
			"SELECT concat_ws(' ', kind, status), concat_ws(' ', count(*), sum(minutes), sum(confirmed), sum(quantity), "+
				"sum(taken), sum(received)) FROM {pledges} GROUP BY kind, status").
		On(projector.Fold(func(r *projector.Rows, e timepledge.Pledged, _ projector.Meta) {
			p := pledges.Begin(r, e.Pledge)
			p.Kind, p.Campaign, p.Supporter, p.Member, p.Anonymous = readmodel.ContributionTime, e.Campaign, e.Supporter,
				e.Member, e.Anonymous
			p.Status, p.Phase, p.Lang = string(timepledge.Offered), readmodel.PhaseWaiting, e.Lang
			p.Minutes, p.Availability, p.Skills, p.Message = e.Minutes, e.Availability.String(), e.Skills.String(), e.Message.String()
			p.PledgedAt, p.ChangedAt = e.At, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.OfShift, _ projector.Meta) {
			pledges.Edit(r, e.Pledge).Shift = e.Shift
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Accepted, _ projector.Meta) {
			accept(r, e.Pledge, e.Organizer, string(timepledge.Expected), e.Note, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursLogged, _ projector.Meta) {
			p := change(r, e.Pledge, string(timepledge.Expected), readmodel.PhaseExpected, e.At)
			if e.By == timepledge.Organizer {
				p.Counted, p.CountedNote, p.Organizer = e.Worked, e.Note.String(), e.Author
			} else {
				p.Logged, p.LoggedNote = e.Worked, e.Note.String()
			}
			if p.Logged > 0 { // what a volunteer says waits for the organizer
				p.Phase = readmodel.PhaseWaiting
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, _ projector.Meta) {
			end(r, e.Pledge, string(timepledge.Done), readmodel.PhaseDone, e.At).Confirmed = e.Worked
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Declined, _ projector.Meta) {
			decline(r, e.Pledge, e.Organizer, e.Reason, string(e.Cause), e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Withdrawn, _ projector.Meta) {
			end(r, e.Pledge, string(timepledge.TakenBack), readmodel.PhaseOff, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.NoShow, _ projector.Meta) {
			end(r, e.Pledge, string(timepledge.Missed), readmodel.PhaseOff, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Pledged, _ projector.Meta) {
			p := pledges.Begin(r, e.Pledge)
			p.Kind, p.Campaign, p.Supporter, p.Member = readmodel.ContributionMaterials, e.Campaign, e.Supporter, e.Member
			p.Anonymous, p.Status, p.Phase, p.Lang = e.Anonymous, string(materialpledge.Offered), readmodel.PhaseWaiting, e.Lang
			p.Need, p.Item, p.Quantity, p.Condition = e.Need, e.Item.String(), e.Quantity, string(e.Condition)
			p.Value, p.Currency, p.Delivery, p.Lent, p.Until = e.Value.Minor, e.Value.Currency, string(e.Delivery), e.Lent, e.Until
			p.Address, p.Message = e.Address.String(), e.Message.String()
			p.PledgedAt, p.ChangedAt = e.At, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Accepted, _ projector.Meta) {
			p := accept(r, e.Pledge, e.Organizer, string(materialpledge.Expected), e.Note, e.At)
			p.Taken, p.Place = e.Taken, e.Place.String()
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, _ projector.Meta) {
			p := pledges.Edit(r, e.Pledge)
			at := e.At
			p.Received, p.ReceivedAs, p.ChangedAt = e.Received, string(e.Condition), e.At
			if p.ReturnedAt != nil {
				return
			}
			p.Status, p.Phase, p.EndedAt = string(materialpledge.Arrived), readmodel.PhaseDone, &at
			if p.Lent {
				p.Phase = readmodel.PhaseLent
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Returned, _ projector.Meta) {
			at := e.At
			change(r, e.Pledge, string(materialpledge.GivenBack), readmodel.PhaseDone, e.At).ReturnedAt = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Declined, _ projector.Meta) {
			decline(r, e.Pledge, e.Organizer, e.Reason, string(e.Cause), e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Withdrawn, _ projector.Meta) {
			end(r, e.Pledge, string(materialpledge.TakenBack), readmodel.PhaseOff, e.At)
		}))
}
