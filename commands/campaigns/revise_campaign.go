package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// ReviseCampaignBody changes a campaign.
type ReviseCampaignBody struct {
	CampaignBody
	ContentBody
	Resubmit bool `json:"resubmit,omitempty" doc:"Send it to a moderator again, who asked for changes"`
}

// ReviseCampaign checks and records the new content.
var ReviseCampaign = command.Define("revise-campaign", "Change what a campaign says or asks for", command.Team, reviseCampaign)

func reviseCampaign(ctx context.Context, c *command.Call, in ReviseCampaignBody) (command.Done, error) {
	before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, in.CampaignID, c.Envelope)
	if err != nil || again {
		return command.Done{Position: before.Position}, err
	}
	state, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.CampaignID)
	if err != nil {
		return command.Done{}, err
	}
	if state.Exists() && state.RunBy(c.Member) != nil {
		return command.Done{}, campaign.ErrNotYours // who does not run it learns nothing of its needs
	}
	content, err := contentOf(c, state, in.ContentBody)
	if err != nil {
		return command.Done{}, err
	}
	if !content.Beneficiary.IsNil() && content.ForName.String() == state.ForName {
		content.Beneficiary = state.Beneficiary // it goes on being for the same person
	}
	if state.Exists() && state.Owner != c.Member { // the name is sealed: the rule can't compare it
		name, err := command.RecentText(ctx, c.Handler, campaign.Decider, in.CampaignID, "for_name", campaign.ForNameIn)
		if err != nil {
			return command.Done{}, err
		}
		if name != content.ForName.String() {
			content.Beneficiary = ident.Thing("beneficiary", c.ID)
		}
	}
	revise := campaign.Revise{
		Actor: c.Member, Content: content, Media: mediaOf(in.ContentBody), BeneficiaryConsent: in.BeneficiaryConsent,
		Resubmit: in.Resubmit, Now: c.Now(),
	}
	if _, err := revise.Decide(state); err != nil {
		return command.Done{}, err
	}
	if revise.Media, err = claimMedia(ctx, c, in.CampaignID, state.Media, revise.Media); err != nil {
		return command.Done{}, err
	}
	if err := ensureBeneficiary(ctx, c, content); err != nil {
		return command.Done{}, err
	}
	return onCampaign(ctx, c, in.CampaignBody, revise.Decide)
}
