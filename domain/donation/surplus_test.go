package donation_test

import (
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// second is the provider's word of another payment of the same gift.
func second(paid money.Amount) donation.Confirm {
	c := confirm()
	c.Reference, c.Paid, c.Refund = "pay_2", paid, refund2
	return c
}

func surplus(paid money.Amount) donation.SurplusPaid {
	return donation.SurplusPaid{Donation: id, Campaign: campaign, Reference: "pay_2", Paid: paid, At: later}
}

func surplusBack(refund ident.ID, paid money.Amount) donation.SurplusRefundRequested {
	return donation.SurplusRefundRequested{
		Donation: id, Campaign: campaign, Refund: refund, Reference: "pay_2", Amount: paid, At: later,
	}
}

func surplusMade(refund ident.ID, reference string, paid money.Amount, full bool) donation.SurplusRefunded {
	return donation.SurplusRefunded{
		Donation: id, Campaign: campaign, Refund: refund, Reference: reference, Amount: paid, Full: full, At: later,
	}
}

func madeOf(refund ident.ID, reference string, paid money.Amount) donation.ConfirmRefund {
	return donation.ConfirmRefund{Refund: refund, Reference: reference, Amount: paid, Now: later}
}

func TestSurplusPayments_AreRecordedAndGoBack(t *testing.T) {
	for name, paid := range map[string]money.Amount{
		"the same sum": charge, "another sum": money.Of(1, money.USD), "another currency": money.Of(5175, money.GBP),
	} {
		t.Run(name, func(t *testing.T) {
			h := given5175(t).When(second(paid).Decide).Then(surplus(paid), surplusBack(refund2, paid))
			h.When(second(paid).Decide).ThenNothing()
			h.When(confirm().Decide).ThenNothing()
			if s := h.State(); s.Status != donation.Complete || s.Received != charge || s.LeftGift != terms.Gift ||
				s.Reference != "pay_1" {
				t.Errorf("the gift became %+v", s)
			}
			// what is given back of it takes nothing off the gift, of which all can be given back still
			done := h.When(madeOf(refund2, "pay_2", paid).Decide).Then(surplusMade(refund2, "pay_2", paid, true))
			done.When(madeOf(refund2, "pay_2", paid).Decide).ThenNothing()
			done.When(madeOf(ident.ID{9}, "pay_2", paid).Decide).ThenRefused("refund_too_large amount")
			done.When(request(refund, 5175).Decide).Then(requested(refund, 5175, donation.ByOrganizer))
			if s := done.State(); s.Status != donation.Complete || s.LeftGift != terms.Gift || !s.Returned.IsZero() {
				t.Errorf("the gift became %+v", s)
			}
		})
	}
	given5175(t).When(second(money.Of(0, money.USD)).Decide).ThenNothing()
	given5175(t).When(madeOf(refund, "pay_3", charge).Decide).ThenRefused("donation_not_completed")
}

// A refund is of the payment that it names, whichever came first.
func TestRefunds_AreOfThePaymentTheyName(t *testing.T) {
	h := given5175(t, surplus(charge), surplusBack(refund2, charge))
	h = h.When(madeOf(refund, "pay_1", charge).Decide).Then(returned(refund, 5175, 5000, 4301, true, donation.ByProvider))
	h = h.When(madeOf(refund2, "pay_2", charge).Decide).Then(surplusMade(refund2, "pay_2", charge, true))
	if s := h.State(); s.Status != donation.Returned {
		t.Errorf("the gift became %+v", s)
	}
	// another payment of a gift that was given back is one too many as well
	third := second(charge)
	third.Reference = "pay_3"
	if got := h.When(third.Decide).Decided(); len(got) != 2 {
		t.Errorf("a third payment gives %+v", got)
	}
}

// A provider that gives back a part of its own accord refuses to give back the whole: the rest is asked for, whichever of
// the two is heard first.
func TestSurplusPayments_GoBackInParts(t *testing.T) {
	part, left := money.Of(1000, money.USD), money.Of(4175, money.USD)
	refuse := donation.RefuseRefund{Refund: refund2, Code: "refund_too_large", Now: later}
	refused := donation.RefundRefused{Donation: id, Campaign: campaign, Refund: refund2, Code: "refund_too_large", At: later}
	own := ident.ID{9}
	h := given5175(t, surplus(charge), surplusBack(refund2, charge))

	first := h.When(madeOf(own, "pay_2", part).Decide).Then(surplusMade(own, "pay_2", part, false))
	rest := surplusBack(ident.Pair("refund of the rest", refund2.String()), left)
	first.When(refuse.Decide).Then(refused, rest)

	after := h.When(refuse.Decide).Then(refused)
	rest = surplusBack(ident.Pair("refund of the rest", own.String()), left)
	after = after.When(madeOf(own, "pay_2", part).Decide).Then(surplusMade(own, "pay_2", part, false), rest)
	after.When(madeOf(rest.Refund, "pay_2", left).Decide).Then(surplusMade(rest.Refund, "pay_2", left, true))
}

// The right sum counts, although another sum had come before, which goes back, in whichever order all that is told.
func TestTheRightSum_CountsAfterAWrongOne(t *testing.T) {
	complete := late
	complete.Reference = "pay_2"
	wrong := mismatched.Paid
	h := given(t, started, opened, mismatched, sentBack).When(second(charge).Decide).Then(complete)
	h.When(second(charge).Decide).ThenNothing()
	if s := h.State(); s.Status != donation.Complete || s.Received != charge || s.Mismatch || s.LeftCount != terms.Counted {
		t.Errorf("the gift became %+v", s)
	}
	back := h.When(madeOf(refund, "pay_1", wrong).Decide).Then(surplusMade(refund, "pay_1", wrong, true))
	if s := back.State(); s.Status != donation.Complete || s.LeftCount != terms.Counted {
		t.Errorf("the gift became %+v", s)
	}
	h.When(madeOf(ident.ID{9}, "pay_2", charge).Decide).Then(donation.Refunded{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: ident.ID{9}, Amount: charge,
		Gift: terms.Gift, Counted: terms.Counted, Main: terms.Main, Full: true, Reason: donation.ByProvider, Given: later, At: later,
	})
	// another wrong sum while the first one stands does not count either
	given(t, started, opened, mismatched, sentBack).When(second(money.Of(7, money.USD)).Decide).
		Then(surplus(money.Of(7, money.USD)), surplusBack(refund2, money.Of(7, money.USD)))
	// the wrong sum was given back before
	given(t, started, opened, mismatched, sentBack).
		When(madeOf(refund, "pay_1", wrong).Decide).Then(donation.Refunded{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Amount: wrong,
		Gift: money.Of(0, money.USD), Counted: money.Of(0, money.EUR), Main: money.Of(0, money.EUR),
		Full: true, Uncounted: true, Reason: donation.WrongAmount, At: later,
	}).When(second(charge).Decide).Then(complete)
}

// A gift that waited for its payment while the organizer chose another currency counts in that one.
func TestConfirm_CountsInTheCurrencyThatWasFixed(t *testing.T) {
	c := confirm()
	c.Counted = money.Of(3801, money.GBP)
	c.Rate = money.Rate{From: money.USD, To: money.GBP, Num: 7602, Den: 10000, Date: "2026-11-21", Source: "ecb"}
	e := completed
	e.Counted, e.Rate = c.Counted, c.Rate
	h := given(t, started, opened).When(c.Decide).Then(e)
	if s := h.State(); s.LeftCount != c.Counted || s.Terms.Counted != c.Counted {
		t.Errorf("it counts %+v", s)
	}
	h.When(made(refund, 5175).Decide).Then(donation.Refunded{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Amount: charge,
		Gift: terms.Gift, Counted: c.Counted, Main: terms.Main, Full: true, Reason: donation.ByProvider, Given: later, At: later,
	})
}
