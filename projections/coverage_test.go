package projections

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/projector/projectortest"
)

// A fold that no history reaches is compared with nothing: neither with the figures computed from the final states, nor with
// what is left when somebody is erased.
func TestRandomHistories_ReachEveryFold(t *testing.T) {
	cat, all := catalog.New(), All()
	met := map[string]bool{}
	for seed := range 600 {
		for _, f := range rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 220) }).Example(seed).facts {
			name, err := cat.NameOf(f.event)
			must(t, err)
			met[name] = true
		}
	}
	for _, name := range cat.Types() {
		event := projectortest.Empty(t, cat, name)
		folded := slices.ContainsFunc(all, func(p *projector.Projection) bool { return p.Folds(event) })
		switch reason := notShown[name]; {
		case folded && !met[name]:
			t.Errorf("%s is folded, and no random history has it: let somebody do it in projections/history_<area>_test.go, and list "+
				"that in doings in projections/history_test.go", name)
		case !folded && reason == "":
			t.Errorf("no read table shows %s: fold it in projections/<area>.go, or say in notShown in projections/coverage_test.go "+
				"why nobody reads it", name)
		case folded && reason != "":
			t.Errorf("notShown explains %s, which is folded: remove its line", name)
		}
	}
	for name := range notShown {
		if !slices.Contains(cat.Types(), name) {
			t.Errorf("notShown explains %s, which is no type of event: remove its line", name)
		}
	}
}

// notShown are the events that no read table shows, and why nobody reads them.
var notShown = map[string]string{
	"SlugReserved":                   "the campaign that is launched under it says so",
	"SlugReleased":                   "the campaign it was reserved for was never launched",
	"CampaignSlugGivenUp":            "the draft it was reserved for is what it was",
	"CampaignDraftsListed":           "commands alone count by it how many drafts a member has",
	"CampaignLaunchLapsed":           "it was never launched, so nobody sees it",
	"OrganizerKnown":                 "it decides whether the member's next campaign is reviewed",
	"DonationPaymentOpened":          "where to pay is told to the giver by the command, and to nobody else",
	"DonationPaymentRetried":         "it says what the provider is asked for, and nobody sees that",
	"DonationSurplusPaid":            noFigure,
	"DonationSurplusRefundRequested": noFigure,
	"PaymentAccountRecorded":         "it decides whether the provider is asked, and is shown by callup doctor",
	"PaymentAccountAdopted":          "it decides whether the provider is asked, and is shown by callup doctor",
	"ReceiptAssigned":                "the book it is about tells the number",
	"PersonalDataRead":               "operators look at it in the log: callup events list",
	"ErasureRequested":               "commands answer from the stream how far an erasure is",
	"ErasureUndone":                  "commands answer from the stream how far an erasure is",
	"ErasureBegan":                   "rows are blanked by PersonErased, once nobody can open the words",
	"ErasureScoped":                  "rows are blanked by PersonErased, once nobody can open the words",
	"ErasureKeysDestroyed":           "rows are blanked by PersonErased, once nobody can open the words",
	"ErasureBuildsDropped":           "rows are blanked by PersonErased, and here is no table left without that",
	"ErasurePurged":                  "it is about what is stored outside the log and the tables",
	"ErasureCompleted":               "commands answer from the stream how far an erasure is",
}

const noFigure = "no figure ever holds a payment that a gift did not need; mails tell both sides that it went back"
