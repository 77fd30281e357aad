package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
)

// CancelCampaignBody names a campaign and says why it is cancelled.
type CancelCampaignBody struct {
	CampaignBody
	Reason string `json:"reason" maxLength:"2000" doc:"Up to 500 characters, shown to everybody who comes to the campaign's address"`
}

// CancelCampaign ends a campaign for good before it reached what it was for.
var CancelCampaign = command.Define("cancel-campaign", "End a campaign for good and say why", command.Owner,
	func(ctx context.Context, c *command.Call, in CancelCampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody, campaign.Cancel{Actor: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})
