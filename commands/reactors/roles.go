package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/staff"
)

// setRoles hands the account of a member the roles that the member has now, whatever has changed since the event.
func setRoles(ctx context.Context, c Config, event any) error {
	var member ident.ID
	switch e := event.(type) {
	case staff.RoleGranted:
		member = e.Member
	case staff.RoleTakenBack:
		member = e.Member
	default:
		return fmt.Errorf("roles can't handle %T", event)
	}
	all, _, err := command.Load(ctx, c.Commands.Handler, staff.Decider, staff.ID)
	if err != nil {
		return err
	}
	return c.Roles(ctx, member, append([]string{}, all[member]...))
}
