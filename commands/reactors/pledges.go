package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/campaign"
)

// closePledges declines what nobody had answered when a campaign ended or was cancelled.
func closePledges(ctx context.Context, c Config, event any) error {
	switch e := event.(type) {
	case campaign.Completed:
		return pledges.CloseOf(ctx, c.Commands, e.Campaign)
	case campaign.Cancelled:
		return pledges.CloseOf(ctx, c.Commands, e.Campaign)
	}
	return fmt.Errorf("pledges can't handle %T", event)
}
