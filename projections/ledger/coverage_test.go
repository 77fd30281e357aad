package ledger

import (
	"reflect"
	"slices"
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/projections/projector/projectortest"
)

// movesNothing are the events that name an amount although nothing moves by them, with the reason.
var movesNothing = map[string]string{
	"CampaignDraftSaved":             "nobody can give to a draft; what it asks for once it is launched is in CampaignLaunched",
	"CampaignCurrencyFixed":          "names a currency; the goal's is in CampaignLaunched and CampaignRevised",
	"DonationRefundRequested":        "asks the provider to give back; DonationRefunded says what was given back",
	"DonationDisputeOpened":          "what the bank takes is in DonationRefunded, and what comes back in DonationRefundReversed",
	"DonationPaymentSettled":         "says what the provider kept, which is in no figure of a campaign",
	"DonationRefundAsked":            "asks the owner to give back; DonationRefunded says what was given back",
	"ReceiptIssued":                  "repeats what DonationCompleted moved",
	"ReceiptCorrected":               "repeats what DonationRefunded moved back, or DonationRefundReversed gave again",
	"DonationSurplusRefundRequested": "asks the provider to give back; DonationSurplusRefunded says what was given back",
}

// What moves money and is not in the ledger would be missing from both sides of an audit, which then finds nothing wrong.
func TestTypes_EveryEventWithMoneyIsInTheLedger(t *testing.T) {
	cat := catalog.New()
	known := types(cat)
	for _, name := range cat.Types() {
		in, reason := slices.Contains(known, name), movesNothing[name]
		switch amount := holdsMoney(reflect.TypeOf(projectortest.Empty(t, cat, name))); {
		case amount && !in && reason == "":
			t.Errorf(`%s holds money, and the audit does not know it. Add it to types and to Ledger.take in projections/ledger/entries.go
(and to History.lineOf in campaign_history.go, if it belongs to a campaign), or say in movesNothing here why nothing moves
by it.`, name)
		case reason != "" && (in || !amount):
			t.Errorf("movesNothing explains %s, which is in the ledger or holds no money: remove its line", name)
		}
	}
	for _, name := range known {
		if !slices.Contains(historyTypes(cat), name) {
			t.Errorf("%s is in the ledger and not in a campaign's history: add it to historyTypes and History.lineOf", name)
		}
	}
}

// An event that is read and then left aside would count for nothing without anybody noticing.
func TestTake_KnowsEveryTypeThatIsRead(t *testing.T) {
	cat := catalog.New()
	for _, name := range types(cat) {
		l := &Ledger{cat: cat}
		projectortest.Must(t, l.take(projectortest.EmptyRecord(cat, name)))
		if len(l.entries)+len(l.campaigns)+len(l.pledges) != 1 {
			t.Errorf("Ledger.take in projections/ledger/entries.go has no case for %s, which types lists: add one", name)
		}
		h := History{}
		if _, ok := h.lineOf(projectortest.Empty(t, cat, name)); !ok {
			t.Errorf("History.lineOf in projections/ledger/campaign_history.go has no case for %s: add one", name)
		}
	}
}

func holdsMoney(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[money.Amount](), reflect.TypeFor[money.Currency](), reflect.TypeFor[donation.Terms]():
		return true
	}
	switch t.Kind() { //nolint:exhaustive // nothing else holds anything
	case reflect.Struct:
		return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return holdsMoney(f.Type) })
	case reflect.Slice, reflect.Array, reflect.Pointer, reflect.Map:
		return holdsMoney(t.Elem())
	}
	return false
}
