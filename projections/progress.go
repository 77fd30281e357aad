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

// perCampaign is one person's, or one hour's, part in a campaign.
type perCampaign struct {
	Campaign  ident.ID `db:"campaign"`
	Supporter ident.ID `db:"supporter"`
}

type campaignHour struct {
	Campaign ident.ID  `db:"campaign"`
	Hour     time.Time `db:"hour"`
}

type campaignNeed struct {
	Campaign ident.ID `db:"campaign"`
	Need     ident.ID `db:"need"`
}

// progressProjection keeps what each campaign has raised, by whom (as people are counted, nothing personal) and in which hours.
// A pledge of time or things counts from its acceptance on, in every figure and as a supporter, as a gift of money does once it
// is paid: an offer that nobody answered counts for nobody but the two (decision O56).
func progressProjection() *projector.Projection {
	progress := projector.NewTable[ident.ID, readmodel.CampaignProgress](readmodel.Progress, "campaign", projector.Nobodys())
	people := projector.NewTable[perCampaign, readmodel.CampaignPerson](readmodel.ProgressPeople, "campaign, supporter",
		projector.Kept("supporter", "whoever gave stays one supporter, and a refund must find what it is taken off"))
	needs := projector.NewTable[campaignNeed, readmodel.NeedProgress](readmodel.ProgressNeeds, "campaign, need", projector.Nobodys())
	lists := newListings()

	// recount moves a person to the hour of what is now their last gift to the campaign.
	recount := func(r *projector.Rows, who *readmodel.CampaignPerson, recent []int64) {
		before, after := lastOf(who.Recent), lastOf(recent)
		who.Recent = recent
		if before.Equal(after) {
			return
		}
		if !before.IsZero() {
			lists.tally(r, campaignHour{who.Campaign, before}, 0, -1)
		}
		if !after.IsZero() {
			lists.tally(r, campaignHour{who.Campaign, after}, 0, 1)
		}
	}
	// came counts one more contribution of a person, and went takes it off: what went back makes nothing trend, and nobody a
	// supporter.
	came := func(r *projector.Rows, campaign, person ident.ID, at time.Time) *readmodel.CampaignProgress {
		lists.advance(r, at)
		row := progress.Edit(r, campaign)
		row.LastGiftAt = &at
		who := people.Edit(r, perCampaign{campaign, person})
		if who.Gifts == 0 {
			row.Supporters++
		}
		who.Gifts++
		hour := hourOf(campaign, at)
		lists.tally(r, hour, 1, 0)
		recount(r, who, giftIn(who.Recent, hour.Hour))
		lists.reached(r, row)
		return row
	}
	went := func(r *projector.Rows, campaign, person ident.ID, at time.Time) {
		key := perCampaign{campaign, person}
		who := people.Edit(r, key)
		when := hourOf(campaign, at)
		recount(r, who, giftBack(who.Recent, when.Hour))
		if who.Gifts--; who.Gifts <= 0 {
			people.Delete(r, key)
			progress.Edit(r, campaign).Supporters--
		}
		if hour := lists.tally(r, when, -1, 0); hour.Gifts <= 0 {
			lists.hours.Delete(r, when)
		}
	}
	// cameBack has a contribution count again that went, as if it had stayed. It is no new one: the last gift was when it was.
	cameBack := func(r *projector.Rows, campaign, person ident.ID, at time.Time) {
		last := progress.Edit(r, campaign).LastGiftAt
		came(r, campaign, person, at)
		progress.Edit(r, campaign).LastGiftAt = last
		if hour := hourOf(campaign, at); lists.past(r, hour.Hour) {
			lists.hours.Delete(r, hour)
		}
	}
	// items moves what of a need is pledged, which means accepted, and received. What a campaign did not ask for fills no bar.
	items := func(r *projector.Rows, p materialpledge.Parties, pledged, received int64) {
		if p.Need.IsNil() {
			return
		}
		row, need := progress.Edit(r, p.Campaign), needs.Edit(r, campaignNeed{p.Campaign, p.Need})
		row.ItemsPledged += pledged
		row.ItemsReceived += received
		need.Pledged += pledged
		need.Received += received
	}
	timeGone := func(r *projector.Rows, p timepledge.Parties, acceptedAt time.Time) {
		if !acceptedAt.IsZero() {
			progress.Edit(r, p.Campaign).MinutesPledged -= p.Minutes
			went(r, p.Campaign, pledgedBy(p), acceptedAt)
		}
	}
	thingsGone := func(r *projector.Rows, p materialpledge.Parties, taken int64, acceptedAt time.Time) {
		if !acceptedAt.IsZero() {
			items(r, p, -taken, 0)
			went(r, p.Campaign, offeredBy(p), acceptedAt)
		}
	}
	figures := projector.New("campaign_progress", 10, progress, people, lists.hours, needs, lists.rows, lists.counts, lists.pages,
		lists.clock, lists.parts, lists.marks).
		Invariant("raised", "SELECT currency, sum(raised)::text FROM {campaign_progress} GROUP BY currency").
		Invariant("gifts", "SELECT 'gifts', sum(gifts)::text FROM {campaign_progress}").
		InvariantSince(4, "supporters", "SELECT 'supporters', sum(supporters)::text FROM {campaign_progress}").
		InvariantSince(8, "minutes", "SELECT 'minutes', concat_ws(' ', sum(minutes_confirmed), sum(minutes_pledged)) FROM "+
			"{campaign_progress}").
		InvariantSince(8, "items", "SELECT 'items', concat_ws(' ', sum(items_received), sum(items_pledged)) FROM {campaign_progress}").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			row := came(r, e.Campaign, counted(e), e.At)
			row.Currency = e.Counted.Currency
			row.Raised += e.Counted.Minor
			row.Gifts++
			lists.reached(r, row)
			lists.mark(r, row, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			row := progress.Edit(r, e.Campaign)
			row.Raised -= e.Counted.Minor
			row.Refunded += e.Counted.Minor
			lists.reached(r, row)
			if !e.Full {
				return
			}
			row.Gifts--
			went(r, e.Campaign, countedBack(e, func(p ident.ID) bool {
				return people.Get(r, perCampaign{e.Campaign, p}) != nil
			}), e.Given)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			row := progress.Edit(r, e.Campaign)
			if e.Full {
				cameBack(r, e.Campaign, countedAgain(e), e.Given)
				row.Gifts++
			}
			row.Raised += e.Counted.Minor
			row.Refunded -= e.Counted.Minor
			lists.reached(r, row)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Accepted, _ projector.Meta) {
			came(r, e.Campaign, pledgedBy(e.Parties), e.At).MinutesPledged += e.Minutes
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, _ projector.Meta) {
			row := progress.Edit(r, e.Campaign)
			row.MinutesConfirmed += e.Worked - e.Before
			if e.Before == 0 {
				row.MinutesPledged -= e.Minutes
			}
			lists.mark(r, row, e.At)
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
			items(r, e.Parties, e.Taken, 0)
			came(r, e.Campaign, offeredBy(e.Parties), e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, _ projector.Meta) {
			if e.Before == 0 {
				items(r, e.Parties, -e.Taken, 0)
			}
			items(r, e.Parties, 0, e.Received-e.Before)
			lists.mark(r, progress.Edit(r, e.Campaign), e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Declined, _ projector.Meta) {
			thingsGone(r, e.Parties, e.Taken, e.AcceptedAt)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Withdrawn, _ projector.Meta) {
			thingsGone(r, e.Parties, e.Taken, e.AcceptedAt)
		}))
	return lists.moneyFolds(lists.folds(figures, progress), progress)
}

func hourOf(campaign ident.ID, at time.Time) campaignHour {
	return campaignHour{campaign, at.UTC().Truncate(time.Hour)}
}
