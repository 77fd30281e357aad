package donation_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

func heard(taken bool, outcome donation.Outcome) donation.HearDispute {
	return donation.HearDispute{
		Dispute: "dp_1", Reference: "pay_1", Amount: charge, Why: "fraudulent", AnswerBy: later, Link: "https://pay.example/dp_1",
		Taken: taken, Outcome: outcome, Now: later,
	}
}

var disputeOpened = donation.DisputeOpened{
	Donation: id, Campaign: campaign, Dispute: "dp_1", Reference: "pay_1", Amount: charge, Why: "fraudulent", AnswerBy: later,
	Link: "https://pay.example/dp_1", At: later,
}

func takenBack(minor, gift, counted int64, full bool) donation.Refunded {
	return returned(donation.RefundOf("dp_1"), minor, gift, counted, full, donation.ByDispute)
}

func reversed(
	refund ident.ID, minor, gift, counted int64, full bool, why donation.Reason, is donation.Status,
) donation.RefundReversed {
	return donation.RefundReversed{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Reference: "pay_1",
		Amount: money.Of(minor, money.USD), Gift: money.Of(gift, money.USD), Counted: money.Of(counted, money.EUR),
		Main: money.Of(counted, money.EUR), Full: full, Status: is, Reason: why, Given: later, At: later,
	}
}

func closed(o donation.Outcome, is donation.Status) donation.DisputeClosed {
	return donation.DisputeClosed{Donation: id, Campaign: campaign, Dispute: "dp_1", Outcome: o, Status: is, At: later}
}

func TestDispute_TakenAndLost(t *testing.T) {
	h := given5175(t).When(heard(true, "").Decide).Then(disputeOpened, takenBack(5175, 5000, 4301, true))
	if s := h.State(); s.Status != donation.InDispute || s.LeftCount.Minor != 0 {
		t.Errorf("disputed, it is %s with %s", s.Status, s.LeftCount)
	}
	h.When(heard(true, "").Decide).ThenNothing()
	h.When(request(refund, 1).Decide).ThenRefused("payment_disputed")
	h = h.When(heard(true, donation.DisputeLost).Decide).Then(closed(donation.DisputeLost, donation.Returned))
	h.When(heard(true, donation.DisputeLost).Decide).ThenNothing()
	h.When(confirm().Decide).ThenNothing()
}

func TestDispute_Won(t *testing.T) {
	h := given5175(t, disputeOpened, takenBack(5175, 5000, 4301, true))
	// the bank's decision may be told before the money is there
	late := h.When(heard(true, donation.DisputeWon).Decide).Then(closed(donation.DisputeWon, donation.InDispute))
	back := reversed(donation.RefundOf("dp_1"), 5175, 5000, 4301, true, donation.ByDispute, donation.Complete)
	late.When(heard(false, donation.DisputeWon).Decide).Then(back)
	h = h.When(heard(false, donation.DisputeWon).Decide).Then(back, closed(donation.DisputeWon, donation.Complete))
	if s := h.State(); s.LeftGift != terms.Gift || s.LeftCount != terms.Counted || s.LeftMain != terms.Main || !s.Returned.IsZero() {
		t.Errorf("won, there is %+v left", s)
	}
	h.When(request(refund, 5175).Decide).Then(requested(refund, 5175, donation.ByOrganizer))
}

// A bank that only asks takes nothing; a payment that was given back in part loses no more than the rest.
func TestDispute_InquiryThenTaken(t *testing.T) {
	h := given5175(t, requested(refund, 1000, donation.ByOrganizer), returned(refund, 1000, 966, 831, false, donation.ByOrganizer))
	h = h.When(heard(false, "").Decide).Then(disputeOpened)
	if s := h.State(); s.Status != donation.PartlyReturned {
		t.Errorf("asked about, it is %s", s.Status)
	}
	h.When(heard(false, donation.DisputeDropped).Decide).Then(closed(donation.DisputeDropped, donation.PartlyReturned))
	h = h.When(heard(true, "").Decide).Then(takenBack(4175, 4034, 3470, true))
	h.When(heard(false, donation.DisputeWon).Decide).Then(
		reversed(donation.RefundOf("dp_1"), 4175, 4034, 3470, true, donation.ByDispute, donation.PartlyReturned),
		closed(donation.DisputeWon, donation.PartlyReturned),
	)
}

func TestDispute_OfNoPayment(t *testing.T) {
	given(t).When(heard(true, "").Decide).ThenRefused("donation_not_found")
	// the payment is not told yet: refused, so that the provider says it again
	given(t, started, opened).When(heard(true, "").Decide).ThenRefused("donation_not_completed")
}

