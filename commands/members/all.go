// Package members is the commands about members: who they are and what they show of themselves.
package members

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "members", Commands: []command.Definition{
	RegisterMember, ChangeEmail, ReviseProfile, ChangeAvatar, ChooseLanguage, ChooseTheme, ChooseTracking, SkipOnboarding,
	ChooseVisibility,
}}
