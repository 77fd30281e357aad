package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/follows"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// followsDemo has some members follow campaigns that others run.
func followsDemo(p *demo.Plan) (deeds []deed) {
	for n, c := range p.Campaigns() {
		for i := range 3 {
			who := (c.Owner + 1 + n + 2*i) % max(p.Members(), 1)
			if who == c.Owner {
				continue
			}
			do := func(ctx context.Context, w *seeder, key ident.ID) error {
				_, err := follows.FollowCampaign.Run(ctx, w.commands, as(w.members[who], key),
					follows.FollowBody{CampaignID: w.launched[n].campaign})
				return err
			}
			deeds = append(deeds, deed{p.Launched(n).Add(time.Duration(7+5*i) * time.Hour), p.ID("campaign followed", n, i), do})
		}
	}
	return deeds
}
