package projections

import (
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type campaignUpdate struct {
	Campaign ident.ID `db:"campaign"`
	ID       ident.ID `db:"id"`
}

// campaignUpdatesProjection keeps what is posted on campaigns' pages. An update that is removed, or whose author is erased,
// leaves no row.
func campaignUpdatesProjection() *projector.Projection {
	updates := projector.NewTable[campaignUpdate, readmodel.CampaignUpdate](readmodel.CampaignUpdates, "campaign, id",
		projector.Index("(campaign, posted_at DESC, id)"),
		projector.Lookup("author", func(u *readmodel.CampaignUpdate) ident.ID { return u.Author }),
		projector.OwnedBy("author", projector.Remove()))

	// edit changes a row that there is: that of an erased author is gone, whatever happened to the update later.
	edit := func(r *projector.Rows, campaign, id ident.ID, change func(*readmodel.CampaignUpdate)) {
		if key := (campaignUpdate{campaign, id}); updates.Get(r, key) != nil {
			change(updates.Edit(r, key))
		}
	}
	say := func(u *readmodel.CampaignUpdate, w campaignupdate.Words) {
		u.Author, u.Title, u.Text, u.Lang = w.Author, w.Title.String(), w.Text.String(), w.Lang
		u.Audience = string(w.Audience)
	}
	return projector.New(readmodel.CampaignUpdates, 1, updates).Personal().
		Invariant("updates", "SELECT audience, concat_ws(' ', count(*), count(*) FILTER (WHERE pinned)) "+
			"FROM {campaign_updates} GROUP BY audience").
		On(projector.Fold(func(r *projector.Rows, e campaignupdate.Posted, _ projector.Meta) {
			u := updates.Begin(r, campaignUpdate{e.Campaign, e.Update})
			say(u, e.Words)
			u.Member, u.PostedAt = e.Member, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e campaignupdate.Revised, _ projector.Meta) {
			edit(r, e.Campaign, e.Update, func(u *readmodel.CampaignUpdate) {
				say(u, e.Words)
				at := e.At
				u.RevisedAt = &at
			})
		})).
		On(projector.Fold(func(r *projector.Rows, e campaignupdate.Pinned, _ projector.Meta) {
			edit(r, e.Campaign, e.Update, func(u *readmodel.CampaignUpdate) { u.Pinned = true })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaignupdate.Unpinned, _ projector.Meta) {
			edit(r, e.Campaign, e.Update, func(u *readmodel.CampaignUpdate) { u.Pinned = false })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaignupdate.Removed, _ projector.Meta) {
			updates.Delete(r, campaignUpdate{e.Campaign, e.Update})
		}))
}
