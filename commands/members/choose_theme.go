package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
)

// ChooseThemeBody is the theme to look at Callup in.
type ChooseThemeBody struct {
	Theme string `json:"theme" enum:"light,dark,system"`
}

// ChooseTheme keeps the theme a member chose on their profile, so that it is the same in each of their browsers.
var ChooseTheme = command.Define("choose-theme", "Choose light or dark", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseThemeBody) (command.Done, error) {
		return command.On(ctx, c, member.Decider, c.Member, member.ChooseTheme{Theme: in.Theme, Now: c.Now()}.Decide)
	})
