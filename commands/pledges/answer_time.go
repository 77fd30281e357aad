package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/textfold"
)

// AcceptTimeBody takes an offer of time up.
type AcceptTimeBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
	Note     string   `json:"note,omitempty" maxLength:"2000" doc:"To whoever pledged, such as where to come"`
}

// AcceptTime takes an offer of time up.
var AcceptTime = command.Define("accept-time", "Accept a pledge of time", command.Team,
	func(ctx context.Context, c *command.Call, in AcceptTimeBody) (command.Done, error) {
		accept := timepledge.Accept{Organizer: member.SubjectOf(c.Member), Note: textfold.Clean(in.Note), Now: c.Now()}
		return asOrganizer(ctx, c, timepledge.Decider, in.PledgeID, ofTime, accept.Decide)
	})

// DeclineTime turns an offer of time down.
var DeclineTime = command.Define("decline-time", "Decline a pledge of time, with a reason", command.Team,
	func(ctx context.Context, c *command.Call, in DeclineBody) (command.Done, error) {
		decline := timepledge.Decline{Organizer: member.SubjectOf(c.Member), Reason: textfold.Clean(in.Reason), Now: c.Now()}
		return asOrganizer(ctx, c, timepledge.Decider, in.PledgeID, ofTime, decline.Decide)
	})

// WithdrawTime takes one's own offer of time back.
var WithdrawTime = command.Define("withdraw-time", "Withdraw one's own pledge of time", command.Owner,
	func(ctx context.Context, c *command.Call, in PledgeBody) (command.Done, error) {
		return command.On(ctx, c, timepledge.Decider, in.PledgeID, timepledge.Withdraw{Actor: c.Member, Now: c.Now()}.Decide)
	})

// MarkNoShow notes that whoever pledged time did not come.
var MarkNoShow = command.Define("mark-no-show", "Note that whoever pledged time did not come", command.Team,
	func(ctx context.Context, c *command.Call, in PledgeBody) (command.Done, error) {
		begins, err := shiftStart(ctx, c, in.PledgeID)
		if err != nil {
			return command.Done{}, err
		}
		return asOrganizer(ctx, c, timepledge.Decider, in.PledgeID, ofTime, timepledge.Miss{Begins: begins, Now: c.Now()}.Decide)
	})

// CloseTime declines an offer that nobody had answered when its campaign ended.
var CloseTime = command.Define("close-time-pledge", "Decline a pledge of time that nobody answered before the campaign's end",
	command.Internal, func(ctx context.Context, c *command.Call, pledge ident.ID) (command.Done, error) {
		return command.On(ctx, c, timepledge.Decider, pledge, timepledge.Close{Now: c.Now()}.Decide)
	})
