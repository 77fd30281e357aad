package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
)

// PauseCampaign stops contributions for a while.
var PauseCampaign = command.Define("pause-campaign", "Take no contributions for a while", command.Owner,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.Pause{Actor: c.Member, Now: c.Now()}.Decide)
	})
