// Package notification is the rules of what a member is told: which kinds of news reach them on which channel, up to when they
// have read them, and what happened to their account, which is told here without saying where. The gifts and campaigns that
// they are told of are facts of their own.
package notification

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of what members are told. A stream is named after its member.
const Category = "notification"

// Step is what was done to a pledge, as either side is told. The names are stored.
type Step string

// What a campaign's organizer is told of a pledge to it.
const (
	Offered   Step = "offered"
	Logged    Step = "logged" // who pledged says what they worked
	Withdrawn Step = "withdrawn"
)

// What whoever pledged is told.
const (
	Accepted   Step = "accepted"
	Declined   Step = "declined"
	Confirmed  Step = "confirmed" // the hours that were worked
	ThingsCame Step = "received"
	NobodyCame Step = "missed"
)

// What the owner of a campaign is told of gifts that were paid.
const (
	GiftDisputed Step = "disputed"      // by the giver's bank
	DisputeWon   Step = "won"           // the money stays, or comes back
	DisputeLost  Step = "lost"          // the giver keeps it
	RefundFailed Step = "refund_failed" // what was given back is there again
)

// What whoever comes to a shift is told of it.
const (
	ShiftRevised   Step = "revised" // its words, or for how many it is
	ShiftMoved     Step = "moved"   // to another time
	ShiftCalledOff Step = "cancelled"
)

// Change is what changed of who runs a campaign or edits a page, as a member is told. The names are stored, but for Invited,
// which the invitation itself tells.
type Change string

// The changes.
const (
	Invited          Change = "invited"       // the member, to run a campaign or edit a page
	Joined           Change = "joined"        // somebody whom the owner invited
	InvitationOff    Change = "declined"      // an invitation of the owner's
	SomebodyLeft     Change = "left"          // the owner's co-organizer, or an editor of their page
	TakenOff         Change = "removed"       // the member, by the owner
	HandOverOffered  Change = "hand_over"     // the campaign is offered to the member
	HandOverOff      Change = "hand_over_off" // by the owner, to the member
	HandOverDeclined Change = "hand_over_no"  // by the co-organizer whom the owner offered it
	HandedOver       Change = "handed_over"   // the campaign, or the page, has another owner
	PageGone         Change = "page_off"      // a page, in whose name the member's campaign went, as the page's owner wished
)

// Touch is what happened to an account. The names are stored, and are those of the account's own history.
type Touch string

// What members are told of their account.
const (
	SignedInAnew    Touch = "signed_in_anew" // in a browser that was not known
	PasswordChanged Touch = "password_changed"
	PasswordReset   Touch = "password_reset"
	SessionEnded    Touch = "session_ended"
	OthersEnded     Touch = "other_sessions_ended"
	AllEnded        Touch = "all_sessions_ended" // by who reads the mails about the account
	TokenReused     Touch = "refresh_token_reused"
	SessionsRevoked Touch = "sessions_revoked" // by the operator
	ProviderLinked  Touch = "provider_linked"
	ProviderRemoved Touch = "provider_removed"
	PasskeyAdded    Touch = "passkey_added"
	PasskeyRemoved  Touch = "passkey_removed"
	PasskeyRefused  Touch = "passkey_refused" // somebody may have a copy of it
	FactorOn        Touch = "second_factor_on"
	FactorOff       Touch = "second_factor_off"
	RecoveryUsed    Touch = "recovery_code_used"
	CodesRenewed    Touch = "recovery_codes_renewed"
	FactorReset     Touch = "second_factor_reset" // by the operator
	EmailChanged    Touch = "email_changed"
	EmailUndone     Touch = "email_change_undone" // by who reads the mails to the address before
	DataDownloaded  Touch = "data_downloaded"
)

// Touches are all that a member is told of their account.
var Touches = []Touch{
	SignedInAnew, PasswordChanged, PasswordReset, SessionEnded, OthersEnded, AllEnded, TokenReused, SessionsRevoked,
	ProviderLinked, ProviderRemoved, PasskeyAdded, PasskeyRemoved, PasskeyRefused,
	FactorOn, FactorOff, RecoveryUsed, CodesRenewed, FactorReset, EmailChanged, EmailUndone, DataDownloaded,
}

