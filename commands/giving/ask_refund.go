package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// AskRefundBody asks for a gift of one's own to be given back.
type AskRefundBody struct {
	DonationBody
	Reason string `json:"reason" maxLength:"2000" doc:"The campaign's owner reads it"`
}

// AskRefund is a giver who asks for their gift back. A guest proves it by knowing the donation's id. Errors: donation_not_found,
// not_donor, donation_not_completed, payment_disputed, refund_reason_required.
var AskRefund = command.Define("ask-refund", "Ask the campaign's owner to give one's gift back", command.Visitor,
	func(ctx context.Context, c *command.Call, in AskRefundBody) (command.Done, error) {
		return command.On(ctx, c, donation.Decider, in.DonationID,
			donation.AskRefund{Actor: c.Member, Words: in.Reason, Now: c.Now()}.Decide)
	})

// DeclineRefundBody answers a giver who asks for their gift back.
type DeclineRefundBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	GiftID     ident.ID `json:"gift_id" format:"uuid" doc:"Of the gift's line among the campaign's supporters"`
	Reason     string   `json:"reason" maxLength:"2000" doc:"The giver reads it"`
}

// DeclineRefund is the owner's answer that a gift is not given back. Errors: donation_not_found, not_campaign_owner,
// refund_not_asked, refund_reason_required.
var DeclineRefund = command.Define("decline-refund", "Decline to give a gift to one's campaign back", command.Owner,
	func(ctx context.Context, c *command.Call, in DeclineRefundBody) (command.Done, error) {
		gift, err := giftToOwn(ctx, c, in.CampaignID, in.GiftID)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, donation.Decider, gift,
			donation.DeclineRefund{By: member.SubjectOf(c.Member), Words: in.Reason, Now: c.Now()}.Decide)
	})

// giftToOwn finds a gift by its line, for the owner of the campaign it was given to: they never learn the donation's own id,
// which opens its receipt. Errors: donation_not_found, not_campaign_owner.
func giftToOwn(ctx context.Context, c *command.Call, to, line ident.ID) (ident.ID, error) {
	s, _, err := command.Load(ctx, c.Handler, campaign.Decider, to)
	switch {
	case err != nil:
		return ident.Nil, err
	case !s.Exists():
		return ident.Nil, campaign.ErrNotFound
	case s.Owner != c.Member:
		return ident.Nil, campaign.ErrNotYours
	}
	return giftTo(ctx, c, to, line)
}

// giftTo finds a gift to a campaign by its line. Errors: donation_not_found.
func giftTo(ctx context.Context, c *command.Call, to, line ident.ID) (ident.ID, error) {
	gifts, err := c.Belongings.Streams(ctx, []ident.ID{to}, donation.Category)
	if err != nil {
		return ident.Nil, err
	}
	for _, gift := range gifts {
		if donation.LineOf(gift.ID) == line {
			return gift.ID, nil
		}
	}
	return ident.Nil, donation.ErrNotFound
}
