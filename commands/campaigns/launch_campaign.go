package campaigns

import (
	"context"
	"errors"
	"strconv"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// A launch writes two streams: that of a slug, which it reserves, and then its campaign's, which may be cut off in
// between. So that a slug is not lost with it, a timer gives the launch up after a while, in an order that lets no two
// campaigns have one slug:
//
//  1. LaunchLapsed is the first event of the campaign's stream, or CampaignLaunched or CampaignSubmitted is: the stream takes
//     one of them,
//     and with the first this id never is launched.
//  2. Then the slug is released. Whatever the launch still does, it can't come to use it.
//
// Who repeats a launch that has lapsed gets a campaign of the next id that follows from the command, with whichever slug
// is free by then. Ids are taken in order and a lapsed one never comes back, so one command launches one campaign.

// LaunchCampaignAnswer names the new campaign.
type LaunchCampaignAnswer struct {
	command.Done
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	Slug       string   `json:"slug"`
	Status     string   `json:"status" enum:"active,in_review" doc:"Whether it is public, or waits for a moderator"`
}

func answer(id ident.ID, slug string, at eventstore.Position, reviewed bool) LaunchCampaignAnswer {
	status := campaign.Active
	if reviewed {
		status = campaign.Waits
	}
	return LaunchCampaignAnswer{Done: command.Done{Position: at}, CampaignID: id, Slug: slug, Status: string(status)}
}

// reviewed tells whether a campaign that a member launches now waits for a moderator.
func reviewed(ctx context.Context, c *command.Call, member ident.ID) (bool, error) {
	switch c.Review {
	case "all":
		return true, nil
	case "first":
		known, _, err := command.Load(ctx, c.Handler, campaign.OrganizerDecider, member)
		return !known, err
	}
	return false, nil
}

// LaunchCampaign checks the content, reserves a slug made from the title, and opens the campaign.
var LaunchCampaign = command.Define("launch-campaign", "Open a campaign", command.Member, launchCampaign).Creating()

func launchCampaign(ctx context.Context, c *command.Call, in ContentBody) (LaunchCampaignAnswer, error) {
	for attempt := 1; ; attempt++ {
		named := c.Envelope
		if attempt > 1 {
			named = c.Child("launch " + strconv.Itoa(attempt))
		}
		id := ident.Thing(campaign.Category, named.ID)
		out, err := launch(ctx, c, in, id, ident.Thing("campaign-words", named.ID))
		if errors.Is(err, catalog.ErrErased) { // the key of the words goes with a launch that lapses
			if state, _, again := command.Load(ctx, c.Handler, campaign.Decider, id); again == nil && state.Status == campaign.Lapsed {
				err = campaign.ErrLapsed
			}
		}
		if !errors.Is(err, campaign.ErrLapsed) {
			return out, err
		}
	}
}

// launch launches a campaign under an id. Error: campaign.ErrLapsed.
func launch(ctx context.Context, c *command.Call, in ContentBody, id, subject ident.ID) (LaunchCampaignAnswer, error) {
	before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, id, c.Envelope)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if again {
		slug, first, err := launchOf(ctx, c, id)
		return answer(id, slug, before.Position, first), err
	}
	state, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	content, err := content(c, state, in)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	launch := campaign.Launch{
		Campaign: id, Subject: subject, Owner: c.Member, Slug: "x", Content: content, Media: mediaOf(in),
		BeneficiaryConsent: in.BeneficiaryConsent, Page: in.PageID, Now: c.Now(),
	}
	if launch.Review, err = reviewed(ctx, c, c.Member); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Permit, err = permit(ctx, c, in.PageID, c.Member, in); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	// every fault of the content is told before a slug is taken
	if _, err := launch.Decide(state); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := speaksFor(ctx, c, in.PageID); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Media, err = claimMedia(ctx, c, id, campaign.Media{}, launch.Media); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := c.Keys.Ensure(ctx, subject, "campaign"); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := ensureBeneficiary(ctx, c, content); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Slug, err = reserveSlug(ctx, c, id, campaign.State{Subject: subject}, in.Title); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	res, err := command.Execute(ctx, c.Handler, campaign.Decider, id, c.Envelope, launch.Decide, command.Fresh())
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if res.Repeated { // by the same command, sent twice at once, which may have found another slug
		if launch.Slug, launch.Review, err = launchOf(ctx, c, id); err != nil {
			return LaunchCampaignAnswer{}, err
		}
	}
	return answer(id, launch.Slug, res.Position, launch.Review || res.State.Status == campaign.Waits), nil
}
