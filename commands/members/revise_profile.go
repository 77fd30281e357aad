package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// ReviseProfileBody replaces the member's profile: what is empty or left out is shown no more.
type ReviseProfileBody struct {
	DisplayName string   `json:"display_name,omitempty" maxLength:"1000"`
	Bio         string   `json:"bio,omitempty" maxLength:"4000"`
	Location    string   `json:"location,omitempty" maxLength:"1000"`
	Skills      []string `json:"skills,omitempty" maxItems:"100" doc:"In a few words each"`
	Lang        string   `json:"lang" enum:"en,fr,es"`
}

// ReviseProfile replaces what a member shows of themselves.
var ReviseProfile = command.Define("revise-profile", "Replace one's profile", command.Member,
	func(ctx context.Context, c *command.Call, in ReviseProfileBody) (command.Done, error) {
		skills := make([]string, len(in.Skills))
		for i, skill := range in.Skills {
			skills[i] = textfold.Line(skill)
		}
		return command.On(ctx, c, member.Decider, c.Member, member.ReviseProfile{
			Name: textfold.Line(in.DisplayName), Bio: textfold.Clean(in.Bio), Location: textfold.Line(in.Location), Skills: skills,
			Lang: in.Lang, Now: c.Now(),
		}.Decide)
	})
