package campaigns

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// ReleaseSlug releases a slug that a campaign reserved and will not use, because its launch or a renaming was cut off; that
// is given up now, if it has not happened. The slug is named by its stream. It must not be asked for while a launch may
// still be under way, which would have to begin again.
var ReleaseSlug = command.Define("settle-slug", "Release the slug of a launch that was cut off", command.Internal, releaseSlug)

func releaseSlug(ctx context.Context, c *command.Call, stream ident.ID) (command.Done, error) {
	holder, _, err := command.Load(ctx, c.Handler, campaign.SlugDecider, stream)
	if err != nil || holder.IsNil() {
		return command.Done{}, err
	}
	lapse := campaign.LapseLaunch{Campaign: holder, Slug: stream, Now: c.Now()}
	res, err := command.Execute(ctx, c.Handler, campaign.Decider, holder, c.Child("lapse "+holder.String()), lapse.Decide)
	if err != nil {
		return command.Done{}, err
	}
	if res.State.Exists() {
		if res.State.Bears(stream) {
			return command.Done{}, nil
		}
		slug, _, err := launchOf(ctx, c, holder)
		if err != nil || slug == holder.String() || ident.Pair(campaign.SlugCategory, slug) == stream {
			return command.Done{}, err
		}
		// what is left is of a launch that was sent twice, or of a renaming that was cut off and begins again with another
		give := campaign.GiveUpSlug{Campaign: holder, Slug: stream, Now: c.Now()}
		given, err := command.Execute(ctx, c.Handler, campaign.Decider, holder, c.Child("give up "+stream.String()), give.Decide)
		if err != nil || given.State.Bears(stream) {
			return command.Done{}, err
		}
	} else if res.State.Status == campaign.Lapsed { // a draft's words go with the draft
		if err := forgetWords(ctx, c, stream, holder); err != nil {
			return command.Done{}, err
		}
	}
	release := campaign.ReleaseSlug{Campaign: holder, Now: c.Now()}
	released, err := command.Execute(ctx, c.Handler, campaign.SlugDecider, stream, c.Child("release "+holder.String()),
		release.Decide)
	return command.Done{Position: released.Position}, err
}

// forgetWords destroys the key under which a launch that lapsed sealed its slug: nobody who erases its owner would find
// it.
func forgetWords(ctx context.Context, c *command.Call, stream, holder ident.ID) error {
	for r, err := range c.Events(ctx, campaign.SlugCategory, stream) {
		if err != nil {
			return fmt.Errorf("read who reserved a slug: %w", err)
		}
		if e, ok := r.Event.(campaign.SlugReserved); ok && e.Campaign == holder {
			return c.Keys.Destroy(ctx, "campaign", e.Subject)
		}
	}
	return nil
}

// launchOf opens the slug under which a campaign was launched, the campaign's id when its words are erased, and tells whether it
// was put before a moderator.
func launchOf(ctx context.Context, c *command.Call, id ident.ID) (slug string, reviewed bool, err error) {
	for r, err := range c.Events(ctx, campaign.Category, id) {
		if err != nil {
			return "", false, fmt.Errorf("read the slug of campaign %s: %w", id, err)
		}
		launched, ok := r.Event.(campaign.Launched)
		if submitted, waits := r.Event.(campaign.Submitted); waits {
			launched, ok, reviewed = campaign.Launched(submitted), true, true
		}
		if !ok {
			continue
		}
		slug, err := c.OpenText(ctx, r.ID, launched.Subject, "slug", launched.Slug)
		if err != nil {
			return "", false, fmt.Errorf("open the slug of campaign %s: %w", id, err)
		}
		if slug.IsEmpty() {
			return id.String(), reviewed, nil
		}
		return slug.String(), reviewed, nil
	}
	return "", false, fmt.Errorf("the slug of campaign %s: %w", id, campaign.ErrNotFound)
}
