package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
)

// RefundGiftBody names a gift as a campaign's page does.
type RefundGiftBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	GiftID     ident.ID `json:"gift_id" format:"uuid" doc:"Of the gift's line among the campaign's supporters"`
	Amount     int64    `json:"amount,omitempty" minimum:"0" doc:"Minor units of the currency paid; 0 or absent: all that is left"`
}

// RefundGift is RefundDonation for a campaign's owner who has the line of a gift before them: they never learn the donation's own
// id, which opens its receipt. Errors: donation_not_found, not_campaign_owner, refund_too_large.
var RefundGift = command.Define("refund-gift", "Give a gift to one's campaign back, whole or in part", command.Owner,
	func(ctx context.Context, c *command.Call, in RefundGiftBody) (command.Done, error) {
		to, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.CampaignID)
		if err != nil {
			return command.Done{}, err
		}
		if !to.Exists() {
			return command.Done{}, campaign.ErrNotFound
		}
		if to.Owner != c.Member {
			return command.Done{}, campaign.ErrNotYours
		}
		gifts, err := c.Belongings.Streams(ctx, []ident.ID{in.CampaignID}, donation.Category)
		if err != nil {
			return command.Done{}, err
		}
		for _, gift := range gifts {
			if donation.LineOf(gift.ID) == in.GiftID {
				return refundDonation(ctx, c, RefundDonationBody{DonationBody: DonationBody{DonationID: gift.ID}, Amount: in.Amount})
			}
		}
		return command.Done{}, donation.ErrNotFound
	})
