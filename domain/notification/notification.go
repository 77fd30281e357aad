// Package notification is the rules of what a member is told: which kinds of news reach them on which channel, up to when they
// have read them, and what happened to their account, which is told here without saying where. The gifts and campaigns that
// they are told of are facts of their own.
package notification

import (
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams of what members are told. A stream is named after its member.
const Category = "notification"

// Kind is what a notification is about. The names are stored.
type Kind string

// The kinds.
const (
	GiftReceived      Kind = "gift_received"      // somebody gave to a campaign of the member's
	GiftCompleted     Kind = "gift_completed"     // a gift of the member's is paid
	PledgeReceived    Kind = "pledge_received"    // time or things are offered to a campaign that the member runs, or that changed
	PledgeAnswered    Kind = "pledge_answered"    // a campaign's organizer answered the member's offer
	CampaignCompleted Kind = "campaign_completed" // a campaign that the member runs or gave to has ended
	CampaignReviewed  Kind = "campaign_reviewed"  // a moderator decided about a campaign that the member runs
	CampaignNews      Kind = "campaign_news"      // a campaign that the member supports posted an update, or asks for something else
	ShiftChanged      Kind = "shift_changed"      // a shift that the member comes to is changed or called off
	TeamNews          Kind = "team_news"          // who runs a campaign changed, or is to: one of the member's, or with the member
	ThreadNews        Kind = "thread_news"        // others reacted to, or answered, what the member wrote
	ReportSettled     Kind = "report_settled"     // what the member reported was looked at
	WordsRemoved      Kind = "words_removed"      // a moderator removed a post or a comment of the member's
	Security          Kind = "security"           // something happened to the member's account
)

// Kinds are all kinds, in the order in which they are listed.
var Kinds = []Kind{
	GiftReceived, GiftCompleted, PledgeReceived, PledgeAnswered, ShiftChanged, CampaignNews, CampaignCompleted, CampaignReviewed,
	TeamNews, ThreadNews, ReportSettled, WordsRemoved, Security,
}

// AppAlone are the kinds of which no mail tells.
var AppAlone = []Kind{CampaignNews, ThreadNews, ReportSettled, WordsRemoved}

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

// What whoever comes to a shift is told of it.
const (
	ShiftRevised   Step = "revised" // its words, or for how many it is
	ShiftMoved     Step = "moved"   // to another time
	ShiftCalledOff Step = "cancelled"
)

// Change is what changed of who runs a campaign, as a member is told. The names are stored, but for Invited, which the
// invitation itself tells.
type Change string

// The changes.
const (
	Invited          Change = "invited"       // the member, to run a campaign
	Joined           Change = "joined"        // somebody whom the owner invited
	InvitationOff    Change = "declined"      // an invitation of the owner's
	SomebodyLeft     Change = "left"          // the owner's co-organizer
	TakenOff         Change = "removed"       // the member, by the owner
	HandOverOffered  Change = "hand_over"     // the campaign is offered to the member
	HandOverOff      Change = "hand_over_off" // by the owner, to the member
	HandOverDeclined Change = "hand_over_no"  // by the co-organizer whom the owner offered it
	HandedOver       Change = "handed_over"   // the campaign has another owner
	PageGone         Change = "page_off"      // a page, in whose name the member's campaign went, as the page's owner wished
)

// Channel is a way on which a member is told. The names are stored.
type Channel string

// The channels.
const (
	InApp  Channel = "app"
	ByMail Channel = "mail"
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
	FactorReset     Touch = "second_factor_reset" // by the operator
	EmailChanged    Touch = "email_changed"
	EmailUndone     Touch = "email_change_undone" // by who reads the mails to the address before
	DataDownloaded  Touch = "data_downloaded"
)

// Touches are all that a member is told of their account.
var Touches = []Touch{
	SignedInAnew, PasswordChanged, PasswordReset, SessionEnded, OthersEnded, TokenReused, SessionsRevoked,
	ProviderLinked, ProviderRemoved, PasskeyAdded, PasskeyRemoved, PasskeyRefused,
	FactorOn, FactorOff, RecoveryUsed, FactorReset, EmailChanged, EmailUndone, DataDownloaded,
}

// Event is what happened to what a member is told.
//
//sumtype:decl
type Event interface{ notificationEvent() }

// Read says that the member has read everything up to a moment.
type Read struct {
	Member ident.ID  `json:"member"`
	UpTo   time.Time `json:"up_to"` // of the newest notification they were shown
	At     time.Time `json:"at"`
}

// ChannelChosen says whether a member is told of a kind on a channel from now on.
type ChannelChosen struct {
	Member  ident.ID  `json:"member"`
	Kind    Kind      `json:"kind"`
	Channel Channel   `json:"channel"`
	On      bool      `json:"on"`
	At      time.Time `json:"at"`
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
	Kind    Kind
	Channel Channel
}

// State is what the rules need to know of what a member is told. A kind is off where it stands in Off.
type State struct {
	UpTo time.Time
	Off  []Switched
}

// Wants tells whether the member is told of a kind on a channel: of everything, until they switch it off.
func (s State) Wants(k Kind, c Channel) bool { return !slices.Contains(s.Off, Switched{k, c}) }

// Decider folds what happened into what the rules need to know.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Read:
			s.UpTo = e.UpTo
		case ChannelChosen:
			this := Switched{e.Kind, e.Channel}
			s.Off = slices.DeleteFunc(slices.Clone(s.Off), func(o Switched) bool { return o == this })
			if !e.On {
				s.Off = append(s.Off, this)
			}
		case AccountTouched:
		}
		return s
	},
}

