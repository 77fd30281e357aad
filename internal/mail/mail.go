// Package mail writes the mails Callup sends, in the reader's language, and keeps them in an outbox. In development the
// outbox can be read in the browser.
package mail

import (
	"context"
	"maps"
	"strconv"
	"time"

	"github.com/callup/callup/domain/money"
)

// Mailer sends mails. Sending the same key twice sends one mail: senders may retry.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// Message is one mail to one person.
type Message struct {
	Key     string // what the mail is about, unique while it is kept, such as "gift-completed:<donation id>"
	To      string // an address
	Lang    string // en, fr or es; anything else is read as en
	Content Content
	// Stop is where the reader switches off mails of this kind, absolute; empty for what everybody must get.
	Stop string
	// ReplyTo is whom an answer reaches: an address, or empty for whom the installation names.
	ReplyTo string
	// Asked marks a mail that a stranger to the reader may have requested: an address gets AskedADay of them, and no
	// more.
	Asked bool
	// Burst names what several mails to one address may tell of at nearly the same time: within BurstLasts the first goes out
	// alone. Empty: every one goes out.
	Burst string
	// Alone counts the mails of its kind by themselves where Asked bounds them: others don't use them up.
	Alone bool
	// Gather names the thing whose state the mail tells. The mail waits GatherLasts, and later ones of the same thing take its
	// place meanwhile: the reader gets the last state, once. Empty: it goes out at once.
	Gather string
	// At is when what a gathered mail tells happened: an older one never takes the place of a newer.
	At time.Time
	// Urgent ends the wait: the mail goes out at once, instead of what waits.
	Urgent bool
	// Repeated tells that it is sent again after a crash, until something is stored durably later: the mail itself then need
	// not be durable at once.
	Repeated bool
}

// AskedADay is how many mails an address gets within 24 hours that strangers had sent to it.
const AskedADay = 3

// BurstLasts is for how long after a mail others of its burst are not sent.
const BurstLasts = 10 * time.Minute

// GatherLasts is for how long a mail that is gathered waits for what follows it.
const GatherLasts = 10 * time.Minute

// Content is what a mail says. Each kind is a type of its own.
//
//sumtype:decl
type Content interface {
	kind() string
	// values are what the texts may name, already in words; link is where the button leads, empty without one.
	values(lang string) (named map[string]string, link string)
}

// Confirmation asks a person to confirm that an address is theirs. It holds nothing that somebody wrote: whoever signed up
// may be a stranger, and would speak to the reader in our name.
type Confirmation struct {
	Link  string // absolute
	Hours int    // how long the link works
}

// AlreadyRegistered tells the owner of an address that somebody tried to sign up with it.
type AlreadyRegistered struct {
	Link string // the sign-in page, absolute
}

// PasswordReset brings a link that sets a new password.
type PasswordReset struct {
	Link    string // absolute
	Minutes int    // how long the link works
}

// Occasion is when something was done to an account, and in which browser.
type Occasion struct {
	At              time.Time
	Browser, System string // empty where they are not known, or it was none of the member's
}

func (o Occasion) values(lang string, into map[string]string) map[string]string {
	into["when"], into["device"] = moment(lang, o.At), device(lang, o.Browser, o.System)
	return into
}

// PasswordChanged tells a member that their password was replaced.
type PasswordChanged struct {
	Occasion Occasion
	Link     string // ends all sessions, absolute
}

// EmailOffered asks whoever reads an address to confirm that a member is to be reached there. It holds nothing that somebody
// wrote: the member may be a stranger to them.
type EmailOffered struct {
	Link    string // absolute
	Hours   int    // how long the link works, where that is two hours or more
	Minutes int    // otherwise
}

// EmailTaken tells the owner of an address that another member asked to be reached there.
type EmailTaken struct {
	Link string // the sign-in page, absolute
}

// EmailAsked tells a member, at the address in use, that another was asked for.
type EmailAsked struct {
	Occasion Occasion
	Link     string // calls it off, absolute
}

// EmailChanged tells a member, at the address before, that they are reached at another now.
type EmailChanged struct {
	Occasion Occasion
	Link     string // takes it back, absolute
	Days     int    // how long the link works
}

// Way is something that opens an account besides its password.
type Way struct {
	Kind  string // passkeys, provider, factor or codes
	Name  string // of the provider
	Count int
}

// EmailRestored tells a member that their address of before is theirs again, and what became of what opens their account.
type EmailRestored struct {
	Ended []Way  // what was added since the address changed
	Back  []Way  // what was removed since
	Codes bool   // two-step sign-in is on
	Days  int    // how long another address can be chosen, since another account has this one; zero: it is theirs
	Link  string // where a new password is asked for, or a new address is chosen, absolute
}

