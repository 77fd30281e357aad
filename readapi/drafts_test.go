package readapi_test

import (
	"net/http"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/domain/ident"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
)

func myDraftRow(c *cast) matrixRow {
	return matrixRow{"/api/me/drafts/" + c.draft(c.people["owner"], "Well").String(), []string{"owner"}}
}

func myDraftsPush(c *cast) pushRow {
	return pushRow{topic: "drafts", get: "/api/me/drafts", to: []string{"giver"}, change: func() {
		c.draft(c.people["giver"], "Mill")
	}}
}

// draft has a member begin a draft.
func (w *world) draft(by ident.ID, title string) ident.ID {
	w.t.Helper()
	made, err := campaigns.BeginDraft.Run(w.t.Context(), w.commands, w.env().For(by), andTime(content(title)))
	w.saw(made, err)
	return made.DraftID
}

// A draft is read by its owner and nobody else, as it was saved last, until it is launched or thrown away.
func TestDrafts_FromFirstSaveToLaunch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other := w.member("Olga", "olga@example.org"), w.member("Otto", "otto@example.org")
	list := func(who ident.ID) []readcampaigns.DraftCard {
		t.Helper()
		return answer[readcampaigns.Drafts](w, who, "/api/me/drafts").Items
	}
	if got := list(owner); got == nil || len(got) != 0 {
		t.Errorf("before anything is written: %+v", got)
	}
	first, second := w.draft(owner, "Well"), w.draft(owner, "Mill")
	path := "/api/me/drafts/" + first.String()
	if got := list(owner); len(got) != 2 || got[0].ID != second || got[1].Title != "Well" || got[1].Number != 1 {
		t.Errorf("two drafts: %+v", got)
	}
	body := campaigns.SaveDraftBody{
		DraftBody: campaigns.DraftBody{DraftID: first, Number: 1}, ContentBody: andTime(content("A deeper well")),
	}
	body.Needs = []campaigns.NeedBody{{Item: "Rope", Quantity: 3, Unit: "m", Note: "thick"}}
	body.EndDate, body.TimeZone = "2027-03-01", "Europe/Paris"
	body.BeneficiaryName, body.Relationship, body.BeneficiaryConsent = "Bo", "friend", true
	saved, err := campaigns.SaveDraft.Run(t.Context(), w.commands, w.env().For(owner), body)
	w.saw(saved, err)
	if got := list(owner); got[0].ID != first || got[0].Number != 2 || got[0].SavedAt.Before(got[0].BegunAt) {
		t.Errorf("saved last: %+v", got)
	}
	d := answer[readcampaigns.Draft](w, owner, path)
	if d.Title != "A deeper well" || d.Number != 2 || len(d.Needs) != 1 || d.Needs[0] != (readcampaigns.DraftNeed{
		Item: "Rope", Quantity: 3, Unit: "m", Note: "thick",
	}) || d.EndDate != "2027-03-01" || d.BeneficiaryName != "Bo" || d.Relationship != "friend" || !d.Consent ||
		d.TimeGoal != body.TimeGoalHours*60 || d.Goal != body.GoalAmount || d.Story != body.Story {
		t.Errorf("the draft is %+v", d)
	}
	if got := w.get(other, path); got.status != http.StatusNotFound || len(list(other)) != 0 {
		t.Errorf("somebody else is answered %d", got.status)
	}
	// while it is one, nobody finds a campaign of it
	if got := w.get(owner, "/api/campaigns/"+first.String()); got.status != http.StatusNotFound {
		t.Errorf("as a campaign it is answered %d", got.status)
	}
	body.Number = 2
	launched, err := campaigns.LaunchDraft.Run(t.Context(), w.commands, w.env().For(owner), body)
	w.saw(launched, err)
	if got := w.get(owner, path); got.status != http.StatusNotFound {
		t.Errorf("launched, it is answered %d", got.status)
	}
	if got := w.get(other, "/api/campaigns/"+launched.Slug); got.status != http.StatusOK {
		t.Errorf("the campaign is answered %d", got.status)
	}
	discard := campaigns.DraftBody{DraftID: second, Number: 1}
	done, err := campaigns.DiscardDraft.Run(t.Context(), w.commands, w.env().For(owner), discard)
	w.saw(done, err)
	if got := list(owner); len(got) != 0 {
		t.Errorf("nothing is left, but %+v", got)
	}
}

// A draft that is sent to review is one no more: it waits among its owner's campaigns.
func TestDrafts_SentToReview(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	id := w.draft(owner, "Well")
	reviewing := *w.commands
	reviewing.Review = "all"
	made, err := campaigns.LaunchDraft.Run(t.Context(), &reviewing, w.env().For(owner), campaigns.SaveDraftBody{
		DraftBody: campaigns.DraftBody{DraftID: id, Number: 1}, ContentBody: andTime(content("Well")),
	})
	w.saw(made.Done, err)
	if got := answer[readcampaigns.Drafts](w, owner, "/api/me/drafts").Items; len(got) != 0 {
		t.Errorf("%+v are drafts still", got)
	}
}
