// Package ports states what Callup needs from the outside. Adapters fulfil it: a payment provider, a source of rates.
package ports

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Payments is a payment provider. It is the truth about money: what it says by webhook is what happened.
type Payments interface {
	// Name is the provider's name in events and webhook addresses, such as "sandbox" or "stripe".
	Name() string
	// Open makes the payment page of a donation. The same donation and attempt answer the same payment, however
	// often it is asked (the provider's idempotency key is made of both). Errors: ErrPayments; ErrAttemptSpent when only another
	// attempt can bring a page.
	Open(ctx context.Context, p OpenPayment) (Payment, error)
	// Lookup finds what became of a donation's payments; ErrNoPayment when the provider never heard of it.
	Lookup(ctx context.Context, r Recorded) (PaymentEvent, error)
	// Refund asks for money to be given back; the answer comes by webhook. The same refund asked twice is made once.
	// Errors: ErrPayments, after which it may be asked again; a *domain.Refusal or ErrNoPayment, which are final.
	Refund(ctx context.Context, r RefundPayment) error
	// LookupRefund finds a refund that was made; ErrNoPayment when the provider never heard of it.
	LookupRefund(ctx context.Context, r RefundPayment) (PaymentEvent, error)
	// Receive checks a webhook's signature over its raw body and its age, and tells what it is about as the provider says it
	// now: a webhook is a hint, and an old one undoes nothing newer. Errors: ErrSignature, ErrMalformed; ErrPayments when the
	// provider could not be asked, after which it sends the webhook again; ErrNotOurs for what concerns no donation of this
	// installation, or decides nothing.
	Receive(ctx context.Context, header http.Header, body []byte, now time.Time) (PaymentEvent, error)
	// Fee is what a card payment costs, for covering it.
	Fee(c money.Currency) Fee
	// PageLife is how long a payment page stays open. After half of it a page whose answer was lost is not asked for again.
	PageLife() time.Duration
	// Least is the smallest gift that may be paid in a currency, whatever the method.
	Least(c money.Currency) money.Amount
}

// Customers is what a payment provider knows of those who pay, as far as erasing a person goes.
type Customers interface {
	// Close closes the payment pages of a donation that are still open, so that nothing is paid there any more, and
	// tells what became of the donation, as Lookup does. Errors: ErrNoPayment, ErrPayments.
	Close(ctx context.Context, r Recorded) (PaymentEvent, error)
	// Forget erases who paid some donations, and what was paid for in others; amounts and dates stay. It tells how
	// many payments that concerned. Errors: ErrPayments.
	Forget(ctx context.Context, payers, purposes []ident.ID) (int64, error)
}

// Retelling is a provider that tells again what it told by webhook.
type Retelling interface {
	// Since tells what became of each payment, refund and dispute of ours about which something happened since a moment, as it is
	// now, in no certain order. Errors: ErrPayments, ErrMalformed.
	Since(ctx context.Context, from, now time.Time) iter.Seq2[PaymentEvent, error]
}

// Recorded names a donation, and the payments that the log has recorded for it, in the order they were opened. A provider that
// can't be asked by our ids goes by the references.
type Recorded struct {
	Donation   ident.ID
	References []string
}

// OpenPayment asks for a payment page.
type OpenPayment struct {
	Recorded

	Attempt   int // from 1
	Charge    money.Amount
	Title     string // what is paid for, shown on the page
	TitleLang string // the language Title is in
	Email     string // prefilled, may be empty
	Lang      string // the payer's
	ReturnURL string // where the payer comes back to, whatever happened
	CancelURL string // where the payer comes back to after stepping back
	// ExpiresAt is when the page closes, to the second. It belongs to what is sent with every repetition of the attempt. Zero
	// leaves it to the provider.
	ExpiresAt time.Time
}

// Payment is a payment page.
type Payment struct {
	Reference string
	URL       string
	ExpiresAt time.Time
}

// RefundPayment asks for money back.
type RefundPayment struct {
	Refund    ident.ID
	Donation  ident.ID
	Reference string
	Amount    money.Amount
}

// PaymentKind is what a provider says of a payment.
type PaymentKind string