// Leaving tells a member that they deleted their account, and until when they can undo it.
type Leaving struct {
	Date string // ISO 8601 day on which they are erased
	Link string // the sign-in page, absolute
}

// GiftCompleted thanks for a gift that was paid and is its receipt.
type GiftCompleted struct {
	Name      string       // of the giver; may be empty
	Campaign  string       // the campaign's title
	Gift      money.Amount // without fees
	Fees      money.Amount // what was paid on top to cover them, which does not count towards the goal; may be zero
	Date      string       // ISO 8601 day on which it was paid
	Reference string       // what support asks for
	Link      string       // the gift's page, absolute
	Receipt   string       // where its receipt is, or is being made; absolute
}

// GuestGift is about a gift, at an address that is not confirmed. It names no campaign and quotes no text of other
// people: a gift of one cent would be enough to send such a text in our name. The link leads to the campaign.
type GuestGift struct {
	What      string // completed, refunded, refund_failed, refund_declined or surplus_refunded
	Operator  string // who runs the installation
	Sum       money.Amount
	Date      string // ISO 8601 day
	Reference string // what support asks for
	Link      string // absolute
	Receipt   string // where the receipt is that this is about, or is being made: absolute; empty where there is none
	Data      string // page to request all data held under the address, absolute URL
}

// GiftRefunded tells a giver that money is on its way back.
type GiftRefunded struct {
	Name      string
	Campaign  string
	Refunded  money.Amount
	Date      string // ISO 8601 day
	Reference string
	Link      string
	Receipt   string // where the correcting receipt is, or is being made: absolute; empty where the gift never had a receipt
}

// GiftRefundFailed tells a giver that money which was on its way back never arrived.
type GiftRefundFailed GiftRefunded

// GiftReturned tells an organizer that a gift was paid after the campaign had ended, and went back.
type GiftReturned struct {
	Name      string // of the organizer
	Campaign  string
	Returned  money.Amount
	Date      string // ISO 8601 day
	Reference string // of the refund: the gift's own would open its receipt
	Link      string // the campaign, absolute
}

// SurplusRefunded tells a giver that a gift was paid more than once, and that the payment too many is on its way back.
type SurplusRefunded struct {
	Name      string
	Campaign  string
	Refunded  money.Amount
	Date      string // ISO 8601 day
	Reference string
	Link      string
}

// SurplusReturned tells an organizer the same of a gift to their campaign, whose figures never held that payment.
type SurplusReturned struct {
	Name      string // of the organizer
	Campaign  string
	Returned  money.Amount
	Date      string // ISO 8601 day
	Reference string // of the refund: the gift's own would open its receipt
	Link      string // the campaign, absolute
}

// GiftReceived tells an organizer that somebody gave.
type GiftReceived struct {
	Name     string // of the organizer
	Campaign string
	Giver    string // as the campaign's page names them; empty for who gave without a name
	Gift     money.Amount
	Link     string // the campaign, absolute
}

// PledgeReceived tells an organizer that somebody offers time or things and waits for an answer.
type PledgeReceived struct {
	Name     string // of the organizer
	Campaign string
	Who      string // offers it
	Minutes  int64  // of time; zero of things
	Things   int64  // how many; zero of time
	Thing    string // what the things are; empty of time
	When     string // when they can come, in their words
	Message  string // to the organizer, in their words
	Link     string // the campaign's pledges that wait for an answer, absolute
}

// PledgeAnswered tells whoever offered time or things whether the organizer takes it.
type PledgeAnswered struct {
	Name     string // of who offered it
	Campaign string
	Accepted bool
	Minutes  int64  // accepted or declined, of time; zero of things
	Things   int64  // likewise, of things
	Thing    string // what the things are; empty of time
	Place    string // where to bring accepted things, in the organizer's words
	Note     string // what the organizer says to an acceptance, or why they decline
	Link     string // the member's contributions, absolute
}

// ShiftChanged tells whoever comes to a shift that it is changed or called off.
type ShiftChanged struct {
	Name     string // of who comes
	Campaign string
	What     string // revised, moved or cancelled
	Shift    string // what it is about
	Starts   time.Time
	Before   time.Time // when it was to start, where it is moved; else zero
	TimeZone string    // IANA name of the zone whose clocks hang at the place
	Place    string    // empty where it is cancelled
	Reason   string    // in the organizer's words, where it is cancelled
	Link     string    // the member's shifts, absolute
}

// CampaignEnded tells an organizer that their campaign has ended by itself.
type CampaignEnded struct {
	Name     string // of the organizer
	Campaign string
	Date     string // ISO 8601 day
	Link     string // the campaign, absolute
}

