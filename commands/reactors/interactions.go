package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/member"
)

// forgetPressed has what a member pressed deleted, where they no longer agree that it is counted.
func forgetPressed(ctx context.Context, c Config, event any) error {
	e, ok := event.(member.TrackingChosen)
	if !ok {
		return fmt.Errorf("interactions can't handle %T", event)
	}
	// what they say now counts, whatever has changed since the event
	if allowed, err := members.AllowsTracking(ctx, c.Commands, e.Member); err != nil || allowed {
		return err
	}
	return c.Forget(ctx, e.Member)
}
