package ports

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// DailyAsked is what a member's daily mail asks of their notices: those of some kinds, of each since a moment, all up to one.
type DailyAsked struct {
	Member ident.ID
	Kinds  []string
	Since  []time.Time // of the kind at the same place
	UpTo   time.Time
	After  string // the position of the log that has to be reflected
}

// DailyTold is how many notices of a member say the same of a campaign, a post or a comment, and of how much in all. It names
// nobody.
type DailyTold struct {
	Kind     string         `db:"kind"`
	What     string         `db:"what"`     // the notice's step
	Campaign ident.ID       `db:"campaign"` // nil where it is about none
	Title    string         `db:"title"`    // the campaign's; empty where it is shown to nobody
	Own      bool           `db:"own"`      // the member runs the campaign
	Reason   string         `db:"reason"`   // of an end
	On       string         `db:"on_kind"`  // post or comment; empty of a campaign
	Post     ident.ID       `db:"post"`     // that post, or the one below which the comment stands
	Subject  string         `db:"subject"`  // the title of an update
	Currency money.Currency `db:"currency"`
	Times    int64          `db:"times"`
	Minutes  int64          `db:"minutes"`
	Quantity int64          `db:"quantity"`
	Amount   int64          `db:"amount"` // minor units of Currency
	Words    []ident.ID     `db:"words"`  // the subjects whose words stand in it
	Cut      bool           `db:"cut"`    // the bell keeps no more: there was more of what comes often
}
