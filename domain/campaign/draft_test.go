package campaign_test

import (
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// half is what somebody has written who closes the laptop after the second step.
func half() campaign.Content {
	return campaign.Content{
		Title: personal.Plain("Water"), Goal: money.Of(0, money.EUR), Lang: "en", Resources: []campaign.Resource{},
		Needs: []campaign.Need{},
	}
}

func save(number int64, c campaign.Content) campaign.SaveDraft {
	return campaign.SaveDraft{Campaign: id, Subject: subject, Owner: owner, Number: number, Content: c, Now: now}
}

func saved(number int64, c campaign.Content) campaign.DraftSaved {
	return campaign.DraftSaved{Campaign: id, Subject: subject, Owner: owner, Number: number, Content: c, At: now}
}

var (
	discarded = campaign.DraftDiscarded{Campaign: id, Owner: owner, At: later}
	slug      = ident.Pair(campaign.SlugCategory, "water")
	gaveUp    = campaign.SlugGivenUp{Campaign: id, Slug: slug, At: later}
)

func TestSaveDraft(t *testing.T) {
	first := given(t).When(save(0, half()).Decide).Then(saved(1, half()))
	second := first.When(save(1, content()).Decide).Then(saved(2, content()))
	for _, number := range []int64{0, 1, 3} { // begun twice, saved elsewhere meanwhile, and what can't be
		second.When(save(number, half()).Decide).ThenRefused("draft_conflict")
	}
	theirs := save(2, half())
	theirs.Owner = stranger
	second.When(theirs.Decide).ThenRefused("draft_not_found")
	given(t).When(save(1, half()).Decide).ThenRefused("draft_not_found")
	given(t, saved(1, half()), discarded).When(save(1, half()).Decide).ThenRefused("draft_not_found")
	given(t, saved(1, half()), launched(content())).When(save(1, half()).Decide).ThenRefused("draft_launched")
	given(t, saved(campaign.MaxDraftSaves, half())).When(save(campaign.MaxDraftSaves, half()).Decide).
		ThenRefused("draft_saved_too_often")
}

// What is missing is no fault of a draft, and an end date that has passed since is none; what no campaign could say is.
func TestSaveDraft_OnlyBounds(t *testing.T) {
	past := ending()
	past.EndDate, past.EndsAt = "2020-01-01", now.AddDate(-6, 0, 0)
	given(t).When(save(0, past).Decide).Then(saved(1, past))
	long := func(n int) personal.Text { return personal.Plain(strings.Repeat("é", n+1)) }
	wrong := campaign.Content{
		Title: long(campaign.MaxTitle), Description: long(campaign.MaxDescription), Story: long(campaign.MaxStory),
		Location: long(campaign.MaxLocation), ForName: long(campaign.MaxName), Category: "gold", Relationship: "foe",
		Resources: []campaign.Resource{"gold"}, Goal: money.Of(-1, "XAU"), TimeGoal: -1,
		Needs: []campaign.Need{{Item: long(campaign.MaxItem), Unit: long(campaign.MaxUnit), Note: long(campaign.MaxNote),
			Quantity: -1}},
	}
	given(t).When(save(0, wrong).Decide).ThenRefused("unknown_category", "unknown_relationship", "unknown_resource",
		"unknown_currency", "out_of_range goal_amount", "out_of_range time_goal_hours", "too_long title", "too_long description",
		"too_long story", "too_long location", "too_long beneficiary_name", "too_long needs.0.item", "too_long needs.0.unit",
		"too_long needs.0.note", "out_of_range needs.0.quantity")
	many := half()
	many.Needs = make([]campaign.Need, campaign.MaxNeeds+1)
	given(t).When(save(0, many).Decide).ThenRefused("too_many_items")
}

func TestDiscardDraft(t *testing.T) {
	discard := func(number int64) campaign.DiscardDraft {
		return campaign.DiscardDraft{Actor: owner, Number: number, Now: later}
	}
	h := given(t, saved(1, half()), saved(2, half()))
	h.When(discard(1).Decide).ThenRefused("draft_conflict")
	h.When(campaign.DiscardDraft{Actor: stranger, Number: 2}.Decide).ThenRefused("draft_not_found")
	h.When(discard(2).Decide).Then(discarded).When(discard(2).Decide).ThenNothing()
	given(t).When(discard(1).Decide).ThenRefused("draft_not_found")
	given(t, saved(1, half()), launched(content())).When(discard(1).Decide).ThenRefused("draft_launched")
}

// A draft is taken up by its owner, as it was read last, and becomes a campaign like any other.
func TestLaunch_OfDraft(t *testing.T) {
	open := launch(content())
	open.Draft = 2
	h := given(t, saved(1, half()), saved(2, half()))
	h.When(launch(content()).Decide).ThenRefused("campaign_exists")
	h.When(open.Decide).Then(launched(content())).When(open.Decide).ThenRefused("draft_launched")
	given(t, saved(1, half())).When(open.Decide).ThenRefused("draft_conflict")
	given(t).When(open.Decide).ThenRefused("draft_not_found")
	given(t, saved(1, half()), saved(2, half()), discarded).When(open.Decide).ThenRefused("draft_not_found")
	theirs := open
	theirs.Owner = stranger
	h.When(theirs.Decide).ThenRefused("draft_not_found")
	empty := open
	empty.Content = half()
	h.When(empty.Decide).ThenRefused("required description", "required story", "unknown_category", "resource_required")
	// to everybody else it is no campaign yet
	h.When(campaign.Pause{Actor: owner, Now: later}.Decide).ThenRefused("campaign_not_found")
	h.When(campaign.FixCurrency{}.Decide).ThenRefused("campaign_not_found")
}

// A launch that was cut off leaves the draft as it was, under whatever slug it is launched later.
func TestLapseLaunch_OfDraft(t *testing.T) {
	lapse := campaign.LapseLaunch{Campaign: id, Slug: slug, Now: later}.Decide
	open := launch(content())
	open.Draft = 1
	h := given(t, saved(1, half())).When(lapse).Then(gaveUp)
	h.When(lapse).ThenNothing()
	if _, err := open.Decide(h.State()); err == nil {
		t.Error("it was launched under the slug that it gave up")
	}
	open.Slug = "water-2"
	want := launched(content())
	want.Slug = personal.Plain("water-2")
	h.When(open.Decide).Then(want).When(lapse).ThenNothing()
	given(t, saved(1, half()), discarded).When(lapse).ThenNothing()
}

func TestListDraft(t *testing.T) {
	list := func(draft ident.ID, over ...ident.ID) func([]ident.ID) ([]campaign.DraftsEvent, error) {
		return campaign.ListDraft{Member: owner, Draft: draft, Over: over, Now: now}.Decide
	}
	listed := func(drafts ...ident.ID) campaign.DraftsEvent {
		return campaign.DraftsListed{Member: owner, Drafts: drafts, At: now}
	}
	one := domaintest.Given(t, campaign.DraftsDecider).When(list(id)).Then(listed(id))
	one.When(list(id)).ThenNothing()
	full := make([]ident.ID, campaign.MaxDrafts)
	for i := range full {
		full[i] = ident.ID{9, byte(i)}
	}
	h := domaintest.Given(t, campaign.DraftsDecider, listed(full...))
	h.When(list(id)).ThenRefused("too_many_drafts")
	h.When(list(id, full[:2]...)).Then(listed(append(full[2:len(full):len(full)], id)...))
}
