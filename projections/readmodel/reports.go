package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Reports  = "reports"
	Reported = "reported"

	ReportPosts = "report_posts"
)

// Report is what a member reported. Its words are for moderators alone.
type Report struct {
	ID      ident.ID  `db:"id"`
	Kind    string    `db:"kind"`
	Thing   ident.ID  `db:"thing"`
	Member  ident.ID  `db:"member"`
	Subject ident.ID  `db:"subject"` // the member's
	Reason  string    `db:"reason"`
	Words   string    `db:"words"`
	At      time.Time `db:"at"`
	Outcome string    `db:"outcome"` // empty while it is open
}

// ReportedThing is something that was reported, and how often.
type ReportedThing struct {
	Thing   ident.ID  `db:"thing"`
	Kind    string    `db:"kind"`
	Post    ident.ID  `db:"post"`    // below which a comment stands
	Subject ident.ID  `db:"subject"` // whose key seals the thing's own words
	Total   int64     `db:"total"`
	Open    int64     `db:"open"`
	LastAt  time.Time `db:"last_at"`
	Outcome string    `db:"outcome"` // of the reports that were settled last; empty where none was
}
