package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Shifts         = "shifts"
	ShiftAttendees = "shift_attendees"
)

// Shift is a shift of a campaign, also one that is over or was cancelled.
type Shift struct {
	ID          ident.ID   `db:"id"`
	Campaign    ident.ID   `db:"campaign"`
	Author      ident.ID   `db:"author"` // the subject of whoever wrote the words
	Title       string     `db:"title"`
	Place       string     `db:"place"`
	Note        string     `db:"note"`
	Lang        string     `db:"lang"`
	StartsAt    time.Time  `db:"starts_at"`
	EndsAt      time.Time  `db:"ends_at"`
	TimeZone    string     `db:"time_zone"` // IANA name
	Capacity    int64      `db:"capacity"`  // people
	Coming      int64      `db:"coming"`    // people
	Revision    int64      `db:"revision"`  // how often it was changed or cancelled
	CancelledAt *time.Time `db:"cancelled_at"`
	Canceller   ident.ID   `db:"canceller"` // the subject of whoever wrote the reason
	Reason      string     `db:"reason"`
	PublishedAt time.Time  `db:"published_at"`
	ChangedAt   time.Time  `db:"changed_at"` // published, changed or cancelled
}

// ShiftAttendee is somebody who comes to a shift, or would have come to one that was cancelled.
type ShiftAttendee struct {
	Shift     ident.ID  `db:"shift"`
	Member    ident.ID  `db:"member"`
	Campaign  ident.ID  `db:"campaign"`
	Supporter ident.ID  `db:"supporter"` // the member's subject
	Pledge    ident.ID  `db:"pledge"`
	JoinedAt  time.Time `db:"joined_at"`
}
