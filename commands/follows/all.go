// Package follows is the commands about following campaigns.
package follows

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "follows", Commands: []command.Definition{FollowCampaign, UnfollowCampaign, DropCampaignFollow}}
