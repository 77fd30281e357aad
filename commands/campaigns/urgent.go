package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// UrgentBody names a campaign and says why it is urgent.
type UrgentBody struct {
	CampaignBody
	Reason string `json:"reason" maxLength:"800" doc:"Up to 200 characters, shown to everybody who sees the campaign"`
}

// MarkUrgent says that a campaign needs help now.
var MarkUrgent = command.Define("mark-urgent", "Say that a campaign is urgent, once and for 7 days", command.Owner,
	func(ctx context.Context, c *command.Call, in UrgentBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody, campaign.MarkUrgent{Actor: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})

// RemoveUrgency takes the word urgent from a campaign, and says why.
var RemoveUrgency = command.Define("remove-urgency", "Say that a campaign is not urgent, and why", command.Moderator,
	func(ctx context.Context, c *command.Call, in DecisionBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody, campaign.RemoveUrgency{By: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})

// LapseUrgency ends what was urgent for as long as it may be. It must not be asked for before that by more than clocks differ.
var LapseUrgency = command.Define("lapse-urgency", "End what was urgent for 7 days", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		of, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
		if err != nil {
			return command.Done{}, err
		}
		if left := of.UrgentUntil.Sub(c.Now()); !of.UrgentUntil.IsZero() && left > 0 { // this clock is behind
			return command.Done{}, &command.NotYet{In: left, For: "the end of what is urgent"}
		}
		return command.On(ctx, c, campaign.Decider, id, campaign.LapseUrgency{Now: c.Now()}.Decide)
	})
