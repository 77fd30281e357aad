package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
)

// DonationBody names a donation.
type DonationBody struct {
	DonationID ident.ID `json:"donation_id" format:"uuid"`
}

// CancelDonation is a donor stepping back. A guest proves it by knowing the donation's id.
var CancelDonation = command.Define("cancel-donation", "Step back from a gift that was not paid", command.Visitor,
	func(ctx context.Context, c *command.Call, in DonationBody) (command.Done, error) {
		return command.On(ctx, c, donation.Decider, in.DonationID, donation.Cancel{Actor: c.Member, Now: c.Now()}.Decide)
	})
