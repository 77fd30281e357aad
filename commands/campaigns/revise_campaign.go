package campaigns

import (
	"context"
	"errors"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// ReviseCampaignBody changes a campaign.
type ReviseCampaignBody struct {
	CampaignBody
	ContentBody
	Resubmit bool `json:"resubmit,omitempty" doc:"Send it to a moderator again, who asked for changes"`
	Rename   bool `json:"rename,omitempty" doc:"Give it the address of its title; those it had before go on leading to it"`
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
	said, err := content(c, state, in.ContentBody)
	if err != nil {
		return command.Done{}, err
	}
	if in.Rename && state.Owner != c.Member {
		return command.Done{}, domain.RefuseField("rename", "owner_only", "only the campaign's owner changes this")
	}
	if !said.Beneficiary.IsNil() && !state.Beneficiary.IsNil() { // the name is sealed: the rule can't compare it
		name, err := command.RecentText(ctx, c.Handler, campaign.Decider, in.CampaignID, "for_name", campaign.ForNameIn)
		if err != nil {
			return command.Done{}, err
		}
		if name == said.ForName.String() {
			said.Beneficiary = state.Beneficiary // it goes on being for the same person
		}
	}
	shown, _, err := mediaShown(ctx, c.Handler, in.CampaignID)
	if err != nil {
		return command.Done{}, err
	}
	revise := campaign.Revise{
		Actor: c.Member, Content: said, Media: mediaOf(in.ContentBody), Shown: shown, BeneficiaryConsent: in.BeneficiaryConsent,
		Page: in.PageID, Resubmit: in.Resubmit, Now: c.Now(),
	}
	if in.PageID.IsNil() && state.Owner != c.Member { // who may not change it need not know it: the page may be closed
		revise.Page = state.Page
	}
	// An owner who may not speak for the page now does not see it: it is theirs again once they may.
	if in.PageID.IsNil() && speaksFor(ctx, c, state.Page) != nil {
		revise.Page = state.Page
	}
	if revise.Permit, err = permit(ctx, c, revise.Page, state.Owner, in.ContentBody); err != nil {
		return command.Done{}, err
	}
	if _, err := revise.Decide(state); err != nil {
		return command.Done{}, err
	}
	if revise.Page != state.Page {
		if err := speaksFor(ctx, c, revise.Page); err != nil {
			return command.Done{}, err
		}
	}
	if revise.Media, err = claimMedia(ctx, c, in.CampaignID, shown, revise.Media); err != nil {
		return command.Done{}, err
	}
	if err := ensureBeneficiary(ctx, c, said); err != nil {
		return command.Done{}, err
	}
	for {
		if in.Rename {
			if revise.Slug, err = anotherSlug(ctx, c, in.CampaignID, in.Title); err != nil {
				return command.Done{}, err
			}
		}
		done, err := onCampaign(ctx, c, in.CampaignBody, revise.Decide)
		if err == nil {
			return done, removeMedia(ctx, c, in.CampaignID, shown, revise.Media)
		}
		if !errors.Is(err, campaign.ErrGaveUpSlug) { // the slug's timer fired meanwhile
			return done, err
		}
	}
}

// anotherSlug takes the slug of a title for a campaign; empty where it has that already.
func anotherSlug(ctx context.Context, c *command.Call, id ident.ID, title string) (string, error) {
	of, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
	if err != nil {
		return "", err
	}
	slug, err := reserveSlug(ctx, c, id, of, title)
	if err != nil {
		return "", err
	}
	present := of.Slug
	if present.IsNil() {
		launched, _, err := launchOf(ctx, c, id)
		if err != nil {
			return "", err
		}
		present = ident.Pair(campaign.SlugCategory, launched)
	}
	if ident.Pair(campaign.SlugCategory, slug) == present {
		return "", nil
	}
	return slug, nil
}
