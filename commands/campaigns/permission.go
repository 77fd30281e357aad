package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/textfold"
)

// MoneyBody names a campaign and says what its money is for.
type MoneyBody struct {
	CampaignBody
	Purpose string `json:"purpose" maxLength:"2000" doc:"Up to 500 characters, for the administrators alone"`
}

// permit is what a launch or a revision of a campaign of owner's, in the name of a page or of nobody, knows of the permission
// to collect money.
func permit(ctx context.Context, c *command.Call, page, owner ident.ID, in ContentBody) (campaign.Permit, error) {
	if c.Money != "allowed" {
		return campaign.Permit{}, nil
	}
	byPage, err := collectsByPage(ctx, c, page, owner)
	return campaign.Permit{Needed: true, ByPage: byPage, Purpose: textfold.Clean(in.MoneyPurpose)}, err
}

// collectsByPage tells whether a page, in whose name a campaign of owner's goes, is allowed to collect money.
func collectsByPage(ctx context.Context, c *command.Call, page, owner ident.ID) (bool, error) {
	if page.IsNil() {
		return false, nil
	}
	state, _, err := command.Load(ctx, c.Handler, orgpage.Decider, page)
	return err == nil && state.CollectsFor(owner), err
}

// AskMoney asks once more that a campaign may collect money, or says better what it is for.
var AskMoney = command.Define("ask-money", "Ask an administrator again to let one's campaign collect money", command.Owner,
	func(ctx context.Context, c *command.Call, in MoneyBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody,
			campaign.AskMoney{Actor: c.Member, Purpose: textfold.Clean(in.Purpose), Now: c.Now()}.Decide)
	})

// AllowMoney lets a campaign collect money. With its revision, what was read is what is allowed.
var AllowMoney = command.Define("allow-money", "Let a campaign collect money", command.Administrator,
	func(ctx context.Context, c *command.Call, in CampaignBody) (command.Done, error) {
		return onCampaign(ctx, c, in, campaign.AllowMoney{By: c.Member, Now: c.Now()}.Decide)
	})

// RefuseMoney keeps a campaign from collecting money, or stops it, and says why.
var RefuseMoney = command.Define("refuse-money", "Keep a campaign from collecting money and say why", command.Administrator,
	func(ctx context.Context, c *command.Call, in DecisionBody) (command.Done, error) {
		return onCampaign(ctx, c, in.CampaignBody, campaign.RefuseMoney{By: c.Member, Reason: in.Reason, Now: c.Now()}.Decide)
	})
