package donation_test

import (
	"strings"
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

func ask(words string) donation.AskRefund {
	return donation.AskRefund{Actor: member, Words: words, Now: later}
}

var askedBack = donation.RefundAsked{
	Donation: id, Campaign: campaign, Supporter: supporter, Words: personal.Plain("I gave twice"), Left: charge, At: later,
}

func TestAskRefund(t *testing.T) {
	given(t).When(ask("x").Decide).ThenRefused("donation_not_found")
	given(t, started, opened).When(ask("x").Decide).ThenRefused("donation_not_completed")
	h := given5175(t)
	h.When(donation.AskRefund{Actor: stranger, Words: "x", Now: later}.Decide).ThenRefused("not_donor")
	h.When(ask(" ").Decide).ThenRefused("refund_reason_required reason")
	h.When(ask(strings.Repeat("é", donation.MaxWords+1)).Decide).ThenRefused("too_long reason")
	h = h.When(ask(" I gave twice ").Decide).Then(askedBack)
	h.When(ask("again").Decide).ThenNothing()
	given5175(t, disputeOpened).When(ask("x").Decide).ThenRefused("payment_disputed")
	given5175(t, requested(refund, 5175, donation.ByOrganizer)).When(ask("x").Decide).ThenRefused("donation_not_completed")
}

func TestDeclineRefund(t *testing.T) {
	by := ident.ID{8}
	decline := donation.DeclineRefund{By: by, Words: "It paid for the roof", Now: later}
	given(t).When(decline.Decide).ThenRefused("donation_not_found")
	given5175(t).When(decline.Decide).ThenRefused("refund_not_asked")
	h := given5175(t, askedBack)
	h.When(donation.DeclineRefund{By: by, Now: later}.Decide).ThenRefused("refund_reason_required reason")
	h = h.When(decline.Decide).Then(donation.RefundDeclined{
		Donation: id, Campaign: campaign, Member: member, By: by, Words: personal.Plain("It paid for the roof"), At: later,
	})
	h.When(decline.Decide).ThenRefused("refund_not_asked")
	h.When(ask("please").Decide).Then(donation.RefundAsked{
		Donation: id, Campaign: campaign, Supporter: supporter, Words: personal.Plain("please"), Left: charge, At: later,
	})
}

func TestRefund_SaysWhyAndAnswersWhoAsked(t *testing.T) {
	by := ident.ID{8}
	c := donation.RequestRefund{
		Refund: refund, Amount: money.Of(1000, money.USD), Reason: donation.ByOrganizer, By: by, Words: "As you asked", Now: later,
	}
	h := given5175(t, askedBack).When(c.Decide).Then(requested(refund, 1000, donation.ByOrganizer), donation.RefundExplained{
		Donation: id, Campaign: campaign, Refund: refund, By: by, Words: personal.Plain("As you asked"), At: later,
	})
	if h.State().AskedBack {
		t.Error("who asked still waits")
	}
	c.Words = ""
	given5175(t).When(c.Decide).ThenRefused("refund_reason_required reason")
}
