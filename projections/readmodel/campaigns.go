package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Tables of this area.
const (
	Campaigns       = "campaigns"
	CampaignSlugs   = "campaign_slugs"
	CampaignChanges = "campaign_changes"
	Progress        = "campaign_progress"
	ProgressHours   = "campaign_hours"
	ProgressPeople  = "campaign_people"
	ProgressNeeds   = "campaign_needs"
)

// Campaign is what a campaign says and asks for.
type Campaign struct {
	ID           ident.ID       `db:"id"`
	Subject      ident.ID       `db:"subject"`
	Owner        ident.ID       `db:"owner"`
	Page         ident.ID       `db:"page"`        // in whose name its owner has it go; nil: in their own. Named by InNameOf alone
	PageBefore   ident.ID       `db:"page_before"` // in whose name it went before; nil: in its owner's alone
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
	Photo        string         `db:"photo"`      // the upload; empty without one
	PhotoBlur    string         `db:"photo_blur"` // a data: address
	PhotoAlt     string         `db:"photo_alt"`
	Video        string         `db:"video"` // the upload; empty without one
	Featured     bool           `db:"featured"`
	UrgentAt     *time.Time     `db:"urgent_at"`     // when its owner said that it is urgent, which they do once
	UrgentUntil  *time.Time     `db:"urgent_until"`  // nil when it is not
	UrgentReason string         `db:"urgent_reason"` // in the owner's words
	CalmReason   string         `db:"calm_reason"`   // in a moderator's words: why it is not urgent, which one took back
	EndReason    string         `db:"end_reason"`
	CancelReason string         `db:"cancel_reason"` // in the owner's words
	Standing     string         `db:"standing"`      // what Status is unless the campaign is suspended
	StopReason   string         `db:"stop_reason"`   // in a moderator's words: why it is to change, was rejected or is suspended
	DecidedAt    *time.Time     `db:"decided_at"`    // when a moderator last decided about it
	WaitsSince   *time.Time     `db:"waits_since"`   // for a moderator
	Reviewed     bool           `db:"reviewed"`      // a moderator approved it
	ChangedAt    *time.Time     `db:"changed_at"`    // when it first differed from what was approved; nil while it does not

	// What a moderator approved, while the campaign differs from it; else empty.
	ApprovedTitle       string   `db:"approved_title"`
	ApprovedDescription string   `db:"approved_description"`
	ApprovedStory       string   `db:"approved_story"`
	ApprovedPhoto       string   `db:"approved_photo"` // the upload
	ApprovedFor         ident.ID `db:"approved_for"`   // the beneficiary; nil: none
	ApprovedName        string   `db:"approved_name"`  // of the beneficiary

	// What administrators decided about the money that it asks for.
	Permission   string     `db:"permission"`    // a campaign.Permission
	MoneyPurpose string     `db:"money_purpose"` // in the owner's words
	MoneyReason  string     `db:"money_reason"`  // in an administrator's words: why it may not collect money
	MoneyAt      *time.Time `db:"money_at"`      // when it asked last or, once that is decided, when it was
	MoneyHolds   bool       `db:"money_holds"`   // it waits for nothing else before it is public, or did when it asked

	Search     string     `db:"search"`  // title, description and place, lower-case, without accents
	Place      string     `db:"place"`   // location, lower-case, without accents
	Given      bool       `db:"given"`   // its first gift was paid: what it asks for changes in public from then on
	Changes    int64      `db:"changes"` // of that; CampaignChange.Number of the last one
	LaunchedAt time.Time  `db:"launched_at"`
	RevisedAt  *time.Time `db:"revised_at"`
	ClosedAt   *time.Time `db:"closed_at"`
	Revision   int64      `db:"revision"` // of the campaign's stream, for revising what one has read
}

// PhotoAddress is SQL for where the photograph of a campaign, called c in the query, lies in all sizes, and VideoAddress for
// where its video does; empty without one.
const (
	PhotoAddress = `CASE WHEN c.photo = '' THEN '' ELSE '/media/campaign-photo/' || c.photo END`
	VideoAddress = `CASE WHEN c.video = '' THEN '' ELSE '/media/campaign-video/' || c.video || '/video' END`
)

// InNameOf joins g, the page in whose name c, a campaign, goes: while it is open, and the campaign's owner owns or edits it.
// Nothing of the page is kept with the campaign, so that it goes in its owner's name from the moment when that is over.
const InNameOf = `LEFT JOIN {pages} g ON g.id = c.page AND g.closed_at IS NULL AND g.name <> ''
	AND (g.owner = c.owner OR EXISTS (SELECT FROM {page_editors:counted} ge WHERE ge.page = g.id AND ge.member = c.owner))`

// CollectsMoney is the condition that c, a campaign, may collect the money that it asks for: g is the page in whose name it
// goes, as InNameOf joins it.
const CollectsMoney = `(c.permission IN ('', 'allowed') OR c.permission = 'asked' AND g.collects IS TRUE)`

