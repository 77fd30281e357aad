// Package notice names the kinds of notices that members get in the app and by mail, and when each may be mailed. Package
// declared says which events make them. Readers of tables know this package alone: it holds no rules about an aggregate.
package notice

import "slices"

// Kind is what a notice is about. The names are stored.
type Kind string

// The kinds.
const (
	GiftReceived      Kind = "gift_received"      // a supporter gave to a campaign of the member's
	GiftCompleted     Kind = "gift_completed"     // a gift of the member's is paid
	PledgeReceived    Kind = "pledge_received"    // time or things are offered to a campaign that the member runs, or that changed
	PledgeAnswered    Kind = "pledge_answered"    // a campaign's organizer answered the member's offer
	CampaignCompleted Kind = "campaign_completed" // a campaign that the member runs or gave to has ended
	CampaignReviewed  Kind = "campaign_reviewed"  // a moderator decided about a campaign that the member owns
	CampaignNews      Kind = "campaign_news"      // a campaign that the member supports posted an update, or asks for something else
	ShiftChanged      Kind = "shift_changed"      // a shift that the member joined is changed or cancelled
	TeamNews          Kind = "team_news"          // who runs a campaign or edits a page changed, or is to: theirs, or with them
	ThreadNews        Kind = "thread_news"        // others reacted to, or answered, what the member wrote
	ReportSettled     Kind = "report_settled"     // what the member reported was reviewed
	WordsRemoved      Kind = "words_removed"      // a moderator removed a post or a comment of the member's
	Security          Kind = "security"           // something happened to the member's account
	ShiftReminder     Kind = "shift_reminder"     // a shift to which the member comes begins soon
	RefundDeclined    Kind = "refund_declined"    // one's own gift is not given back
	RefundAsked       Kind = "refund_asked"       // a giver asks for their gift back
	PaymentProblem    Kind = "payment_problem"    // disputes of gifts to one's campaign, and refunds that failed
)

// Mailing is when a member is mailed about a kind.
type Mailing string

// The mailings.
const (
	AtOnce Mailing = "at_once"
	Daily  Mailing = "daily" // once a day, with all else that waits for the daily mail
	Never  Mailing = "never"
)

// Channel is a way on which a member gets notices. The names are stored.
type Channel string

// The channels.
const (
	InApp  Channel = "app"
	ByMail Channel = "mail"
)

// rule is a kind, and the mailings among which a member chooses. The first holds until they choose, if it is AtOnce; otherwise
// Never does: what happens often is mailed to nobody who did not ask for it.
type rule struct {
	kind  Kind
	mails []Mailing
}

// rules are those of all kinds, in the order in which settings list them. A kind can wait for the daily mail where nobody misses
// something by reading of it the next morning.
var rules = []rule{
	{GiftReceived, []Mailing{AtOnce, Daily, Never}},
	{GiftCompleted, []Mailing{AtOnce, Never}},
	{RefundAsked, []Mailing{AtOnce, Never}},
	{RefundDeclined, []Mailing{AtOnce, Never}},
	{PaymentProblem, []Mailing{AtOnce, Never}},
	{PledgeReceived, []Mailing{AtOnce, Daily, Never}},
	{PledgeAnswered, []Mailing{AtOnce, Daily, Never}},
	{ShiftChanged, []Mailing{AtOnce, Never}},
	{ShiftReminder, []Mailing{AtOnce, Never}},
	{CampaignNews, []Mailing{Daily, Never}},
	{CampaignCompleted, []Mailing{AtOnce, Daily, Never}},
	{CampaignReviewed, []Mailing{AtOnce, Never}},
	{TeamNews, []Mailing{AtOnce, Never}},
	{ThreadNews, []Mailing{Daily, Never}},
	{ReportSettled, nil},
	{WordsRemoved, nil},
	{Security, []Mailing{AtOnce}},
}

// Kinds are all kinds, in the order in which settings list them.
func Kinds() []Kind {
	all := make([]Kind, len(rules))
	for i, r := range rules {
		all[i] = r.kind
	}
	return all
}

// Exists tells whether there is such a kind.
func (k Kind) Exists() bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.kind == k })
}

// Mailings are those among which a member chooses for the kind; empty where no mail is written about it.
func (k Kind) Mailings() []Mailing {
	for _, r := range rules {
		if r.kind == k {
			return append([]Mailing{}, r.mails...)
		}
	}
	return []Mailing{}
}

// May tells whether a member may choose a mailing for the kind.
func (k Kind) May(m Mailing) bool { return slices.Contains(k.Mailings(), m) }

// Default is the mailing of the kind until a member chooses one.
func (k Kind) Default() Mailing {
	if k.May(AtOnce) {
		return AtOnce
	}
	return Never
}

// Enum is the kinds as JSON schemas list them.
func Enum() []any {
	all := make([]any, len(rules))
	for i, r := range rules {
		all[i] = string(r.kind)
	}
	return all
}
