package pledges

import (
	"context"
	"slices"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/textfold"
)

// PledgeMaterialBody is an offer of things.
type PledgeMaterialBody struct {
	CampaignID ident.ID                 `json:"campaign_id" format:"uuid"`
	NeedID     ident.ID                 `json:"need_id,omitzero" format:"uuid" doc:"One of the campaign's needs; absent for something else"`
	Item       string                   `json:"item,omitempty" maxLength:"400" doc:"What it is; needed without need_id"`
	Quantity   int64                    `json:"quantity"`
	Condition  materialpledge.Condition `json:"condition" enum:"new,excellent,good,fair,poor"`
	Value      int64                    `json:"value,omitempty" doc:"Estimated, of all of them: minor units of currency"`
	Currency   money.Currency           `json:"currency,omitempty" enum:"EUR,USD,GBP" doc:"Of value"`
	Delivery   materialpledge.Delivery  `json:"delivery" enum:"drop_off,pickup,courier,post"`
	Lent       bool                     `json:"lent,omitempty" doc:"On loan, until the day of until"`
	Until      string                   `json:"until,omitempty" maxLength:"10" doc:"ISO 8601 day"`
	Address    string                   `json:"address,omitempty" maxLength:"2000" doc:"Where to fetch it; the organizer sees it once they accept"`
	Message    string                   `json:"message,omitempty" maxLength:"2000" doc:"To the organizer"`
	Anonymous  bool                     `json:"anonymous,omitempty" doc:"Hide the name from the public; the organizer sees it"`
	Lang       string                   `json:"lang" enum:"en,fr,es"`
}

// PledgeMaterial offers things to a campaign, for its organizer to accept.
var PledgeMaterial = command.Define("pledge-material", "Offer things to a campaign; its organizer accepts or declines",
	command.Member, func(ctx context.Context, c *command.Call, in PledgeMaterialBody) (PledgeAnswer, error) {
		now, id := c.Now(), ident.Thing(materialpledge.Category, c.ID)
		pledge := materialpledge.Pledge{
			Parties: materialpledge.Parties{
				Pledge: id, Campaign: in.CampaignID, Supporter: member.SubjectOf(c.Member), Member: c.Member, Anonymous: in.Anonymous,
				Need: in.NeedID, Quantity: in.Quantity,
			},
			Item: textfold.Clean(in.Item), Condition: in.Condition, Delivery: in.Delivery, Lent: in.Lent, Until: in.Until,
			Address: textfold.Clean(in.Address), Message: textfold.Clean(in.Message), Lang: in.Lang, Now: now,
		}
		if in.Value != 0 {
			pledge.Value = money.Of(in.Value, in.Currency)
		}
		admits := func(to campaign.State) error {
			if err := to.AdmitsPledge(campaign.Materials, c.Member, now); err != nil {
				return err
			}
			if !in.NeedID.IsNil() && !slices.Contains(to.Needs, in.NeedID) {
				return domain.RefuseField("need_id", "need_gone", "the campaign does not ask for this")
			}
			return nil
		}
		return offer(ctx, c, materialpledge.Decider, id, in.CampaignID, admits, pledge.Decide)
	}).Creating()
