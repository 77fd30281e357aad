package sandbox_test

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// One donation is paid twice, each payment has a reference of its own, and either can be given back, from here or by the
// provider.
func TestPayAgain_IsAnotherPaymentOfTheSameDonation(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	if _, err := w.PayAgain(t.Context(), ref, sandbox.Options{}); !errors.Is(err, sandbox.ErrNotPaid) {
		t.Errorf("before it was paid: %v", err)
	}
	first := must[ports.PaymentEvent](t)(w.Approve(t.Context(), ref, sandbox.Options{}))
	second := must[ports.PaymentEvent](t)(w.PayAgain(t.Context(), ref, sandbox.Options{}))
	third := must[ports.PaymentEvent](t)(w.PayAgain(t.Context(), second.Reference,
		sandbox.Options{Taken: money.Of(7, money.EUR)}))
	if second.Reference == first.Reference || second.ID == first.ID || second.Donation != d || second.Amount != first.Amount {
		t.Errorf("paid by %+v and %+v", first, second)
	}
	if got := w.deliver(); kindsOf(got) != "paid paid paid" {
		t.Errorf("told %q", kindsOf(got))
	}
	if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), ports.Recorded{Donation: d})); e != first {
		t.Errorf("looked up, it was paid by %+v", e)
	}
	// asked for by reference, the refund is of that payment
	back := ports.RefundPayment{Refund: donation(t), Donation: d, Reference: second.Reference, Amount: second.Amount}
	if err := w.Refund(t.Context(), back); err != nil {
		t.Fatal(err)
	}
	own := must[ports.PaymentEvent](t)(w.GiveBack(t.Context(), first.Reference))
	for _, gone := range []string{first.Reference, second.Reference} {
		if _, err := w.GiveBack(t.Context(), gone); !errors.Is(err, sandbox.ErrRefundTooLarge) {
			t.Errorf("given back twice: %v", err)
		}
	}
	told := w.deliver() // at the same moment, in any order
	if kindsOf(told) != "refunded refunded" || !slices.Contains(told, own) || own.Reference != first.Reference ||
		own.Amount != first.Amount || !slices.ContainsFunc(told, func(e ports.PaymentEvent) bool {
		return e.Refund == back.Refund && e.Reference == second.Reference
	}) {
		t.Errorf("told %+v", told)
	}
	got := w.ledger(d)
	if len(got) != 3 || got[0].Refunded != first.Amount || got[1].Refunded != second.Amount || got[2].Paid != third.Amount ||
		!got[2].Refunded.IsZero() {
		t.Errorf("the books say %+v", got)
	}
}

// The page of a payment that was made, reached again by the back button or a second tab, offers it, and says so plainly.
func TestPage_PaysAgainAndGivesBack(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	for _, decision := range []string{"again", "return"} {
		if rec := w.post(ref, url.Values{"decision": {decision}}); rec.Code != http.StatusConflict {
			t.Errorf("%s before it was paid: %d", decision, rec.Code)
		}
	}
	w.post(ref, url.Values{"decision": {"approve"}})
	if rec := w.post(ref, url.Values{"decision": {"again"}}); rec.Code != http.StatusSeeOther ||
		rec.Header().Get("Location") != request(d).ReturnURL {
		t.Errorf("again: %d to %s", rec.Code, rec.Header().Get("Location"))
	}
	second := w.ledger(d)[1].Reference
	rec := w.post(second, url.Values{"decision": {"return"}})
	if here := "http://callup.test/sandbox/pay/" + second; rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != here {
		t.Errorf("given back: %d to %s", rec.Code, rec.Header().Get("Location"))
	}
	got := strings.Fields(kindsOf(w.deliver()))
	if slices.Sort(got); !slices.Equal(got, []string{"paid", "paid", "refunded"}) {
		t.Errorf("told %q", got)
	}
	body := w.get("/sandbox/pay/" + second).Body.String()
	for _, want := range []string{"Payer une fois de plus", `href="/sandbox/pay/` + ref + `"`, "Paiements de ce don", "rendus"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q: %s", want, body)
		}
	}
	if strings.Contains(body, `value="return"`) {
		t.Error("what was given back is offered to be given back")
	}
	if rec := w.post(second, url.Values{"decision": {"return"}}); rec.Code != http.StatusConflict {
		t.Errorf("given back twice: %d", rec.Code)
	}
}
