package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// AcceptMaterialBody takes an offer of things up.
type AcceptMaterialBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
	Quantity *int64   `json:"quantity,omitempty" doc:"How many are taken, at least one; absent: all"`
	Place    string   `json:"place,omitempty" maxLength:"2000" doc:"Where to bring or send them; shown to whoever pledged"`
	Note     string   `json:"note,omitempty" maxLength:"2000" doc:"To whoever pledged"`
}

// AcceptMaterial takes an offer of things up.
var AcceptMaterial = command.Define("accept-material", "Accept a pledge of things, or a part of it", command.Team,
	func(ctx context.Context, c *command.Call, in AcceptMaterialBody) (command.Done, error) {
		accept := materialpledge.Accept{
			Organizer: member.SubjectOf(c.Member), Place: textfold.Clean(in.Place), Note: textfold.Clean(in.Note), Now: c.Now(),
		}
		if in.Quantity != nil {
			if *in.Quantity < 1 {
				return command.Done{}, domain.RefuseField("quantity", "quantity_required", "say how many")
			}
			accept.Quantity = *in.Quantity
		}
		return asOrganizer(ctx, c, materialpledge.Decider, in.PledgeID, ofMaterial, accept.Decide)
	})

// DeclineMaterial turns an offer of things down.
var DeclineMaterial = command.Define("decline-material", "Decline a pledge of things, with a reason", command.Team,
	func(ctx context.Context, c *command.Call, in DeclineBody) (command.Done, error) {
		decline := materialpledge.Decline{Organizer: member.SubjectOf(c.Member), Reason: textfold.Clean(in.Reason), Now: c.Now()}
		return asOrganizer(ctx, c, materialpledge.Decider, in.PledgeID, ofMaterial, decline.Decide)
	})

// WithdrawMaterial takes one's own offer of things back.
var WithdrawMaterial = command.Define("withdraw-material", "Withdraw one's own pledge of things", command.Owner,
	func(ctx context.Context, c *command.Call, in PledgeBody) (command.Done, error) {
		withdraw := materialpledge.Withdraw{Actor: c.Member, Now: c.Now()}
		return command.On(ctx, c, materialpledge.Decider, in.PledgeID, withdraw.Decide)
	})

// CloseMaterial declines an offer that nobody had answered when its campaign ended.
var CloseMaterial = command.Define("close-material-pledge",
	"Decline a pledge of things that nobody answered before the campaign's end", command.Internal,
	func(ctx context.Context, c *command.Call, pledge ident.ID) (command.Done, error) {
		return command.On(ctx, c, materialpledge.Decider, pledge, materialpledge.Close{Now: c.Now()}.Decide)
	})
