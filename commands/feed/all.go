// Package feed is the commands about what members write for one another: posts, comments and reactions.
package feed

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "feed", Commands: []command.Definition{
	WritePost, EditPost, DeletePost, ToggleReaction, WriteComment, EditComment, DeleteComment, ToggleCommentLike,
	RemovePost, RemoveComment,
}}
