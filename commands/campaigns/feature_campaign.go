package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// Featuring says whether a campaign comes first among the popular ones.
type Featuring struct {
	Campaign ident.ID `json:"campaign_id" format:"uuid"`
	On       bool     `json:"on"`
}

// FeatureCampaign puts a campaign first among the popular ones, or takes it out.
var FeatureCampaign = command.Define("feature-campaign", "Put a campaign first among the popular ones", command.Moderator,
	func(ctx context.Context, c *command.Call, in Featuring) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.Campaign, campaign.Feature{On: in.On, Now: c.Now()}.Decide)
	})
