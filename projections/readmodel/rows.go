// Package readmodel is the shape of the read tables: one Go struct a table, whose db tags are its columns. Projections
// write them, the read API and the audit read them.
package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Tables, as named in queries: {campaigns} stands for the table in the schema of the build now live.
const (
	Campaigns       = "campaigns"
	CampaignSlugs   = "campaign_slugs"
	Progress        = "campaign_progress"
	ProgressHours   = "campaign_hours"
	ProgressPeople  = "campaign_people"
	Supporters      = "campaign_supporters"
	Contributors    = "contributor_totals"
	ContributorPart = "contributor_campaigns"
	Wallet          = "wallet_history"
	PlatformTotals  = "platform_totals"
	PlatformPeople  = "platform_people"
	PlatformCounts  = "platform_counts"
	Members         = "members"
)

// Campaign is what a campaign says and asks for.
type Campaign struct {
	ID           ident.ID       `db:"id"`
	Subject      ident.ID       `db:"subject"`
	Owner        ident.ID       `db:"owner"`
	Slug         string         `db:"slug"`
	Status       string         `db:"status"`
	Title        string         `db:"title"`
	Description  string         `db:"description"`
	Story        string         `db:"story"`
	Category     string         `db:"category"`
	Resources    []string       `db:"resources"`
	Currency     money.Currency `db:"currency"`
	Goal         int64          `db:"goal"`      // minor units
	TimeGoal     int64          `db:"time_goal"` // minutes
	Needs        []Need         `db:"needs"`
	ItemsGoal    int64          `db:"items_goal"`
	Location     string         `db:"location"`
	Lang         string         `db:"lang"`
	EndDate      string         `db:"end_date"`
	TimeZone     string         `db:"time_zone"`
	EndsAt       *time.Time     `db:"ends_at"`
	Beneficiary  ident.ID       `db:"beneficiary"`
	ForName      string         `db:"for_name"`
	Relationship string         `db:"relationship"`
	Featured     bool           `db:"featured"`
	EndReason    string         `db:"end_reason"`
	Search       string         `db:"search"` // title, description and place, lower-case, without accents
	Place        string         `db:"place"`  // location, lower-case, without accents
	LaunchedAt   time.Time      `db:"launched_at"`
	RevisedAt    *time.Time     `db:"revised_at"`
	ClosedAt     *time.Time     `db:"closed_at"`
	Revision     int64          `db:"revision"` // of the campaign's stream, for revising what one has read
}

// Need is one kind of thing a campaign asks for.
type Need struct {
	ID       ident.ID `json:"id"`
	Item     string   `json:"item"`
	Quantity int64    `json:"quantity"`
	Unit     string   `json:"unit"`
	Note     string   `json:"note"`
}

// CampaignSlug leads from a slug, present or past, to its campaign.
type CampaignSlug struct {
	Slug     string   `db:"slug"`
	Campaign ident.ID `db:"campaign"`
}

// CampaignProgress is what a campaign has raised. It holds nothing personal.
type CampaignProgress struct {
	Campaign   ident.ID       `db:"campaign"`
	Currency   money.Currency `db:"currency"`
	Raised     int64          `db:"raised"`   // minor units of Currency, refunds taken off
	Refunded   int64          `db:"refunded"` // minor units of Currency
	Gifts      int64          `db:"gifts"`    // completed gifts not fully refunded
	Supporters int64          `db:"supporters"`
	LastGiftAt *time.Time     `db:"last_gift_at"`
}

// CampaignPerson is one person who supports one campaign.
type CampaignPerson struct {
	Campaign  ident.ID   `db:"campaign"`
	Supporter ident.ID   `db:"supporter"`
	Gifts     int64      `db:"gifts"`
	Recent    []GiftHour `db:"recent"` // within PopularHours of the last one, the earliest first
}

// GiftHour is how many gifts, not given back, somebody gave within one hour.
type GiftHour struct {
	Hour  time.Time `json:"hour"` // its beginning, UTC
	Gifts int64     `json:"gifts"`
}

// CampaignHour is what reached a campaign within one hour, for what is trending and what is popular. The people of all
// hours of a window are those who gave within it, each once.
type CampaignHour struct {
	Campaign   ident.ID  `db:"campaign"`
	Hour       time.Time `db:"hour"` // its beginning, UTC
	Gifts      int64     `db:"gifts"`
	Supporters int64     `db:"supporters"` // people whose last gift to the campaign it was
}

