package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
)

// SkipOnboardingBody says whether the first steps are hidden.
type SkipOnboardingBody struct {
	Skipped bool `json:"skipped" doc:"false shows the first steps again"`
}

// SkipOnboarding hides the first steps from a member, or shows them again.
var SkipOnboarding = command.Define("skip-onboarding", "Hide the first steps, or show them again", command.Member,
	func(ctx context.Context, c *command.Call, in SkipOnboardingBody) (command.Done, error) {
		return command.On(ctx, c, member.Decider, c.Member, member.SkipOnboarding{Skipped: in.Skipped, Now: c.Now()}.Decide)
	})
