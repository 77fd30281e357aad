package donation_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

type history = domaintest.History[donation.State, donation.Event]

var (
	id        = ident.ID{1}
	campaign  = ident.ID{2}
	supporter = ident.ID{3}
	member    = ident.ID{4}
	stranger  = ident.ID{5}
	refund    = ident.ID{6}
	refund2   = ident.ID{7}
	now       = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	later     = now.Add(time.Hour)

	terms = donation.Terms{
		Gift: money.Of(5000, money.USD), Fee: money.Of(175, money.USD),
		Counted: money.Of(4301, money.EUR), Rate: money.Rate{From: money.USD, To: money.EUR, Num: 8602, Den: 10000, Date: "2026-11-20",
			Source: "ecb"},
		Main: money.Of(4301, money.EUR), MainRate: money.Rate{From: money.USD, To: money.EUR, Num: 8602, Den: 10000, Date: "2026-11-20",
			Source: "ecb"},
	}
	charge = money.Of(5175, money.USD)

	started = donation.Started{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Terms: terms,
		Message: personal.Plain("Courage!"), Lang: "fr", Provider: "sandbox", At: now,
	}
	opened    = donation.PaymentOpened{Donation: id, Attempt: 1, Reference: "pay_1", ExpiresAt: later}
	completed = donation.Completed{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Terms: terms, Reference: "pay_1", At: later,
	}
	late       = func() donation.Completed { e := completed; e.Late = true; return e }()
	failed     = donation.Failed{Donation: id, Campaign: campaign, Reason: donation.Declined, At: later}
	expired    = donation.Failed{Donation: id, Campaign: campaign, Reason: donation.Expired, At: later}
	cancelled  = donation.Cancelled{Donation: id, Campaign: campaign, At: later}
	mismatched = donation.Mismatched{Donation: id, Campaign: campaign, Asked: charge, Paid: money.Of(9999, money.USD),
		Reference: "pay_1", At: later}
	sentBack = donation.RefundRequested{
		Donation: id, Campaign: campaign, Refund: refund, Amount: money.Of(9999, money.USD), Reason: donation.WrongAmount, At: later,
	}
)

func given(t *testing.T, events ...donation.Event) history {
	t.Helper()
	return domaintest.Given(t, donation.Decider, events...)
}

func start() donation.Start {
	return donation.Start{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Terms: terms, Message: " Courage! ",
		Lang: "fr", Provider: "sandbox", Now: now,
	}
}

func confirm() donation.Confirm {
	return donation.Confirm{Reference: "pay_1", Paid: charge, Begun: now.Add(time.Minute), Refund: refund, Now: later}
}

func TestStart(t *testing.T) {
	given(t).When(start().Decide).Then(started).When(start().Decide).ThenRefused("donation_not_pending")

	c := start()
	c.Name, c.Email = "Ada", "ada@example.org"
	c.Member = ident.Nil
	e := started
	e.Member, e.Name, e.Email = ident.Nil, personal.Plain("Ada"), personal.Plain("ada@example.org")
	given(t).When(c.Decide).Then(e)
}

func TestStartRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*donation.Start)
		want   []string
	}{
		"nothing":           {func(c *donation.Start) { c.Terms.Gift.Minor = 0 }, []string{"amount_not_positive amount"}},
		"less than nothing": {func(c *donation.Start) { c.Terms.Gift.Minor = -1 }, []string{"amount_not_positive amount"}},
		"too much":          {func(c *donation.Start) { c.Terms.Gift.Minor = money.MaxMinor + 1 }, []string{"amount_too_large amount"}},
		"too much with the fee": {
			func(c *donation.Start) { c.Terms.Gift.Minor = money.MaxMinor }, []string{"amount_too_large amount"},
		},
		"a fee below zero":  {func(c *donation.Start) { c.Terms.Fee.Minor = -1 }, []string{"amount_too_large amount"}},
		"what counts for 0": {func(c *donation.Start) { c.Terms.Counted.Minor = 0 }, []string{"amount_not_positive amount"}},
		"no such currency":  {func(c *donation.Start) { c.Terms.Gift.Currency = "CHF" }, []string{"unknown_currency currency"}},
		"no such language":  {func(c *donation.Start) { c.Lang = "de\x00" }, []string{"unknown_language lang"}},
		"words": {
			func(c *donation.Start) {
				c.Message = strings.Repeat("é", donation.MaxMessage+1)
				c.Name = strings.Repeat("é", donation.MaxName+1)
				c.Email = strings.Repeat("e", donation.MaxEmail+1)
			},
			[]string{"too_long message", "too_long donor_name", "too_long donor_email"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := start()
			c.change(&cmd)
			given(t).When(cmd.Decide).ThenRefused(c.want...)
		})
	}
}

func TestOpenPayment(t *testing.T) {
	open := donation.OpenPayment{Attempt: 1, Reference: "pay_1", ExpiresAt: later}
	given(t).When(open.Decide).ThenRefused("donation_not_found")
	given(t, started).When(open.Decide).Then(opened).When(open.Decide).ThenNothing()
	given(t, started, opened).When(donation.OpenPayment{Attempt: 2, Reference: "pay_2", ExpiresAt: later}.Decide).
		Then(donation.PaymentOpened{Donation: id, Attempt: 2, Reference: "pay_2", ExpiresAt: later})
	for _, over := range []donation.Event{completed, failed, cancelled} {
		given(t, started, over).When(donation.OpenPayment{Reference: "pay_2"}.Decide).ThenRefused("donation_not_pending")
	}
}