// PopularHours is the window in which supporters make a campaign popular: 30 days, and the hour it begins in.
const PopularHours = 30*24 + 1

// Supporter is one contribution as the campaign's page lists it. An anonymous one carries no name at all.
type Supporter struct {
	Contribution ident.ID       `db:"contribution"`
	Line         ident.ID       `db:"line"` // names the line in public: the contribution's own id opens its receipt
	Campaign     ident.ID       `db:"campaign"`
	Supporter    ident.ID       `db:"supporter"`
	Member       ident.ID       `db:"member"` // zero for guests and anonymous gifts
	Kind         string         `db:"kind"`
	State        string         `db:"state"` // pending contributions are kept for their words and not listed
	Name         string         `db:"name"`  // a guest's; a member's is joined from members
	Anonymous    bool           `db:"anonymous"`
	Message      string         `db:"message"`
	Lang         string         `db:"lang"`
	Currency     money.Currency `db:"currency"`
	Amount       int64          `db:"amount"`   // minor units given, in the donor's currency
	Refunded     int64          `db:"refunded"` // minor units of Amount given back
	At           *time.Time     `db:"at"`       // when it was completed
}

// ContributorTotal is what one person has given in one currency.
type ContributorTotal struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
	Given     int64          `db:"given"` // minor units, refunds taken off
	Gifts     int64          `db:"gifts"`
	Campaigns int64          `db:"campaigns"` // distinct campaigns supported in this currency
}

// ContributorCampaign is one campaign one person has supported in one currency.
type ContributorCampaign struct {
	Supporter ident.ID       `db:"supporter"`
	Campaign  ident.ID       `db:"campaign"`
	Currency  money.Currency `db:"currency"`
	Gifts     int64          `db:"gifts"`
}

// WalletEntry is one gift as its giver sees it, whatever became of it.
type WalletEntry struct {
	Donation        ident.ID       `db:"donation"`
	Campaign        ident.ID       `db:"campaign"`
	Supporter       ident.ID       `db:"supporter"`
	Member          ident.ID       `db:"member"`
	Status          string         `db:"status"`
	Reason          string         `db:"reason"`
	Anonymous       bool           `db:"anonymous"`
	Message         string         `db:"message"`
	Lang            string         `db:"lang"`
	Gift            int64          `db:"gift"` // minor units of Currency
	Fee             int64          `db:"fee"`  // minor units of Currency
	Currency        money.Currency `db:"currency"`
	Counted         int64          `db:"counted"` // minor units of CountedCurrency
	CountedCurrency money.Currency `db:"counted_currency"`
	RateNum         int64          `db:"rate_num"`
	RateDen         int64          `db:"rate_den"`
	RateDate        string         `db:"rate_date"`
	RateSource      string         `db:"rate_source"`
	Refunded        int64          `db:"refunded"` // minor units of Currency, fee included
	StartedAt       time.Time      `db:"started_at"`
	CompletedAt     *time.Time     `db:"completed_at"`
}

// PlatformTotal is one of the installation's totals: one row a currency.
type PlatformTotal struct {
	Currency money.Currency `db:"currency"`
	Raised   int64          `db:"raised"` // minor units given in this currency, refunds taken off
	Main     int64          `db:"main"`   // the same in the installation's main currency, at the rates recorded
	Gifts    int64          `db:"gifts"`
}

// PlatformPerson is a person, or a campaign, that took part: Kind says which.
type PlatformPerson struct {
	Kind  string   `db:"kind"` // "person" or "campaign"
	ID    ident.ID `db:"id"`
	Gifts int64    `db:"gifts"`
}

// PlatformCount is how many distinct people, or campaigns, took part.
type PlatformCount struct {
	Kind  string `db:"kind"` // as in PlatformPerson
	Count int64  `db:"count"`
}

// Member is what a member shows; the e-mail address is shown to themselves only.
type Member struct {
	ID        ident.ID  `db:"id"`
	Subject   ident.ID  `db:"subject"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Bio       string    `db:"bio"`
	Location  string    `db:"location"`
	Lang      string    `db:"lang"`
	Search    string    `db:"search"` // name, lower-case, without accents
	CreatedAt time.Time `db:"created_at"`
}

// Kinds of PlatformPerson and PlatformCount.
const (
	KindPerson   = "person"
	KindCampaign = "campaign"
)

// States of Supporter.
const (
	StatePending  = "pending"  // not confirmed: not listed
	StateListed   = "listed"   // shown on the campaign's page
	StateReturned = "returned" // given back in full: not listed
)
