package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// ReviseProfileBody replaces the member's profile: what is empty or left out is shown no more.
type ReviseProfileBody struct {
	DisplayName string `json:"display_name,omitempty" maxLength:"1000"`
	Bio         string `json:"bio,omitempty" maxLength:"4000"`
	Location    string `json:"location,omitempty" maxLength:"1000"`
	Lang        string `json:"lang" enum:"en,fr,es"`
}

// ReviseProfile replaces what a member shows of themselves.
var ReviseProfile = command.Define("revise-profile", "Replace one's profile", command.Member,
	func(ctx context.Context, c *command.Call, in ReviseProfileBody) (command.Done, error) {
		return command.On(ctx, c, member.Decider, c.Member, member.ReviseProfile{
			Name: textfold.Line(in.DisplayName), Bio: textfold.Clean(in.Bio), Location: textfold.Line(in.Location), Lang: in.Lang,
			Now: c.Now(),
		}.Decide)
	})