// ShownResources and ShownGoal are SQL for what c asks for as people are shown it: money only where it may collect it.
const (
	ShownResources = `CASE WHEN ` + CollectsMoney + ` THEN c.resources ELSE array_remove(c.resources, 'money') END`
	ShownGoal      = `CASE WHEN ` + CollectsMoney + ` THEN c.goal ELSE 0 END`
)

// OrganizerPicture is SQL for where the picture lies of a page g, as InNameOf joins it, or else of the member m.
const OrganizerPicture = `CASE WHEN g.id IS NULL THEN ` + AvatarAddress + `
	ELSE coalesce('/media/page-logo/' || nullif(g.logo, ''), '') END`

// ListedTitle is SQL for the title of c, a campaign that may be none, in what members are shown of their own doings: empty,
// as that of one whose words were erased, where it is suspended.
const ListedTitle = `CASE WHEN c.status = 'suspended' THEN '' ELSE coalesce(c.title, '') END`

// ListedPhoto is SQL for where the photograph of c lies, a campaign that may be none, as ListedTitle is for its title.
const ListedPhoto = `CASE WHEN c.id IS NULL OR c.status = 'suspended' THEN '' ELSE ` + PhotoAddress + ` END`

// IsUrgent is the condition that c, a campaign, is urgent at the moment $1: it is not while it takes nothing.
const IsUrgent = `coalesce(c.urgent_until > $1 AND c.status = 'active' AND (c.ends_at IS NULL OR c.ends_at > $1), false)`

// Suspended is the Status of a campaign that a moderator took off the public's sight.
const Suspended = "suspended"

// EndedByCancelling is the EndReason of a campaign that was cancelled; the others are those of CampaignCompleted.
const EndedByCancelling = "cancelled"

// IsPublic is the condition that c, a campaign, is public: strangers are shown no other.
const IsPublic = `c.status IN ('active', 'paused', 'completed')`

// Need is one kind of thing a campaign asks for.
type Need struct {
	ID       ident.ID `json:"id"`
	Item     string   `json:"item"`
	Quantity int64    `json:"quantity"`
	Unit     string   `json:"unit"`
	Note     string   `json:"note"`
}

// CampaignChange is something that a campaign asks for otherwise than when its first gift was paid.
type CampaignChange struct {
	Campaign  ident.ID       `db:"campaign"`
	Number    int64          `db:"number"` // 1, 2, … within the campaign
	ID        ident.ID       `db:"id"`
	At        time.Time      `db:"at"`
	What      string         `db:"what"` // one of the Changed constants
	Currency  money.Currency `db:"currency"`
	Before    int64          `db:"before"` // of a goal: minor units of Currency; of a goal of time: minutes; else 0
	After     int64          `db:"after"`
	DayBefore string         `db:"day_before"` // of an end date: ISO 8601 day; empty where there was none, and for the others
	DayAfter  string         `db:"day_after"`
}

// What a CampaignChange is about. Whom a campaign is for is not said here: the campaign says it.
const (
	ChangedGoal        = "goal"
	ChangedTimeGoal    = "time_goal"
	ChangedEndDate     = "end_date"
	ChangedBeneficiary = "beneficiary"
)

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
	LastGiftAt *time.Time     `db:"last_gift_at"` // a gift's or an accepted pledge's

	MinutesConfirmed int64 `db:"minutes_confirmed"`
	MinutesPledged   int64 `db:"minutes_pledged"` // of pledges that are open
	ItemsReceived    int64 `db:"items_received"`  // of what the campaign asks for
	ItemsPledged     int64 `db:"items_pledged"`   // of what the campaign asks for, by pledges that are open
}

// NeedProgress is how far one need of a campaign has got. It stays when the campaign asks for it no more.
type NeedProgress struct {
	Campaign ident.ID `db:"campaign"`
	Need     ident.ID `db:"need"`
	Received int64    `db:"received"`
	Pledged  int64    `db:"pledged"` // by pledges that are open
}

// CampaignPerson is one person who supports one campaign. Supporter is the subject of a member who gave under their name,
// or the gift itself where it is anonymous or its giver's address is unconfirmed: such a gift is a person of its own.
type CampaignPerson struct {
	Campaign  ident.ID `db:"campaign"`
	Supporter ident.ID `db:"supporter"`
	Gifts     int64    `db:"gifts"` // and accepted pledges
	// The hours of both within PopularHours of the last one, the earliest first: each by its number since 1970, and behind it how
	// many of both, not given back, it had. JSON here took a tenth of a rebuild.
	Recent []int64 `db:"recent"`
}

// CampaignHour is what reached a campaign within one hour, for what is trending and what is popular. The people of all
// hours of a window are those who gave within it, each once.
type CampaignHour struct {
	Campaign   ident.ID  `db:"campaign"`
	Hour       time.Time `db:"hour"`       // its beginning, UTC
	Gifts      int64     `db:"gifts"`      // and pledges that were accepted within it
	Supporters int64     `db:"supporters"` // people whose last contribution to the campaign it was
}

// PopularHours is the window in which supporters make a campaign popular: 30 days, and the hour it begins in.
const PopularHours = 30*24 + 1
