package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// DecisionBody names a campaign and says why it is decided so.
type DecisionBody struct {
	CampaignBody
	Reason string `json:"reason" maxLength:"2000" doc:"Up to 500 characters, shown to the campaign's organizer"`
}

// SuspensionBody names a campaign and says why it is suspended.
type SuspensionBody struct {
	CampaignBody
	Reason string `json:"reason" maxLength:"2000" doc:"Up to 500 characters, shown to everybody who comes to the campaign's address"`
}

// ApproveCampaign opens a campaign that waits for a moderator. With its revision, what was read is what is approved.
var ApproveCampaign = command.Define("approve-campaign", "Make a campaign public that waits for review", command.Moderator,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		of, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.CampaignID)
		if err != nil {
			return command.Done{}, err
		}
		byPage, err := collectsByPage(ctx, c, of.Page, of.Owner)
		if err != nil {
			return command.Done{}, err
		}
		return onCampaign(ctx, c, in, campaign.Approve{By: c.Member, ByPage: byPage, Now: c.Now()}.Decide)
	})

// CheckCampaignChanges notes that a moderator has read what changed since the campaign was approved. With its revision, changes
// made after the moderator's reading stay listed.
var CheckCampaignChanges = command.Define("check-campaign-changes", "Note that a campaign's changes were checked",
	command.Moderator,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.CheckChanges{By: c.Member, Now: c.Now()}.Decide)
	})

// RequestChanges gives a campaign that waits back to its organizer.
var RequestChanges = command.Define("request-changes", "Ask for changes of a campaign that waits for review", command.Moderator,
	func(ctx context.Context, c *command.Call, in DecisionBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody,
			campaign.RequestChanges{By: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})

// RejectCampaign says that a campaign that waits never will be public.
var RejectCampaign = command.Define("reject-campaign", "Reject a campaign that waits for review", command.Moderator,
	func(ctx context.Context, c *command.Call, in DecisionBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody, campaign.Reject{By: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})

// WithdrawCampaign takes a campaign back before it is public.
var WithdrawCampaign = command.Define("withdraw-campaign", "Take a campaign back that waits for review", command.Owner,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.Withdraw{Actor: c.Member, Now: c.Now()}.Decide)
	})

// SuspendCampaign takes a campaign off the public's sight, and says why.
var SuspendCampaign = command.Define("suspend-campaign", "Take a campaign off the public's sight and say why", command.Moderator,
	func(ctx context.Context, c *command.Call, in SuspensionBody) (command.Done, error) {
		done, err := onCampaign(ctx, c, in.CampaignBody, campaign.Suspend{By: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
		if err != nil {
			return done, err
		}
		return done, c.Uploads.HideOf(ctx, in.CampaignID, true)
	})

// ReinstateCampaign takes a suspension back.
var ReinstateCampaign = command.Define("reinstate-campaign", "Show a suspended campaign again", command.Moderator,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		done, err := onCampaign(ctx, c, in, campaign.Reinstate{By: c.Member, Now: c.Now()}.Decide)
		if err != nil {
			return done, err
		}
		return done, c.Uploads.HideOf(ctx, in.CampaignID, false)
	})

// KnowOrganizer notes that the owner of a campaign had one that was public: it became so just now.
var KnowOrganizer = command.Define("know-organizer", "Note that a member had a public campaign", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		of, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
		if err != nil || !of.WasPublic() {
			return command.Done{}, err
		}
		return command.On(ctx, c, campaign.OrganizerDecider, of.Owner,
			campaign.Know{Member: of.Owner, Campaign: id, Now: c.Now()}.Decide)
	})
