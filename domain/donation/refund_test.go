package donation_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

func requested(refund ident.ID, minor int64, reason donation.Reason) donation.RefundRequested {
	return donation.RefundRequested{
		Donation: id, Campaign: campaign, Refund: refund, Amount: money.Of(minor, money.USD), Reason: reason, At: later,
	}
}

func request(refund ident.ID, minor int64) donation.RequestRefund {
	return donation.RequestRefund{Refund: refund, Amount: money.Of(minor, money.USD), Reason: donation.ByOrganizer, Now: later}
}

func given5175(t *testing.T, more ...donation.Event) history {
	t.Helper()
	return given(t, append([]donation.Event{started, opened, completed}, more...)...)
}

func returned(refund ident.ID, paid, gift, counted int64, full bool, reason donation.Reason) donation.Refunded {
	return donation.Refunded{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Amount: money.Of(paid, money.USD),
		Gift: money.Of(gift, money.USD), Counted: money.Of(counted, money.EUR), Main: money.Of(counted, money.EUR),
		Full: full, Reason: reason, Given: later, At: later,
	}
}

func made(refund ident.ID, minor int64) donation.ConfirmRefund {
	return donation.ConfirmRefund{Refund: refund, Amount: money.Of(minor, money.USD), Now: later}
}

func TestOnlyWhatWasPaidCanBeRefunded(t *testing.T) {
	given(t).When(request(refund, 1).Decide).ThenRefused("donation_not_found")
	for _, e := range []donation.Event{opened, failed, cancelled} {
		given(t, started, e).When(request(refund, 1).Decide).ThenRefused("donation_not_completed")
	}
	h := given5175(t)
	h.When(request(refund, 5176).Decide).ThenRefused("refund_too_large amount")
	h.When(request(refund, -1).Decide).ThenRefused("amount_not_positive amount")
	h.When(donation.RequestRefund{Refund: refund, Amount: money.Of(1, money.EUR),
		Now: later}.Decide).ThenRefused("wrong_currency currency")
}

func TestRefundThatTheProviderRefuses(t *testing.T) {
	refuse := donation.RefuseRefund{Refund: refund, Code: "refund_too_large", Now: later}
	given(t).When(refuse.Decide).ThenRefused("donation_not_found")
	given5175(t).When(refuse.Decide).ThenNothing()
	h := given5175(t, requested(refund, 5175, donation.ByOrganizer))
	h.When(request(refund2, 1).Decide).ThenRefused("refund_too_large amount")
	h = h.When(refuse.Decide).Then(donation.RefundRefused{Donation: id, Campaign: campaign, Refund: refund, Code: "refund_too_large",
		At: later})
	h.When(refuse.Decide).ThenNothing()
	// what it held may be asked for again
	h.When(request(refund2, 5175).Decide).Then(requested(refund2, 5175, donation.ByOrganizer))
	wrong := given(t, started, mismatched, sentBack)
	wrong.When(donation.RequestRefund{Refund: refund2, Now: later}.Decide).ThenRefused("refund_too_large amount")
	again := sentBack
	again.Refund, again.Reason = refund2, donation.ByOperator
	wrong.When(refuse.Decide).Then(donation.RefundRefused{Donation: id, Campaign: campaign, Refund: refund, Code: "refund_too_large",
		At: later}).
		When(donation.RequestRefund{Refund: refund2, Reason: donation.ByOperator, Now: later}.Decide).Then(again)

	made5175 := given5175(t, requested(refund, 5175, donation.ByOrganizer),
		returned(refund, 5175, 5000, 4301, true, donation.ByOrganizer))
	made5175.When(refuse.Decide).ThenNothing()
}

func TestRefundOfTheWhole(t *testing.T) {
	all := donation.RequestRefund{Refund: refund, Reason: donation.ByOrganizer, Now: later}
	h := given5175(t).When(all.Decide).Then(requested(refund, 5175, donation.ByOrganizer))
	// asked for twice: nothing is left
	h.When(donation.RequestRefund{Refund: refund2, Now: later}.Decide).ThenRefused("refund_too_large amount")
	h.When(request(refund2, 1).Decide).ThenRefused("refund_too_large amount")
	h = h.When(made(refund, 5175).Decide).Then(returned(refund, 5175, 5000, 4301, true, donation.ByOrganizer))
	h.When(made(refund, 5175).Decide).ThenNothing()
	h.When(made(refund2, 1).Decide).ThenRefused("refund_too_large amount")
	h.When(request(refund2, 1).Decide).ThenRefused("donation_not_completed")
	h.When(confirm().Decide).ThenNothing()
	h.When(donation.Fail{Reason: donation.Declined, Now: later}.Decide).ThenNothing()
	if s := h.State(); s.Status != donation.Returned || !s.LeftGift.IsZero() || !s.LeftCount.IsZero() || !s.LeftMain.IsZero() {
		t.Errorf("left with %+v", s)
	}
}

