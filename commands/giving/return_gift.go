package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/member"
)

// ReturnGift is an administrator giving back a gift to any campaign, with a reason that the giver reads. Errors:
// donation_not_found, refund_too_large, payment_disputed, refund_reason_required.
var ReturnGift = command.Define("return-gift", "Give a gift to any campaign back, whole or in part", command.Administrator,
	func(ctx context.Context, c *command.Call, in RefundGiftBody) (command.Done, error) {
		gift, err := giftTo(ctx, c, in.CampaignID, in.GiftID)
		if err != nil {
			return command.Done{}, err
		}
		back := RefundDonationBody{DonationBody: DonationBody{DonationID: gift}, Amount: in.Amount}
		return refund(ctx, c, back, donation.RequestRefund{
			Reason: donation.ByOperator, By: member.SubjectOf(c.Member), Words: in.Reason,
		})
	})
