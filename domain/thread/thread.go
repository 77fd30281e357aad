// Package thread is the rules of what two sides write one another: two members, a member and a page, or a member and the team
// of a campaign.
package thread

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of threads. A thread is one stream, or several one after the other: each holds PartSize messages.
const Category = "thread"

// Limits.
const (
	MaxText    = 4000 // characters of a message
	PartSize   = 500  // messages of a stream
	MaxMinute  = 20   // messages of a side within a minute
	MaxPending = 3    // messages to a member who has not accepted or answered
)

// Kind is what a side is. The names are stored.
type Kind string

// The kinds of sides.
const (
	Member   Kind = "member"
	Page     Kind = "page"     // its editors write as the page
	Campaign Kind = "campaign" // its team writes
)

// Side is one of the two that write in a thread.
type Side struct {
	Kind Kind     `json:"kind"`
	ID   ident.ID `json:"id"`
}

func (s Side) name() string { return string(s.Kind) + "/" + s.ID.String() }

// Subject is what a message is about. The names are stored.
type Subject string

// What a message may be about: what a member offered, joined or gave.
const (
	OfTime  Subject = "time"  // a pledge of time
	OfThing Subject = "thing" // a pledge of things
	OfShift Subject = "shift"
	OfGift  Subject = "gift"
)

// About names what a message is about.
type About struct {
	Kind Subject  `json:"kind"`
	ID   ident.ID `json:"id"`
}

// Of is the id of the thread of two sides, in either order. It names its first stream.
func Of(one, other Side) ident.ID {
	a, b := one.name(), other.name()
	if b < a {
		a, b = b, a
	}
	return ident.Pair(Category, a, b)
}

// PartOf is the id of a stream of a thread, the first of which is part 0.
func PartOf(thread ident.ID, part int) ident.ID {
	if part == 0 {
		return thread
	}
	return ident.Pair(Category, thread.String(), strconv.Itoa(part))
}

// State is what the rules need to know of a stream of a thread.
type State struct {
	Thread  ident.ID // nil before the stream begins
	Part    int
	Parties [2]Party
	Known   bool // one of the two members gave to the other by name before
	About   About
	Closed  bool
	Count   int64 // messages in all streams up to this one
	Here    int64 // messages in this stream

	landed  [2][]int64     // numbers of messages in this stream that reached each side and are unread
	recent  [2][]time.Time // when each side wrote lately
	pending [2]int         // how many messages each side sent that the other had not accepted or answered
}

// Decider folds the events of a stream into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Begun:
		s = State{Thread: e.Thread, Part: e.Part, Known: e.Known, About: e.About, Count: e.Before}
		copy(s.Parties[:], e.Parties)
	case Sent:
		from := s.at(e.From)
		to := 1 - from
		s.Count, s.Here = e.Number, s.Here+1
		if e.About != (About{}) {
			s.About = e.About
		}
		if !s.Parties[to].Open {
			s.pending[from]++
		}
		s.Parties[from].Open, s.Parties[from].Declined = true, false
		s.pending[to] = 0
		s.recent[from] = append(slices.Clone(s.recent[from][max(0, len(s.recent[from])-MaxMinute+1):]), e.At)
		if !e.Withheld {
			s.Parties[to].Delivered = e.Number
			s.landed[to] = append(slices.Clip(s.landed[to]), e.Number)
		}
	case Read:
		side := s.at(e.Side)
		s.Parties[side].Read = e.UpTo
		s.landed[side] = slices.DeleteFunc(slices.Clone(s.landed[side]), func(n int64) bool { return n <= e.UpTo })
	case Muted:
		s.Parties[s.at(e.Side)].Muted = true
	case Unmuted:
		s.Parties[s.at(e.Side)].Muted = false
	case Accepted:
		side := s.at(e.Side)
		s.Parties[side].Open, s.Parties[side].Declined = true, false
		s.pending[1-side] = 0
	case Declined:
		s.Parties[s.at(e.Side)].Declined = true
	case Closed:
		s.Closed = true
	}
	return s
}

// at is the place of a side among the two.
func (s State) at(side Side) int {
	if s.Parties[1].Side == side {
		return 1
	}
	return 0
}

// Has tells whether a side is one of the two.
func (s State) Has(side Side) bool {
	return !s.Thread.IsNil() && (s.Parties[0].Side == side || s.Parties[1].Side == side)
}

// Party is where a side stands.
func (s State) Party(side Side) Party { return s.Parties[s.at(side)] }

// Other is the other of the two.
func (s State) Other(side Side) Party { return s.Parties[1-s.at(side)] }

// Full tells whether the next message begins another stream.
func (s State) Full() bool { return s.Here >= PartSize }

// Next begins the stream after this one: both sides stand there as they do here.
func (s State) Next(now time.Time) Begun {
	return Begun{
		Thread: s.Thread, Part: s.Part + 1, Parties: slices.Clone(s.Parties[:]), Known: s.Known, About: s.About, Before: s.Count,
		At: now,
	}
}

// The refusals of a thread.
var (
	ErrNotFound = domain.Refuse(domain.NotFound, "thread_not_found", "there is no such conversation")
	ErrClosed   = domain.Refuse(domain.Closed, "thread_closed", "the other person has left")
	ErrSelf     = domain.Refuse(domain.Closed, "message_to_yourself", "nobody writes to themselves")
	ErrFlood    = domain.Refuse(domain.TooMany, "too_many_messages", "too many messages within a minute").With("retry_after", 60)
	ErrPending  = domain.Refuse(domain.Closed, "answer_awaited", "wait for an answer before you write more").With("max", MaxPending)
)

