package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// CampaignBody names a campaign and what its sender had read of it.
type CampaignBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	Revision   *int64   `json:"revision,omitempty" doc:"The campaign's revision as read; refused as stale when it has changed since"`
}

// onCampaign carries out a decision on the campaign that a body names, unless it has changed since its sender read it.
func onCampaign(
	ctx context.Context, c *command.Call, in CampaignBody, decide func(campaign.State) ([]campaign.Event, error),
) (command.Done, error) {
	var opts []command.Option
	if in.Revision != nil {
		opts = append(opts, command.At(eventstore.Revision(*in.Revision)))
	}
	return command.On(ctx, c, campaign.Decider, in.CampaignID, decide, opts...)
}
