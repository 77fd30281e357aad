// Package reports is the commands about what members report to moderators.
package reports

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "reports", Commands: []command.Definition{FileReport, DismissReports}}