// Event is what happened to what a member is told.
//
//sumtype:decl
type Event interface{ notificationEvent() }

// Read says that the member has read everything up to a moment, or what happened between two of them.
type Read struct {
	Member ident.ID  `json:"member"`
	From   time.Time `json:"from"`  // of the oldest notification they were shown; zero where nothing before is unread
	UpTo   time.Time `json:"up_to"` // of the newest notification they were shown
	At     time.Time `json:"at"`
}

// Span is a time, both of its moments included.
type Span struct {
	From time.Time `json:"from"`
	UpTo time.Time `json:"up_to"`
}

// keptSpans is how many spans a member has read apart from what they read up to a moment: of more, the oldest are unread again.
const keptSpans = 100

// Seen is what a member has read: everything up to a moment, and of what came later some spans, the oldest first.
type Seen struct {
	UpTo  time.Time // zero where nothing was read
	Apart []Span
}

// With is what is read when something more is.
func (s Seen) With(e Read) Seen {
	out := Seen{UpTo: s.UpTo, Apart: []Span{}}
	spans := append(slices.Clone(s.Apart), Span{e.From, e.UpTo})
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From) })
	for _, span := range spans {
		last := len(out.Apart) - 1
		switch {
		case !span.From.After(out.UpTo):
			if span.UpTo.After(out.UpTo) {
				out.UpTo = span.UpTo
			}
		case last >= 0 && !span.From.After(out.Apart[last].UpTo):
			if span.UpTo.After(out.Apart[last].UpTo) {
				out.Apart[last].UpTo = span.UpTo
			}
		default:
			out.Apart = append(out.Apart, span)
		}
	}
	out.Apart = out.Apart[max(0, len(out.Apart)-keptSpans):]
	return out
}

// all tells whether everything between two moments is read.
func (s Seen) all(from, upTo time.Time) bool {
	return !upTo.After(s.UpTo) || slices.ContainsFunc(s.Apart, func(a Span) bool {
		return !from.Before(a.From) && !upTo.After(a.UpTo)
	})
}

// ChannelChosen says whether a member is told of a kind on a channel from now on.
type ChannelChosen struct {
	Member  ident.ID       `json:"member"`
	Subject ident.ID       `json:"subject"` // theirs; nil before version 2
	Kind    notice.Kind    `json:"kind"`
	Channel notice.Channel `json:"channel"`
	On      bool           `json:"on"`
	Daily   bool           `json:"daily"` // by mail: on, and with the daily mail
	// TimeZone is the IANA name of the zone whose clocks hang where the member chose the daily mail; empty where that is not known.
	TimeZone personal.Text `json:"time_zone" personal:"subject"`
	At       time.Time     `json:"at"`
}

// AccountTouched says that something happened to the member's account. Where, and in which browser, the account's history says.
type AccountTouched struct {
	Member ident.ID  `json:"member"`
	What   Touch     `json:"what"`
	At     time.Time `json:"at"`
}

func (Read) notificationEvent()           {}
func (ChannelChosen) notificationEvent()  {}
func (AccountTouched) notificationEvent() {}

// Switched is a kind on a channel.
type Switched struct {
	Kind    notice.Kind
	Channel notice.Channel
}

// Awaited is a kind that waits for the daily mail, and since when the member wants that.
type Awaited struct {
	Kind   notice.Kind
	From   time.Time
	Before notice.Mailing // what held until then
}

// State is what the rules need to know of what a member is told. A kind is off where it stands in Off, and waits for the daily
// mail where it stands in Daily.
type State struct {
	Seen
	Off      []Switched
	Daily    []Awaited
	TimeZone string // the last that was named; empty where none was
}

// Wants tells whether the member is told of a kind on a channel when it happens: of everything of which that channel tells, until
// they choose otherwise.
func (s State) Wants(k notice.Kind, c notice.Channel) bool {
	if c == notice.ByMail {
		return s.Mailed(k) == notice.AtOnce
	}
	return !slices.Contains(s.Off, Switched{k, c})
}

