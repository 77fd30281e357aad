package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/textfold"
)

// WritingBody is what an update says, and to whom.
type WritingBody struct {
	Title    string                  `json:"title" maxLength:"2000" doc:"Up to 120 characters"`
	Text     string                  `json:"text" maxLength:"20000" doc:"Up to 5000 characters, without markup; an empty line parts paragraphs"`
	Audience campaignupdate.Audience `json:"audience" enum:"public,supporters" doc:"Who may read it: everybody, or the owner and the campaign's supporters"`
	Lang     string                  `json:"lang" enum:"en,fr,es" doc:"Of the words"`
}

func (b WritingBody) by(author ident.ID) campaignupdate.Writing {
	return campaignupdate.Writing{
		Author: member.SubjectOf(author), Title: textfold.Line(b.Title), Text: textfold.Clean(b.Text), Audience: b.Audience,
		Lang: b.Lang,
	}
}

// PostUpdateBody is an update of a campaign.
type PostUpdateBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	WritingBody
	Pin bool `json:"pin,omitempty" doc:"Keep it on top, in place of the one that is"`
}

// PostUpdateAnswer names the update that was posted.
type PostUpdateAnswer struct {
	command.Done
	UpdateID ident.ID `json:"update_id" format:"uuid"`
}

// UpdateBody names an update of a campaign.
type UpdateBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	UpdateID   ident.ID `json:"update_id" format:"uuid"`
}

// ReviseUpdateBody replaces what an update says.
type ReviseUpdateBody struct {
	UpdateBody
	WritingBody
}

// PostUpdate publishes an update of a campaign, for everybody or for its supporters.
var PostUpdate = command.Define("post-campaign-update", "Post an update of a campaign, for everybody or for its supporters",
	command.Team, func(ctx context.Context, c *command.Call, in PostUpdateBody) (PostUpdateAnswer, error) {
		id := ident.Thing(campaignupdate.Category, c.ID)
		post := campaignupdate.Post{
			Campaign: in.CampaignID, Update: id, Member: c.Member, Writing: in.by(c.Member), Pin: in.Pin, Now: c.Now(),
		}
		done, err := onUpdates(ctx, c, in.CampaignID, post.Decide)
		return PostUpdateAnswer{done, id}, err
	})

// ReviseUpdate replaces what an update says, and to whom.
var ReviseUpdate = command.Define("revise-campaign-update", "Change what an update of a campaign says, and to whom",
	command.Team, func(ctx context.Context, c *command.Call, in ReviseUpdateBody) (command.Done, error) {
		return onUpdates(ctx, c, in.CampaignID, campaignupdate.Revise{
			Campaign: in.CampaignID, Update: in.UpdateID, Writing: in.by(c.Member), Now: c.Now(),
		}.Decide)
	})

// PinUpdate keeps an update on top of the others.
var PinUpdate = command.Define("pin-campaign-update", "Keep an update of a campaign on top, in place of the one that is",
	command.Team, func(ctx context.Context, c *command.Call, in UpdateBody) (command.Done, error) {
		return onUpdates(ctx, c, in.CampaignID, campaignupdate.Pin{
			Campaign: in.CampaignID, Update: in.UpdateID, Now: c.Now(),
		}.Decide)
	})

// UnpinUpdate puts an update back in its place by date.
var UnpinUpdate = command.Define("unpin-campaign-update", "Put an update of a campaign back in its place by date", command.Team,
	func(ctx context.Context, c *command.Call, in UpdateBody) (command.Done, error) {
		return onUpdates(ctx, c, in.CampaignID, campaignupdate.Unpin{
			Campaign: in.CampaignID, Update: in.UpdateID, Now: c.Now(),
		}.Decide)
	})

// RemoveUpdate takes an update off the campaign's page for good.
var RemoveUpdate = command.Define("remove-campaign-update", "Take an update off a campaign's page for good", command.Team,
	func(ctx context.Context, c *command.Call, in UpdateBody) (command.Done, error) {
		return onUpdates(ctx, c, in.CampaignID, campaignupdate.Remove{
			Campaign: in.CampaignID, Update: in.UpdateID, Now: c.Now(),
		}.Decide)
	})

// onUpdates carries out a decision on a campaign's updates in the name of whoever runs it, and refuses everybody else.
func onUpdates(
	ctx context.Context, c *command.Call, to ident.ID, decide func(campaignupdate.State) ([]campaignupdate.Event, error),
) (command.Done, error) {
	state, _, err := command.Recent(ctx, c.Handler, campaign.Decider, to)
	if err != nil {
		return command.Done{}, err
	}
	if err := state.RunBy(c.Member); err != nil {
		return command.Done{}, err
	}
	return command.On(ctx, c, campaignupdate.Decider, campaignupdate.Of(to), decide)
}
