package app

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// picture has a member upload what is drawn, as what a kind of things shows.
func (w *seeder) picture(ctx context.Context, owner ident.ID, kind string, of shareimage.Image) (string, error) {
	drawer, err := shareimage.New()
	if err != nil {
		return "", err
	}
	drawn, err := drawer.Draw(of, nil)
	if err != nil {
		return "", err
	}
	return w.upload(ctx, owner, kind, drawn)
}

// shown has a member upload a picture of the demonstration, as what a kind of things shows.
func (w *seeder) shown(ctx context.Context, owner ident.ID, kind string, of demo.Picture) (string, error) {
	sent, err := of.Bytes()
	if err != nil {
		return "", err
	}
	return w.upload(ctx, owner, kind, sent)
}

func (w *seeder) upload(ctx context.Context, owner ident.ID, kind string, sent []byte) (string, error) {
	k, known := w.uploads.Kind(kind)
	if !known {
		return "", fmt.Errorf("nothing is uploaded as %q", kind)
	}
	return w.uploads.Take(ctx, owner, k, sent)
}

// covering is the upload of a cover, under way.
type covering struct {
	done   chan struct{}
	upload string
}

// uploaded is a cover's upload once it is there; empty for a campaign without one. After a failure it never is, and the context
// ends.
func (c *covering) uploaded(ctx context.Context) (string, error) {
	if c == nil {
		return "", nil
	}
	select {
	case <-c.done:
		return c.upload, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// cover has organizers upload the covers of their campaigns, one after the other beside all else that happens: a picture takes
// much longer than a command. Campaigns that were launched before are left out.
func (w *seeder) cover(ctx context.Context, p *demo.Plan, work *errgroup.Group) error {
	var launches []demo.Step
	for step := range p.All {
		l, is := step.Do.(demo.Launch)
		if !is || l.Campaign.Cover.Scene == "" {
			continue
		}
		of, _, err := command.Load(ctx, w.commands.Handler, campaign.Decider, ident.Thing(campaign.Category, step.Command))
		if err != nil {
			return fmt.Errorf("look for a campaign: %w", err)
		}
		if !of.Exists() {
			w.covers[l.Number] = &covering{done: make(chan struct{})}
			launches = append(launches, step)
		}
	}
	work.Go(func() error {
		for _, step := range launches {
			l, _ := step.Do.(demo.Launch)
			c := w.covers[l.Number]
			var err error
			if c.upload, err = w.shown(ctx, w.members[l.Campaign.Owner], campaigns.PhotoKind, l.Campaign.Cover); err != nil {
				return fmt.Errorf("upload the cover of %q: %w", l.Campaign.Title, err)
			}
			close(c.done)
		}
		return nil
	})
	return nil
}