// MailsOf tells whether the member is mailed at once of what happened at a moment: also where it waits for the daily mail since,
// for that begins with what came after.
func (s State) MailsOf(k notice.Kind, at time.Time) bool {
	if i := s.awaited(k); i >= 0 && !at.After(s.Daily[i].From) {
		return s.Daily[i].Before == notice.AtOnce
	}
	return s.Mailed(k) == notice.AtOnce
}

func (s State) awaited(k notice.Kind) int {
	return slices.IndexFunc(s.Daily, func(a Awaited) bool { return a.Kind == k })
}

// Mailed tells when the member is mailed about a kind. What happens often is mailed to nobody who did not ask for it.
func (s State) Mailed(k notice.Kind) notice.Mailing {
	switch {
	case s.awaited(k) >= 0:
		return notice.Daily
	case slices.Contains(s.Off, Switched{k, notice.ByMail}):
		return notice.Never
	}
	return k.Default()
}

// Decider folds what happened into what the rules need to know.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Read:
			s.Seen = s.With(e)
		case ChannelChosen:
			this, now := Switched{e.Kind, e.Channel}, Awaited{e.Kind, e.At, s.Mailed(e.Kind)}
			if i := s.awaited(e.Kind); i >= 0 { // in another time zone
				now = s.Daily[i]
			}
			s.Off = slices.DeleteFunc(slices.Clone(s.Off), func(o Switched) bool { return o == this })
			if e.Channel == notice.ByMail {
				s.Daily = slices.DeleteFunc(slices.Clone(s.Daily), func(a Awaited) bool { return a.Kind == e.Kind })
			}
			switch {
			case !e.On:
				s.Off = append(s.Off, this)
			case e.Daily:
				s.Daily = append(s.Daily, now)
			}
			if zone := e.TimeZone.String(); zone != "" {
				s.TimeZone = zone
			}
		case AccountTouched:
		}
		return s
	},
}

// ReadUpTo says that the member has read everything up to a moment, from another on where that is given.
type ReadUpTo struct {
	Member          ident.ID
	From, UpTo, Now time.Time
}

// Decide changes nothing for what was read already. Nobody reads what is yet to come: a later moment counts as now.
func (c ReadUpTo) Decide(s State) ([]Event, error) {
	upTo := c.UpTo
	if upTo.After(c.Now) {
		upTo = c.Now
	}
	if c.From.After(upTo) || s.all(c.From, upTo) {
		return nil, nil
	}
	return []Event{Read{Member: c.Member, From: c.From, UpTo: upTo, At: c.Now}}, nil
}

// Choose switches a kind on a channel.
type Choose struct {
	Member, Subject ident.ID // whose it is, and the subject with whose key it is sealed
	Kind            notice.Kind
	Channel         notice.Channel
	On              bool
	Daily           bool   // by mail: on, and with the daily mail
	TimeZone        string // IANA name of the zone in which a daily mail is wanted; empty, or none that there is: not known
	Now             time.Time
}

// ErrSecurityIsMailed refuses to mail no more what happens to an account.
var ErrSecurityIsMailed = domain.RefuseField("kind", "security_is_mailed", "what happens to your account is always mailed")

// ErrNotMailed refuses to mail what no mail tells of.
var ErrNotMailed = domain.RefuseField("channel", "not_mailed", "no mails tell of that")

// ErrNotDaily refuses to have something wait for the daily mail that can't wait, or is not mailed.
var ErrNotDaily = domain.RefuseField("daily", "not_daily", "the daily mail does not tell of that")