// TeamInvited invites the reader to run a campaign with its owner. The address may be a stranger's: both names are cut
// short, and led nowhere.
type TeamInvited struct {
	Inviter  string // the owner
	Campaign string
	Link     string // the invitation, for a member signed in with the address, absolute URL
}

// PageInvited invites the reader to edit a page with its owner, as TeamInvited.
type PageInvited struct {
	Inviter string // the owner
	Page    string
	Link    string // the invitation, for a member signed in with the address, absolute URL
}

// Notice is a mail about a notice whose texts name nothing but words and names, which are the same in every language.
type Notice struct {
	Text  string // the name of its texts: the notice's kind, or its area and step
	Named map[string]string
	Link  string // absolute
}

// AccountTouched tells a member what happened to their account.
type AccountTouched struct {
	Name string
	What string // as the account's history names it

	Occasion Occasion
	Link     string // ends all sessions, absolute
}

// GuestData brings a link to everything that is held of a guest with this address.
type GuestData struct {
	Link    string // absolute
	Minutes int    // how long the link works
}

// InquiryReceived brings a message to support to whoever runs the installation.
type InquiryReceived struct {
	Name      string // as the sender says
	Email     string // where the answer goes; nobody has shown that it is the sender's
	Subject   string
	Message   string
	Reference string
}

// InquiryAcknowledged tells the sender of a message to support that it arrived. It holds nothing that somebody wrote: the
// address may be a stranger's.
type InquiryAcknowledged struct {
	Reference string // what support asks for
	Link      string // the answered questions, absolute
}

func (Confirmation) kind() string      { return "confirmation" }
func (AlreadyRegistered) kind() string { return "already_registered" }
func (PasswordReset) kind() string     { return "password_reset" }
func (PasswordChanged) kind() string   { return "password_changed" }
func (EmailOffered) kind() string      { return "email_offered" }
func (EmailTaken) kind() string        { return "email_taken" }
func (EmailAsked) kind() string        { return "email_asked" }
func (EmailChanged) kind() string      { return "email_changed" }
func (c EmailRestored) kind() string {
	if c.Days > 0 {
		return "email_needed"
	}
	return "email_restored"
}
func (Leaving) kind() string          { return "leaving" }
func (GiftCompleted) kind() string    { return "gift_completed" }
func (c GuestGift) kind() string      { return "guest_gift_" + c.What }
func (GiftRefunded) kind() string     { return "gift_refunded" }
func (GiftRefundFailed) kind() string { return "gift_refund_failed" }
func (GiftReturned) kind() string     { return "gift_returned" }
func (SurplusRefunded) kind() string  { return "surplus_refunded" }
func (SurplusReturned) kind() string  { return "surplus_returned" }

func (GiftReceived) kind() string   { return "gift_received" }
func (PledgeReceived) kind() string { return "pledge_received" }
func (c PledgeAnswered) kind() string {
	if c.Accepted {
		return "pledge_accepted"
	}
	return "pledge_declined"
}
func (c ShiftChanged) kind() string { return "shift_" + c.What }
func (CampaignEnded) kind() string  { return "campaign_ended" }
func (TeamInvited) kind() string    { return "team_invited" }
func (PageInvited) kind() string    { return "page_invited" }
func (c Notice) kind() string       { return c.Text }
func (AccountTouched) kind() string { return "account_touched" }

func (GuestData) kind() string           { return "guest_data" }
func (InquiryReceived) kind() string     { return "inquiry_received" }
func (InquiryAcknowledged) kind() string { return "inquiry_acknowledged" }

func (c GiftReceived) values(lang string) (map[string]string, string) {
	gift, unnamed := amount(lang, c.Gift), ""
	if c.Giver == "" {
		unnamed = gift
	}
	return map[string]string{"name": c.Name, "campaign": c.Campaign, "giver": c.Giver, "gift": gift, "unnamed": unnamed}, c.Link
}

func (c PledgeReceived) values(lang string) (map[string]string, string) {
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "who": c.Who, "offer": offer(lang, c.Minutes, c.Things, c.Thing),
		"when": c.When, "message": c.Message,
	}, c.Link
}

func (c PledgeAnswered) values(lang string) (map[string]string, string) {
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "offer": offer(lang, c.Minutes, c.Things, c.Thing),
		"place": c.Place, "note": c.Note,
	}, c.Link
}

func (c ShiftChanged) values(lang string) (map[string]string, string) {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	clock := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		at = at.In(zone)
		return day(lang, at.Format(time.DateOnly)) + ", " + at.Format("15:04") + " (" + zone.String() + ")"
	}
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "shift": c.Shift, "place": c.Place, "reason": c.Reason,
		"when": clock(c.Starts), "before": clock(c.Before),
	}, c.Link
}

