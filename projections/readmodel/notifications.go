package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
)

// Tables of this area.
const (
	Notifications        = "notifications"
	NotificationBoxes    = "notification_boxes"
	NotificationSupports = "notification_supports"
	NotificationEndings  = "notification_endings"
	NotificationPlaces   = "notification_places"
	NotificationReports  = "notification_reports"
	NotificationThreads  = "notification_threads"
	NotificationPages    = "notification_pages"
	NotificationPosts    = "notification_posts"
)

// KeptNotifications is how many notifications a member keeps: the next one takes the place of the oldest.
const KeptNotifications = 500

// Notification is something that a member is told. It holds no words: whose gift it was is joined when it is read, so that
// nobody is named who gave anonymously or was erased.
type Notification struct {
	Member  ident.ID `db:"member"`
	Slot    int64    `db:"slot"` // among the member's KeptNotifications
	ID      ident.ID `db:"id"`
	Subject ident.ID `db:"subject"` // the member's
	Kind    string   `db:"kind"`
	// What is, of security, what happened; of pledges and shifts the step; of reviews the decision; of teams
	// the change; of reports the outcome.
	What     string         `db:"what"`
	At       time.Time      `db:"at"`
	Campaign ident.ID       `db:"campaign"`
	Donation ident.ID       `db:"donation"`
	About    ident.ID       `db:"shift"`    // the shift, or the page, that it is about
	Thing    ident.ID       `db:"thing"`    // a post or a comment
	On       string         `db:"on_kind"`  // what Thing is: post or comment; empty where it is about none
	Helper   ident.ID       `db:"helper"`   // the subject of whoever pledged, or whom a team's change is about, where somebody else is told
	Minutes  int64          `db:"minutes"`  // pledged, accepted, worked or confirmed
	Quantity int64          `db:"quantity"` // of things, likewise
	Amount   int64          `db:"amount"`   // minor units of Currency that were given
	Currency money.Currency `db:"currency"`
	Returned string         `db:"returned"` // ReturnedPartly or ReturnedFully of the gift; empty where nothing went back
}

// ChannelOff names a kind that is off on a channel.
func ChannelOff(channel notice.Channel, kind notice.Kind) string {
	return string(channel) + ":" + string(kind)
}

// How much of a gift went back.
const (
	ReturnedPartly = "partly"
	ReturnedFully  = "fully"
)

// ReadSpan is a time of which all that a member was told is read, both of its moments included.
type ReadSpan struct {
	From time.Time `json:"from"`
	UpTo time.Time `json:"up_to"`
}

// NotificationBox is what is known of all that a member is told.
type NotificationBox struct {
	Member  ident.ID   `db:"member"`
	Subject ident.ID   `db:"subject"`    // the member's
	Told    int64      `db:"told"`       // how many notifications there ever were
	ReadTo  *time.Time `db:"read_to"`    // everything up to then is read
	Apart   []ReadSpan `db:"read_apart"` // what is read of what came later, the oldest first
	Off     []string   `db:"off"`        // kinds that are off, as ChannelOff names them
	Daily   []string   `db:"daily"`      // kinds that wait for the daily mail
}

// NotificationSupport says that a member supports a campaign: its end is told to them when it comes, without a row for each.
type NotificationSupport struct {
	Campaign ident.ID  `db:"campaign"`
	Member   ident.ID  `db:"member"`
	Subject  ident.ID  `db:"subject"` // the member's
	Gifts    int64     `db:"gifts"`   // that did not go back in full
	Pledges  int64     `db:"pledges"` // of time and things, but for those that were withdrawn, declined or not kept
	Since    time.Time `db:"since"`   // of the first of them
}

// NotificationPlace says that a member comes to a shift: what happens to it is told to them.
type NotificationPlace struct {
	Shift   ident.ID `db:"shift"`
	Member  ident.ID `db:"member"`
	Subject ident.ID `db:"subject"` // the member's
}

// NotificationReport says that a member reported something: how that ended is told to them, once.
type NotificationReport struct {
	Thing   ident.ID  `db:"thing"`
	Kind    string    `db:"kind"` // what it is: a campaign, a post or a comment
	Post    ident.ID  `db:"post"` // below which a comment stands
	Member  ident.ID  `db:"member"`
	Subject ident.ID  `db:"subject"` // the member's
	At      time.Time `db:"at"`
}

// NotificationCampaign is whose a campaign is, who else runs it, and when and why it ended.
type NotificationCampaign struct {
	Campaign ident.ID   `db:"campaign"`
	Owner    ident.ID   `db:"owner"`
	Subject  ident.ID   `db:"subject"` // the owner's
	Team     []string   `db:"team"`    // the members who run it beside the owner
	EndedAt  *time.Time `db:"ended_at"`
	Reason   string     `db:"reason"`
}

// NotificationPage is whose a page is: what changes of its editors is told to them. It goes when the page closes.
type NotificationPage struct {
	Page    ident.ID `db:"page"`
	Owner   ident.ID `db:"owner"`
	Subject ident.ID `db:"subject"` // the owner's
}

// NotificationThread is what others felt about, answered to, and shared of what a member wrote: told once, with how many they
// are.
type NotificationThread struct {
	Thing      ident.ID   `db:"thing"`   // a post or a comment
	On         string     `db:"on_kind"` // which of them
	Above      ident.ID   `db:"above"`   // what a comment answers: the post, or another comment; what a post shares; nil: nothing
	Post       ident.ID   `db:"post"`
	Member     ident.ID   `db:"member"`   // who wrote it
	Subject    ident.ID   `db:"subject"`  // theirs
	Reacted    int64      `db:"reacted"`  // people who feel something about it
	Answered   int64      `db:"answered"` // comments that stand below it
	Shared     int64      `db:"shared"`   // people who share it
	ReactedAt  *time.Time `db:"reacted_at"`
	AnsweredAt *time.Time `db:"answered_at"`
	SharedAt   *time.Time `db:"shared_at"`
	ReactedBy  ident.ID   `db:"reacted_by"`  // the subject of the last; nil once they took it back
	AnsweredBy ident.ID   `db:"answered_by"` // likewise
	SharedBy   ident.ID   `db:"shared_by"`
	ReactedID  ident.ID   `db:"reacted_id"` // of what is told
	AnsweredID ident.ID   `db:"answered_id"`
	SharedID   ident.ID   `db:"shared_id"`
	Sharing    ident.ID   `db:"sharing"` // names the member and the post that this one shares; nil: none
	Page       ident.ID   `db:"page"`    // that published it: whoever edits it is told, and all are counted; nil of all else
}