// Decide refuses a kind or channel that there is not, to mail what is told in the app alone, to have wait what can't, and to mail
// no more what happens to the account. What is so already stays so.
func (c Choose) Decide(s State) ([]Event, error) {
	var faults domain.Refusals
	if !c.Kind.Exists() {
		faults = append(faults, domain.RefuseField("kind", "unknown_kind", "there is no such kind of notification"))
	}
	if c.Channel != notice.InApp && c.Channel != notice.ByMail {
		faults = append(faults, domain.RefuseField("channel", "unknown_channel", "there is no such channel"))
	}
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	mayWait := c.Kind.May(notice.Daily)
	if c.Daily && (c.Channel != notice.ByMail || !c.On || !mayWait) {
		return nil, ErrNotDaily
	}
	if c.Channel == notice.ByMail && !c.Kind.May(notice.AtOnce) && (!mayWait || c.On && !c.Daily) {
		return nil, ErrNotMailed
	}
	if c.Channel == notice.ByMail && !c.On && !c.Kind.May(notice.Never) {
		return nil, ErrSecurityIsMailed
	}
	if c.isSo(s) {
		return nil, nil
	}
	return []Event{c.chosen(c.On)}, nil
}

func (c Choose) isSo(s State) bool {
	if c.Channel == notice.InApp {
		return s.Wants(c.Kind, notice.InApp) == c.On
	}
	asked := notice.Never
	if c.Daily {
		asked = notice.Daily
	} else if c.On {
		asked = notice.AtOnce
	}
	return s.Mailed(c.Kind) == asked && !c.elsewhere(s)
}

// elsewhere tells whether a daily mail is wanted in another time zone than the last that is known. The rules read no sealed one:
// to them each that is named is another.
func (c Choose) elsewhere(s State) bool {
	zone := c.chosen(true).TimeZone.String()
	return zone != "" && zone != s.TimeZone
}

func (c Choose) chosen(on bool) ChannelChosen {
	e := ChannelChosen{
		Member: c.Member, Subject: c.Subject, Kind: c.Kind, Channel: c.Channel, On: on, Daily: on && c.Daily, At: c.Now,
	}
	if _, err := time.LoadLocation(c.TimeZone); err == nil && c.TimeZone != "Local" && e.Daily {
		e.TimeZone = personal.Plain(c.TimeZone)
	}
	return e
}

// StopDaily ends the daily mail: all that waits for it is mailed no more.
type StopDaily struct {
	Member, Subject ident.ID
	Now             time.Time
}

// Decide changes nothing where nothing waits for it.
func (c StopDaily) Decide(s State) ([]Event, error) {
	var all []Event
	for _, a := range s.Daily {
		all = append(all, Choose{Member: c.Member, Subject: c.Subject, Kind: a.Kind, Channel: notice.ByMail, Now: c.Now}.chosen(false))
	}
	return all, nil
}

// Hour is that of the day, in their time zone, in which members are sent their daily mail, each at a moment of their own.
const Hour = 7

// DailyAt is the moment on a day's morning at which a member is sent the daily mail, by the clocks of the zone they named, of
// UTC where none is known. Not all members' is the same, so that not all mails are to be written at once.
func (s State) DailyAt(member ident.ID, day time.Time) time.Time {
	d := day.In(s.zone())
	within := int(binary.BigEndian.Uint16(member[14:])) % 3600
	return time.Date(d.Year(), d.Month(), d.Day(), Hour, within/60, within%60, 0, d.Location())
}

// LastDaily is the latest moment up to now at which the member was to be sent the daily mail.
func (s State) LastDaily(member ident.ID, now time.Time) time.Time {
	if at := s.DailyAt(member, now); !at.After(now) {
		return at
	}
	return s.DailyAt(member, now.In(s.zone()).AddDate(0, 0, -1))
}

// NextDaily is the first moment after now at which the member is sent the daily mail.
func (s State) NextDaily(member ident.ID, now time.Time) time.Time {
	if at := s.DailyAt(member, now); at.After(now) {
		return at
	}
	return s.DailyAt(member, now.In(s.zone()).AddDate(0, 0, 1))
}

func (s State) zone() *time.Location {
	if s.TimeZone != "" {
		if zone, err := time.LoadLocation(s.TimeZone); err == nil {
			return zone
		}
	}
	return time.UTC
}

// Touched tells a member what happened to their account.
type Touched struct {
	Member ident.ID
	What   Touch
	At     time.Time
}

// Decide always tells it: whoever sends it again has the same key.
func (c Touched) Decide(State) ([]Event, error) {
	return []Event{AccountTouched(c)}, nil
}
