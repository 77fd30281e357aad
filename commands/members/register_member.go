package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// Registration is who becomes a member. The account, with its credentials, is not part of the log.
type Registration struct {
	Member      ident.ID
	Name, Email string
	Lang        string
}

// RegisterMember brings a member into being; doing so again changes nothing.
var RegisterMember = command.Define("register-member", "Bring a member into being", command.Internal, registerMember)

func registerMember(ctx context.Context, c *command.Call, in Registration) (command.Done, error) {
	subject := member.SubjectOf(in.Member)
	if err := c.Keys.Ensure(ctx, subject, "member"); err != nil {
		return command.Done{}, err
	}
	return command.On(ctx, c, member.Decider, in.Member, member.Register{
		Member: in.Member, Subject: subject, Name: textfold.Name(in.Name), Email: textfold.Line(in.Email), Lang: in.Lang, Now: c.Now(),
	}.Decide)
}
