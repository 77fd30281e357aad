package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// knowOrganizer notes whose campaign became public: the next one of theirs is not their first.
func knowOrganizer(ctx context.Context, c Config, r eventstore.Recorded, event any) error {
	var id ident.ID
	switch e := event.(type) {
	case campaign.Launched:
		id = e.Campaign
	case campaign.Approved:
		id = e.Campaign
	default:
		return fmt.Errorf("organizers can't handle %T", event)
	}
	env := command.Envelope{
		ID: ident.Command("reactor:organizers", r.ID.String()), Actor: "reactor:organizers", Correlation: r.Metadata.Correlation,
		Causation: r.ID,
	}
	_, err := campaigns.KnowOrganizer.Run(ctx, c.Commands, env, id)
	return err
}
