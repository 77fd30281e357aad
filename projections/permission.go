package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// moneyFolds keep what administrators decide about the money that a campaign asks for.
func moneyFolds(
	to *projector.Projection, campaigns projector.Table[ident.ID, readmodel.Campaign],
) *projector.Projection {
	return to.
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyAsked, m projector.Meta) {
			c, at := campaigns.Edit(r, e.Campaign), e.At
			c.Permission, c.MoneyPurpose, c.MoneyAt = string(campaign.PermissionAsked), e.Purpose.String(), &at
			c.MoneyHolds, c.Revision = e.Holds, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyAllowed, m projector.Meta) {
			c, at := campaigns.Edit(r, e.Campaign), e.At
			c.Permission, c.MoneyReason, c.MoneyAt = string(campaign.PermissionAllowed), "", &at
			c.Revision = int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyRefused, m projector.Meta) {
			c, at := campaigns.Edit(r, e.Campaign), e.At
			c.Permission, c.MoneyReason, c.MoneyAt = string(campaign.PermissionRefused), e.Reason.String(), &at
			c.Revision = int64(m.Revision)
		}))
}

// collecting has a listing ask for the money that its campaign may collect.
func (l listings) collecting(r *projector.Rows, c *readmodel.CampaignListing) {
	may := campaign.State{Permission: campaign.Permission(c.Permission)}.CollectsMoney(false)
	if !may && !c.Page.IsNil() {
		page := l.pages.Get(r, c.Page)
		may = page != nil && page.Collects && campaign.State{Permission: campaign.Permission(c.Permission)}.CollectsMoney(true)
	}
	c.Money, c.Goal = may && c.MoneyAsked, 0
	if may {
		c.Goal = c.GoalAsked
	}
}

// moneyFolds keep the listings up with which campaigns may collect the money that they ask for. That the owner of a campaign
// edits the page no more, in whose name it went, is not followed here: its card says so, and the gift is refused.
func (l listings) moneyFolds(
	to *projector.Projection, progress projector.Table[ident.ID, readmodel.CampaignProgress],
) *projector.Projection {
	change := func(r *projector.Rows, id ident.ID, f func(*readmodel.CampaignListing)) {
		l.edit(r, id, func(c *readmodel.CampaignListing) {
			f(c)
			l.collecting(r, c)
		})
		l.reached(r, progress.Edit(r, id))
	}
	decide := func(r *projector.Rows, id ident.ID, as campaign.Permission) {
		change(r, id, func(c *readmodel.CampaignListing) { c.Permission = string(as) })
	}
	name := func(r *projector.Rows, id, page ident.ID) {
		if l.rows.Get(r, id) != nil { // else it is a draft
			change(r, id, func(c *readmodel.CampaignListing) { c.Page = page })
		}
	}
	collects := func(r *projector.Rows, page ident.ID, may bool) {
		l.pages.Edit(r, page).Collects = may
		var of []ident.ID
		for c := range l.rows.By(r, "page", page) {
			of = append(of, c.Campaign)
		}
		for _, id := range of {
			change(r, id, func(*readmodel.CampaignListing) {})
		}
	}
	return to.
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyAsked, _ projector.Meta) {
			decide(r, e.Campaign, campaign.PermissionAsked)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyAllowed, _ projector.Meta) {
			decide(r, e.Campaign, campaign.PermissionAllowed)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyRefused, _ projector.Meta) {
			decide(r, e.Campaign, campaign.PermissionRefused)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageSet, _ projector.Meta) { name(r, e.Campaign, e.Page) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageTakenOff, _ projector.Meta) { name(r, e.Campaign, ident.Nil) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.MoneyAllowed, _ projector.Meta) { collects(r, e.Page, true) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.MoneyWithdrawn, _ projector.Meta) { collects(r, e.Page, false) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Closed, _ projector.Meta) {
			if l.pages.Get(r, e.Page) != nil {
				collects(r, e.Page, false)
			}
		}))
}
