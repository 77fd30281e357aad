package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// NewEmail is the address at which a member is reached from now on. That it is theirs was shown to the accounts.
type NewEmail struct {
	Member ident.ID
	Email  string
}

// ChangeEmail records a member's new address.
var ChangeEmail = command.Define("change-email", "Have a member be reached at another address", command.Internal, changeEmail)

func changeEmail(ctx context.Context, c *command.Call, in NewEmail) (command.Done, error) {
	return command.On(ctx, c, member.Decider, in.Member, member.ChangeEmail{Email: textfold.Line(in.Email), Now: c.Now()}.Decide)
}
