// Package campaigns is the commands about campaigns: opening, changing, pausing and ending them.
package campaigns

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "campaigns", Commands: []command.Definition{
	LaunchCampaign, ReviseCampaign, PauseCampaign, ResumeCampaign, CompleteCampaign, CancelCampaign, ReleaseSlug, KnowOrganizer,
	PostUpdate, ReviseUpdate, PinUpdate, UnpinUpdate, RemoveUpdate, RemoveCampaignMedia,
}}

// Moderation are the commands about what moderators decide, apart from the others: few who see a campaign give them.
var Moderation = command.Area{Name: "moderation", Commands: []command.Definition{
	ApproveCampaign, CheckCampaignChanges, RequestChanges, RejectCampaign, WithdrawCampaign, SuspendCampaign, ReinstateCampaign,
	AskMoney, AllowMoney, RefuseMoney,
	FeatureCampaign, MarkUrgent, RemoveUrgency, LapseUrgency,
}}

// DraftCommands are those about campaigns that are being written. They are an area of their own, so that the pages which
// everybody opens load nothing of them.
var DraftCommands = command.Area{Name: "drafts", Commands: []command.Definition{BeginDraft, SaveDraft, DiscardDraft, LaunchDraft}}

// TeamCommands are those about who runs a campaign, apart from the others for the same reason.
var TeamCommands = command.Area{Name: "team", Commands: []command.Definition{
	InviteCoOrganizer, AcceptInvitation, DeclineInvitation, WithdrawInvitation, LeaveTeam, RemoveCoOrganizer, OfferHandOver,
	WithdrawHandOver, AcceptHandOver, DeclineHandOver,
}}
