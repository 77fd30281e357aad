package projections

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
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
	return projector.New("platform_totals", 2, totals, people, counts).
		Invariant("raised", "SELECT currency, concat_ws(' ', raised, main, gifts) FROM {platform_totals}").
		Invariant("campaigns", "SELECT kind, count::text FROM {platform_counts} WHERE kind = 'campaign'").
		InvariantSince(2, "people", "SELECT kind, count::text FROM {platform_counts} WHERE kind = 'person'").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised += e.Gift.Minor
			t.Main += e.Main.Minor
			t.Gifts++
			join(r, readmodel.KindPerson, counted(e))
			join(r, readmodel.KindCampaign, e.Campaign)
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
				leave(r, readmodel.KindPerson, countedBack(e, func(p ident.ID) bool {
					return people.Get(r, participant{readmodel.KindPerson, p}) != nil
				}))
				leave(r, readmodel.KindCampaign, e.Campaign)
			}
		}))
}
