package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// perCampaign is one person's, or one hour's, part in a campaign.
type perCampaign struct {
	Campaign  ident.ID `db:"campaign"`
	Supporter ident.ID `db:"supporter"`
}

type campaignHour struct {
	Campaign ident.ID  `db:"campaign"`
	Hour     time.Time `db:"hour"`
}

// progressProjection keeps what each campaign has raised, by whom (as people are counted, nothing personal) and in which hours.
func progressProjection() *projector.Projection {
	progress := projector.NewTable[ident.ID, readmodel.CampaignProgress](readmodel.Progress, "campaign", projector.Nobodys())
	people := projector.NewTable[perCampaign, readmodel.CampaignPerson](readmodel.ProgressPeople, "campaign, supporter",
		projector.Kept("supporter", "whoever gave stays one supporter, and a refund must find what it is taken off"))
	hours := projector.NewTable[campaignHour, readmodel.CampaignHour](readmodel.ProgressHours, "campaign, hour",
		projector.Index("(hour, campaign)"), projector.Nobodys())

	// recount moves a person to the hour of what is now their last gift to the campaign.
	recount := func(r *projector.Rows, who *readmodel.CampaignPerson, recent []readmodel.GiftHour) {
		before, after := lastOf(who.Recent), lastOf(recent)
		who.Recent = recent
		if before.Equal(after) {
			return
		}
		if !before.IsZero() {
			hours.Edit(r, campaignHour{who.Campaign, before}).Supporters--
		}
		if !after.IsZero() {
			hours.Edit(r, campaignHour{who.Campaign, after}).Supporters++
		}
	}
	return projector.New("campaign_progress", 3, progress, people, hours).
		Invariant("raised", "SELECT currency, sum(raised)::text FROM {campaign_progress} GROUP BY currency").
		Invariant("gifts", "SELECT 'gifts', sum(gifts)::text FROM {campaign_progress}").
		InvariantSince(3, "supporters", "SELECT 'supporters', sum(supporters)::text FROM {campaign_progress}").
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, _ projector.Meta) {
			progress.Edit(r, e.Campaign).Currency = e.Goal.Currency
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Revised, _ projector.Meta) {
			progress.Edit(r, e.Campaign).Currency = e.Goal.Currency
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			at := e.At
			row := progress.Edit(r, e.Campaign)
			row.Currency = e.Counted.Currency
			row.Raised += e.Counted.Minor
			row.Gifts++
			row.LastGiftAt = &at
			who := people.Edit(r, perCampaign{e.Campaign, counted(e)})
			if who.Gifts == 0 {
				row.Supporters++
			}
			who.Gifts++
			hour := hourOf(e.Campaign, e.At)
			hours.Edit(r, hour).Gifts++
			recount(r, who, giftIn(who.Recent, hour.Hour))
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			row := progress.Edit(r, e.Campaign)
			row.Raised -= e.Counted.Minor
			row.Refunded += e.Counted.Minor
			if !e.Full {
				return
			}
			row.Gifts--
			key := perCampaign{e.Campaign, countedBack(e, func(p ident.ID) bool {
				return people.Get(r, perCampaign{e.Campaign, p}) != nil
			})}
			who := people.Edit(r, key)
			// what went back makes nothing trend, and nobody a supporter
			when := hourOf(e.Campaign, e.Given)
			recount(r, who, giftBack(who.Recent, when.Hour))
			if who.Gifts--; who.Gifts <= 0 {
				people.Delete(r, key)
				row.Supporters--
			}
			hour := hours.Edit(r, when)
			if hour.Gifts--; hour.Gifts <= 0 {
				hours.Delete(r, when)
			}
		}))
}

func hourOf(campaign ident.ID, at time.Time) campaignHour {
	return campaignHour{campaign, at.UTC().Truncate(time.Hour)}
}
