// Package pages is the commands about the pages of organizations, and about following them.
package pages

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "pages", Commands: []command.Definition{
	CreatePage, RevisePage, ChangePageLogo, ClosePage, VerifyPage, AllowPageMoney, FollowPage, UnfollowPage, DropPage, DropFollow,
	InvitePageEditor, AcceptPageInvitation, DeclinePageInvitation, WithdrawPageInvitation, LeavePage, RemovePageEditor,
}}