// What a provider says.
const (
	PaymentPending   PaymentKind = "pending" // only from Lookup
	PaymentPaid      PaymentKind = "paid"
	PaymentDeclined  PaymentKind = "declined"
	PaymentExpired   PaymentKind = "expired"
	PaymentCancelled PaymentKind = "cancelled"
	PaymentRefunded  PaymentKind = "refunded"
	// PaymentUnderWay is paid by a method that answers later, such as a bank debit. Nothing was taken yet.
	PaymentUnderWay PaymentKind = "under_way"
	// PaymentRefundFailed is of a refund that was told and never arrived, or one that was asked for and will not be made.
	PaymentRefundFailed PaymentKind = "refund_failed"
	// PaymentDisputed is what is known of a dispute now, whether it is open or over.
	PaymentDisputed PaymentKind = "disputed"
)

// PaymentEvent is one statement of a provider.
type PaymentEvent struct {
	ID        string // the provider's name for the statement, the same at each delivery
	Kind      PaymentKind
	Donation  ident.ID
	Reference string
	Refund    ident.ID     // of PaymentRefunded and PaymentRefundFailed
	Amount    money.Amount // taken, given back or disputed
	Kept      Kept         // of PaymentPaid, as soon as it is known
	Dispute   Dispute      // of PaymentDisputed
	Begun     time.Time    // when the payer began to pay
	At        time.Time    // when it happened at the provider
}

// Kept is what a provider kept of a payment, in the currency in which it settles with the operator. Its zero value is not known.
type Kept struct{ Gross, Fee, Net money.Amount }

// Dispute is a payment that its payer's bank takes back, or asks about.
type Dispute struct {
	ID       string    // the provider's name for it
	Why      string    // the bank's reason, as the provider names it
	AnswerBy time.Time // until when the operator may answer; zero: no answer is possible
	Link     string    // where the operator answers it
	Taken    bool      // the money is with the payer now
	Outcome  string    // won, lost or dropped; empty while it is open
}

// Movement is one line of a provider's books: money taken for a donation, or given back.
type Movement struct {
	Donation  ident.ID
	Reference string       // the provider's name for the payment
	Refund    ident.ID     // which refund this is, or what a dispute took (donation.RefundOf); zero for money taken
	Amount    money.Amount // taken, or given back
	At        time.Time    // when, at the provider
}

// Entry is what a provider took by one payment of a donation, and gave back of that.
type Entry struct {
	Donation  ident.ID
	Reference string
	Paid      money.Amount
	Refunded  money.Amount
	Refunds   int // how many
}

// Fee is what a card payment costs: amount × BasisPoints / 10 000 + Fixed.
type Fee struct {
	BasisPoints int64
	Fixed       money.Amount
}

// Cover gives what must be added to a gift so that the gift remains after the fee was taken from the whole, rounded
// up to a minor unit: (gift + fixed) / (1 − rate) − gift.
func (f Fee) Cover(gift money.Amount) money.Amount {
	rest := 10_000 - f.BasisPoints
	whole := ((gift.Minor+f.Fixed.Minor)*10_000 + rest - 1) / rest
	return money.Of(whole-gift.Minor, gift.Currency)
}

// The errors of providers.
var (
	ErrPayments  = errors.New("the payment provider did not answer")
	ErrNoPayment = errors.New("the payment provider knows no such payment")
	// ErrAttemptSpent tells that the provider keeps another answer for an attempt: a failure of its own, or that of a call which
	// asked for something else.
	ErrAttemptSpent = errors.New("the payment provider keeps another answer for this attempt")
	ErrSignature    = errors.New("the webhook's signature is wrong or too old")
	ErrMalformed    = errors.New("the webhook can't be read")
	ErrNotOurs      = errors.New("the webhook does not concern a donation")
)

// The refusals of a refund. Asking again can't change them.
var (
	ErrNotPaid        = domain.Refuse(domain.Closed, "payment_not_paid", "nothing was taken that could be given back")
	ErrRefundTooLarge = domain.RefuseField("amount", "refund_too_large", "no more can be given back than was paid")
	ErrRefundDiffers  = domain.Refuse(domain.Stale, "refund_differs", "this refund was made before with other figures")
	// ErrDisputed is final for a refund, so that one payment's dispute, which takes weeks, keeps no other refund waiting.
	ErrDisputed       = domain.Refuse(domain.Closed, "payment_disputed", "nothing can be given back while the payment is disputed")
	ErrRefundCurrency = domain.RefuseField("currency", "wrong_currency", "a refund is made in the currency that was paid")
)

// Rates is a source of exchange rates.
type Rates interface {
	// Rate gives the rate in force on a day. Every pair of the product's currencies has one; a currency to itself
	// is 1/1.
	Rate(from, to money.Currency, day time.Time) (money.Rate, error)
}
