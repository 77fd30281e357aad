// Package api is the HTTP side of the commands: one operation each, POST /api/commands/<verb-noun>.
package api

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Key is the header every command carries: the same key from the same person is the same command.
type Key struct {
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"16" maxLength:"128" doc:"Chosen by the client, new for every intent, kept over retries"`
}

// Done says that a command is in the log, and where.
type Done struct {
	Position string `json:"position" doc:"Send it back as Read-After to read what this command changed"`
}

// DonateMoneyBody is a gift of money.
type DonateMoneyBody struct {
	CampaignID ident.ID       `json:"campaign_id" format:"uuid"`
	Amount     int64          `json:"amount" doc:"Minor units of currency"`
	Currency   money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	CoverFees  bool           `json:"cover_fees,omitempty" doc:"Add the payment's fee on top; it never counts towards the goal"`
	Anonymous  bool           `json:"anonymous,omitempty" doc:"Hide the name from everyone but auditors"`
	Message    string         `json:"message,omitempty" maxLength:"2000"`
	DonorName  string         `json:"donor_name,omitempty" maxLength:"400" doc:"Guests only"`
	DonorEmail string         `json:"donor_email,omitempty" maxLength:"400" doc:"Guests only"`
	Lang       string         `json:"lang" enum:"en,fr,es"`
}

// DonateMoneyAnswer leads to the payment page.
type DonateMoneyAnswer struct {
	Done
	DonationID ident.ID `json:"donation_id" format:"uuid"`
	PaymentURL string   `json:"payment_url" doc:"Where the gift is paid"`
}

// DonationBody names a donation.
type DonationBody struct {
	DonationID ident.ID `json:"donation_id" format:"uuid"`
}

// RefundDonationBody asks for money to be given back.
type RefundDonationBody struct {
	DonationBody
	Amount int64 `json:"amount,omitempty" minimum:"0" doc:"Minor units of the currency paid; 0 or absent: all that is left"`
}

// NeedBody is one kind of thing a campaign asks for.
type NeedBody struct {
	ID       ident.ID `json:"id,omitempty" format:"uuid" doc:"Of a need that exists already"`
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
}

// LaunchCampaignAnswer names the new campaign.
type LaunchCampaignAnswer struct {
	Done
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	Slug       string   `json:"slug"`
}

// CampaignBody names a campaign and what its sender had read of it.
type CampaignBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	Revision   *int64   `json:"revision,omitempty" doc:"The campaign's revision as read; refused as stale when it has changed since"`
}

// ReviseCampaignBody changes a campaign.
type ReviseCampaignBody struct {
	CampaignBody
	ContentBody
}

// ReviseProfileBody replaces the member's profile.
type ReviseProfileBody struct {
	DisplayName string `json:"display_name" maxLength:"1000"`
	Bio         string `json:"bio,omitempty" maxLength:"4000"`
	Location    string `json:"location,omitempty" maxLength:"1000"`
	Lang        string `json:"lang" enum:"en,fr,es"`
}
