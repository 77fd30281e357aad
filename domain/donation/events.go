// Package donation is the rules of one gift of money, from its start to its confirmation by the payment provider and
// whatever comes after. The provider is the truth about money; this aggregate records what it says.
package donation

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of donations.
const Category = "donation"

// Event is what happened to a donation.
//
//sumtype:decl
type Event interface{ donationEvent() }

// Terms are the figures of a gift, fixed when it starts.
type Terms struct {
	Gift     money.Amount `json:"gift"`      // what is given, in the donor's currency
	Fee      money.Amount `json:"fee"`       // what the donor adds to cover the payment's fee; never counted
	Counted  money.Amount `json:"counted"`   // what Gift counts towards the goal, in the campaign's currency
	Rate     money.Rate   `json:"rate"`      // from Gift to Counted
	Main     money.Amount `json:"main"`      // what Gift is in the installation's main currency
	MainRate money.Rate   `json:"main_rate"` // from Gift to Main
}

// Charge is what the donor pays: the gift and the fee covered.
func (t Terms) Charge() money.Amount { return t.Gift.Add(t.Fee) }

// Started records a gift before the payment provider hears of it.
type Started struct {
	Donation  ident.ID `json:"donation"`
	Campaign  ident.ID `json:"campaign"`
	Supporter ident.ID `json:"supporter"`       // the subject who gives: a member's, a guest's, or one of its own
	Member    ident.ID `json:"member,omitzero"` // the member, when signed in
	Terms
	Anonymous bool          `json:"anonymous"`
	Name      personal.Text `json:"name" personal:"supporter"`
	Email     personal.Text `json:"email" personal:"supporter"`
	Message   personal.Text `json:"message" personal:"supporter"`
	Lang      string        `json:"lang"`
	Provider  string        `json:"provider"`
	Page      Page          `json:"page,omitzero"` // of the first attempt
	At        time.Time     `json:"at"`
}

// Page is what the provider is asked for besides what Started says. A repetition of an attempt must ask for exactly the same, so
// that this is recorded before the provider is asked.
type Page struct {
	Revision  int64     `json:"revision"`   // of the campaign's stream: the page names the title that the campaign had there
	Address   string    `json:"address"`    // Callup's own, to which the payer comes back
	ExpiresAt time.Time `json:"expires_at"` // when the page closes, in whole seconds
}

// PaymentRetried begins the next attempt to open a payment page, before the provider is asked for it: the provider keeps an
// answer for the attempt before that is of no use.
type PaymentRetried struct {
	Donation ident.ID  `json:"donation"`
	Attempt  int       `json:"attempt"` // from 2
	Page     Page      `json:"page"`
	At       time.Time `json:"at"`
}

// PaymentOpened records the provider's payment page.
type PaymentOpened struct {
	Donation  ident.ID  `json:"donation"`
	Attempt   int       `json:"attempt"`
	Reference string    `json:"reference"` // the provider's name for the payment
	ExpiresAt time.Time `json:"expires_at"`
}

// Completed records that the provider has the money. It carries what folds need, so that none looks back.
type Completed struct {
	Donation  ident.ID `json:"donation"`
	Campaign  ident.ID `json:"campaign"`
	Supporter ident.ID `json:"supporter"`
	Member    ident.ID `json:"member,omitzero"`
	Terms
	Anonymous bool      `json:"anonymous"`
	Reference string    `json:"reference"`
	Late      bool      `json:"late,omitempty"` // confirmed after it had failed or been cancelled here
	At        time.Time `json:"at"`
}

// Failed records that the payment came to nothing; the provider may still contradict it.
type Failed struct {
	Donation ident.ID  `json:"donation"`
	Campaign ident.ID  `json:"campaign"`
	Reason   Reason    `json:"reason"`
	At       time.Time `json:"at"`
}

