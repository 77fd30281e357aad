package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/demo"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// pagesDemo has members open pages of organizations, some with a picture or a campaign, a moderator verify some, others follow
// them, and some publish something.
func pagesDemo(p *demo.Plan) (deeds []deed) {
	for n, o := range p.Pages() {
		key := p.ID("page", n, 0)
		id := ident.Thing(orgpage.Category, key)
		deeds = append(deeds, deed{o.At, key, openPage(o)})
		if o.Verified {
			deeds = append(deeds, deed{o.At.Add(20 * time.Hour), p.ID("page verified", n, 0), verifyPage(id)})
		}
		if o.Logo != "" {
			deeds = append(deeds, deed{o.At.Add(time.Hour), p.ID("page logo", n, 0), showLogo(o, id)})
		}
		if o.Campaign != nil && len(p.Campaigns()) > 0 {
			deeds = append(deeds, deed{o.At.Add(26 * time.Hour), p.ID("page campaign", n, 0), launchAs(*o.Campaign, o.Owner, id)})
		}
		if o.Publication != "" {
			deeds = append(deeds, deed{o.At.Add(30 * time.Hour), p.ID("page published", n, 0), publish(o, id)})
		}
		for i := range o.Followers {
			at := o.At.Add(time.Duration(i+1) * 5 * time.Hour)
			deeds = append(deeds, deed{at, p.ID("page followed", n, i), followPage(o.Owner, o.Owner+i+1, id)})
		}
	}
	return deeds
}

func openPage(o demo.Page) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := pages.CreatePage.Run(ctx, w.commands, as(w.member(o.Owner), key), pages.CreatePageBody{WritingBody: pages.WritingBody{
			Kind: orgpage.Kind(o.Kind), Name: o.Name, Description: o.Description, Industry: o.Industry, Location: o.Location,
			Website: o.Website, Lang: o.Lang,
		}})
		return err
	}
}

func publish(o demo.Page, id ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		page, _, err := command.Load(ctx, w.commands.Handler, orgpage.Decider, id)
		if err != nil {
			return err
		}
		_, err = feed.WritePost.Run(ctx, w.commands, as(page.Owner, key),
			feed.WritePostBody{Text: o.Publication, Lang: o.Lang, PageID: id})
		return err
	}
}

// showLogo draws a picture of a page, which has none yet, and shows it.
func showLogo(o demo.Page, id ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		page, _, err := command.Load(ctx, w.commands.Handler, orgpage.Decider, id)
		if err != nil || page.Logo != "" {
			return err
		}
		upload, err := w.picture(ctx, page.Owner, pages.LogoKind, shareimage.Image{Seed: o.Name, Category: o.Logo})
		if err != nil {
			return err
		}
		_, err = pages.ChangePageLogo.Run(ctx, w.commands, as(page.Owner, key),
			pages.ChangePageLogoBody{PageBody: pages.PageBody{PageID: id}, Upload: upload})
		return err
	}
}

// launchAs has the owner of a page launch a campaign in its name.
func launchAs(c demo.Campaign, owner int, page ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		content := contentOf(c)
		content.PageID = page
		_, err := campaigns.LaunchCampaign.Run(ctx, w.commands, as(w.member(owner), key), content)
		return err
	}
}

func verifyPage(id ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := pages.VerifyPage.Run(ctx, w.commands, command.Envelope{ID: key, Actor: "operator"},
			pages.VerifyPageBody{PageBody: pages.PageBody{PageID: id}, Verified: true})
		return err
	}
}

// followPage has a member follow a page, but for its owner, to whom the numbers come back where there are few.
func followPage(owner, who int, id ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		if w.member(who) == w.member(owner) {
			return nil
		}
		_, err := pages.FollowPage.Run(ctx, w.commands, as(w.member(who), key), pages.PageBody{PageID: id})
		return err
	}
}
