package projections

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/personal"
)

func (h *history) aboutCampaign(draw draw) {
	id, there := h.someCampaign(draw)
	owner := thing("member", 0)
	content := campaign.Content{
		Title: personal.Plain(text("Title", 1+draw("title", 5))), Description: personal.Plain("D"), Story: personal.Plain("S"),
		Category: campaign.Kinds[draw("kind", 3)], Resources: []campaign.Resource{campaign.Money},
		Goal: money.Of(int64(1+draw("goal", 9)), money.Currencies[draw("currency", 2)]), Lang: "en",
		Location: personal.Plain(text("Place", draw("place", 2))),
	}
	if draw("for somebody", 2) == 0 {
		content.Beneficiary = thing("beneficiary", draw("whom", 1))
		content.ForName, content.Relationship = personal.Plain("Bo é"), "friend"
	}
	for n := range draw("needs", 2) {
		content.Resources = []campaign.Resource{campaign.Money, campaign.Materials}
		content.Needs = append(content.Needs, campaign.Need{
			ID: thing("need", n), Item: personal.Plain("Rope"), Quantity: int64(n + 1), Unit: personal.Plain(text("Unit", n)),
			Note: personal.Plain(text("Note", n)),
		})
	}
	if draw("asks for time", 2) > 0 {
		content.Resources, content.TimeGoal = append(content.Resources, campaign.Time), int64(60*(1+draw("hours", 9)))
	}
	var media campaign.Media
	if draw("photo", 2) > 0 {
		media = campaign.Media{Photo: text("photo", draw("which photo", 2)), PhotoBlur: "data:,", PhotoAlt: text("Alt", draw("alt", 2))}
	}
	media.Video = text("video", draw("video", 2))
	run := func(decide func(campaign.State) ([]campaign.Event, error)) {
		take(h, campaign.Decider, id, decide)
	}
	if !there {
		run(campaign.Launch{
			Campaign: id, Subject: ident.Pair("words", id.String()), Owner: owner,
			Slug: "slug-" + id.String()[:8], Content: content, Media: media,
			BeneficiaryConsent: true, Page: h.somePage(draw), Review: draw("reviewed", 2) == 0, Permit: somePermit(draw), Now: h.now,
		}.Decide)
		return
	}
	revise := func() {
		slug := ""
		if draw("renames", 3) == 0 {
			slug = text("slug", draw("which slug", 3)) + "-" + id.String()[:8]
		}
		run(campaign.Revise{Actor: owner, Content: content, Media: media, BeneficiaryConsent: true, Resubmit: true, Slug: slug,
			Page: h.somePage(draw), Permit: somePermit(draw), Now: h.now}.Decide)
	}
	switch draw("what", 27) {
	case 19:
		run(campaign.TakeOffPage{Page: h.campaigns[id].Page, By: thing("member", draw("taken off by", 1)), Now: h.now}.Decide)
	case 0:
		run(campaign.Complete{Actor: owner, Now: h.now}.Decide)
	case 1, 2:
		run(campaign.Pause{Actor: owner, Now: h.now}.Decide)
	case 3, 4, 5:
		run(campaign.Resume{Actor: owner, Now: h.now}.Decide)
	case 6, 7, 8:
		run(campaign.Feature{On: draw("on", 1) == 0, Now: h.now}.Decide)
	case 9:
		run(campaign.Cancel{Actor: owner, Reason: "It rains", Now: h.now}.Decide)
	case 10, 11:
		run(campaign.Approve{By: thing("member", 1), Now: h.now}.Decide)
		if h.campaigns[id].Approved { // what is changed from now on is listed until it is checked
			revise()
			if draw("checked", 2) == 0 {
				run(campaign.CheckChanges{By: thing("member", 1), Now: h.now}.Decide)
			}
		}
	case 12:
		run(campaign.RequestChanges{By: thing("member", 1), Reason: "Say who", Now: h.now}.Decide)
	case 13:
		run(campaign.Reject{By: thing("member", 1), Reason: "A lottery", Now: h.now}.Decide)
	case 14:
		run(campaign.Withdraw{Actor: owner, Now: h.now}.Decide)
	case 15:
		run(campaign.Suspend{By: thing("member", 1), Reason: "A lie", Now: h.now}.Decide)
	case 16, 17:
		run(campaign.Reinstate{By: thing("member", 1), Now: h.now}.Decide)
	case 18:
		take(h, campaign.OrganizerDecider, owner, campaign.Know{Member: owner, Campaign: id, Now: h.now}.Decide)
	case 20, 21:
		run(campaign.AllowMoney{By: thing("member", 1), Now: h.now}.Decide)
	case 22:
		run(campaign.RefuseMoney{By: thing("member", 1), Reason: "Not ours", Now: h.now}.Decide)
	case 23:
		run(campaign.AskMoney{Actor: owner, Purpose: text("Purpose", draw("purpose", 2)), Now: h.now}.Decide)
	default:
		revise()
	}
}

// somePage is in whose name a campaign goes: that of a page, or its owner's.
func (h *history) somePage(draw draw) ident.ID {
	if n := draw("in whose name", 4); n < 3 {
		return thing("page", n)
	}
	return ident.Nil
}

// somePermit is that of an installation where everybody collects money, or of one where an administrator decides.
func somePermit(draw draw) campaign.Permit {
	return campaign.Permit{
		Needed: draw("money is decided", 2) == 0, ByPage: draw("by the page", 3) == 0, Purpose: text("Purpose", draw("purpose", 2)),
	}
}

// collectsByPage tells whether the page in whose name a campaign goes lets it collect money, as the listings see it.
func (h *history) collectsByPage(c campaign.State) bool {
	page := statesOf(h, orgpage.Decider)[c.Page]
	return page.Open() && page.Collects
}
