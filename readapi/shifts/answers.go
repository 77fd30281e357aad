package shifts

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Shift is a shift of a campaign.
type Shift struct {
	ID       ident.ID  `json:"id" format:"uuid"`
	Title    string    `json:"title" doc:"Empty where its words were erased"`
	Place    string    `json:"place"`
	Note     string    `json:"note"`
	Lang     string    `json:"lang" doc:"BCP 47 tag of title, place and note"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	TimeZone string    `json:"time_zone" doc:"IANA name of the zone whose clocks hang at the place"`
	Starts   string    `json:"starts" db:"-" doc:"By those clocks, such as 2026-12-05T09:00"`
	Ends     string    `json:"ends" db:"-" doc:"Likewise"`
	Capacity int64     `json:"capacity" doc:"How many people"`
	Coming   int64     `json:"coming" doc:"How many of them come"`
	Status   string    `json:"status" enum:"open,cancelled"`
	Reason   string    `json:"reason" doc:"Why it was cancelled, to whoever comes"`
}

// OpenShift is a shift that is to come, as its campaign's page shows it.
type OpenShift struct {
	Shift
	Mine bool `json:"mine" doc:"The reader comes"`
}

// CampaignShifts are the shifts of a campaign that are to come, the next one first.
type CampaignShifts struct {
	Items []OpenShift `json:"items"`
}

// Attendee is somebody who comes to a shift: named to the organizer, whatever the public is shown.
type Attendee struct {
	ID        ident.ID  `json:"id,omitzero" format:"uuid" doc:"The member"`
	Name      string    `json:"name" doc:"Display name"`
	Avatar    string    `json:"avatar,omitempty" doc:"Where their picture lies; absent without one"`
	Pledge    ident.ID  `json:"pledge" format:"uuid" doc:"Their pledge of time"`
	Status    string    `json:"status" enum:",pledged,accepted,completed,no_show,declined,withdrawn" doc:"Of the pledge; empty while it is being made"`
	Confirmed int64     `json:"minutes_confirmed"`
	JoinedAt  time.Time `json:"joined_at"`
}

// AttendedShift is a shift and who comes to it.
type AttendedShift struct {
	Shift
	People []Attendee `json:"people" doc:"Who joined first, first; without those who were erased"`
}

// Attendance are a campaign's shifts with who comes to them.
type Attendance struct {
	Items []AttendedShift `json:"items"`
}

// MyShift is a shift to which the member comes, or came.
type MyShift struct {
	Shift
	CampaignID    ident.ID `json:"campaign_id" format:"uuid"`
	CampaignSlug  string   `json:"campaign_slug"`
	CampaignTitle string   `json:"campaign_title" doc:"Empty where its words were erased"`
	CampaignLang  string   `json:"campaign_lang"`
	Pledge        string   `json:"pledge_status" enum:",pledged,accepted,completed,no_show,declined,withdrawn" doc:"Of the pledge of time that goes with the place"`
	Confirmed     int64    `json:"minutes_confirmed"`
}

// MyShifts are the shifts to which a member comes, the next one first, or to which they came, the last one first.
type MyShifts struct {
	Items []MyShift `json:"items"`
}

// wallTime is how a clock at the place is read.
const wallTime = "2006-01-02T15:04"

// shiftColumns are of s, a shift.
const shiftColumns = `s.id, s.title, s.place, s.note, s.lang, s.starts_at, s.ends_at, s.time_zone, s.capacity, s.coming,
	CASE WHEN s.cancelled_at IS NULL THEN 'open' ELSE 'cancelled' END AS status, s.reason`

func (s *Shift) normalize() {
	s.StartsAt, s.EndsAt = s.StartsAt.UTC(), s.EndsAt.UTC()
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil { // it was known when the shift was published
		zone = time.UTC
	}
	s.Starts, s.Ends = s.StartsAt.In(zone).Format(wallTime), s.EndsAt.In(zone).Format(wallTime)
}

// When chooses between what is to come and what is over.
type When struct {
	When string `query:"when" enum:",past" doc:"Empty: what is not over yet, the next one first; past: what is over, the last one first"`
}

// most is how many shifts an answer holds.
const most = 100
