package app

import (
	"context"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// updatesDemo has organizers post updates of their campaigns.
func updatesDemo(p *demo.Plan) (deeds []deed) {
	for n, u := range p.Updates() {
		deeds = append(deeds, deed{u.At, p.ID("update", u.Campaign, n), postUpdate(u)})
	}
	return deeds
}

func postUpdate(u demo.Update) doing {
	body := campaigns.PostUpdateBody{Pin: u.Pinned, WritingBody: campaigns.WritingBody{
		Title: u.Title, Text: u.Text, Lang: u.Lang, Audience: campaignupdate.Public,
	}}
	if u.ForSupporters {
		body.Audience = campaignupdate.Supporters
	}
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		to := w.launched[u.Campaign]
		body.CampaignID = to.campaign
		_, err := campaigns.PostUpdate.Run(ctx, w.commands, as(to.owner, key), body)
		return err
	}
}
