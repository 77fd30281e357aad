package support

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
)

// InquiryBody names a message to support.
type InquiryBody struct {
	InquiryID ident.ID `json:"inquiry_id" format:"uuid"`
}

// MarkInquiryAnswered notes that a message to support was answered.
var MarkInquiryAnswered = command.Define("mark-inquiry-answered", "Note that a message to support was answered",
	command.Moderator, func(ctx context.Context, c *command.Call, in InquiryBody) (command.Done, error) {
		return command.On(ctx, c, inquiry.Decider, in.InquiryID, inquiry.MarkAnswered{By: c.Member, Now: c.Now()}.Decide)
	})
