package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/textfold"
)

// PledgeTimeBody is an offer of time.
type PledgeTimeBody struct {
	CampaignID   ident.ID `json:"campaign_id" format:"uuid"`
	Minutes      int64    `json:"minutes" doc:"In quarters of an hour"`
	Availability string   `json:"availability,omitempty" maxLength:"2000" doc:"When they can come; the organizer reads it"`
	Skills       string   `json:"skills,omitempty" maxLength:"2000" doc:"Skills or experience; the organizer reads it"`
	Message      string   `json:"message,omitempty" maxLength:"2000" doc:"To the organizer"`
	Anonymous    bool     `json:"anonymous,omitempty" doc:"Hide the name from the public; the organizer sees it"`
	Lang         string   `json:"lang" enum:"en,fr,es"`
}

// PledgeTime offers hours to a campaign, for its organizer to accept.
var PledgeTime = command.Define("pledge-time", "Offer hours to a campaign; its organizer accepts or declines", command.Member,
	func(ctx context.Context, c *command.Call, in PledgeTimeBody) (PledgeAnswer, error) {
		now, id := c.Now(), ident.Thing(timepledge.Category, c.ID)
		pledge := timepledge.Pledge{
			Parties: timepledge.Parties{
				Pledge: id, Campaign: in.CampaignID, Supporter: member.SubjectOf(c.Member), Member: c.Member, Anonymous: in.Anonymous,
				Minutes: in.Minutes,
			},
			Availability: textfold.Clean(in.Availability), Skills: textfold.Clean(in.Skills), Message: textfold.Clean(in.Message),
			Lang: in.Lang, Now: now,
		}
		admits := func(to campaign.State) error { return to.AdmitsPledge(campaign.Time, c.Member, now) }
		return offer(ctx, c, timepledge.Decider, id, in.CampaignID, admits, pledge.Decide)
	}).Creating()