// Send writes a message. The caller has made sure that the author may write for From, and looked up how To may be reached: it
// decides alike whether a message lands, waits or never arrives.
type Send struct {
	From, To       Side
	Message        ident.ID
	Member, Author ident.ID // who writes, and their subject
	Text, Lang     string
	About          About
	Tied           bool // an accepted offer or a joined shift connects the sides: the message lands, whatever To chose
	Known          bool // one of the two members gave to the other by name; looked at for the first message alone
	Unwelcome      bool // To takes no messages of strangers such as From
	Away           bool // To is blocked, gone, or was never there: nothing lands
	Before         State
	Now            time.Time
}

// Text checks what a message says and gives it without space around it.
func Text(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", domain.RefuseField("text", "required", "this is needed")
	case utf8.RuneCountInString(text) > MaxText:
		return "", domain.RefuseField("text", "too_long", "this is too long").With("max", MaxText)
	}
	return text, nil
}

// Decide refuses an empty or too long text, a message to oneself, too many within a minute, too many to somebody who has not
// answered, and a thread of which somebody left. Nothing of that depends on whether the message lands. Before is the full
// stream before this one, where there is one.
func (c Send) Decide(s State) ([]Event, error) {
	text, err := Text(c.Text)
	if err != nil {
		return nil, err
	}
	if c.From == c.To {
		return nil, ErrSelf
	}
	var events []Event
	if s.Thread.IsNil() {
		begun := Begun{Thread: Of(c.From, c.To), Parties: parties(c.From, c.To), Known: c.Known, About: c.About, At: c.Now}
		if c.Before.Full() {
			begun = c.Before.Next(c.Now)
		}
		events = append(events, begun)
		s = evolve(s, begun)
		if c.Before.Full() {
			s.recent, s.pending = c.Before.recent, c.Before.pending
		}
	}
	to := s.Party(c.To)
	from := s.at(c.From)
	open := to.Open || c.Tied
	switch {
	case s.Closed, c.Before.Closed:
		return nil, ErrClosed
	case len(s.recent[from]) >= MaxMinute && c.Now.Sub(s.recent[from][len(s.recent[from])-MaxMinute]) < time.Minute:
		return nil, ErrFlood
	case !open && s.pending[from] >= MaxPending:
		return nil, ErrPending
	}
	withheld := c.Away || !open && (to.Declined || c.Unwelcome)
	return append(events, Sent{
		Thread: s.Thread, Part: s.Part, Message: c.Message, Number: s.Count + 1, From: c.From, Member: c.Member, Author: c.Author,
		Text: personal.Plain(text), Lang: c.Lang, About: c.About, Withheld: withheld, At: c.Now,
	}), nil
}

// parties are two sides in the order of their names. A page and a campaign take every message.
func parties(one, other Side) []Party {
	if other.name() < one.name() {
		one, other = other, one
	}
	return []Party{{Side: one, Open: one.Kind != Member}, {Side: other, Open: other.Kind != Member}}
}

// MarkRead notes that a side read the messages up to a number. The caller has made sure that it is theirs.
type MarkRead struct {
	Side Side
	UpTo int64
	Now  time.Time
}

// Decide changes nothing where nothing new was read.
func (c MarkRead) Decide(s State) ([]Event, error) {
	if !s.Has(c.Side) {
		return nil, ErrNotFound
	}
	party, landed := s.Party(c.Side), s.landed[s.at(c.Side)]
	upTo := min(c.UpTo, party.Delivered)
	if upTo <= party.Read {
		return nil, nil
	}
	left := int64(0)
	for _, n := range landed {
		if n > upTo {
			left++
		}
	}
	return []Event{Read{s.Thread, s.Part, c.Side, upTo, left, c.Now}}, nil
}

// Mute has a side told of nothing new, or again.
type Mute struct {
	Side  Side
	Muted bool
	Now   time.Time
}

// Decide changes nothing where that holds already.
func (c Mute) Decide(s State) ([]Event, error) {
	switch {
	case !s.Has(c.Side):
		return nil, ErrNotFound
	case s.Party(c.Side).Muted == c.Muted:
		return nil, nil
	case c.Muted:
		return []Event{Muted{s.Thread, s.Part, c.Side, c.Now}}, nil
	}
	return []Event{Unmuted{s.Thread, s.Part, c.Side, c.Now}}, nil
}

// Answer accepts or declines a request.
type Answer struct {
	Side   Side
	Accept bool
	Now    time.Time
}

// Decide changes nothing where the request was answered alike.
func (c Answer) Decide(s State) ([]Event, error) {
	if !s.Has(c.Side) || s.Party(c.Side).Delivered == 0 {
		return nil, ErrNotFound
	}
	switch party := s.Party(c.Side); {
	case party.Open, !c.Accept && party.Declined:
		return nil, nil
	case c.Accept:
		return []Event{Accepted{s.Thread, s.Part, c.Side, c.Now}}, nil
	}
	return []Event{Declined{s.Thread, s.Part, c.Side, c.Now}}, nil
}

// Close ends a thread of a member who is erased.
type Close struct {
	Member ident.ID
	Now    time.Time
}

// Decide changes nothing where the member is no side of the thread, or it is closed.
func (c Close) Decide(s State) ([]Event, error) {
	side := Side{Member, c.Member}
	if !s.Has(side) || s.Closed {
		return nil, nil
	}
	return []Event{Closed{s.Thread, s.Part, side, c.Now}}, nil
}
