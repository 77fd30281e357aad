package campaigns

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Person is somebody as others see them.
type Person struct {
	ID   ident.ID `json:"id,omitzero" format:"uuid" doc:"The member; absent for guests and anonymous people"`
	Name string   `json:"name" doc:"Display name; empty when there is none to show"`
	// Avatar is where their picture lies, in answers that show one.
	Avatar string `json:"avatar,omitempty" doc:"Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; absent without a picture"`
}

// Organizer is in whose name a campaign goes: its owner's, or that of a page that they own or edit.
type Organizer struct {
	ID       ident.ID `json:"id,omitzero" format:"uuid" doc:"The member who owns the campaign"`
	Name     string   `json:"name" doc:"Of the page, or the display name of the owner; empty when there is none to show"`
	Avatar   string   `json:"avatar,omitempty" db:",optional" doc:"Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels, in answers that show them"`
	Page     ident.ID `json:"page,omitzero" format:"uuid" doc:"The page in whose name the campaign goes; absent where it goes in its owner's"`
	Verified bool     `json:"verified,omitempty" doc:"A moderator has checked whom the page speaks for"`
}

// Picturing is the id from which the picture of an organizer without one is made.
func (o Organizer) Picturing() ident.ID {
	if o.Page.IsNil() {
		return o.ID
	}
	return o.Page
}

// CampaignCard is a campaign as lists show it.
type CampaignCard struct {
	ID              ident.ID       `json:"id" format:"uuid"`
	Slug            string         `json:"slug"`
	Title           string         `json:"title"`
	Description     string         `json:"description"`
	Lang            string         `json:"lang" doc:"BCP 47 tag of title, description and story"`
	Category        string         `json:"category" enum:"medical,education,emergency,community,environment,health,sports,animals,business,nonprofit,other"`
	Status          string         `json:"status" enum:"active,paused,completed,cancelled,in_review,changes_requested,rejected,withdrawn,suspended"`
	Location        string         `json:"location"`
	Organizer       Organizer      `json:"organizer"`
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
	Urgent          bool           `json:"urgent" doc:"Its organizer said so within the last 7 days, and no moderator took it back"`
	Trending        bool           `json:"trending" doc:"Received contributions within the last 72 hours"`
	Photo           string         `json:"photo,omitempty" doc:"Below it lie 480.jpg, 720.jpg, 960.jpg and 1600.jpg, so many pixels wide and 16 by 9; absent without a photograph"`
	PhotoBlur       string         `json:"photo_blur,omitempty" doc:"What stands there until the photograph is loaded: a data: address; absent without one"`
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

// CampaignDetail is a campaign as its own document shows it.
type CampaignDetail struct {
	CampaignCard
	Story           string           `json:"story"`
	Needs           []Need           `json:"needs" db:"-"`
	BeneficiaryName string           `json:"beneficiary_name"`
	Relationship    string           `json:"beneficiary_relationship"`
	TimeZone        string           `json:"time_zone"`
	EndReason       string           `json:"end_reason" enum:",owner,end_date,cancelled"`
	CancelReason    string           `json:"cancel_reason" doc:"Why the owner cancelled it, in their words; empty where they did not"`
	UrgentReason    string           `json:"urgent_reason,omitempty" doc:"Why it is urgent, in its owner's words; absent when it is not"`
	UrgentUntil     *time.Time       `json:"urgent_until,omitempty" doc:"Absent when it is not urgent"`
	CalmReason      string           `json:"calm_reason,omitempty" doc:"Why a moderator took back that it is urgent, in their words; to its team and the staff alone"`
	WasUrgent       bool             `json:"was_urgent,omitempty" doc:"Whether its owner said so before, which is done once; to whom it may matter alone"`
	StopReason      string           `json:"stop_reason" doc:"Why a moderator asked for changes, or rejected or suspended it, in their words"`
	WaitsSince      *time.Time       `json:"waits_since,omitempty" doc:"Since when it waits for a moderator"`
	ClosedAt        *time.Time       `json:"closed_at,omitempty" doc:"When it stopped taking contributions"`
	RevisedAt       *time.Time       `json:"revised_at,omitempty"`
	Revision        int64            `json:"revision" doc:"To be sent back when revising"`
	OrganizerSince  *time.Time       `json:"organizer_since,omitempty" doc:"Since when its owner, or the page in whose name it goes, is here"`
	OrganizerBio    string           `json:"organizer_bio" doc:"What either says of itself"`
	OrganizerLang   string           `json:"organizer_lang" doc:"BCP 47 tag of organizer_bio"`
	Updates         int64            `json:"updates" doc:"How many were posted, whoever may read them, and how often what is asked for changed once somebody gave"`
	PhotoAlt        string           `json:"photo_alt,omitempty" doc:"What the photograph shows, in lang; absent where nobody said it"`
	Video           string           `json:"video,omitempty" doc:"Where the video lies; absent without one"`
	Shifts          int64            `json:"shifts" doc:"How many are to come and were not cancelled"`
	CanEdit         bool             `json:"can_edit" doc:"Whether the reader runs the campaign: as its owner, or with them"`
	Owned           bool             `json:"owned" db:"-" doc:"Whether the reader is the campaign's owner"`
	CoOrganizers    int64            `json:"co_organizers" doc:"How many members run it beside its owner"`
	Money           *MoneyPermission `json:"money,omitempty" db:"-" doc:"Whether it may collect the money it asks for; told to its team and the staff only, absent where no permission is needed"`
	Staff           bool             `json:"staff" db:"-" doc:"Whether the reader sees it as the staff does, also where it is not public"`
}

// Supporter is one contribution to a campaign as everyone sees it.
type Supporter struct {
	ID        ident.ID       `json:"id" format:"uuid" doc:"Of the line; it leads nowhere"`
	Kind      string         `json:"kind" enum:"money,time,materials"`
	Person    Person         `json:"person"`
	Anonymous bool           `json:"anonymous"`
	Amount    int64          `json:"amount" doc:"Minor units of currency, refunds taken off; 0 for pledges"`
	Currency  money.Currency `json:"currency" enum:",EUR,USD,GBP" doc:"Empty for pledges"`
	Status    string         `json:"status" enum:",pledged,accepted,completed,received,returned" doc:"Of a pledge; empty for money"`
	Minutes   int64          `json:"minutes" doc:"Pledged, or confirmed once some are"`
	Quantity  int64          `json:"quantity" doc:"Of things: pledged, accepted or received"`
	Item      string         `json:"item" doc:"Of things: what they are"`
	Message   string         `json:"message"`
	Lang      string         `json:"lang"`
	At        time.Time      `json:"at" doc:"When a gift was paid, or a pledge made"`
}

// CategoryCount is a category and how many active campaigns it has.
type CategoryCount struct {
	Category  string `json:"category"`
	Campaigns int64  `json:"campaigns"`
}
