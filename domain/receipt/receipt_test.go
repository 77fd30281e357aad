package receipt_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/domain/receipt/series"
)

var (
	gift   = ident.Pair("gift")
	refund = ident.Pair("refund made")
	at     = time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)
)

func assign(of ident.ID, year int) receipt.Assign {
	return receipt.Assign{Donation: gift, Change: of, Issuer: series.Operator, Year: year, Zone: "UTC", After: 7, Now: at}
}

func assigned(id, of ident.ID) receipt.Assigned {
	return receipt.Assigned{
		Receipt: id, Donation: gift, Change: of, Issuer: series.Operator, Year: 2026, Zone: "UTC", After: 7, At: at,
	}
}

// The book of a receipt is decided once, also when the next year has begun; that of a correction is decided by itself.
func TestAssign_DecidesOnce(t *testing.T) {
	first := assigned(receipt.ID(gift), ident.Nil)
	domaintest.Given(t, receipt.Decider).When(assign(ident.Nil, 2026).Decide).Then(first)
	domaintest.Given(t, receipt.Decider, receipt.Event(first)).When(assign(ident.Nil, 2027).Decide).ThenNothing()
	domaintest.Given(t, receipt.Decider, receipt.Event(first)).When(assign(refund, 2026).Decide).
		Then(assigned(receipt.CorrectionID(refund), refund))
}

// The year is that of the operator's clocks.
func TestSetting_YearOf(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		zone *time.Location
		year int
		name string
	}{{nil, 2026, "UTC"}, {paris, 2027, "Europe/Paris"}} {
		if year, name := (receipt.Setting{Zone: c.zone}).YearOf(at); year != c.year || name != c.name {
			t.Errorf("it is %d in %s", year, name)
		}
	}
}

// Numbers of test payments are told apart, and are of a book of their own.
func TestIssuerOf(t *testing.T) {
	for provider, want := range map[string]string{"sandbox": "TEST-2026-000012", "stripe-test": "TEST-2026-000012", "stripe": "CU-2026-000012"} {
		if got := series.NumberText(receipt.IssuerOf(provider), 2026, 12); got != want {
			t.Errorf("%s: %s", provider, got)
		}
	}
	if receipt.Book(series.Operator, 2026) == receipt.Book(series.Test, 2026) ||
		receipt.Book(series.Operator, 2026) == receipt.Book(series.Operator, 2027) {
		t.Error("two books are one")
	}
}
