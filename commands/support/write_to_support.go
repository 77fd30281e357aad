package support

import (
	"context"
	"net/mail"
	"strings"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// WriteToSupportBody is a message to support. Every field must say something.
type WriteToSupportBody struct {
	Name    string `json:"name" maxLength:"400"`
	Email   string `json:"email" maxLength:"400" doc:"Where the answer goes"`
	Subject string `json:"subject" maxLength:"1000"`
	Message string `json:"message" maxLength:"20000"`
	Lang    string `json:"lang" enum:"en,fr,es" doc:"The language to be answered in"`
}

var errWrongEmail = domain.RefuseField("email", "malformed_email", "this is not an e-mail address")

// WriteToSupport keeps a message to whoever runs the installation. It is mailed to them and acknowledged by reactors.
var WriteToSupport = command.Define("write-to-support", "Write to whoever runs the installation", command.Visitor,
	writeToSupport).Creating()

func writeToSupport(ctx context.Context, c *command.Call, in WriteToSupportBody) (command.Done, error) {
	id := ident.Thing(inquiry.Category, c.ID)
	send := inquiry.Send{
		Inquiry: id, Member: c.Member, Name: textfold.Line(in.Name), Email: strings.TrimSpace(in.Email),
		Subject: textfold.Line(in.Subject), Message: textfold.Clean(in.Message), Lang: in.Lang, Now: c.Now(),
	}
	// a sender's key is not made before the whole message is known to be in order
	if _, err := send.Decide(inquiry.State{}); err != nil {
		return command.Done{}, err
	}
	if a, err := mail.ParseAddress(send.Email); err != nil || a.Address != send.Email || !strings.Contains(send.Email, ".") {
		return command.Done{}, errWrongEmail
	}
	if c.Member.IsNil() {
		var err error
		if send.Sender, err = c.Keys.Guest(ctx, send.Email); err != nil {
			return command.Done{}, err
		}
	} else {
		send.Sender = member.SubjectOf(c.Member)
	}
	return command.On(ctx, c, inquiry.Decider, id, send.Decide, command.Fresh())
}
