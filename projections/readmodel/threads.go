package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of messages.
const (
	ThreadSides    = "thread_sides"
	ThreadMessages = "thread_messages"
	ThreadChoices  = "thread_choices"
)

// ThreadSide is a thread as one of its two sides sees it.
type ThreadSide struct {
	Side      ident.ID   `db:"side"` // a member, a page or a campaign
	Thread    ident.ID   `db:"thread"`
	Kind      string     `db:"kind"` // of the side
	Subject   ident.ID   `db:"subject"`
	Other     ident.ID   `db:"other"`
	OtherKind string     `db:"other_kind"`
	AboutKind string     `db:"about_kind"` // of what the last message with a subject is about; empty: nothing
	About     ident.ID   `db:"about"`
	Messages  int64      `db:"messages"` // that the side sees
	Last      ident.ID   `db:"last"`     // the last of them
	LastAt    time.Time  `db:"last_at"`
	Unread    int64      `db:"unread"`
	ReadTo    int64      `db:"read_to"` // the number up to which the side read
	SeenTo    int64      `db:"seen_to"` // and the other, as far as the side may know
	Opened    bool       `db:"opened"`  // the side wrote, or accepted the other's request
	Request   bool       `db:"request"` // a stranger's, which the side has not answered
	Declined  bool       `db:"declined"`
	Muted     bool       `db:"muted"`
	ClosedAt  *time.Time `db:"closed_at"`
}

// ThreadMessage is what somebody wrote in a thread. Without an author and text it was erased.
type ThreadMessage struct {
	ID       ident.ID  `db:"id"`
	Thread   ident.ID  `db:"thread"`
	Number   int64     `db:"number"`
	Side     ident.ID  `db:"side"` // as which it was written
	Member   ident.ID  `db:"member"`
	Author   ident.ID  `db:"author"` // the member's subject
	Text     string    `db:"text"`
	Lang     string    `db:"lang"`
	Withheld bool      `db:"withheld"` // its own side alone sees it
	At       time.Time `db:"at"`
}

// ThreadChoice is who may write to a member who chose that.
type ThreadChoice struct {
	Member  ident.ID `db:"member"`
	Subject ident.ID `db:"subject"`
	Who     string   `db:"who"`
}
