// Package support is the commands about messages to whoever runs the installation.
package support

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "support", Commands: []command.Definition{WriteToSupport, MarkInquiryAnswered}}
