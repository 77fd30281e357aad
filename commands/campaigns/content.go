package campaigns

import (
	"context"
	"strconv"
	"strings"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/internal/textfold"
)

// NeedBody is one kind of thing a campaign asks for.
type NeedBody struct {
	ID       ident.ID `json:"id,omitempty" format:"uuid" doc:"Of a need that the campaign has already, once; none for a new one"`
	Item     string   `json:"item" maxLength:"400"`
	Quantity int64    `json:"quantity"`
	Unit     string   `json:"unit,omitempty" maxLength:"400"`
	Note     string   `json:"note,omitempty" maxLength:"2000"`
}

// ContentBody is what a campaign says and asks for.
type ContentBody struct {
	Title              string         `json:"title" maxLength:"1000"`
	Description        string         `json:"description" maxLength:"2000"`
	Story              string         `json:"story" maxLength:"40000"`
	Category           string         `json:"category" maxLength:"40"`
	ResourceTypes      []string       `json:"resource_types" maxItems:"10"`
	Currency           money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	GoalAmount         int64          `json:"goal_amount,omitempty" doc:"Minor units of currency"`
	TimeGoalHours      int64          `json:"time_goal_hours,omitempty" maximum:"100000000"`
	Needs              []NeedBody     `json:"needs,omitempty" maxItems:"100"`
	Location           string         `json:"location,omitempty" maxLength:"1000"`
	Lang               string         `json:"lang" enum:"en,fr,es"`
	EndDate            string         `json:"end_date,omitempty" maxLength:"10" doc:"ISO 8601 day; the campaign ends at its end"`
	TimeZone           string         `json:"time_zone,omitempty" maxLength:"64" doc:"IANA name"`
	BeneficiaryName    string         `json:"beneficiary_name,omitempty" maxLength:"1000"`
	Relationship       string         `json:"beneficiary_relationship,omitempty" maxLength:"40"`
	BeneficiaryConsent bool           `json:"beneficiary_consent,omitempty"`
	Photo              string         `json:"photo,omitempty" maxLength:"64" doc:"An upload of the kind campaign-photo; empty or left out shows none"`
	PhotoAlt           string         `json:"photo_alt,omitempty" maxLength:"2000" doc:"What the photograph shows, for whoever can't see it"`
	Video              string         `json:"video,omitempty" maxLength:"64" doc:"An upload of the kind campaign-video; empty or left out shows none"`
	PageID             ident.ID       `json:"page_id,omitzero" format:"uuid" doc:"The page in whose name it goes, which its owner owns or edits; left out: in the owner's name"`
	MoneyPurpose       string         `json:"money_purpose,omitempty" maxLength:"2000" doc:"What the money is for, up to 500 characters, for the administrators alone; needed where one decides who collects money"`
}

// content makes the domain's content of plain words: cleaned, its end computed, its needs and beneficiary named. before
// is the campaign as it was, whose needs may be named again.
func content(c *command.Call, before campaign.State, in ContentBody) (campaign.Content, error) {
	line := func(v string) personal.Text { return personal.Plain(textfold.Line(v)) }
	out := campaign.Content{
		Title: line(in.Title), Description: line(in.Description),
		Story:    personal.Plain(textfold.Clean(in.Story)),
		Category: campaign.Kind(in.Category), Goal: money.Of(in.GoalAmount, in.Currency), TimeGoal: in.TimeGoalHours * 60,
		Location: line(in.Location), Lang: in.Lang,
		EndDate: strings.TrimSpace(in.EndDate), TimeZone: strings.TrimSpace(in.TimeZone), ForName: line(in.BeneficiaryName),
		Relationship: in.Relationship,
	}
	for _, r := range in.ResourceTypes {
		out.Resources = append(out.Resources, campaign.Resource(r))
	}
	if out.EndDate != "" {
		ends, err := campaign.EndOf(out.EndDate, out.TimeZone)
		if err != nil {
			return out, err
		}
		out.EndsAt = ends
	}
	if !out.ForName.IsEmpty() {
		out.Beneficiary = ident.Thing("beneficiary", c.ID)
	}
	named := make([]ident.ID, len(in.Needs))
	for i, n := range in.Needs {
		named[i] = n.ID
	}
	if err := before.KnownNeeds(named); err != nil {
		return out, err
	}
	for i, n := range in.Needs {
		id := n.ID
		if id.IsNil() {
			id = ident.Pair("need", c.ID.String(), strconv.Itoa(i))
		}
		out.Needs = append(out.Needs, campaign.Need{ID: id, Item: line(n.Item), Quantity: n.Quantity, Unit: line(n.Unit),
			Note: line(n.Note)})
	}
	return out, nil
}

func ensureBeneficiary(ctx context.Context, call *command.Call, c campaign.Content) error {
	if c.Beneficiary.IsNil() {
		return nil
	}
	return call.Keys.Ensure(ctx, c.Beneficiary, "beneficiary")
}
