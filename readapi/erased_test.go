package readapi_test

import (
	"strings"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
)

// A campaign whose words were erased is in no list. Under its id one sees what it raised, and that it is gone.
func TestDocuments_erasedCampaign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner := w.member("Ana", "ana@example.org")
	made := w.launch(owner, content("Roof"))
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 25_00, Currency: money.EUR})
	w.complete(owner, made.CampaignID)
	w.caughtUp()
	listed := func() bool {
		return strings.Contains(string(w.get(ident.Nil, "/api/campaigns?tab=inactive").body), made.CampaignID.String())
	}
	if !listed() {
		t.Fatal("the campaign is not listed among those that ended")
	}
	var subject ident.ID
	for r, err := range w.config.Store.ReadStream(t.Context(), eventstore.StreamName(campaign.Category, made.CampaignID), 0) {
		must(t, err)
		e, err := w.config.Catalog.Decode(r)
		must(t, err)
		if l, ok := e.(campaign.Launched); ok {
			subject = l.Subject
		}
	}
	id := ident.Pair("erasure", subject.String())
	e, err := w.config.Catalog.Encode(t.Context(), w.config.Keys, ident.Event(id, 0),
		erasure.PersonErased{Erasure: id, Subject: subject, Kind: erasure.OfCampaign, At: w.now()},
		eventstore.Metadata{Command: id, Correlation: id, Actor: "test"})
	must(t, err)
	stream := eventstore.StreamName(erasure.Category, id)
	done, err := w.config.Store.Append(t.Context(), stream, eventstore.NoStream, []eventstore.Event{e})
	must(t, err)
	w.saw(command.Done{Position: done.Position}, nil)
	w.caughtUp()
	if listed() {
		t.Error("the erased campaign is listed")
	}
	for lang, want := range map[string]string{"en": "Deleted campaign", "fr": "Campagne supprimée", "es": "Campaña eliminada"} {
		a := visit(t, site, "/campaign/"+made.CampaignID.String()+"?lng="+lang)
		page := string(a.body)
		if a.status != 200 || !strings.Contains(page, "<h1 lang=\""+lang+"\">"+want+"</h1>") ||
			!strings.Contains(page, "noindex") || strings.Contains(page, "Roof") {
			t.Errorf("%s: %d %s", lang, a.status, page)
		}
	}
}