func TestPartialRefunds(t *testing.T) {
	h := given5175(t).When(request(refund, 1000).Decide).Then(requested(refund, 1000, donation.ByOrganizer))
	h.When(request(refund2, 4176).Decide).ThenRefused("refund_too_large amount")
	// 4175/5175 of 5000 stay: 4033.8; and of 4301: 3469.9
	h = h.When(made(refund, 1000).Decide).Then(returned(refund, 1000, 966, 831, false, donation.ByOrganizer))
	if s := h.State(); s.Status != donation.PartlyReturned {
		t.Errorf("status %s", s.Status)
	}
	h = h.When(donation.RequestRefund{Refund: refund2, Reason: donation.ByOperator, Now: later}.Decide).
		Then(requested(refund2, 4175, donation.ByOperator))
	h.When(made(refund2, 4175).Decide).Then(returned(refund2, 4175, 4034, 3470, true, donation.ByOperator))
}

func TestRefundsMadeAtTheProvider(t *testing.T) {
	given(t).When(made(refund, 1).Decide).ThenRefused("donation_not_found")
	// the word of the payment itself is still on its way: refused, so that the provider says it again
	given(t, started, opened).When(made(refund, 1).Decide).ThenRefused("donation_not_completed")
	given(t, started, opened, failed).When(made(refund, 1).Decide).ThenRefused("donation_not_completed")

	h := given5175(t)
	h.When(made(refund, 5176).Decide).ThenRefused("refund_too_large amount")
	h.When(made(refund, 0).Decide).ThenRefused("refund_too_large amount")
	h.When(donation.ConfirmRefund{Refund: refund, Amount: money.Of(1, money.EUR),
		Now: later}.Decide).ThenRefused("refund_too_large amount")
	h.When(made(refund, 5175).Decide).Then(returned(refund, 5175, 5000, 4301, true, donation.ByProvider))
}

// The provider gave back 4000 while 3000 were being asked for from here: no more than nothing is left to ask for.
func TestRefundsFromBothSides(t *testing.T) {
	h := given5175(t, requested(refund, 3000, donation.ByOrganizer)).When(made(refund2, 4000).Decide).
		Then(returned(refund2, 4000, 3865, 3324, false, donation.ByProvider))
	h.When(donation.RequestRefund{Refund: ident.ID{9}, Now: later}.Decide).ThenRefused("refund_too_large amount")
	h.When(request(ident.ID{9}, 1).Decide).ThenRefused("refund_too_large amount")
	h.When(made(refund, 3000).Decide).ThenRefused("refund_too_large amount")
}

// However a gift is given back, the parts add up to it exactly, and on the way what stays is what is owed, to half a
// minor unit.
func TestPartialRefundsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		minor := func(name string, most int64) int64 { return rapid.Int64Range(1, most).Draw(rt, name) }
		terms := donation.Terms{
			Gift: money.Of(minor("gift", 50_000), money.GBP), Fee: money.Of(minor("fee", 2_000)-1, money.GBP),
			Counted: money.Of(minor("counted", 90_000), money.USD), Main: money.Of(minor("main", 90_000)-1, money.EUR),
		}
		e := completed
		e.Terms = terms
		s := started
		s.Terms = terms
		h := given(t, s, e)
		var gift, counted, main int64
		left := terms.Charge().Minor
		for n := byte(1); left > 0; n++ {
			back := left
			if n < 40 {
				back = minor("back", left)
			}
			left -= back
			o := h.When(donation.ConfirmRefund{Refund: ident.ID{n}, Amount: money.Of(back, money.GBP), Now: later}.Decide)
			r, ok := o.Decided()[0].(donation.Refunded)
			if !ok || r.Gift.Minor < 0 || r.Counted.Minor < 0 || r.Main.Minor < 0 || r.Full != (left == 0) {
				rt.Fatalf("after %d of %d: %+v", left, terms.Charge().Minor, r)
			}
			gift, counted, main = gift+r.Gift.Minor, counted+r.Counted.Minor, main+r.Main.Minor
			for _, f := range [][2]int64{{terms.Gift.Minor, gift}, {terms.Counted.Minor, counted}, {terms.Main.Minor, main}} {
				whole := terms.Charge().Minor
				if off := 2 * ((f[0]-f[1])*whole - f[0]*left); off > whole || off < -whole {
					rt.Fatalf("%d of %d left of the payment and %d of %d of a figure", left, whole, f[0]-f[1], f[0])
				}
			}
			h = h.And(o.Decided()...)
		}
		if gift != terms.Gift.Minor || counted != terms.Counted.Minor || main != terms.Main.Minor {
			rt.Fatalf("%d, %d, %d given back of %+v", gift, counted, main, terms)
		}
	})
}
