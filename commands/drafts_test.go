package commands_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/catalog"
)

// onDraft is about a draft as it was saved for the number-th time.
func onDraft(draft ident.ID, number int, more string) string {
	return fmt.Sprintf(`{"draft_id":%q,"number":%d%s}`, draft, number, more)
}

func onTwoDrafts(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		return onDraft(m.drafted(), 1, more), onDraft(m.drafted(), 1, more)
	}
}

// drafted is one more draft of the owner, who may have any number of them here.
func (m *matrix) drafted() ident.ID {
	m.t.Helper()
	env := m.env()
	save := campaign.SaveDraft{
		Campaign: ident.Thing(campaign.Category, env.ID), Subject: ident.Thing("campaign-words", env.ID), Owner: m.owner, Now: m.now(),
		Content: campaign.Content{Goal: money.Of(0, money.EUR), Lang: "en"},
	}
	must(m.t, m.keys.Ensure(m.t.Context(), save.Subject, "campaign"))
	_, err := command.Execute(m.t.Context(), m.commands.Handler, campaign.Decider, save.Campaign, env, save.Decide)
	must(m.t, err)
	return save.Campaign
}

// drafting is a member and a stranger before an installation.
func drafting(t *testing.T) (m *matrix, bea ident.ID, refused func(by ident.ID, name, body, code string)) {
	t.Helper()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	bea = ident.Pair("member", "bea")
	for _, id := range []ident.ID{ada, bea} {
		l.register(id)
	}
	m = &matrix{life: l, owner: ada}
	n := 0
	return m, bea, func(by ident.ID, name, body, code string) {
		t.Helper()
		n++
		status, got := m.asked(by, name, fmt.Sprintf("a draft that is refused %d", n), body)
		if status == http.StatusNotFound {
			got = "not found"
		}
		if status < http.StatusBadRequest || got != code {
			t.Errorf("%s %s is answered %d %s, not %s", name, body, status, got, code)
		}
	}
}

const emptyCampaign = `"title":"","description":"","story":"","category":"","resource_types":[],"currency":"EUR","lang":"en"`

// A draft may lack anything, and is launched as any campaign is; to others than its owner there is none.
func TestDrafts_AreTheirOwners(t *testing.T) {
	t.Parallel()
	m, bea, refused := drafting(t)
	draft := m.send(ada, "begin-draft", `{`+emptyCampaign+`}`)
	for _, name := range []string{"save-draft", "launch-draft"} {
		refused(bea, name, onDraft(draft, 1, `,`+wholeCampaign), "not found")
		refused(ada, name, onDraft(ident.Pair("draft", "none"), 1, `,`+wholeCampaign), "not found")
	}
	refused(bea, "discard-draft", onDraft(draft, 1, ``), "not found")
	for _, name := range []string{"pause-campaign", "complete-campaign"} {
		refused(ada, name, `{"campaign_id":"`+draft.String()+`"}`, "not found")
	}
	refused(ada, "launch-draft", onDraft(draft, 1, `,`+emptyCampaign), "validation_failed")
	refused(ada, "save-draft", onDraft(draft, 1, `,`+emptyCampaign+`,"end_date":"soon","time_zone":"UTC"`), "malformed_date")

	m.send(ada, "save-draft", onDraft(draft, 1, `,`+wholeCampaign))
	// what was read before the other device saved it
	for _, name := range []string{"save-draft", "launch-draft"} {
		refused(ada, name, onDraft(draft, 1, `,`+wholeCampaign), "draft_conflict")
	}
	refused(ada, "discard-draft", onDraft(draft, 1, ``), "draft_conflict")

	if id := m.send(ada, "launch-draft", onDraft(draft, 2, `,`+wholeCampaign)); id != draft {
		t.Errorf("the campaign is %s, not the draft %s", id, draft)
	}
	if s := stateOf(t, m.life, campaign.Decider, draft); s.Status != campaign.Active || s.Owner != ada {
		t.Errorf("launched: %+v", s)
	}
	for _, name := range []string{"save-draft", "launch-draft"} {
		refused(ada, name, onDraft(draft, 2, `,`+wholeCampaign), "draft_launched")
	}
	m.send(ada, "pause-campaign", `{"campaign_id":"`+draft.String()+`"}`)
}

