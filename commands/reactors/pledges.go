package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/campaign"
)

// closePledges declines what nobody had answered when a campaign ended.
func closePledges(ctx context.Context, c Config, event any) error {
	e, ok := event.(campaign.Completed)
	if !ok {
		return fmt.Errorf("pledges can't handle %T", event)
	}
	return pledges.CloseOf(ctx, c.Commands, e.Campaign)
}
