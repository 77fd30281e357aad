// Package commands lists the areas of commands. What carries them out is in command; each area declares its own.
package commands

import (
	"github.com/callup/callup/commands/blocks"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/follows"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/messages"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/commands/operations"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/commands/support"
)

// All are the areas, with all their commands.
func All() []command.Area {
	return []command.Area{
		pages.Commands,
		reports.Commands,
		follows.Commands, blocks.Commands, messages.Commands,
		giving.Commands, pledges.Commands,
		campaigns.Commands, campaigns.Moderation, campaigns.DraftCommands, campaigns.TeamCommands, campaigns.PageCommands,
		members.Commands, notifications.Commands, support.Commands, staff.Commands, shifts.Commands, feed.Commands,
		operations.Commands, erasing.Commands,
	}
}