// Cancelled records that the donor stepped back before paying.
type Cancelled struct {
	Donation ident.ID  `json:"donation"`
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// RefundRequested asks the provider to give money back.
type RefundRequested struct {
	Donation ident.ID     `json:"donation"`
	Campaign ident.ID     `json:"campaign"`
	Refund   ident.ID     `json:"refund"`
	Amount   money.Amount `json:"amount"` // in the donor's currency, of what was charged
	Reason   Reason       `json:"reason"`
	At       time.Time    `json:"at"`
}

// Refunded records that the provider gave money back. Gift, Counted and Main are what the refund takes from the
// figures of the same name; a full refund takes exactly what is left of them.
type Refunded struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Supporter ident.ID     `json:"supporter"`
	Member    ident.ID     `json:"member,omitzero"`
	Refund    ident.ID     `json:"refund"`
	Amount    money.Amount `json:"amount"` // given back, fee included
	Gift      money.Amount `json:"gift"`
	Counted   money.Amount `json:"counted"`
	Main      money.Amount `json:"main"`
	Full      bool         `json:"full"`
	Uncounted bool         `json:"uncounted,omitempty"` // of a payment that never completed the donation: no figure holds it
	Reason    Reason       `json:"reason"`
	Given     time.Time    `json:"given,omitzero"` // when the donation was completed; zero when it never was
	At        time.Time    `json:"at"`
}

// RefundRefused records that the provider will not make a refund that was asked for; what it held may be asked again.
type RefundRefused struct {
	Donation ident.ID  `json:"donation"`
	Campaign ident.ID  `json:"campaign"`
	Refund   ident.ID  `json:"refund"`
	Code     string    `json:"code"` // the provider's reason, as its adapter names it
	At       time.Time `json:"at"`
}

// SurplusPaid records that the provider took money once more for a donation that was paid, or whose payment of another sum
// than asked stands. Nothing is counted; it is sent back whole.
type SurplusPaid struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Reference string       `json:"reference"` // the provider's name for this payment
	Paid      money.Amount `json:"paid"`
	At        time.Time    `json:"at"`
}

// SurplusRefundRequested asks the provider to give back what is left of a surplus payment.
type SurplusRefundRequested struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Refund    ident.ID     `json:"refund"`
	Reference string       `json:"reference"` // the payment it is of
	Amount    money.Amount `json:"amount"`
	At        time.Time    `json:"at"`
}

// SurplusRefunded records that the provider gave back money of another payment than the one the donation stands on. No figure
// held it. (Refunded is always of the payment the donation stood on then.)
type SurplusRefunded struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Refund    ident.ID     `json:"refund"`
	Reference string       `json:"reference"` // the payment it is of
	Amount    money.Amount `json:"amount"`
	Full      bool         `json:"full"` // nothing is left of that payment
	At        time.Time    `json:"at"`
}

// Mismatched records that the provider took another sum than was asked. Nothing is counted; it is sent back whole.
type Mismatched struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Asked     money.Amount `json:"asked"`
	Paid      money.Amount `json:"paid"`
	Reference string       `json:"reference"`
	At        time.Time    `json:"at"`
}

// PaymentUnderWay records that the donor has paid by a method that answers later, such as a bank debit. Nothing is counted before
// the provider has the money.
type PaymentUnderWay struct {
	Donation  ident.ID  `json:"donation"`
	Campaign  ident.ID  `json:"campaign"`
	Reference string    `json:"reference"` // the provider's name for the payment
	At        time.Time `json:"at"`
}

// PaymentSettled records what the provider kept of a payment. Its amounts are in the currency in which the provider settles with
// the operator; no figure of a campaign rests on them.
type PaymentSettled struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Reference string       `json:"reference"`
	Gross     money.Amount `json:"gross"` // what was paid
	Fee       money.Amount `json:"fee"`   // what the provider kept of it
	Net       money.Amount `json:"net"`   // what the operator receives
	At        time.Time    `json:"at"`
}

// RefundReversed records that money which had been given back is there again: the refund failed at the provider after it was
// told, or a dispute was won. It gives back to the figures what Refunded of the same refund took from them.
type RefundReversed struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Supporter ident.ID     `json:"supporter"`
	Member    ident.ID     `json:"member,omitzero"`
	Anonymous bool         `json:"anonymous"`
	Refund    ident.ID     `json:"refund"`
	Reference string       `json:"reference"` // the payment it is of
	Amount    money.Amount `json:"amount"`
	Gift      money.Amount `json:"gift"`
	Counted   money.Amount `json:"counted"`
	Main      money.Amount `json:"main"`
	Full      bool         `json:"full"`                // nothing was left of the gift before
	Uncounted bool         `json:"uncounted,omitempty"` // of a payment that no figure holds
	Surplus   bool         `json:"surplus,omitempty"`   // what is taken back is a SurplusRefunded
	Status    Status       `json:"status"`              // what the donation is now
	Reason    Reason       `json:"reason"`              // why it had been given back
	Given     time.Time    `json:"given,omitzero"`
	At        time.Time    `json:"at"`
}

