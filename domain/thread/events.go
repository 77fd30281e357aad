package thread

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Event is what happened in a thread.
//
//sumtype:decl
type Event interface{ threadEvent() }

// Party is a side of a thread and where it stands.
type Party struct {
	Side
	Open      bool  `json:"open,omitempty"`      // it wrote, or accepted the request of the other
	Declined  bool  `json:"declined,omitempty"`  // it declined the request of the other
	Muted     bool  `json:"muted,omitempty"`     // it is told of nothing new
	Delivered int64 `json:"delivered,omitempty"` // the number of the last message that reached it
	Read      int64 `json:"read,omitempty"`      // up to which message it read
}

// Begun opens a stream of a thread: its first, or the next one after PartSize messages, which takes over where the sides stand.
type Begun struct {
	Thread  ident.ID  `json:"thread"`
	Part    int       `json:"part,omitempty"` // 0 for the first stream
	Parties []Party   `json:"parties"`        // two
	Known   bool      `json:"known,omitempty"`
	About   About     `json:"about,omitzero"`
	Before  int64     `json:"before,omitempty"` // how many messages the streams before hold
	At      time.Time `json:"at"`
}

// Sent is a message, sealed with the key of its author alone.
type Sent struct {
	Thread   ident.ID      `json:"thread"`
	Part     int           `json:"part,omitempty"`
	Message  ident.ID      `json:"message"`
	Number   int64         `json:"number"` // within the thread, from 1
	From     Side          `json:"from"`
	Member   ident.ID      `json:"member"` // who wrote it
	Author   ident.ID      `json:"author"` // their subject
	Text     personal.Text `json:"text" personal:"author"`
	Lang     string        `json:"lang"` // BCP 47 tag of the text
	About    About         `json:"about,omitzero"`
	Withheld bool          `json:"withheld,omitempty"` // it never reaches the other side, and its author can't tell
	At       time.Time     `json:"at"`
}

// Read says that a side read the messages up to a number.
type Read struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	UpTo   int64     `json:"up_to"`
	Left   int64     `json:"left,omitempty"` // how many messages after that are unread
	At     time.Time `json:"at"`
}

// Muted says that a side is told of nothing new in the thread.
type Muted struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	At     time.Time `json:"at"`
}

// Unmuted takes that back.
type Unmuted struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	At     time.Time `json:"at"`
}

// Accepted says that a member accepts the request of the other side.
type Accepted struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	At     time.Time `json:"at"`
}

// Declined says that a member declines the request of the other side, whose messages don't reach them from then on.
type Declined struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	At     time.Time `json:"at"`
}

// Closed says that a member of the thread was erased: nobody writes in it any more.
type Closed struct {
	Thread ident.ID  `json:"thread"`
	Part   int       `json:"part,omitempty"`
	Side   Side      `json:"side"`
	At     time.Time `json:"at"`
}

func (Begun) threadEvent()    {}
func (Sent) threadEvent()     {}
func (Read) threadEvent()     {}
func (Muted) threadEvent()    {}
func (Unmuted) threadEvent()  {}
func (Accepted) threadEvent() {}
func (Declined) threadEvent() {}
func (Closed) threadEvent()   {}
