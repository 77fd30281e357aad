// Package erasing erases people. An erasure is a process: each step is recorded in its stream, and whoever goes on with it
// begins there.
package erasing

import "github.com/callup/callup/commands/command"

// Commands are those of the process.
var Commands = command.Area{Name: "erasing", Commands: []command.Definition{
	eraseMember, eraseGuest, undoErasure, beginErasure, advanceErasure,
}}
