package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// featuredDemo has the operator feature a few campaigns, hours after they were launched.
func featuredDemo(p *demo.Plan) (deeds []deed) {
	for n, c := range p.Campaigns() {
		if !c.Featured {
			continue
		}
		feature := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := campaigns.FeatureCampaign.Run(ctx, w.commands, command.Envelope{ID: key, Actor: "operator"},
				campaigns.Featuring{Campaign: w.launched[n].campaign, On: true})
			return err
		}
		deeds = append(deeds, deed{p.Launched(n).Add(5 * time.Hour), p.ID("feature", n, c.Owner), feature})
	}
	return deeds
}
