package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
)

// ChooseVisibilityBody is a part of one's page, and whether members see it.
type ChooseVisibilityBody struct {
	Part  member.Part `json:"part" enum:"name,bio,location,skills,pages,campaigns,given,following,listed" doc:"Without the name nobody can open the page"`
	Shown bool        `json:"shown" doc:"To members; false: to nobody"`
}

// ChooseVisibility shows a part of a member's page to members, or to nobody.
var ChooseVisibility = command.Define("choose-visibility", "Show a part of one's page to members, or to nobody", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseVisibilityBody) (command.Done, error) {
		choice := member.ChooseVisibility{Part: in.Part, Shown: in.Shown, Now: c.Now()}
		return command.On(ctx, c, member.Decider, c.Member, choice.Decide)
	})
