package commands_test

import (
	"fmt"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// reviewing is a process whose moderators see some campaigns before the public does.
func (w *world) reviewing(which string) *command.Service {
	s := *w.service()
	s.Review = which
	return &s
}

// submitted is a campaign of a member's that waits for a moderator.
func (w *world) submitted(by ident.ID, key string) ident.ID {
	w.t.Helper()
	l, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.reviewing("all"), named("submit "+key).For(by), content())
	must(w.t, err)
	return l.CampaignID
}

// onTwoSubmitted are about two campaigns of the owner that wait for a moderator.
func onTwoSubmitted(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		body := func() string {
			return `{"campaign_id":"` + m.submitted(m.owner, fmt.Sprint(m.n.Add(1))).String() + `"` + more + `}`
		}
		return body(), body()
	}
}

// onTwoLaunched are about two public campaigns of the owner.
func onTwoLaunched(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		body := func() string { return `{"campaign_id":"` + m.launched().String() + `"` + more + `}` }
		return body(), body()
	}
}

// A launch is repeated as what it was, whatever the setting is by then, and a submission takes its slug for good.
func TestReview_LaunchesAreSubmitted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for which, want := range map[string]string{"off": "active", "": "active", "first": "in_review", "all": "in_review"} {
		env := named("launch under " + which).For(owner)
		first, err := campaigns.LaunchCampaign.Run(t.Context(), w.reviewing(which), env, content())
		must(t, err)
		again, err := campaigns.LaunchCampaign.Run(t.Context(), w.service(), env, content())
		must(t, err)
		if first.Status != want || again != first {
			t.Errorf("%q: launched as %+v and again as %+v, not %s", which, first, again, want)
		}
		w.holds(first.Slug, first.CampaignID)
	}
}

// Where a member's first campaign is reviewed, those are not that they launch once one was public.
func TestReview_OfAMembersFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, ctx := w.reviewing("first"), t.Context()
	launch := func() campaigns.LaunchCampaignAnswer {
		l, err := campaigns.LaunchCampaign.Run(ctx, s, w.env().For(owner), content())
		must(t, err)
		return l
	}
	know := func(id ident.ID) {
		_, err := campaigns.KnowOrganizer.Run(ctx, s, w.env(), id)
		must(t, err)
	}
	first := launch()
	know(first.CampaignID) // it is not public
	if l := launch(); l.Status != "in_review" {
		t.Errorf("while the first one waits, the second is %s", l.Status)
	}
	_, err := campaigns.ApproveCampaign.Run(ctx, s, w.env().For(ident.Pair("member", "moderator")),
		campaigns.CampaignBody{CampaignID: first.CampaignID})
	must(t, err)
	know(first.CampaignID)
	know(first.CampaignID)
	if l := launch(); l.Status != "active" {
		t.Errorf("once one was public, the next is %s", l.Status)
	}
}

// A decision about what has changed since the moderator read it is refused.
func TestReview_DecidesWhatWasRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, ctx := w.service(), t.Context()
	id := w.submitted(owner, "one")
	read := int64(0)
	body := campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: id}, ContentBody: content()}
	_, err := campaigns.ReviseCampaign.Run(ctx, s, w.env().For(owner), body)
	must(t, err)
	approve := campaigns.CampaignBody{CampaignID: id, Revision: &read}
	_, err = campaigns.ApproveCampaign.Run(ctx, s, w.env(), approve)
	refused(t, err, "stale_revision")
	read = 1
	_, err = campaigns.ApproveCampaign.Run(ctx, s, w.env(), approve)
	must(t, err)
	state, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
	must(t, err)
	if state.Status != campaign.Active {
		t.Errorf("approved, it is %s", state.Status)
	}
}
