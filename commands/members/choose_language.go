package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/member"
)

// ChooseLanguageBody is the language to read in.
type ChooseLanguageBody struct {
	Lang string `json:"lang" enum:"en,fr,es"`
}

// ChooseLanguage keeps the language a member reads in on their profile, so that it is the same in each of their browsers.
var ChooseLanguage = command.Define("choose-language", "Choose the language to read in", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseLanguageBody) (command.Done, error) {
		return command.On(ctx, c, member.Decider, c.Member, member.ChooseLanguage{Lang: in.Lang, Now: c.Now()}.Decide)
	})
