package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// RefundGiftBody names a gift as a campaign's page does.
type RefundGiftBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	GiftID     ident.ID `json:"gift_id" format:"uuid" doc:"Of the gift's line among the campaign's supporters"`
	Amount     int64    `json:"amount,omitempty" minimum:"0" doc:"Minor units of the currency paid; 0 or absent: all that is left"`
	Reason     string   `json:"reason" maxLength:"2000" doc:"The giver reads it"`
}

// RefundGift is a campaign's owner giving back a gift whose line is before them, with a reason that the giver reads. Errors:
// donation_not_found, not_campaign_owner, refund_too_large, payment_disputed, refund_reason_required.
var RefundGift = command.Define("refund-gift", "Give a gift to one's campaign back, whole or in part", command.Owner,
	func(ctx context.Context, c *command.Call, in RefundGiftBody) (command.Done, error) {
		gift, err := giftToOwn(ctx, c, in.CampaignID, in.GiftID)
		if err != nil {
			return command.Done{}, err
		}
		back := RefundDonationBody{DonationBody: DonationBody{DonationID: gift}, Amount: in.Amount}
		return refund(ctx, c, back, donation.RequestRefund{
			Reason: donation.ByOrganizer, By: member.SubjectOf(c.Member), Words: in.Reason,
		})
	})