// ReadUpTo says that the member has read everything up to a moment.
type ReadUpTo struct {
	Member    ident.ID
	UpTo, Now time.Time
}

// Decide changes nothing for what was read already. Nobody reads what is yet to come: a later moment counts as now.
func (c ReadUpTo) Decide(s State) ([]Event, error) {
	upTo := c.UpTo
	if upTo.After(c.Now) {
		upTo = c.Now
	}
	if !upTo.After(s.UpTo) {
		return nil, nil
	}
	return []Event{Read{Member: c.Member, UpTo: upTo, At: c.Now}}, nil
}

// Choose switches a kind on a channel.
type Choose struct {
	Member  ident.ID
	Kind    Kind
	Channel Channel
	On      bool
	Now     time.Time
}

// ErrSecurityIsMailed refuses to mail no more what happens to an account.
var ErrSecurityIsMailed = domain.RefuseField("kind", "security_is_mailed", "what happens to your account is always mailed")

// ErrNotMailed refuses to mail what no mail tells of.
var ErrNotMailed = domain.RefuseField("channel", "not_mailed", "no mails tell of that")

// Decide refuses a kind or channel that there is not, to mail what is told in the app alone, and to mail no more what happens to
// the account. What is so already stays so.
func (c Choose) Decide(s State) ([]Event, error) {
	var faults domain.Refusals
	if !slices.Contains(Kinds, c.Kind) {
		faults = append(faults, domain.RefuseField("kind", "unknown_kind", "there is no such kind of notification"))
	}
	if c.Channel != InApp && c.Channel != ByMail {
		faults = append(faults, domain.RefuseField("channel", "unknown_channel", "there is no such channel"))
	}
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	if c.Channel == ByMail && slices.Contains(AppAlone, c.Kind) {
		return nil, ErrNotMailed
	}
	if c.Kind == Security && c.Channel == ByMail && !c.On {
		return nil, ErrSecurityIsMailed
	}
	if s.Wants(c.Kind, c.Channel) == c.On {
		return nil, nil
	}
	return []Event{ChannelChosen{Member: c.Member, Kind: c.Kind, Channel: c.Channel, On: c.On, At: c.Now}}, nil
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
