package readmodel

import (
	"math"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Listings      = "campaign_listings"
	ListingCounts = "campaign_counts"
	ListingPages  = "campaign_money_pages"
	ListingClock  = "campaign_clock"
	ListingHours  = "campaign_hour_parts"
	Milestones    = "campaign_milestones"
)

// What a CampaignListing is listed as.
const (
	Live = "live" // it is active
	Over = "over" // it is paused or completed
)

// Never is the moment of what does not come, as a sort key.
const Never = math.MaxInt64

// CampaignListing is where a campaign stands in the lists of campaigns. Moments are microseconds since 1970, UTC. All keys
// are read from small to large. It holds nothing personal.
type CampaignListing struct {
	Campaign ident.ID `db:"campaign"`
	Standing string   `db:"standing"` // its status unless it is suspended
	Stopped  bool     `db:"stopped"`  // it is suspended
	State    string   `db:"state"`    // Live or Over; empty is in no list
	Category string   `db:"category"`
	Money    bool     `db:"money"` // whether it asks for each kind, and may
	Time     bool     `db:"hours"`
	Things   bool     `db:"things"`
	Featured bool     `db:"featured"`
	Goal     int64    `db:"goal"`     // minor units; 0 where it may not collect money
	Launched int64    `db:"launched"` // negative, so that the newest comes first
	Ends     int64    `db:"ends"`     // Never without an end date
	Ended    int64    `db:"ended"`    // negative: when it was over; of one that is not, when it ends or was launched
	Closed   int64    `db:"closed"`   // when it was paused or completed; 0 while it is active

	Plain     int64 `db:"plain"`      // 0 for one that is featured, 1 for others
	Recent    int64 `db:"recent"`     // negative: people whose last contribution lies within PopularHours of the CampaignHourNow
	Hot       int64 `db:"hot"`        // gifts within HotHours of the CampaignHourNow
	HotHour   int64 `db:"hot_hour"`   // the last hour with a gift that was not given back, where it is within HotHours of that hour
	NearClass int64 `db:"near_class"` // 0 up to the goal, 1 beyond it, 2 without one
	Near      int64 `db:"near"`       // how far it is from its goal, in millionths
	UnderHalf bool  `db:"under_half"`
	Quiet     int64 `db:"quiet"` // since when nothing reached it

	MoneyAsked bool     `db:"money_asked"` // whether it asks for money, and the goal, whether or not it may collect it
	GoalAsked  int64    `db:"goal_asked"`
	Permission string   `db:"permission"` // a campaign.Permission
	Page       ident.ID `db:"page"`       // in whose name it goes; nil: in its owner's

	TimeGoal   int64 `db:"time_goal"` // minutes
	ItemsGoal  int64 `db:"items_goal"`
	MoneyMark  int64 `db:"money_mark"` // the highest CampaignMilestone.Percent of each kind; 0 before the first
	TimeMark   int64 `db:"time_mark"`
	ThingsMark int64 `db:"things_mark"`
}

// HotHours is the window in which gifts may make a campaign trend: 72 hours, and the hour it begins in.
const HotHours = 72 + 1

// CollectingPage says that an administrator lets campaigns in the name of a page collect money, or did.
type CollectingPage struct {
	Page     ident.ID `db:"page"`
	Collects bool     `db:"collects"`
}

// CampaignCount is how many campaigns that are Live are of a category and ask for a kind; either may be empty, for all.
type CampaignCount struct {
	Category string `db:"category"`
	Need     string `db:"need"`
	Live     int64  `db:"live"`
}

// CampaignHourPart names the campaigns that something reached within one hour: the first that came, and the
// others by their ids.
type CampaignHourPart struct {
	Hour      time.Time  `db:"hour"` // its beginning, UTC
	Part      int64      `db:"part"` // 0 to HourParts-1
	Campaigns []ident.ID `db:"campaigns"`
}

// HourParts is in how many parts the campaigns of an hour are kept, so that a row stays small where there are many.
const HourParts = 16

// CampaignHourNow is the hour of the last contribution to any campaign, by which Recent and Hot are counted.
type CampaignHourNow struct {
	Clock string    `db:"clock"`
	Hour  time.Time `db:"hour"`
}

// CampaignMilestone says when what a campaign received first came to a share of what it asked for then.
type CampaignMilestone struct {
	Campaign  ident.ID  `db:"campaign"`
	Need      string    `db:"need"`    // money, time or materials
	Percent   int64     `db:"percent"` // one of Marks
	ID        ident.ID  `db:"id"`
	ReachedAt time.Time `db:"reached_at"`
}

// Marks are the shares of a goal, in percent, that are milestones. What passes several at once is told of the highest.
var Marks = [...]int64{100, 75, 50, 25}
