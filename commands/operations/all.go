// Package operations is the commands of whoever runs the installation.
package operations

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "operations", Commands: []command.Definition{ReadPersonalData}}
