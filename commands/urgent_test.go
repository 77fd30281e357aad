package commands_test

import (
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// onTwoUrgent are about two public campaigns of the owner that are urgent.
func onTwoUrgent(m *matrix) (one, other string) {
	body := func() string {
		id := m.launched()
		m.send(m.owner, "mark-urgent", `{"campaign_id":"`+id.String()+`","reason":"The roof leaks"}`)
		return `{"campaign_id":"` + id.String() + `","reason":"It has time"}`
	}
	return body(), body()
}

// What is urgent lapses when it has been so for as long as it may, and by a clock that is behind not before that.
func TestLapseUrgency_WaitsForItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, ctx := w.service(), t.Context()
	id := w.launch(s).CampaignID
	_, err := campaigns.MarkUrgent.Run(ctx, s, w.env().For(owner),
		campaigns.UrgentBody{CampaignBody: campaigns.CampaignBody{CampaignID: id}, Reason: "Now"})
	must(t, err)
	_, err = campaigns.LapseUrgency.Run(ctx, s, w.env(), id)
	var notYet *command.NotYet
	if !errors.As(err, &notYet) || notYet.In > campaign.UrgentFor || notYet.In < campaign.UrgentFor-time.Minute {
		t.Errorf("it lapses before its time: %v", err)
	}
	w.wrote(campaign.Category, id, "CampaignLaunched", "CampaignMarkedUrgent")
}

// renamed gives a campaign of the owner another title, and the address of that.
func (w *world) renamed(s *command.Service, id ident.ID, title string) error {
	body := campaigns.ReviseCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: id}, ContentBody: content(), Rename: true,
	}
	body.Title = title
	_, err := campaigns.ReviseCampaign.Run(w.t.Context(), s, named("rename to "+title+id.String()).For(owner), body)
	return err
}

// A campaign that is renamed keeps every slug it had: nobody else is given one of them, and it can go back.
func TestReviseCampaign_Renames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	id := w.launch(s).CampaignID
	must(t, w.renamed(s, id, "Wells for all"))
	must(t, w.renamed(s, id, "Wells for all")) // again, as the same command
	w.wrote(campaign.Category, id, "CampaignLaunched", "CampaignRevised", "CampaignRenamed")
	w.launches(s, w.env().For(owner), content(), "water-for-all-2")
	other := content()
	other.Title = "Wells for all"
	w.launches(s, w.env().For(owner), other, "wells-for-all-2")
	for _, slug := range []string{"water-for-all", "wells-for-all"} {
		w.settle(s, slug)
		w.holds(slug, id)
	}
	must(t, w.renamed(s, id, content().Title))
	w.wrote(campaign.Category, id, "CampaignLaunched", "CampaignRevised", "CampaignRenamed", "CampaignRevised", "CampaignRenamed")
	w.holds("wells-for-all", id)
}

// A slug whose renaming was cut off goes to others after a while, and the renaming then takes another.
func TestReviseCampaign_RenamingCutOffLosesItsSlug(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	id := w.launch(s).CampaignID
	if err := w.renamed(w.dying(campaign.Category), id, "Wells for all"); !errors.Is(err, errCutOff) {
		t.Fatalf("the process did not die: %v", err)
	}
	w.holds("wells-for-all", id)
	w.settle(s, "wells-for-all")
	w.holds("wells-for-all", ident.Nil)
	must(t, w.renamed(s, id, "Wells for all"))
	w.holds("wells-for-all-2", id)
	other := content()
	other.Title = "Wells for all"
	w.launches(s, w.env().For(owner), other, "wells-for-all")
}
