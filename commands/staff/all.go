// Package staff is the commands about who runs an installation.
package staff

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "staff", Commands: []command.Definition{GrantRole, TakeRoleBack, leaveStaff}}
