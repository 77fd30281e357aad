package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
)

// ResumeCampaign takes contributions again.
var ResumeCampaign = command.Define("resume-campaign", "Take contributions again", command.Owner,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.Resume{Actor: c.Member, Now: c.Now()}.Decide)
	})
