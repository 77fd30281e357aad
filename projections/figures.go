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

type campaignSlot struct {
	Campaign ident.ID  `db:"campaign"`
	Slot     time.Time `db:"slot"`
}

// figuresProjection keeps when campaigns' figures moved, and by how much.
func figuresProjection() *projector.Projection {
	figures := projector.NewTable[campaignSlot, readmodel.CampaignFigure](readmodel.CampaignFigures, "campaign, slot",
		projector.Nobodys())
	at := func(r *projector.Rows, campaign ident.ID, at time.Time) *readmodel.CampaignFigure {
		return figures.Edit(r, campaignSlot{campaign, at.UTC().Truncate(readmodel.FigureSlot)})
	}
	return projector.New(readmodel.CampaignFigures, 1, figures).
		Invariant("figures",
			"SELECT 'figures', concat_ws(' ', sum(raised), sum(gifts), sum(minutes), sum(items)) FROM {campaign_figures}").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			row := at(r, e.Campaign, e.At)
			row.Raised += e.Counted.Minor
			row.Gifts++
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			row := at(r, e.Campaign, e.At)
			row.Raised -= e.Counted.Minor
			if e.Full {
				row.Gifts--
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			row := at(r, e.Campaign, e.At)
			row.Raised += e.Counted.Minor
			if e.Full {
				row.Gifts++
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, _ projector.Meta) {
			at(r, e.Campaign, e.At).Minutes += e.Worked - e.Before
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, _ projector.Meta) {
			if !e.Need.IsNil() {
				at(r, e.Campaign, e.At).Items += e.Received - e.Before
			}
		}))
}
