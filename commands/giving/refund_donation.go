package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// RefundDonationBody asks for money to be given back.
type RefundDonationBody struct {
	DonationBody
	Amount int64 `json:"amount,omitempty" minimum:"0" doc:"Minor units of the currency paid; 0 or absent: all that is left"`
}

// RefundDonation asks for money to be given back: by the campaign's owner, or by the operator when nobody is signed in.
var RefundDonation = command.Define("refund-donation", "Give a gift back, whole or in part", command.Owner, refundDonation)

func refundDonation(ctx context.Context, c *command.Call, in RefundDonationBody) (command.Done, error) {
	d, _, err := command.Load(ctx, c.Handler, donation.Decider, in.DonationID)
	if err != nil {
		return command.Done{}, err
	}
	if d.Status == donation.None {
		return command.Done{}, donation.ErrNotFound
	}
	reason := donation.ByOperator
	if !c.Member.IsNil() {
		reason = donation.ByOrganizer
		to, _, err := command.Load(ctx, c.Handler, campaign.Decider, d.Campaign)
		if err != nil {
			return command.Done{}, err
		}
		if to.Owner != c.Member {
			return command.Done{}, campaign.ErrNotYours
		}
	}
	return refund(ctx, c, in, donation.RequestRefund{Reason: reason})
}

// refund asks for money to be given back, for who was found to be allowed.
func refund(ctx context.Context, c *command.Call, in RefundDonationBody, request donation.RequestRefund) (command.Done, error) {
	if in.Amount < 0 || in.Amount > money.MaxMinor {
		return command.Done{}, donation.ErrRefundTooBig
	}
	request.Refund, request.Now = ident.Pair("refund", in.DonationID.String(), c.ID.String()), c.Now()
	return command.On(ctx, c, donation.Decider, in.DonationID, func(d donation.State) ([]donation.Event, error) {
		request.Amount = money.Of(in.Amount, d.Terms.Gift.Currency)
		return request.Decide(d)
	})
}
