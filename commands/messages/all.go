// Package messages is the commands by which members, pages and the teams of campaigns write to one another.
package messages

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "messages", Commands: []command.Definition{
	SendMessage, ReadThread, MuteThread, AnswerRequest, ChooseWriters,
}}
