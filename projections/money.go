package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
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

// progressProjection keeps what each campaign has raised, by whom (as subjects, nothing personal) and in which hours.
func progressProjection() *Projection {
	progress := NewTable[ident.ID, readmodel.CampaignProgress](readmodel.Progress, "campaign")
	people := NewTable[perCampaign, readmodel.CampaignPerson](readmodel.ProgressPeople, "campaign, supporter")
	hours := NewTable[campaignHour, readmodel.CampaignHour](readmodel.ProgressHours, "campaign, hour", Index("(hour, campaign)"))

	// recount moves a person to the hour of what is now their last gift to the campaign.
	recount := func(r *Rows, who *readmodel.CampaignPerson, recent []readmodel.GiftHour) {
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
	return New("campaign_progress", 2, progress, people, hours).
		Invariant("raised", "SELECT currency, sum(raised)::text FROM {campaign_progress} GROUP BY currency").
		Invariant("gifts and supporters", `SELECT 'gifts', sum(gifts)::text FROM {campaign_progress}
			UNION ALL SELECT 'supporters', sum(supporters)::text FROM {campaign_progress}`).
		On(Fold(func(r *Rows, e campaign.Launched, _ Meta) {
			progress.Edit(r, e.Campaign).Currency = e.Goal.Currency
		})).
		On(Fold(func(r *Rows, e campaign.Revised, _ Meta) {
			progress.Edit(r, e.Campaign).Currency = e.Goal.Currency
		})).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			at := e.At
			row := progress.Edit(r, e.Campaign)
			row.Currency = e.Counted.Currency
			row.Raised += e.Counted.Minor
			row.Gifts++
			row.LastGiftAt = &at
			who := people.Edit(r, perCampaign{e.Campaign, e.Supporter})
			if who.Gifts == 0 {
				row.Supporters++
			}
			who.Gifts++
			hour := hourOf(e.Campaign, e.At)
			hours.Edit(r, hour).Gifts++
			recount(r, who, giftIn(who.Recent, hour.Hour))
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
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
			key := perCampaign{e.Campaign, e.Supporter}
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

type perCurrency struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
}

type perCampaignCurrency struct {
	Supporter ident.ID       `db:"supporter"`
	Campaign  ident.ID       `db:"campaign"`
	Currency  money.Currency `db:"currency"`
}

// contributorsProjection keeps what each person has given, a currency at a time.
func contributorsProjection() *Projection {
	totals := NewTable[perCurrency, readmodel.ContributorTotal](readmodel.Contributors, "supporter, currency")
	parts := NewTable[perCampaignCurrency, readmodel.ContributorCampaign](readmodel.ContributorPart, "supporter, campaign, currency")

	return New("contributor_totals", 1, totals, parts).
		Invariant("given", "SELECT currency, sum(given)::text FROM {contributor_totals} GROUP BY currency").
		Invariant("contributors", "SELECT 'contributors', count(DISTINCT supporter)::text FROM {contributor_totals}").
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			t := totals.Edit(r, perCurrency{e.Supporter, e.Gift.Currency})
			t.Given += e.Gift.Minor
			t.Gifts++
			p := parts.Edit(r, perCampaignCurrency{e.Supporter, e.Campaign, e.Gift.Currency})
			if p.Gifts == 0 {
				t.Campaigns++
			}
			p.Gifts++
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			if e.Uncounted {
				return
			}
			t := totals.Edit(r, perCurrency{e.Supporter, e.Gift.Currency})
			t.Given -= e.Gift.Minor
			if !e.Full {
				return
			}
			t.Gifts--
			key := perCampaignCurrency{e.Supporter, e.Campaign, e.Gift.Currency}
			p := parts.Edit(r, key)
			if p.Gifts--; p.Gifts <= 0 {
				parts.Delete(r, key)
				t.Campaigns--
			}
		}))
}

type participant struct {
	Kind string   `db:"kind"`
	ID   ident.ID `db:"id"`
}

// platformProjection keeps the installation's totals.
func platformProjection() *Projection {
	totals := NewTable[string, readmodel.PlatformTotal](readmodel.PlatformTotals, "currency")
	people := NewTable[participant, readmodel.PlatformPerson](readmodel.PlatformPeople, "kind, id")
	counts := NewTable[string, readmodel.PlatformCount](readmodel.PlatformCounts, "kind")

	join := func(r *Rows, kind string, id ident.ID) {
		p := people.Edit(r, participant{kind, id})
		if p.Gifts == 0 {
			counts.Edit(r, kind).Count++
		}
		p.Gifts++
	}
	leave := func(r *Rows, kind string, id ident.ID) {
		key := participant{kind, id}
		p := people.Edit(r, key)
		if p.Gifts--; p.Gifts <= 0 {
			people.Delete(r, key)
			counts.Edit(r, kind).Count--
		}
	}
	return New("platform_totals", 1, totals, people, counts).
		Invariant("raised", "SELECT currency, concat_ws(' ', raised, main, gifts) FROM {platform_totals}").
		Invariant("people and campaigns", "SELECT kind, count::text FROM {platform_counts}").
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised += e.Gift.Minor
			t.Main += e.Main.Minor
			t.Gifts++
			join(r, readmodel.KindPerson, e.Supporter)
			join(r, readmodel.KindCampaign, e.Campaign)
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			if e.Uncounted {
				return
			}
			t := totals.Edit(r, string(e.Gift.Currency))
			t.Raised -= e.Gift.Minor
			t.Main -= e.Main.Minor
			if e.Full {
				t.Gifts--
				leave(r, readmodel.KindPerson, e.Supporter)
				leave(r, readmodel.KindCampaign, e.Campaign)
			}
		}))
}
