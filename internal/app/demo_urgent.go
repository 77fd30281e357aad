package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// urgentDemo has a few owners say that their campaign is urgent, some days ago.
func urgentDemo(p *demo.Plan) (deeds []deed) {
	for n, c := range p.Campaigns() {
		if c.Urgent == "" {
			continue
		}
		mark := func(ctx context.Context, w *seeder, key ident.ID) error {
			to := w.launched[n]
			_, err := campaigns.MarkUrgent.Run(ctx, w.commands, command.Envelope{ID: key}.For(to.owner), campaigns.UrgentBody{
				CampaignBody: campaigns.CampaignBody{CampaignID: to.campaign}, Reason: c.Urgent,
			})
			return err
		}
		deeds = append(deeds, deed{p.Now().Add(-50 * time.Hour), p.ID("urgent", n, c.Owner), mark})
	}
	return deeds
}
