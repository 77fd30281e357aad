// Package notifications is the commands about what members are told.
package notifications

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "notifications", Commands: []command.Definition{
	ReadNotifications, ChooseNotifications, TellOfAccount, StopDailyMail,
}}
