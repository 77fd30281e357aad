package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// aboutDrafts has a member save a draft, launch or discard it, or a launch of it be cut off.
func (h *history) aboutDrafts(draw draw) {
	n := draw("draft", 3)
	id, owner := thing("draft", n), thing("member", n%2)
	content := campaign.Content{
		Title: personal.Plain(text("Title", 1+draw("title", 2))), Description: personal.Plain(text("Description", 1)),
		Story: personal.Plain(text("Story", 1)), Category: "community", Resources: []campaign.Resource{campaign.Time},
		Goal: money.Of(0, money.EUR), TimeGoal: 60, Lang: "en", Relationship: "friend",
	}
	if draw("names", 1) == 0 {
		content.Beneficiary, content.ForName = ident.Pair("draft's beneficiary", id.String()), personal.Plain(text("Bo", n))
	}
	number := h.campaigns[id].Saves
	run := func(decide func(campaign.State) ([]campaign.Event, error)) { take(h, campaign.Decider, id, decide) }
	switch draw("what", 7) {
	case 0:
		run(campaign.DiscardDraft{Actor: owner, Number: number, Now: h.now}.Decide)
	case 1:
		run(campaign.Launch{
			Campaign: id, Subject: ident.Pair("words", id.String()), Owner: owner, Slug: "draft-" + id.String()[:8], Content: content,
			Page: h.somePage(draw), BeneficiaryConsent: true, Draft: max(number, 1), Now: h.now,
		}.Decide)
	case 2:
		slug := ident.Pair(campaign.SlugCategory, text("slug", draw("slug", 3)))
		run(campaign.LapseLaunch{Campaign: id, Slug: slug, Now: h.now}.Decide)
	default:
		run(campaign.SaveDraft{
			Campaign: id, Subject: ident.Pair("words", id.String()), Owner: owner, Number: number, Content: content, Now: h.now,
			Media: campaign.Media{Photo: []string{"", "a photo", "another"}[draw("photo", 2)], PhotoAlt: text("Alt", draw("alt", 1))},
			Page:  h.somePage(draw), Purpose: text("Purpose", draw("purpose", 2)),
		}.Decide)
	}
}
