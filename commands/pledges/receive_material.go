package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
)

// ReceiveMaterialBody says what arrived.
type ReceiveMaterialBody struct {
	PledgeID  ident.ID                 `json:"pledge_id" format:"uuid"`
	Quantity  int64                    `json:"quantity" doc:"May be more than was pledged; takes the place of what was received before"`
	Condition materialpledge.Condition `json:"condition" enum:"new,excellent,good,fair,poor"`
}

// ReceiveMaterial has things arrive: they count.
var ReceiveMaterial = command.Define("receive-material", "Say what arrived of a pledge of things, or correct it", command.Team,
	func(ctx context.Context, c *command.Call, in ReceiveMaterialBody) (command.Done, error) {
		receive := materialpledge.Receive{Quantity: in.Quantity, Condition: in.Condition, Now: c.Now()}
		return asOrganizer(ctx, c, materialpledge.Decider, in.PledgeID, ofMaterial, receive.Decide)
	})

// ReturnMaterial has what was lent go back, as either side says.
var ReturnMaterial = command.Define("return-material", "Say that what was lent went back", command.Team,
	func(ctx context.Context, c *command.Call, in PledgeBody) (command.Done, error) {
		p, _, err := command.Recent(ctx, c.Handler, materialpledge.Decider, in.PledgeID)
		if err != nil {
			return command.Done{}, err
		}
		if p.Member != c.Member {
			if err := runs(ctx, c, p.Campaign); err != nil {
				return command.Done{}, err
			}
		}
		return command.On(ctx, c, materialpledge.Decider, in.PledgeID, materialpledge.Return{Now: c.Now()}.Decide)
	})
