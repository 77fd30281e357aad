package app

import (
	"context"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/demo"
)

// teamDemo has owners of campaigns ask members to run them, too, who accept.
func teamDemo(p *demo.Plan) (deeds []deed) {
	for _, t := range p.Teams() {
		invited := p.ID("team invited", t.Campaign, 0)
		deeds = append(deeds, deed{t.At, invited, inviteTo(t)}, deed{t.At, p.ID("team joined", t.Campaign, 0), joinTeam(t, invited)})
	}
	return deeds
}

func inviteTo(t demo.Team) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		to := w.launched[t.Campaign]
		email, err := command.RecentText(ctx, w.commands.Handler, member.Decider, w.members[t.Member], "email", member.EmailIn)
		if err != nil {
			return err
		}
		_, err = campaigns.InviteCoOrganizer.Run(ctx, w.commands, as(to.owner, key),
			campaigns.InviteBody{CampaignID: to.campaign, Email: email, Lang: t.Lang})
		return err
	}
}

func joinTeam(t demo.Team, invited ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := campaigns.AcceptInvitation.Run(ctx, w.commands, as(w.members[t.Member], key), campaigns.InvitationBody{
			CampaignID: w.launched[t.Campaign].campaign, InvitationID: ident.Thing("invitation", invited),
		})
		return err
	}
}
