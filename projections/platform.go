package projections

import (
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type participant struct {
	Kind string   `db:"kind"`
	ID   ident.ID `db:"id"`
}

// platformProjection keeps the installation's totals.
func platformProjection() *projector.Projection {
	totals := projector.NewTable[string, readmodel.PlatformTotal](readmodel.PlatformTotals, "currency", projector.Nobodys())
	people := projector.NewTable[participant, readmodel.PlatformPerson](readmodel.PlatformPeople, "kind, id",
		projector.Kept("id", "whoever gave stays one person, and a refund must find what it is taken off"))
	counts := projector.NewTable[string, readmodel.PlatformCount](readmodel.PlatformCounts, "kind", projector.Nobodys())

	join := func(r *projector.Rows, kind string, id ident.ID) {
		p := people.Edit(r, participant{kind, id})
		if p.Gifts == 0 {
			counts.Edit(r, kind).Count++
		}
		p.Gifts++
	}
	leave := func(r *projector.Rows, kind string, id ident.ID) {
		key := participant{kind, id}
		p := people.Edit(r, key)
		if p.Gifts--; p.Gifts <= 0 {
			people.Delete(r, key)
			counts.Edit(r, kind).Count--
		}
	}
	// both takes part, or no longer does: a person, and the campaign they help.
	both := func(r *projector.Rows, step func(*projector.Rows, string, ident.ID), person, campaign ident.ID) {
		step(r, readmodel.KindPerson, person)
		step(r, readmodel.KindCampaign, campaign)
	}
	timeGone := func(r *projector.Rows, p timepledge.Parties, acceptedAt time.Time) {
		if !acceptedAt.IsZero() {
			counts.Edit(r, readmodel.KindMinutePledged).Count -= p.Minutes
			both(r, leave, pledgedBy(p), p.Campaign)
		}
	}
	thingsGone := func(r *projector.Rows, p materialpledge.Parties, acceptedAt time.Time) {
		if !acceptedAt.IsZero() {
			both(r, leave, offeredBy(p), p.Campaign)
		}
	}
	return projector.New("platform_totals", 4, totals, people, counts).
		Invariant("raised", "SELECT currency, concat_ws(' ', raised, main, gifts) FROM {platform_totals}").
		InvariantSince(3, "campaigns", "SELECT kind, count::text FROM {platform_counts} WHERE kind = 'campaign'").
		InvariantSince(3, "people", "SELECT kind, count::text FROM {platform_counts} WHERE kind = 'person'").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised += e.Gift.Minor
			t.Main += e.Main.Minor
			t.Gifts++
			both(r, join, counted(e), e.Campaign)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised -= e.Gift.Minor
			t.Main -= e.Main.Minor
			if e.Full {
				t.Gifts--
				both(r, leave, countedBack(e, func(p ident.ID) bool {
					return people.Get(r, participant{readmodel.KindPerson, p}) != nil
				}), e.Campaign)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised += e.Gift.Minor
			t.Main += e.Main.Minor
			if e.Full {
				t.Gifts++
				both(r, join, countedAgain(e), e.Campaign)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Accepted, _ projector.Meta) {
			counts.Edit(r, readmodel.KindMinutePledged).Count += e.Minutes
			both(r, join, pledgedBy(e.Parties), e.Campaign)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, _ projector.Meta) {
			counts.Edit(r, readmodel.KindMinute).Count += e.Worked - e.Before
			if e.Before == 0 {
				counts.Edit(r, readmodel.KindMinutePledged).Count -= e.Minutes
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Declined, _ projector.Meta) {
			timeGone(r, e.Parties, e.AcceptedAt)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Withdrawn, _ projector.Meta) {
			timeGone(r, e.Parties, e.AcceptedAt)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.NoShow, _ projector.Meta) {
			timeGone(r, e.Parties, e.AcceptedAt)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Accepted, _ projector.Meta) {
			both(r, join, offeredBy(e.Parties), e.Campaign)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, _ projector.Meta) {
			counts.Edit(r, readmodel.KindItem).Count += e.Received - e.Before
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Declined, _ projector.Meta) {
			thingsGone(r, e.Parties, e.AcceptedAt)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Withdrawn, _ projector.Meta) {
			thingsGone(r, e.Parties, e.AcceptedAt)
		}))
}
