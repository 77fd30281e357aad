package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type campaignDraft struct {
	Owner ident.ID `db:"owner"`
	ID    ident.ID `db:"id"`
}

// campaignDraftsProjection keeps what members are writing. A draft that is launched, discarded, or whose owner is erased leaves
// no row.
func campaignDraftsProjection() *projector.Projection {
	drafts := projector.NewTable[campaignDraft, readmodel.CampaignDraft](readmodel.CampaignDrafts, "owner, id",
		projector.Lookup("subject", func(d *readmodel.CampaignDraft) ident.ID { return d.Subject }),
		projector.Lookup("beneficiary", func(d *readmodel.CampaignDraft) ident.ID { return d.Beneficiary }),
		projector.OwnedBy("subject", projector.Remove()),
		projector.OwnedBy("beneficiary", projector.Blank("for_name")))
	launched := func(r *projector.Rows, owner, id ident.ID) {
		if key := (campaignDraft{owner, id}); drafts.Get(r, key) != nil {
			drafts.Delete(r, key)
		}
	}
	return projector.New(readmodel.CampaignDrafts, 4, drafts).Personal().
		Invariant("drafts", "SELECT lang, concat_ws(' ', count(*), sum(number)) FROM {campaign_drafts} GROUP BY lang").
		On(projector.Fold(func(r *projector.Rows, e campaign.DraftSaved, _ projector.Meta) {
			key := campaignDraft{e.Owner, e.Campaign}
			if e.Number > 1 && drafts.Get(r, key) == nil {
				return // its owner was erased meanwhile
			}
			d := drafts.Edit(r, key)
			if e.Number == 1 {
				d.BegunAt = e.At
			}
			d.Subject, d.Number, d.Consent, d.SavedAt = e.Subject, e.Number, e.Consent, e.At
			draftSays(d, e.Content)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.DraftMediaKept, _ projector.Meta) {
			for d := range drafts.By(r, "subject", e.Subject) { // none where its owner was erased meanwhile
				d.Photo, d.PhotoAlt, d.Video = e.Photo.String(), e.PhotoAlt.String(), e.Video.String()
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MoneyPurposeKept, _ projector.Meta) {
			for d := range drafts.By(r, "subject", e.Subject) { // none where its owner was erased meanwhile
				d.MoneyPurpose = e.Purpose.String()
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageSet, _ projector.Meta) {
			if key := (campaignDraft{e.By, e.Campaign}); drafts.Get(r, key) != nil { // else it is launched, or its owner was erased
				drafts.Edit(r, key).Page = e.Page
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.DraftDiscarded, _ projector.Meta) {
			drafts.Delete(r, campaignDraft{e.Owner, e.Campaign})
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, _ projector.Meta) {
			launched(r, e.Owner, e.Campaign)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Submitted, _ projector.Meta) {
			launched(r, e.Owner, e.Campaign)
		}))
}

func draftSays(d *readmodel.CampaignDraft, c campaign.Content) {
	d.Title, d.Description, d.Story, d.Location = c.Title.String(), c.Description.String(), c.Story.String(), c.Location.String()
	d.Category, d.Currency, d.Goal, d.TimeGoal = string(c.Category), c.Goal.Currency, c.Goal.Minor, c.TimeGoal
	d.Lang, d.EndDate, d.TimeZone = c.Lang, c.EndDate, c.TimeZone
	d.Beneficiary, d.ForName, d.Relationship = c.Beneficiary, c.ForName.String(), c.Relationship
	d.Resources = make([]string, len(c.Resources))
	for i, x := range c.Resources {
		d.Resources[i] = string(x)
	}
	d.Needs = make([]readmodel.Need, len(c.Needs))
	for i, n := range c.Needs {
		d.Needs[i] = readmodel.Need{ID: n.ID, Item: n.Item.String(), Quantity: n.Quantity, Unit: n.Unit.String(), Note: n.Note.String()}
	}
}
