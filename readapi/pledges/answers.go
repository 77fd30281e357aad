package pledges

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/readapi/read"
)

// Pledge is an offer of time or things as both sides see it.
type Pledge struct {
	ID        ident.ID `json:"id" format:"uuid"`
	Kind      string   `json:"kind" enum:"time,materials"`
	Status    string   `json:"status" enum:"pledged,accepted,completed,no_show,received,returned,declined,withdrawn"`
	Phase     string   `json:"phase" enum:"waiting,expected,lent,done,off" doc:"What is to be done: waiting for the organizer, expected from whoever pledged, to be returned, or nothing"`
	Anonymous bool     `json:"anonymous" doc:"The public is shown no name"`
	Lang      string   `json:"lang" doc:"BCP 47 tag of what whoever pledged wrote"`
	Message   string   `json:"message"`

	Minutes      int64  `json:"minutes" doc:"Pledged; 0 for things"`
	Confirmed    int64  `json:"minutes_confirmed"`
	Logged       int64  `json:"minutes_logged" doc:"Worked, as whoever pledged says"`
	LoggedNote   string `json:"logged_note"`
	Counted      int64  `json:"minutes_counted" doc:"Worked, as the organizer says before they confirm"`
	CountedNote  string `json:"counted_note"`
	Availability string `json:"availability"`
	Skills       string `json:"skills"`

	ShiftID       ident.ID   `json:"shift_id,omitzero" format:"uuid" doc:"The shift whose place the pledge goes with; absent where it is none"`
	ShiftTitle    string     `json:"shift_title,omitempty"`
	ShiftLang     string     `json:"shift_lang,omitempty"`
	ShiftStartsAt *time.Time `json:"shift_starts_at,omitempty"`
	ShiftTimeZone string     `json:"shift_time_zone,omitempty" doc:"IANA name of the zone whose clocks hang at its place"`

	NeedID     ident.ID       `json:"need_id,omitzero" format:"uuid" doc:"Of the campaign; absent for something it did not ask for"`
	Item       string         `json:"item" doc:"What it is: as whoever pledged says, else as the campaign asks for it now; empty for hours"`
	Unit       string         `json:"unit"`
	Quantity   int64          `json:"quantity" doc:"Pledged; 0 for hours"`
	Accepted   int64          `json:"quantity_accepted"`
	Received   int64          `json:"quantity_received"`
	Condition  string         `json:"condition" enum:",new,excellent,good,fair,poor"`
	ReceivedAs string         `json:"condition_received" enum:",new,excellent,good,fair,poor"`
	Value      int64          `json:"value" doc:"Estimated, of all of them: minor units of currency; 0 where nobody did"`
	Currency   money.Currency `json:"currency" enum:",EUR,USD,GBP"`
	Delivery   string         `json:"delivery" enum:",drop_off,pickup,courier,post"`
	Lent       bool           `json:"lent"`
	Until      string         `json:"until" doc:"ISO 8601 day until which it is lent"`
	Address    string         `json:"address" doc:"Of whoever pledged; others than they see it once it is accepted"`

	Place  string `json:"place" doc:"Where things are brought or sent, as the organizer says"`
	Note   string `json:"note" doc:"The organizer's, to whoever pledged"`
	Reason string `json:"reason" doc:"Why it was declined"`
	Cause  string `json:"cause" enum:",organizer,campaign_ended,shift_cancelled" doc:"Who or what declined it"`

	PledgedAt  time.Time  `json:"pledged_at"`
	AcceptedAt *time.Time `json:"accepted_at,omitempty"`
	EndedAt    *time.Time `json:"ended_at,omitempty" doc:"When it was completed, received, declined, withdrawn or missed"`
	ReturnedAt *time.Time `json:"returned_at,omitempty"`
	ChangedAt  time.Time  `json:"changed_at"`
}

// CampaignPledge is a pledge as the campaign's organizer sees it: named, whatever the public is shown.
type CampaignPledge struct {
	Pledge
	Person Pledger `json:"person"`
}

// Pledger is whoever made a pledge.
type Pledger struct {
	ID     ident.ID `json:"id,omitzero" format:"uuid" doc:"The member; absent when they were erased"`
	Name   string   `json:"name" doc:"Display name; empty when they were erased"`
	Avatar string   `json:"avatar,omitempty" doc:"Where their picture lies; absent without one"`
}

// MyPledge is a pledge as whoever made it sees it.
type MyPledge struct {
	Pledge
	CampaignID       ident.ID `json:"campaign_id" format:"uuid"`
	CampaignSlug     string   `json:"campaign_slug"`
	CampaignTitle    string   `json:"campaign_title" doc:"Empty where its words were erased"`
	CampaignLang     string   `json:"campaign_lang"`
	CampaignCategory string   `json:"campaign_category"`
	CampaignPhoto    string   `json:"campaign_photo" doc:"Where its photograph lies, as in a campaign's answer; empty without one"`
}

// Counts are how many pledges stand in each phase.
type Counts struct {
	Waiting  int64 `json:"waiting"`
	Expected int64 `json:"expected"`
	Lent     int64 `json:"lent"`
	Done     int64 `json:"done"`
	Off      int64 `json:"off"`
}

// CampaignPledges is a page of a campaign's pledges, and how many there are of each phase.
type CampaignPledges struct {
	read.List[CampaignPledge]
	Counts Counts `json:"counts" doc:"Of the kind that was asked for, whatever the phase"`
}

// Offered is what a member's pledges come to, without those that came to nothing.
type Offered struct {
	Pledges       int64 `json:"pledges"`
	Minutes       int64 `json:"minutes" doc:"Pledged"`
	Confirmed     int64 `json:"minutes_confirmed"`
	ItemsPledged  int64 `json:"items"`
	ItemsReceived int64 `json:"items_received"`
}

// MyPledges is a page of a member's pledges, and what all of them come to.
type MyPledges struct {
	read.List[MyPledge]
	Offered Offered `json:"offered" doc:"Over all pages and kinds"`
}