func TestConfirmCompletesOnce(t *testing.T) {
	given(t).When(confirm().Decide).ThenRefused("donation_not_found")
	h := given(t, started, opened).When(confirm().Decide).Then(completed)
	h.When(confirm().Decide).ThenNothing()
	other := confirm()
	other.Refund, other.Now = refund2, later.Add(time.Hour)
	h.When(other.Decide).ThenNothing()
	// the provider's word may come before the page was recorded
	given(t, started).When(confirm().Decide).Then(completed)
}

func TestLateConfirmationsComplete(t *testing.T) {
	for name, over := range map[string]donation.Event{"declined": failed, "expired": expired, "cancelled": cancelled} {
		t.Run(name, func(t *testing.T) {
			given(t, started, opened, over).When(confirm().Decide).Then(late).When(confirm().Decide).ThenNothing()
		})
	}
}

func TestPaymentsBegunAfterTheCampaignClosedGoBack(t *testing.T) {
	back := donation.RefundRequested{
		Donation: id, Campaign: campaign, Refund: refund, Amount: charge, Reason: donation.CampaignClosed, At: later,
	}
	c := confirm()
	c.ClosedAt = c.Begun.Add(-time.Second)
	h := given(t, started, opened).When(c.Decide).Then(completed, back)
	h.When(c.Decide).ThenNothing()
	given(t, started, opened, expired).When(c.Decide).Then(late, back)

	for name, closed := range map[string]time.Time{"at that moment": c.Begun, "afterwards": c.Begun.Add(time.Second), "never": {}} {
		t.Run(name, func(t *testing.T) {
			c := c
			c.ClosedAt = closed
			given(t, started, opened).When(c.Decide).Then(completed)
		})
	}
	h.When(donation.RequestRefund{Refund: refund2, Now: later}.Decide).ThenRefused("refund_too_large amount")
	full := donation.Refunded{
		Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Amount: charge, Gift: terms.Gift,
		Counted: terms.Counted, Main: terms.Main, Full: true, Reason: donation.CampaignClosed, Given: later, At: later,
	}
	h.When(donation.ConfirmRefund{Refund: refund, Amount: charge, Now: later}.Decide).Then(full)
}

func TestWrongAmountsCountNothingAndGoBack(t *testing.T) {
	for name, paid := range map[string]money.Amount{
		"more": mismatched.Paid, "less": money.Of(1, money.USD), "another currency": money.Of(5175, money.GBP),
	} {
		t.Run(name, func(t *testing.T) {
			c := confirm()
			c.Paid = paid
			wrong, back := mismatched, sentBack
			wrong.Paid, back.Amount = paid, paid
			h := given(t, started, opened).When(c.Decide).Then(wrong, back)
			h.When(c.Decide).ThenNothing()
			h.When(confirm().Decide).ThenNothing()
			h.When(donation.Fail{Reason: donation.Expired, Now: later}.Decide).ThenNothing()
			none := donation.Refunded{
				Donation: id, Campaign: campaign, Supporter: supporter, Member: member, Refund: refund, Amount: paid,
				Gift: money.Of(0, money.USD), Counted: money.Of(0, money.EUR), Main: money.Of(0, money.EUR),
				Full: true, Uncounted: true, Reason: donation.WrongAmount, At: later,
			}
			done := h.When(donation.ConfirmRefund{Refund: refund, Amount: paid, Now: later}.Decide).Then(none)
			done.When(confirm().Decide).ThenNothing()
			given(t, started, opened, expired).When(c.Decide).Then(wrong, back)
		})
	}
	nothing := mismatched
	nothing.Paid = money.Of(0, money.USD)
	free := confirm()
	free.Paid = nothing.Paid
	given(t, started, opened).When(free.Decide).Then(nothing)
	h := given(t, started, opened, donation.Event(mismatched), sentBack)
	h.When(donation.ConfirmRefund{Refund: refund, Amount: money.Of(10000, money.USD),
		Now: later}.Decide).ThenRefused("refund_too_large")
}

func TestFail(t *testing.T) {
	fail := donation.Fail{Reason: donation.Declined, Now: later}
	given(t).When(fail.Decide).ThenRefused("donation_not_found")
	given(t, started, opened).When(fail.Decide).Then(failed).When(donation.Fail{Reason: donation.Expired,
		Now: later}.Decide).ThenNothing()
	for _, over := range []donation.Event{completed, cancelled, mismatched} {
		given(t, started, opened, over).When(fail.Decide).ThenNothing()
	}
}

func TestCancel(t *testing.T) {
	own := donation.Cancel{Actor: member, Now: later}
	given(t).When(own.Decide).ThenRefused("donation_not_found")
	h := given(t, started, opened)
	h.When(own.Decide).Then(cancelled).When(own.Decide).ThenNothing()
	h.When(donation.Cancel{Actor: stranger, Now: later}.Decide).ThenRefused("not_donor")
	h.When(donation.Cancel{Now: later}.Decide).ThenRefused("not_donor")
	h.When(donation.Cancel{ByProvider: true, Now: later}.Decide).Then(cancelled)

	guest := started
	guest.Member = ident.Nil
	given(t, guest).When(donation.Cancel{Now: later}.Decide).Then(cancelled)

	for _, over := range []donation.Event{completed, failed, mismatched} {
		given(t, started, over).When(own.Decide).ThenRefused("donation_not_pending")
		given(t, started, over).When(donation.Cancel{ByProvider: true, Now: later}.Decide).ThenNothing()
		given(t, started, over).When(donation.Cancel{Actor: stranger, Now: later}.Decide).ThenRefused("not_donor")
	}
}