func TestDispute_OfASurplusPayment(t *testing.T) {
	paid := donation.SurplusPaid{Donation: id, Campaign: campaign, Reference: "pay_2", Paid: charge, At: later}
	c := heard(true, "")
	c.Reference = "pay_2"
	o := disputeOpened
	o.Reference = "pay_2"
	gone := donation.SurplusRefunded{
		Donation: id, Campaign: campaign, Refund: donation.RefundOf("dp_1"), Reference: "pay_2", Amount: charge, Full: true, At: later,
	}
	h := given5175(t, paid).When(c.Decide).Then(o, gone)
	if s := h.State(); s.Status != donation.Complete {
		t.Errorf("the gift is %s", s.Status)
	}
}

func TestRefund_FailsAfterItWasTold(t *testing.T) {
	fail := donation.FailRefund{Refund: refund, Now: later}
	given(t).When(fail.Decide).ThenRefused("donation_not_found")
	given5175(t).When(fail.Decide).ThenNothing()
	given5175(t, requested(refund, 1000, donation.ByOrganizer)).When(fail.Decide).Then(donation.RefundRefused{
		Donation: id, Campaign: campaign, Refund: refund, Code: "refund_failed", At: later,
	})
	h := given5175(t, requested(refund, 5175, donation.ByOrganizer), returned(refund, 5175, 5000, 4301, true, donation.ByOrganizer)).
		When(fail.Decide).Then(reversed(refund, 5175, 5000, 4301, true, donation.ByOrganizer, donation.Complete))
	h.When(fail.Decide).ThenNothing()
	h.When(request(refund2, 5175).Decide).Then(requested(refund2, 5175, donation.ByOrganizer))
}

// Whatever is given back, taken back and comes back, in any order: what is left is never more than the gift nor less than
// nothing, and it is the whole gift once all came back.
func TestReversals_AddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := given5175(t)
		for n := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			s := h.State()
			which := ident.ID{9, byte(rapid.IntRange(0, 3).Draw(rt, "refund"))}
			var decide func(donation.State) ([]donation.Event, error)
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				decide = donation.FailRefund{Refund: which, Now: later}.Decide
			case 1:
				decide = heard(rapid.Bool().Draw(rt, "taken"), "").Decide
			default:
				left := max(1, s.Received.Minor-s.Returned.Minor)
				decide = made(which, rapid.Int64Range(1, left).Draw(rt, "back")).Decide
			}
			events, err := decide(s)
			if err != nil {
				continue
			}
			h = h.And(events...)
			s = h.State()
			for _, f := range [][2]money.Amount{{s.LeftGift, terms.Gift}, {s.LeftCount, terms.Counted}, {s.LeftMain, terms.Main}} {
				switch {
				case f[0].Minor < 0 || f[0].Minor > f[1].Minor:
					rt.Fatalf("after %d steps %s are left of %s", n, f[0], f[1])
				case s.Returned.IsZero() && f[0] != f[1]:
					rt.Fatalf("all came back, and %s are left of %s", f[0], f[1])
				case s.Returned == s.Received && !f[0].IsZero():
					rt.Fatalf("all was given back, and %s are left", f[0])
				}
			}
		}
	})
}

func TestUnderway(t *testing.T) {
	under := donation.Underway{Reference: "pay_1", Now: later}
	recorded := donation.PaymentUnderWay{Donation: id, Campaign: campaign, Reference: "pay_1", At: later}
	given(t).When(under.Decide).ThenRefused("donation_not_found")
	h := given(t, started, opened).When(under.Decide).Then(recorded)
	h.When(under.Decide).ThenNothing()
	h.When(donation.Fail{Reason: donation.Expired, Now: later}.Decide).ThenNothing()
	h.When(donation.Cancel{Actor: member, Now: later}.Decide).ThenRefused("payment_under_way")
	h.When(donation.Fail{Reason: donation.Declined, Now: later}.Decide).Then(failed)
	h.When(confirm().Decide).Then(completed)
	expired := failed
	expired.Reason = donation.Expired
	given(t, started, opened, expired).When(under.Decide).Then(recorded)
	// told after what became of it
	given(t, started, opened, failed).When(under.Decide).ThenNothing()
	// another payment of the same gift
	again := donation.Underway{Reference: "pay_2", Now: later}
	second := recorded
	second.Reference = "pay_2"
	given(t, started, opened, failed).When(again.Decide).Then(second)
	given5175(t).When(under.Decide).ThenNothing()
}

func TestConfirm_RecordsWhatTheProviderKept(t *testing.T) {
	c := confirm()
	c.Kept = donation.Kept{Gross: money.Of(4756, money.EUR), Fee: money.Of(96, money.EUR), Net: money.Of(4660, money.EUR)}
	settled := donation.PaymentSettled{
		Donation: id, Campaign: campaign, Reference: "pay_1", Gross: c.Kept.Gross, Fee: c.Kept.Fee, Net: c.Kept.Net, At: later,
	}
	h := given(t, started, opened).When(c.Decide).Then(completed, settled)
	h.When(c.Decide).ThenNothing()
	// it may be known later than the payment
	given5175(t).When(c.Decide).Then(settled)
}
