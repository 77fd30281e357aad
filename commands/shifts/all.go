// Package shifts is the commands about the shifts of campaigns: publishing, changing and cancelling them, and joining and
// leaving them. Whoever joins pledges time.
package shifts

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "shifts", Commands: []command.Definition{
	PublishShift, ReviseShift, CancelShift, JoinShift, LeaveShift, DropShift, SettlePlace, FreePlace,
	RemindOfShift,
}}
