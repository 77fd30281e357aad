// Package blocks is the commands by which members block one another.
package blocks

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "blocks", Commands: []command.Definition{BlockMember, UnblockMember, DropBlocks}}
