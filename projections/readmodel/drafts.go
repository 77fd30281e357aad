package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// CampaignDrafts is the table of campaigns that are being written.
const CampaignDrafts = "campaign_drafts"

// CampaignDraft is what a member has written so far of a campaign. Only they are shown it.
type CampaignDraft struct {
	Owner        ident.ID       `db:"owner"`
	ID           ident.ID       `db:"id"` // of the campaign, once it is launched
	Subject      ident.ID       `db:"subject"`
	Page         ident.ID       `db:"page"`   // in whose name it is to go; nil: in its owner's
	Number       int64          `db:"number"` // of the times it was saved
	Title        string         `db:"title"`
	Description  string         `db:"description"`
	Story        string         `db:"story"`
	Category     string         `db:"category"`      // empty until chosen
	MoneyPurpose string         `db:"money_purpose"` // what the money is for
	Resources    []string       `db:"resources"`
	Currency     money.Currency `db:"currency"`
	Goal         int64          `db:"goal"`      // minor units
	TimeGoal     int64          `db:"time_goal"` // minutes
	Needs        []Need         `db:"needs"`
	Location     string         `db:"location"`
	Lang         string         `db:"lang"`
	EndDate      string         `db:"end_date"`
	TimeZone     string         `db:"time_zone"`
	Beneficiary  ident.ID       `db:"beneficiary"`
	ForName      string         `db:"for_name"`
	Relationship string         `db:"relationship"`
	Consent      bool           `db:"consent"`
	Photo        string         `db:"photo"` // the upload; empty without one
	PhotoAlt     string         `db:"photo_alt"`
	Video        string         `db:"video"` // the upload; empty without one
	BegunAt      time.Time      `db:"begun_at"`
	SavedAt      time.Time      `db:"saved_at"`
}
