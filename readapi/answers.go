// Package readapi answers what people read: queries over the read tables, and the shape of their answers.
package readapi

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Person is somebody as others see them.
type Person struct {
	ID   ident.ID `json:"id,omitzero" format:"uuid" doc:"The member; absent for guests and anonymous people"`
	Name string   `json:"name" doc:"Display name; empty when there is none to show"`
}

// Card is a campaign as lists show it.
type Card struct {
	ID              ident.ID       `json:"id" format:"uuid"`
	Slug            string         `json:"slug"`
	Title           string         `json:"title"`
	Description     string         `json:"description"`
	Lang            string         `json:"lang" doc:"BCP 47 tag of title, description and story"`
	Category        string         `json:"category" enum:"medical,education,emergency,community,environment,health,sports,animals,business,nonprofit,other"`
	Status          string         `json:"status" enum:"active,paused,completed"`
	Location        string         `json:"location"`
	Organizer       Person         `json:"organizer"`
	Resources       []string       `json:"resources" enum:"money,time,materials"`
	Currency        money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	RaisedAmount    int64          `json:"raised_amount" doc:"Minor units of currency"`
	GoalAmount      int64          `json:"goal_amount" doc:"Minor units of currency; 0 without a goal"`
	TimeGoalMinutes int64          `json:"time_goal_minutes"`
	MinutesGiven    int64          `json:"minutes_confirmed"`
	MinutesPledged  int64          `json:"minutes_pledged"`
	ItemsGoal       int64          `json:"items_goal"`
	ItemsReceived   int64          `json:"items_received"`
	ItemsPledged    int64          `json:"items_pledged"`
	Supporters      int64          `json:"supporters" doc:"Distinct people, over all kinds of contribution"`
	Gifts           int64          `json:"gifts"`
	EndsAt          *time.Time     `json:"ends_at,omitempty" doc:"Absent without deadline"`
	EndDate         string         `json:"end_date" doc:"ISO 8601 day, at whose end the campaign ends; empty without deadline"`
	LaunchedAt      time.Time      `json:"launched_at"`
	Featured        bool           `json:"featured"`
	Trending        bool           `json:"trending" doc:"Received gifts within the last 72 hours"`
}

// Need is one kind of thing a campaign asks for, and how far it has got.
type Need struct {
	ID       ident.ID `json:"id" format:"uuid"`
	Item     string   `json:"item"`
	Unit     string   `json:"unit"`
	Note     string   `json:"note"`
	Quantity int64    `json:"quantity"`
	Received int64    `json:"received"`
	Pledged  int64    `json:"pledged"`
}

// Page is a campaign as its own page shows it.
type Page struct {
	Card
	Story           string     `json:"story"`
	Needs           []Need     `json:"needs"`
	BeneficiaryName string     `json:"beneficiary_name"`
	Relationship    string     `json:"beneficiary_relationship"`
	TimeZone        string     `json:"time_zone"`
	EndReason       string     `json:"end_reason" enum:",owner,end_date"`
	ClosedAt        *time.Time `json:"closed_at,omitempty" doc:"When it stopped taking contributions"`
	RevisedAt       *time.Time `json:"revised_at,omitempty"`
	Revision        int64      `json:"revision" doc:"To be sent back when revising"`
	OrganizerSince  *time.Time `json:"organizer_since,omitempty"`
	OrganizerBio    string     `json:"organizer_bio"`
	OrganizerLang   string     `json:"organizer_lang" doc:"BCP 47 tag of organizer_bio"`
	CanEdit         bool       `json:"can_edit" doc:"Whether the reader is the campaign's owner"`
}

// Supporter is one contribution to a campaign as everyone sees it.
type Supporter struct {
	ID        ident.ID       `json:"id" format:"uuid" doc:"Of the line; it leads nowhere"`
	Kind      string         `json:"kind" enum:"money,time,materials"`
	Person    Person         `json:"person"`
	Anonymous bool           `json:"anonymous"`
	Amount    int64          `json:"amount" doc:"Minor units of currency, refunds taken off"`
	Currency  money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Message   string         `json:"message"`
	Lang      string         `json:"lang"`
	At        time.Time      `json:"at"`
}

// Recent is one contribution anywhere, as the landing page's ledger shows it.
type Recent struct {
	ID            ident.ID       `json:"id" format:"uuid"`
	Kind          string         `json:"kind" enum:"money,time,materials"`
	Giver         string         `json:"giver" enum:"member,guest,anonymous"`
	Amount        int64          `json:"amount" doc:"Minor units of currency, refunds taken off"`
	Currency      money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	CampaignSlug  string         `json:"campaign_slug"`
	CampaignTitle string         `json:"campaign_title"`
	CampaignLang  string         `json:"campaign_lang"`
	At            time.Time      `json:"at"`
}