// DisputeOpened records that the payer's bank disputes a payment, or asks about it. The money leaves the figures by Refunded, of
// the refund RefundOf names, once the provider takes it.
type DisputeOpened struct {
	Donation  ident.ID     `json:"donation"`
	Campaign  ident.ID     `json:"campaign"`
	Dispute   string       `json:"dispute"`   // the provider's name for it
	Reference string       `json:"reference"` // the payment it is of
	Amount    money.Amount `json:"amount"`
	Why       string       `json:"why"`                // the bank's reason, as the provider names it
	AnswerBy  time.Time    `json:"answer_by,omitzero"` // until when the operator may answer; zero: no answer is possible
	Link      string       `json:"link,omitempty"`     // where the operator answers
	At        time.Time    `json:"at"`
}

// DisputeClosed records how a dispute ended.
type DisputeClosed struct {
	Donation ident.ID  `json:"donation"`
	Campaign ident.ID  `json:"campaign"`
	Dispute  string    `json:"dispute"`
	Outcome  Outcome   `json:"outcome"`
	Status   Status    `json:"status"` // what the donation is now
	At       time.Time `json:"at"`
}

// RefundExplained is what somebody who gives a gift back tells its giver.
type RefundExplained struct {
	Donation ident.ID      `json:"donation"`
	Campaign ident.ID      `json:"campaign"`
	Refund   ident.ID      `json:"refund"`
	By       ident.ID      `json:"by"` // the subject who wrote it
	Words    personal.Text `json:"words" personal:"by"`
	At       time.Time     `json:"at"`
}

// RefundAsked records that a giver asks for their gift back. The campaign's owner answers with a refund or RefundDeclined.
type RefundAsked struct {
	Donation  ident.ID      `json:"donation"`
	Campaign  ident.ID      `json:"campaign"`
	Supporter ident.ID      `json:"supporter"`
	Words     personal.Text `json:"words" personal:"supporter"`
	Left      money.Amount  `json:"left"` // what could be given back, in the donor's currency
	At        time.Time     `json:"at"`
}

// RefundDeclined is the owner's answer that a gift is not given back.
type RefundDeclined struct {
	Donation ident.ID      `json:"donation"`
	Campaign ident.ID      `json:"campaign"`
	Member   ident.ID      `json:"member,omitzero"` // who gave, when signed in
	By       ident.ID      `json:"by"`              // the subject who answers
	Words    personal.Text `json:"words" personal:"by"`
	At       time.Time     `json:"at"`
}

func (RefundExplained) donationEvent()        {}
func (RefundAsked) donationEvent()            {}
func (RefundDeclined) donationEvent()         {}
func (PaymentRetried) donationEvent()         {}
func (PaymentUnderWay) donationEvent()        {}
func (PaymentSettled) donationEvent()         {}
func (RefundReversed) donationEvent()         {}
func (DisputeOpened) donationEvent()          {}
func (DisputeClosed) donationEvent()          {}
func (Started) donationEvent()                {}
func (PaymentOpened) donationEvent()          {}
func (Completed) donationEvent()              {}
func (Failed) donationEvent()                 {}
func (Cancelled) donationEvent()              {}
func (RefundRequested) donationEvent()        {}
func (RefundRefused) donationEvent()          {}
func (Refunded) donationEvent()               {}
func (Mismatched) donationEvent()             {}
func (SurplusPaid) donationEvent()            {}
func (SurplusRefundRequested) donationEvent() {}
func (SurplusRefunded) donationEvent()        {}

// Reason says why a donation failed or is given back.
type Reason string

// The reasons.
const (
	Declined       Reason = "declined"        // the provider refused the payment
	Expired        Reason = "expired"         // nobody paid in time
	CampaignClosed Reason = "campaign_closed" // the campaign had stopped taking gifts before the payment began
	WrongAmount    Reason = "wrong_amount"    // the provider took another sum than was asked
	ByProvider     Reason = "provider"        // given back at the provider, not from here
	ByOrganizer    Reason = "organizer"       // the organizer gives it back
	ByOperator     Reason = "operator"        // the operator of the installation gives it back
	ByDispute      Reason = "dispute"         // the payer's bank took it back
)

// Outcome is how a dispute ended.
type Outcome string

// The outcomes.
const (
	DisputeWon     Outcome = "won"     // the money stays, or comes back
	DisputeLost    Outcome = "lost"    // the payer keeps it
	DisputeDropped Outcome = "dropped" // the bank had only asked, and asks no more
)