// Whoever throws a draft away leaves no word of it that can be read, and no file.
func TestDiscardDraft_DestroysItsKeys(t *testing.T) {
	t.Parallel()
	m, _, refused := drafting(t)
	draft := m.send(ada, "begin-draft", `{`+wholeCampaign+`,"photo":"kept","photo_alt":"A well","video":"film"}`)
	s := stateOf(t, m.life, campaign.Decider, draft)
	m.send(ada, "discard-draft", onDraft(draft, 1, ``))
	for _, upload := range []string{campaigns.PhotoKind + "/kept", campaigns.VideoKind + "/film"} {
		if _, released := m.uploads.released.Load(upload); !released {
			t.Errorf("nobody looks whether %s is shown", upload)
		}
	}
	for _, subject := range []ident.ID{s.Subject, s.Beneficiary} {
		if err := m.keys.Ensure(t.Context(), subject, "campaign"); !errors.Is(err, catalog.ErrErased) {
			t.Errorf("the key of %s is there: %v", subject, err)
		}
	}
	m.send(ada, "discard-draft", onDraft(draft, 1, ``))
	refused(ada, "save-draft", onDraft(draft, 1, `,`+wholeCampaign), "not found")
}

// A member has a number of drafts at once; what was launched or thrown away is none any more.
func TestBeginDraft_NotTooMany(t *testing.T) {
	t.Parallel()
	m, bea, refused := drafting(t)
	all := make([]ident.ID, campaign.MaxDrafts)
	for i := range all {
		all[i] = m.send(ada, "begin-draft", `{`+emptyCampaign+`}`)
	}
	refused(ada, "begin-draft", `{`+emptyCampaign+`}`, "too_many_drafts")
	m.send(bea, "begin-draft", `{`+emptyCampaign+`}`)
	m.send(ada, "discard-draft", onDraft(all[3], 1, ``))
	m.send(ada, "launch-draft", onDraft(all[5], 1, `,`+wholeCampaign))
	for range 2 {
		m.send(ada, "begin-draft", `{`+emptyCampaign+`}`)
	}
	refused(ada, "begin-draft", `{`+emptyCampaign+`}`, "too_many_drafts")
}

// A launch of a draft that is cut off after its slug leaves the draft; the slug goes to others once it is released, and the draft
// is launched under another.
func TestLaunchDraft_CutOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	begun, err := campaigns.BeginDraft.Run(t.Context(), w.service(), w.env().For(owner), content())
	must(t, err)
	body := campaigns.SaveDraftBody{DraftBody: campaigns.DraftBody{DraftID: begun.DraftID, Number: 1}, ContentBody: content()}
	env := w.env().For(owner)
	launch := func(s *command.Service) (campaigns.LaunchCampaignAnswer, error) {
		return campaigns.LaunchDraft.Run(t.Context(), s, env, body)
	}
	if _, err := launch(w.dying(campaign.Category)); !errors.Is(err, errCutOff) {
		t.Fatalf("the process did not die: %v", err)
	}
	w.holds("water-for-all", begun.DraftID)

	// the slug is given up right before the campaign is opened under it
	out, err := launch(w.once(campaign.Category, func() { w.settle(w.service(), "water-for-all") }))
	must(t, err)
	if out.Slug != "water-for-all-2" || out.CampaignID != begun.DraftID {
		t.Errorf("launched as %+v", out)
	}
	again, err := launch(w.service())
	must(t, err)
	if again != out {
		t.Errorf("launched again as %+v", again)
	}
	w.holds("water-for-all", ident.Nil)
	w.settle(w.service(), "water-for-all-2")
	w.holds("water-for-all-2", begun.DraftID)
	other, err := campaigns.LaunchCampaign.Run(t.Context(), w.service(), w.env().For(owner), content())
	must(t, err)
	w.holds("water-for-all", other.CampaignID)
	w.wrote(campaign.Category, begun.DraftID, "CampaignDraftSaved", "CampaignSlugGivenUp", "CampaignLaunched")
}

// A draft that is repeated on the same key is the same draft.
func TestDrafts_Repeated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env := w.env().For(owner)
	first, err := campaigns.BeginDraft.Run(t.Context(), w.service(), env, content())
	must(t, err)
	again, err := campaigns.BeginDraft.Run(t.Context(), w.service(), env, content())
	must(t, err)
	if again != first || first.Number != 1 {
		t.Errorf("%+v, and again %+v", first, again)
	}
	body := campaigns.SaveDraftBody{DraftBody: campaigns.DraftBody{DraftID: first.DraftID, Number: 1}, ContentBody: content()}
	env = w.env().For(owner)
	second, err := campaigns.SaveDraft.Run(t.Context(), w.service(), env, body)
	must(t, err)
	again, err = campaigns.SaveDraft.Run(t.Context(), w.service(), env, body)
	must(t, err)
	if again != second || second.Number != 2 {
		t.Errorf("%+v, and again %+v", second, again)
	}
}
