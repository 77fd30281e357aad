package commands_test

import (
	"fmt"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
)

// refundGiftBodies are two bodies of the command for the matrix, about two things.
func refundGiftBodies(m *matrix) (one, other string) {
	to := m.launched()
	body := func() string {
		gift := m.given(to)
		m.pay(m.donation(gift))
		return fmt.Sprintf(`{"campaign_id":%q,"gift_id":%q,"amount":1,"reason":"As you asked"}`, to, donation.LineOf(gift))
	}
	return body(), body()
}

// askRefundBodies are two bodies of the command for the matrix, about two things.
func askRefundBodies(m *matrix) (one, other string) {
	to := m.launched()
	body := func() string {
		gift := m.given(to)
		m.pay(m.donation(gift))
		return fmt.Sprintf(`{"donation_id":%q,"reason":"I gave twice"}`, gift)
	}
	return body(), body()
}

// declineRefundBodies are two bodies of the command for the matrix, about two things.
func declineRefundBodies(m *matrix) (one, other string) {
	to := m.launched()
	body := func() string {
		gift := m.given(to)
		m.pay(m.donation(gift))
		m.send(ident.Nil, "ask-refund", fmt.Sprintf(`{"donation_id":%q,"reason":"I gave twice"}`, gift))
		return fmt.Sprintf(`{"campaign_id":%q,"gift_id":%q,"reason":"It is spent"}`, to, donation.LineOf(gift))
	}
	return body(), body()
}

// A giver asks for their gift back, and the owner says no, or gives it back.
func TestAskRefund_AnsweredByTheOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	must(t, w.keys.Ensure(t.Context(), member.SubjectOf(owner), "member"))
	d := w.give(s, gift(l.CampaignID, 2500))
	_, err := giving.HearPayment(t.Context(), s, w.paid(d, money.Of(2500, money.EUR)))
	must(t, err)
	ask := func() {
		_, err := giving.AskRefund.Run(t.Context(), s, w.env(), giving.AskRefundBody{
			DonationBody: giving.DonationBody{DonationID: d.DonationID}, Reason: "I gave twice",
		})
		must(t, err)
	}
	decline := func(by ident.ID) error {
		_, err := giving.DeclineRefund.Run(t.Context(), s, w.env().For(by), giving.DeclineRefundBody{
			CampaignID: l.CampaignID, GiftID: donation.LineOf(d.DonationID), Reason: "It is spent",
		})
		return err
	}
	refused(t, decline(owner), "refund_not_asked")
	ask()
	refused(t, decline(ident.ID{0x99}), "not_campaign_owner")
	must(t, decline(owner))
	refused(t, decline(owner), "refund_not_asked")
	ask()
	_, err = giving.RefundGift.Run(t.Context(), s, w.env().For(owner), giving.RefundGiftBody{
		CampaignID: l.CampaignID, GiftID: donation.LineOf(d.DonationID), Reason: "You are right",
	})
	must(t, err)
	refused(t, decline(owner), "refund_not_asked")
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted",
		"DonationRefundAsked", "DonationRefundDeclined", "DonationRefundAsked", "DonationRefundRequested", "DonationRefundExplained")
}

// An owner gives back what they see on their campaign's page, and learns nothing of the donation behind it.
func TestRefundGift_ByItsLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l, elsewhere := w.launch(s), w.launch(s)
	must(t, w.keys.Ensure(t.Context(), member.SubjectOf(owner), "member"))
	d := w.give(s, gift(l.CampaignID, 2500))
	_, err := giving.HearPayment(t.Context(), s, w.paid(d, money.Of(2500, money.EUR)))
	must(t, err)
	refund := func(by, campaign, line ident.ID, amount int64) error {
		_, err := giving.RefundGift.Run(t.Context(), s, w.env().For(by),
			giving.RefundGiftBody{CampaignID: campaign, GiftID: line, Amount: amount, Reason: "As you asked"})
		return err
	}
	line := donation.LineOf(d.DonationID)
	refused(t, refund(ident.ID{0x99}, l.CampaignID, line, 1000), "not_campaign_owner")
	refused(t, refund(ident.Nil, l.CampaignID, line, 1000), "not_campaign_owner")
	refused(t, refund(owner, ident.ID{0xff}, line, 1000), "campaign_not_found")
	refused(t, refund(owner, elsewhere.CampaignID, line, 1000), "donation_not_found")
	refused(t, refund(owner, l.CampaignID, d.DonationID, 1000), "donation_not_found") // its own id is no line
	refused(t, refund(owner, l.CampaignID, line, 2501), "refund_too_large")
	must(t, refund(owner, l.CampaignID, line, 1000))
	must(t, refund(owner, l.CampaignID, line, 0)) // all that is left
	refused(t, refund(owner, l.CampaignID, line, 0), "refund_too_large")
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted",
		"DonationRefundRequested", "DonationRefundExplained", "DonationRefundRequested", "DonationRefundExplained")
}
