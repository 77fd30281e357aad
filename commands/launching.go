package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/words"
)

// A launch writes two streams: that of a slug, which it reserves, and then its campaign's, which may be cut off in
// between. So that a slug is not lost with it, a timer gives the launch up after a while, in an order that lets no two
// campaigns have one slug:
//
//  1. LaunchLapsed is the first event of the campaign's stream, or CampaignLaunched is: the stream takes one of them,
//     and with the first this id never is launched.
//  2. Then the slug is released. Whatever the launch still does, it can't come to use it.
//
// Who repeats a launch that has lapsed gets a campaign of the next id that follows from the command, with whichever slug
// is free by then. Ids are taken in order and a lapsed one never comes back, so one command launches one campaign.

// LaunchCampaign checks the content, reserves a slug made from the title, and opens the campaign.
func (s *Service) LaunchCampaign(ctx context.Context, env command.Envelope, c LaunchCampaign) (Launched, error) {
	return observed(ctx, s, "launch-campaign", env, func(ctx context.Context) (Launched, error) {
		for attempt := 1; ; attempt++ {
			named := env
			if attempt > 1 {
				named = env.Child("launch " + strconv.Itoa(attempt))
			}
			id := ident.Thing(campaign.Category, named.ID)
			out, err := s.launch(ctx, env, c, id, ident.Thing("campaign-words", named.ID))
			if errors.Is(err, catalog.ErrErased) { // the key of the words goes with a launch that lapses
				if state, _, again := command.Load(ctx, s.h, campaign.Decider, id); again == nil && state.Status == campaign.Lapsed {
					err = campaign.ErrLapsed
				}
			}
			if !errors.Is(err, campaign.ErrLapsed) {
				return out, err
			}
		}
	})
}

// launch launches a campaign under an id. Error: campaign.ErrLapsed.
func (s *Service) launch(ctx context.Context, env command.Envelope, c LaunchCampaign, id, subject ident.ID) (Launched, error) {
	before, again, err := command.Repeated(ctx, s.h, campaign.Decider, id, env)
	if err != nil {
		return Launched{}, err
	}
	if again {
		slug, err := s.slugOf(ctx, id)
		return Launched{Campaign: id, Slug: slug, Position: before.Position}, err
	}
	state, _, err := command.Load(ctx, s.h, campaign.Decider, id)
	if err != nil {
		return Launched{}, err
	}
	content, err := s.content(env, c.Content)
	if err != nil {
		return Launched{}, err
	}
	launch := campaign.Launch{
		Campaign: id, Subject: subject, Owner: c.Owner, Slug: "x", Content: content,
		BeneficiaryConsent: c.Content.Consent, Now: s.now(),
	}
	// every fault of the content is told before a slug is taken
	if _, err := launch.Decide(state); err != nil {
		return Launched{}, err
	}
	if err := s.keys.Ensure(ctx, subject, "campaign"); err != nil {
		return Launched{}, err
	}
	if err := s.ensureBeneficiary(ctx, content); err != nil {
		return Launched{}, err
	}
	if launch.Slug, err = s.reserveSlug(ctx, env, id, subject, c.Content.Title); err != nil {
		return Launched{}, err
	}
	res, err := command.Execute(ctx, s.h, campaign.Decider, id, env, launch.Decide, command.Fresh())
	if err != nil {
		return Launched{}, err
	}
	if res.Repeated { // by the same command, sent twice at once, which may have found another slug
		if launch.Slug, err = s.slugOf(ctx, id); err != nil {
			return Launched{}, err
		}
	}
	return Launched{Campaign: id, Slug: launch.Slug, Position: res.Position}, nil
}

// maxSlugs are tried of one title: title, title-2, title-3, …
const maxSlugs = 1000