func (c CampaignEnded) values(lang string) (map[string]string, string) {
	return map[string]string{"name": c.Name, "campaign": c.Campaign, "date": day(lang, c.Date)}, c.Link
}

func (c TeamInvited) values(string) (map[string]string, string) {
	return map[string]string{"inviter": strangers(c.Inviter), "campaign": strangers(c.Campaign)}, c.Link
}

func (c PageInvited) values(string) (map[string]string, string) {
	return map[string]string{"inviter": strangers(c.Inviter), "page": strangers(c.Page)}, c.Link
}

func (c GuestGift) values(lang string) (map[string]string, string) {
	return map[string]string{
		"operator": c.Operator, "amount": amount(lang, c.Sum), "date": day(lang, c.Date), "reference": c.Reference, "data": c.Data,
		"receipt": c.Receipt,
	}, c.Link
}

func (c Notice) values(string) (map[string]string, string) { return maps.Clone(c.Named), c.Link }

func (c AccountTouched) values(lang string) (map[string]string, string) {
	return c.Occasion.values(lang, map[string]string{"name": c.Name, "what": c.What}), c.Link
}

func (c GuestData) values(string) (map[string]string, string) {
	return map[string]string{"minutes": digits(c.Minutes)}, c.Link
}

func (c InquiryReceived) values(string) (map[string]string, string) {
	return map[string]string{
		"name": c.Name, "email": c.Email, "subject": c.Subject, "message": c.Message, "reference": c.Reference,
	}, ""
}

func (c InquiryAcknowledged) values(string) (map[string]string, string) {
	return map[string]string{"reference": c.Reference}, c.Link
}

func (c Confirmation) values(string) (map[string]string, string) {
	return map[string]string{"hours": digits(c.Hours)}, c.Link
}

func (c PasswordReset) values(string) (map[string]string, string) {
	return map[string]string{"minutes": digits(c.Minutes)}, c.Link
}

func (c PasswordChanged) values(lang string) (map[string]string, string) {
	return c.Occasion.values(lang, map[string]string{}), c.Link
}

func (c EmailOffered) values(string) (map[string]string, string) {
	return map[string]string{"hours": some(c.Hours), "minutes": some(c.Minutes)}, c.Link
}

func (c EmailTaken) values(string) (map[string]string, string) { return map[string]string{}, c.Link }

func (c EmailAsked) values(lang string) (map[string]string, string) {
	return c.Occasion.values(lang, map[string]string{}), c.Link
}

func (c EmailChanged) values(lang string) (map[string]string, string) {
	return c.Occasion.values(lang, map[string]string{"days": strconv.Itoa(c.Days)}), c.Link
}

func (c EmailRestored) values(string) (map[string]string, string) {
	step := ""
	if c.Codes {
		step = "step"
	}
	return map[string]string{"ended": list(c.Ended), "back": list(c.Back), "step": step, "days": strconv.Itoa(c.Days)}, c.Link
}

func (c Leaving) values(lang string) (map[string]string, string) {
	return map[string]string{"date": day(lang, c.Date)}, c.Link
}

func (c AlreadyRegistered) values(string) (map[string]string, string) {
	return map[string]string{}, c.Link
}

func (c GiftCompleted) values(lang string) (map[string]string, string) {
	paid := "" // as much as the gift: said once
	if !c.Fees.IsZero() {
		paid = amount(lang, c.Gift.Add(c.Fees))
	}
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "gift": amount(lang, c.Gift), "fees": amountOrNone(lang, c.Fees), "amount": paid,
		"date": day(lang, c.Date), "reference": c.Reference, "receipt": c.Receipt,
	}, c.Link
}

func (c GiftRefunded) values(lang string) (map[string]string, string) {
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "amount": amount(lang, c.Refunded),
		"date": day(lang, c.Date), "reference": c.Reference, "receipt": c.Receipt,
	}, c.Link
}

func (c GiftRefundFailed) values(lang string) (map[string]string, string) {
	return GiftRefunded(c).values(lang)
}

func (c GiftReturned) values(lang string) (map[string]string, string) {
	return map[string]string{
		"name": c.Name, "campaign": c.Campaign, "amount": amount(lang, c.Returned),
		"date": day(lang, c.Date), "reference": c.Reference,
	}, c.Link
}

func (c SurplusRefunded) values(lang string) (map[string]string, string) {
	return GiftRefunded{
		Name: c.Name, Campaign: c.Campaign, Refunded: c.Refunded, Date: c.Date, Reference: c.Reference, Link: c.Link,
	}.values(lang)
}

func (c SurplusReturned) values(lang string) (map[string]string, string) {
	return GiftReturned(c).values(lang)
}
