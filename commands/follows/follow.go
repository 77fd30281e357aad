package follows

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// FollowBody names a campaign.
type FollowBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
}

// FollowCampaign has the member follow a campaign that they do not run, be it over or not. Errors: campaign_not_found,
// campaign_suspended, campaign_cancelled, campaign_is_yours.
var FollowCampaign = command.Define("follow-campaign", "Follow a campaign", command.Member,
	func(ctx context.Context, c *command.Call, in FollowBody) (command.Done, error) {
		of, _, err := command.Recent(ctx, c.Handler, campaign.Decider, in.CampaignID)
		switch {
		case err != nil:
			return command.Done{}, err
		case !of.Exists() || !of.WasPublic():
			return command.Done{}, campaign.ErrNotFound
		case !of.SuspendedAt.IsZero():
			return command.Done{}, campaign.ErrSuspended
		case of.Status == campaign.CalledOff:
			return command.Done{}, campaign.ErrCancelled
		}
		follow := campaignfollow.Follow{
			Campaign: in.CampaignID, Member: c.Member, Subject: member.SubjectOf(c.Member), Runs: of.RunBy(c.Member) == nil, Now: c.Now(),
		}
		return command.On(ctx, c, campaignfollow.Decider, campaignfollow.Of(in.CampaignID, c.Member), follow.Decide)
	})

// UnfollowCampaign has the member follow a campaign no more, whatever became of it.
var UnfollowCampaign = command.Define("unfollow-campaign", "Follow a campaign no more", command.Member,
	func(ctx context.Context, c *command.Call, in FollowBody) (command.Done, error) {
		return unfollow(ctx, c, campaignfollow.Of(in.CampaignID, c.Member))
	})

// DropCampaignFollow ends that somebody who is erased follows a campaign.
var DropCampaignFollow = command.Define("drop-campaign-follow", "Have somebody who is erased follow a campaign no more",
	command.Internal, unfollow)

func unfollow(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
	return command.On(ctx, c, campaignfollow.Decider, id, campaignfollow.Unfollow{Now: c.Now()}.Decide)
}