// CurrencyTotal is what was given in one currency.
type CurrencyTotal struct {
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Amount   int64          `json:"amount" doc:"Minor units"`
}

// Totals are the installation's.
type Totals struct {
	Currency         money.Currency  `json:"currency" enum:"EUR,USD,GBP" doc:"The installation's main currency"`
	RaisedAmount     int64           `json:"raised_amount" doc:"Minor units of currency, at the rates recorded with each gift"`
	Approximate      bool            `json:"approximate" doc:"Whether gifts in other currencies are part of raised_amount"`
	ByCurrency       []CurrencyTotal `json:"by_currency"`
	Campaigns        int64           `json:"campaigns" doc:"Campaigns that received something"`
	Gifts            int64           `json:"gifts"`
	MinutesConfirmed int64           `json:"minutes_confirmed"`
	MinutesPledged   int64           `json:"minutes_pledged"`
	ItemsReceived    int64           `json:"items_received"`
	People           int64           `json:"people" doc:"Distinct people who contributed"`
}

// Rate is an exact exchange rate: den minor units of from are worth num minor units of to.
type Rate struct {
	From   money.Currency `json:"from" enum:"EUR,USD,GBP"`
	To     money.Currency `json:"to" enum:"EUR,USD,GBP"`
	Num    int64          `json:"num"`
	Den    int64          `json:"den"`
	Date   string         `json:"date"`
	Source string         `json:"source"`
}

// Donation is one gift as its giver sees it.
type Donation struct {
	ID              ident.ID       `json:"id" format:"uuid"`
	Status          string         `json:"status" enum:"pending,completed,failed,cancelled,partly_refunded,refunded"`
	Reason          string         `json:"reason" doc:"Why it failed or was given back" enum:",declined,expired,campaign_closed,wrong_amount,provider,organizer,operator"`
	CampaignID      ident.ID       `json:"campaign_id" format:"uuid"`
	CampaignSlug    string         `json:"campaign_slug"`
	CampaignTitle   string         `json:"campaign_title"`
	CampaignLang    string         `json:"campaign_lang"`
	Category        string         `json:"category"`
	Amount          int64          `json:"amount" doc:"Minor units of currency: the gift"`
	Fee             int64          `json:"fee" doc:"Minor units of currency: added to cover the payment's fee"`
	Currency        money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	CountedAmount   int64          `json:"counted_amount" doc:"Minor units of counted_currency: towards the goal"`
	CountedCurrency money.Currency `json:"counted_currency" enum:"EUR,USD,GBP"`
	RateNum         int64          `json:"rate_num"`
	RateDen         int64          `json:"rate_den"`
	RateDate        string         `json:"rate_date"`
	RateSource      string         `json:"rate_source"`
	RefundedAmount  int64          `json:"refunded_amount" doc:"Minor units of currency, fee included"`
	Anonymous       bool           `json:"anonymous"`
	Message         string         `json:"message"`
	Lang            string         `json:"lang" doc:"BCP 47 tag of message"`
	StartedAt       time.Time      `json:"started_at"`
	CompletedAt     *time.Time     `json:"completed_at,omitempty"`
}

// Me is the signed-in member as they see themselves.
type Me struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Bio       string    `json:"bio"`
	Location  string    `json:"location"`
	Lang      string    `json:"lang" enum:"en,fr,es"`
	Roles     []string  `json:"roles" enum:"moderator,auditor,administrator"`
	CreatedAt time.Time `json:"created_at"`
}

// CategoryCount is a category and how many active campaigns it has.
type CategoryCount struct {
	Category  string `json:"category"`
	Campaigns int64  `json:"campaigns"`
}

// PaymentFee is what a card payment costs: amount × basis_points / 10 000 + fixed.
type PaymentFee struct {
	Currency    money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	BasisPoints int64          `json:"basis_points"`
	Fixed       int64          `json:"fixed" doc:"Minor units of currency"`
}

// Settings are what the web app needs to know of the installation.
type Settings struct {
	Environment  string           `json:"environment" enum:"development,production"`
	Demo         bool             `json:"demo" doc:"The installation was filled with demo data"`
	Sandbox      bool             `json:"sandbox" doc:"Payments are simulated: no money moves"`
	Outbox       bool             `json:"outbox" doc:"Mail is kept in /dev/outbox and not sent"`
	MainCurrency money.Currency   `json:"main_currency" enum:"EUR,USD,GBP"`
	Currencies   []money.Currency `json:"currencies" enum:"EUR,USD,GBP"`
	Rates        []Rate           `json:"rates"`
	Fees         []PaymentFee     `json:"payment_fees"`
	MaxAmount    int64            `json:"max_amount" doc:"Minor units: the largest single gift"`
	PasswordMin  int              `json:"password_min"`
	Terms        string           `json:"terms_version"`
}
