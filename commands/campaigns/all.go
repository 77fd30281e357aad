// Package campaigns is the commands about campaigns: opening, changing, pausing and ending them.
package campaigns

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "campaigns", Commands: []command.Definition{
	LaunchCampaign, ReviseCampaign, PauseCampaign, ResumeCampaign, CompleteCampaign, CancelCampaign, FeatureCampaign, ReleaseSlug,
	PostUpdate, ReviseUpdate, PinUpdate, UnpinUpdate, RemoveUpdate,
}}
