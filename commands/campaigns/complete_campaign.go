package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
)

// CompleteCampaign ends a campaign: for its owner, or for the clock when it is given in nobody's name.
var CompleteCampaign = command.Define("complete-campaign", "End a campaign for good", command.Owner,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.Complete{Actor: c.Member, Now: c.Now()}.Decide)
	})
