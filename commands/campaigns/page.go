package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
)

// speaksFor refuses a page that is closed, or that the member who asks neither owns nor edits. Error: campaign.ErrPage.
func speaksFor(ctx context.Context, c *command.Call, page ident.ID) error {
	if page.IsNil() {
		return nil
	}
	state, _, err := command.Load(ctx, c.Handler, orgpage.Decider, page)
	if err == nil && state.EditedBy(c.Member) != nil {
		err = campaign.ErrPage
	}
	return err
}

// TakeOffPageBody names a campaign that goes in the name of a page of the sender's.
type TakeOffPageBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	PageID     ident.ID `json:"page_id" format:"uuid"`
}

// TakeOffPage has a campaign that goes in the name of a page go in its owner's again, as the page's owner wishes.
var TakeOffPage = command.Define("take-off-page", "Have a campaign no longer go in the name of one's page", command.Owner,
	func(ctx context.Context, c *command.Call, in TakeOffPageBody) (command.Done, error) {
		page, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		if err := page.OwnedBy(c.Member); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.TakeOffPage{
			Page: in.PageID, By: c.Member, Now: c.Now(),
		}.Decide)
	})

// PageCommands are those about campaigns that go in the name of pages, apart from the others: few who see a campaign give them.
var PageCommands = command.Area{Name: "pagecampaigns", Commands: []command.Definition{TakeOffPage}}