// reserveSlug takes the first free one. A repeated launch finds the one it took before: those before it were taken then,
// so it is found before the first that never was.
func (s *Service) reserveSlug(ctx context.Context, env command.Envelope, id, subject ident.ID, title string) (string, error) {
	base := campaign.Slugify(words.Fold(title))
	nth := func(n int) string {
		switch n {
		case 1:
			return base
		case maxSlugs:
			return base + "-" + id.String()[:8]
		}
		return base + "-" + strconv.Itoa(n)
	}
	free := 0
	for n := 1; n <= maxSlugs; n++ {
		holder, revision, err := command.Load(ctx, s.h, campaign.SlugDecider, ident.Pair(campaign.SlugCategory, nth(n)))
		if err != nil {
			return "", err
		}
		if holder == id {
			return nth(n), nil
		}
		if holder.IsNil() && free == 0 {
			free = n
		}
		if revision == eventstore.NoStream {
			break
		}
	}
	for n := free; 0 < n && n <= maxSlugs; n++ {
		reserve := campaign.ReserveSlug{Campaign: id, Subject: subject, Slug: nth(n)}
		_, err := command.Execute(ctx, s.h, campaign.SlugDecider, ident.Pair(campaign.SlugCategory, nth(n)),
			env.Child("slug "+nth(n)+" of "+id.String()), reserve.Decide)
		if !errors.Is(err, campaign.ErrSlugTaken) {
			return nth(n), err
		}
	}
	return "", fmt.Errorf("no slug is free for %q", base)
}

// SettleSlug releases a slug that a campaign reserved and will not use, because its launch was cut off; that is given up
// now, if it has not happened. The slug is named by its stream. It must not be asked for while a launch may still be
// under way, which would have to begin again.
func (s *Service) SettleSlug(ctx context.Context, env command.Envelope, stream ident.ID) error {
	_, err := observed(ctx, s, "settle-slug", env, func(ctx context.Context) (struct{}, error) {
		holder, _, err := command.Load(ctx, s.h, campaign.SlugDecider, stream)
		if err != nil || holder.IsNil() {
			return struct{}{}, err
		}
		lapse := campaign.LapseLaunch{Campaign: holder, Now: s.now()}
		res, err := command.Execute(ctx, s.h, campaign.Decider, holder, env.Child("lapse "+holder.String()), lapse.Decide)
		if err != nil {
			return struct{}{}, err
		}
		if res.State.Exists() {
			slug, err := s.slugOf(ctx, holder)
			if err != nil || slug == holder.String() || ident.Pair(campaign.SlugCategory, slug) == stream {
				return struct{}{}, err
			}
		} else if err := s.forgetWords(ctx, stream, holder); err != nil {
			return struct{}{}, err
		}
		release := campaign.ReleaseSlug{Campaign: holder, Now: s.now()}
		_, err = command.Execute(ctx, s.h, campaign.SlugDecider, stream, env.Child("release "+holder.String()), release.Decide)
		return struct{}{}, err
	})
	return err
}

// forgetWords destroys the key under which a launch that lapsed sealed its slug: nobody who erases its owner would find
// it.
func (s *Service) forgetWords(ctx context.Context, stream, holder ident.ID) error {
	for r, err := range s.h.Events(ctx, campaign.SlugCategory, stream) {
		if err != nil {
			return fmt.Errorf("read who reserved a slug: %w", err)
		}
		if e, ok := r.Event.(campaign.SlugReserved); ok && e.Campaign == holder {
			return s.keys.Destroy(ctx, "campaign", e.Subject)
		}
	}
	return nil
}

// slugOf opens the slug under which a campaign was launched; the campaign's id when its words are erased.
func (s *Service) slugOf(ctx context.Context, id ident.ID) (string, error) {
	for r, err := range s.h.Events(ctx, campaign.Category, id) {
		if err != nil {
			return "", fmt.Errorf("read the slug of campaign %s: %w", id, err)
		}
		launched, ok := r.Event.(campaign.Launched)
		if !ok {
			continue
		}
		slug, err := s.h.OpenText(ctx, r.ID, launched.Subject, "slug", launched.Slug)
		if err != nil {
			return "", fmt.Errorf("open the slug of campaign %s: %w", id, err)
		}
		if slug.IsEmpty() {
			return id.String(), nil
		}
		return slug.String(), nil
	}
	return "", fmt.Errorf("the slug of campaign %s: %w", id, campaign.ErrNotFound)
}
