package campaigns

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/textfold"
)

// DraftAnswer names a draft and the save that was just made of it.
type DraftAnswer struct {
	command.Done
	DraftID ident.ID `json:"draft_id" format:"uuid" doc:"Of the campaign, too, once it is launched"`
	Number  int64    `json:"number" doc:"Of the saves, from 1; the next one says that it builds on this"`
}

// DraftBody names a draft as its owner read it last.
type DraftBody struct {
	DraftID ident.ID `json:"draft_id" format:"uuid"`
	Number  int64    `json:"number" minimum:"1" doc:"Of the save it builds on; refused as draft_conflict when it was saved since"`
}

// SaveDraftBody is what a draft says from now on.
type SaveDraftBody struct {
	DraftBody
	ContentBody
}

// BeginDraft keeps what a member has written so far of a campaign.
var BeginDraft = command.Define("begin-draft", "Keep what one has written of a campaign, to go on with it on any device",
	command.Member, beginDraft).Creating()

func beginDraft(ctx context.Context, c *command.Call, in ContentBody) (DraftAnswer, error) {
	id := ident.Thing(campaign.Category, c.ID)
	before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, id, c.Envelope)
	if err != nil || again {
		return DraftAnswer{command.Done{Position: before.Position}, id, 1}, err
	}
	said, err := content(c, campaign.State{}, in)
	if err != nil {
		return DraftAnswer{}, err
	}
	save := campaign.SaveDraft{
		Campaign: id, Subject: ident.Thing("campaign-words", c.ID), Owner: c.Member, Content: said, Media: mediaOf(in),
		Consent: in.BeneficiaryConsent, Page: in.PageID, Purpose: textfold.Clean(in.MoneyPurpose), Now: c.Now(),
	}
	if _, err := save.Decide(campaign.State{}); err != nil {
		return DraftAnswer{}, err
	}
	if err := speaksFor(ctx, c, in.PageID); err != nil {
		return DraftAnswer{}, err
	}
	if err := listDraft(ctx, c, id); err != nil {
		return DraftAnswer{}, err
	}
	if save.Media, err = claimMedia(ctx, c, id, campaign.Media{}, save.Media); err != nil {
		return DraftAnswer{}, err
	}
	if err := c.Keys.Ensure(ctx, save.Subject, "campaign"); err != nil {
		return DraftAnswer{}, err
	}
	if err := ensureBeneficiary(ctx, c, said); err != nil {
		return DraftAnswer{}, err
	}
	res, err := command.Execute(ctx, c.Handler, campaign.Decider, id, c.Envelope, save.Decide, command.Fresh())
	return DraftAnswer{command.Done{Position: res.Position}, id, 1}, err
}

// listDraft makes sure that a member has no draft too many. Nothing is taken off the list before it is full: only then is looked
// which of its drafts were launched or discarded, or never came to be.
func listDraft(ctx context.Context, c *command.Call, draft ident.ID) error {
	list := campaign.ListDraft{Member: c.Member, Draft: draft, Now: c.Now()}
	put := func() error {
		_, err := command.Execute(ctx, c.Handler, campaign.DraftsDecider, c.Member, c.Child("list"), list.Decide)
		return err
	}
	err := put()
	if !errors.Is(err, campaign.ErrTooManyDrafts) {
		return err
	}
	listed, _, err := command.Load(ctx, c.Handler, campaign.DraftsDecider, c.Member)
	if err != nil {
		return err
	}
	for _, id := range listed {
		state, _, err := command.Load(ctx, c.Handler, campaign.Decider, id)
		if err != nil {
			return err
		}
		if state.Status != campaign.Draft {
			list.Over = append(list.Over, id)
		}
	}
	return put()
}

// SaveDraft replaces what a draft says.
var SaveDraft = command.Define("save-draft", "Keep what one has changed of a draft", command.Holder, saveDraft)

func saveDraft(ctx context.Context, c *command.Call, in SaveDraftBody) (DraftAnswer, error) {
	before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, in.DraftID, c.Envelope)
	if err != nil || again {
		return DraftAnswer{command.Done{Position: before.Position}, in.DraftID, in.Number + 1}, err
	}
	state, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.DraftID)
	if err != nil {
		return DraftAnswer{}, err
	}
	if err := state.DraftOf(c.Member, in.Number); err != nil {
		return DraftAnswer{}, err
	}
	save := campaign.SaveDraft{
		Owner: c.Member, Number: in.Number, Consent: in.BeneficiaryConsent, Page: in.PageID,
		Purpose: textfold.Clean(in.MoneyPurpose), Now: c.Now(),
	}
	if save.PurposeKept, err = command.RecentText(ctx, c.Handler, campaign.Decider, in.DraftID, "purpose",
		campaign.PurposeIn); err != nil {
		return DraftAnswer{}, err
	}
	if save.Content, err = contentOf(c, state, in.ContentBody); err != nil {
		return DraftAnswer{}, err
	}
	if _, save.Kept, err = mediaShown(ctx, c.Handler, in.DraftID); err != nil {
		return DraftAnswer{}, err
	}
	save.Media = mediaOf(in.ContentBody)
	if _, err := save.Decide(state); err != nil {
		return DraftAnswer{}, err
	}
	if in.PageID != state.Page { // a page that closed meanwhile keeps nobody from writing on
		if err := speaksFor(ctx, c, in.PageID); err != nil {
			return DraftAnswer{}, err
		}
	}
	if save.Media, err = claimMedia(ctx, c, in.DraftID, save.Kept, save.Media); err != nil {
		return DraftAnswer{}, err
	}
	if err := ensureBeneficiary(ctx, c, save.Content); err != nil {
		return DraftAnswer{}, err
	}
	done, err := command.On(ctx, c, campaign.Decider, in.DraftID, save.Decide)
	return DraftAnswer{done, in.DraftID, in.Number + 1}, err
}

