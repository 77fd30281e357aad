package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/demo"
)

// visibilityDemo has members choose what of their page they show.
func visibilityDemo(p *demo.Plan) (deeds []deed) {
	for n, c := range p.Choices() {
		do := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := members.ChooseVisibility.Run(ctx, w.commands, as(w.members[c.Member], key),
				members.ChooseVisibilityBody{Part: member.Part(c.Part), Shown: c.Shown})
			return err
		}
		at := p.Now().Add(-time.Hour + time.Duration(n)*time.Second)
		deeds = append(deeds, deed{at, p.ID("visibility of "+c.Part, c.Member, 0), do})
	}
	return deeds
}