// contentOf is content of a campaign that there is: its beneficiary keeps the key that the first one's name was sealed with.
func contentOf(c *command.Call, state campaign.State, in ContentBody) (campaign.Content, error) {
	said, err := content(c, state, in)
	if !said.Beneficiary.IsNil() && !state.Beneficiary.IsNil() {
		said.Beneficiary = state.Beneficiary
	}
	return said, err
}

// DiscardDraft throws a draft away, with the keys of its words: nobody reads them any more.
var DiscardDraft = command.Define("discard-draft", "Throw a draft away for good", command.Holder,
	func(ctx context.Context, c *command.Call, in DraftBody) (command.Done, error) {
		discard := campaign.DiscardDraft{Actor: c.Member, Number: in.Number, Now: c.Now()}
		res, err := command.Execute(ctx, c.Handler, campaign.Decider, in.DraftID, c.Envelope, discard.Decide)
		if err != nil {
			return command.Done{}, err
		}
		if err := releaseKept(ctx, c, in.DraftID); err != nil {
			return command.Done{}, err
		}
		if err := removeKept(ctx, c, in.DraftID); err != nil {
			return command.Done{}, err
		}
		if err := c.Keys.Destroy(ctx, "campaign", res.State.Subject); err != nil {
			return command.Done{}, err
		}
		if !res.State.Beneficiary.IsNil() {
			if err := c.Keys.Destroy(ctx, "beneficiary", res.State.Beneficiary); err != nil {
				return command.Done{}, err
			}
		}
		return command.Done{Position: res.Position}, nil
	})

// LaunchDraft opens a campaign that was kept as a draft, with what its owner sends last.
var LaunchDraft = command.Define("launch-draft", "Open a campaign that was kept as a draft", command.Holder, launchDraft)

func launchDraft(ctx context.Context, c *command.Call, in SaveDraftBody) (LaunchCampaignAnswer, error) {
	id := in.DraftID
	for {
		before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, id, c.Envelope)
		if err != nil {
			return LaunchCampaignAnswer{}, err
		}
		if again {
			slug, first, err := launchOf(ctx, c, id)
			return answer(id, slug, before.Position, first), err
		}
		out, err := tryLaunchDraft(ctx, c, in)
		if !errors.Is(err, campaign.ErrGaveUpSlug) {
			return out, err
		}
	}
}

// tryLaunchDraft launches a draft under a slug. Error: campaign.ErrGaveUpSlug, when the slug was given up meanwhile.
func tryLaunchDraft(ctx context.Context, c *command.Call, in SaveDraftBody) (LaunchCampaignAnswer, error) {
	state, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.DraftID)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := state.DraftOf(c.Member, in.Number); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	said, err := contentOf(c, state, in.ContentBody)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	launch := campaign.Launch{
		Campaign: in.DraftID, Subject: state.Subject, Owner: c.Member, Slug: "x", Content: said, Draft: in.Number,
		Media:              mediaOf(in.ContentBody),
		BeneficiaryConsent: in.BeneficiaryConsent, Page: in.PageID, Now: c.Now(),
	}
	if launch.Review, err = reviewed(ctx, c, c.Member); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Permit, err = permit(ctx, c, in.PageID, c.Member, in.ContentBody); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if _, err := launch.Decide(state); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := speaksFor(ctx, c, in.PageID); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Media, err = claimMedia(ctx, c, in.DraftID, campaign.Media{}, launch.Media); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := ensureBeneficiary(ctx, c, said); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if launch.Slug, err = reserveSlug(ctx, c, in.DraftID, state, in.Title); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	res, err := command.Execute(ctx, c.Handler, campaign.Decider, in.DraftID, c.Envelope, launch.Decide)
	if err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := releaseKept(ctx, c, in.DraftID); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if err := removeKept(ctx, c, in.DraftID); err != nil {
		return LaunchCampaignAnswer{}, err
	}
	if res.Repeated { // by the same command, sent twice at once, which may have found another slug
		if launch.Slug, launch.Review, err = launchOf(ctx, c, in.DraftID); err != nil {
			return LaunchCampaignAnswer{}, fmt.Errorf("launch a draft again: %w", err)
		}
	}
	return answer(in.DraftID, launch.Slug, res.Position, launch.Review || res.State.Status == campaign.Waits), nil
}
