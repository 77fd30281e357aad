package donation

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// Limits of a donation's words, in characters.
const (
	MaxMessage = 500
	MaxWords   = 500 // of a refund
	MaxName    = 120
	MaxEmail   = 254
)

// Status is where a donation stands.
type Status string

// The states.
const (
	None           Status = ""
	Pending        Status = "pending"
	Complete       Status = "completed"
	Unsuccessful   Status = "failed"
	Withdrawn      Status = "cancelled"
	PartlyReturned Status = "partly_refunded"
	Returned       Status = "refunded"
	InDispute      Status = "disputed" // the payer's bank has taken the money, and nothing is decided
)

// State is what the rules need to know of a donation.
type State struct {
	Status    Status
	ID        ident.ID
	Campaign  ident.ID
	Supporter ident.ID
	Member    ident.ID
	Terms     Terms
	Anonymous bool
	Provider  string
	Reference string       // the payment the donation stands on: the one that completed it, else the last one opened or mismatched
	Opened    []string     // the payments that were opened, in their order
	Attempt   int          // the last to open a payment page, from 1
	Page      Page         // what the provider is asked for in that attempt; empty for gifts of older versions
	PageAt    time.Time    // when that was recorded
	PageKnown bool         // the provider has answered that attempt with a page
	Received  money.Amount // what the provider took by that payment: the charge, or another sum when it was mismatched
	Mismatch  bool
	Surplus   map[string]Taken          // what was taken by other payments, by their references
	Requested map[ident.ID]money.Amount // refunds asked for and not yet made
	Asked     map[ident.ID]Asked        // every refund ever asked for
	Returned  money.Amount              // given back of Received so far
	LeftGift  money.Amount              // what is left of the gift, and of what it counts
	LeftCount money.Amount
	LeftMain  money.Amount
	Given     time.Time         // when it was completed
	Refunds   map[ident.ID]Back // refunds made, and money that a bank took back
	UnderWay  bool              // it was paid by a method that answers later
	Declined  string            // the payment that the provider refused last
	Settled   map[string]bool   // payments of which it is known what the provider kept
	Disputes  map[string]Dispute
	AskedBack bool // the giver asks for a refund, and nobody has answered
}

// Back is what a refund took from the figures.
type Back struct {
	Reference                   string // the payment it is of
	Amount, Gift, Counted, Main money.Amount
	Uncounted, Surplus          bool
	Reason                      Reason
}

// Dispute is a dispute of a payment.
type Dispute struct {
	Reference string
	Outcome   Outcome // empty while it is open
}

// Taken is what the provider took by a payment, and what it gave back of that.
type Taken struct{ Paid, Returned money.Amount }

// Asked is why a refund was asked for, and the payment it is of. A surplus payment needs no reason to go back.
type Asked struct {
	Reason    Reason
	Reference string
}

// settled tells whether a payment was made, of the sum that was asked or of another.
func (s State) settled() bool { return s.Received.Currency != "" }

// of is what was taken by a payment; false when none of that reference was told of. Without a reference it is the payment
// the donation stands on.
func (s State) of(reference string) (Taken, bool) {
	if reference == "" || reference == s.Reference {
		return Taken{s.Received, s.Returned}, s.settled()
	}
	t, known := s.Surplus[reference]
	return t, known
}

// standing is what a donation is by what was given back of the payment it stands on, and by its disputes.
func (s State) standing() Status {
	for id, d := range s.Disputes {
		if _, taken := s.Refunds[RefundOf(id)]; taken && d.Reference == s.Reference && d.Outcome != DisputeLost {
			return InDispute
		}
	}
	switch s.Returned.Minor {
	case 0:
		if s.Mismatch {
			return Unsuccessful
		}
		return Complete
	case s.Received.Minor:
		return Returned
	}
	return PartlyReturned
}

// Disputed tells whether a dispute is open.
func (s State) Disputed() bool {
	for _, d := range s.Disputes {
		if d.Outcome == "" {
			return true
		}
	}
	return false
}

// unasked is how much of a payment was neither given back nor is asked for, in minor units.
func (s State) unasked(reference string) int64 {
	t, _ := s.of(reference)
	left := t.Paid.Minor - t.Returned.Minor
	for refund, a := range s.Requested {
		if s.Asked[refund].Reference == reference {
			left -= a.Minor
		}
	}
	return left
}

// Decider folds a donation's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Started:
		s = State{
			Status: Pending, ID: e.Donation, Campaign: e.Campaign, Supporter: e.Supporter, Member: e.Member, Terms: e.Terms,
			Anonymous: e.Anonymous, Provider: e.Provider, Attempt: 1, Page: e.Page, PageAt: e.At,
		}
	case PaymentRetried:
		s.Attempt, s.Page, s.PageAt, s.PageKnown = e.Attempt, e.Page, e.At, false
	case PaymentOpened:
		s.Reference = e.Reference
		if e.Attempt >= s.Attempt {
			s.Attempt, s.PageKnown = e.Attempt, true
		}
		s.Opened = append(slices.Clip(s.Opened), e.Reference)
	case Completed:
		if s.Mismatch { // the right sum came after a wrong one, which counts for nothing now
			s.Surplus = with(s.Surplus, s.Reference, Taken{s.Received, s.Returned})
		}
		s.Status, s.Mismatch, s.Reference, s.Received = Complete, false, e.Reference, e.Charge()
		s.Terms, s.Returned, s.UnderWay = e.Terms, money.Of(0, e.Gift.Currency), false
		s.LeftGift, s.LeftCount, s.LeftMain, s.Given = e.Gift, e.Counted, e.Main, e.At
	case Failed:
		s.Status, s.UnderWay = Unsuccessful, false
		if e.Reason == Declined {
			s.Declined = s.Reference
		}
	case Cancelled:
		s.Status = Withdrawn
	case Mismatched:
		s.Status, s.Mismatch, s.Reference, s.Received = Unsuccessful, true, e.Reference, e.Paid
		s.UnderWay, s.Returned = false, money.Of(0, e.Paid.Currency)
	case SurplusPaid:
		s.Surplus = with(s.Surplus, e.Reference, Taken{e.Paid, money.Of(0, e.Paid.Currency)})
	case SurplusRefunded:
		s.Requested = without(s.Requested, e.Refund)
		s.Refunds = with(s.Refunds, e.Refund, Back{Reference: e.Reference, Amount: e.Amount, Uncounted: true, Surplus: true})
		t := s.Surplus[e.Reference]
		s.Surplus = with(s.Surplus, e.Reference, Taken{t.Paid, t.Returned.Add(e.Amount)})
	case SurplusRefundRequested:
		s.Requested = with(s.Requested, e.Refund, e.Amount)
		s.Asked = with(s.Asked, e.Refund, Asked{Reference: e.Reference})
	case RefundRequested:
		s.Requested = with(s.Requested, e.Refund, e.Amount)
		s.Asked = with(s.Asked, e.Refund, Asked{e.Reason, s.Reference})
		s.AskedBack = false
	case RefundRefused:
		s.Requested = without(s.Requested, e.Refund)
	case Refunded:
		s.Requested = without(s.Requested, e.Refund)
		s.Refunds = with(s.Refunds, e.Refund, Back{
			s.Reference, e.Amount, e.Gift, e.Counted, e.Main, e.Uncounted, false, e.Reason,
		})
		s.Returned = s.Returned.Add(e.Amount)
		if !s.Mismatch {
			s.LeftGift.Minor -= e.Gift.Minor
			s.LeftCount.Minor -= e.Counted.Minor
			s.LeftMain.Minor -= e.Main.Minor
		}
		s.Status = PartlyReturned
		switch {
		case e.Reason == ByDispute:
			s.Status = InDispute
		case e.Full:
			s.Status = Returned
		}
	case PaymentUnderWay:
		s.Status, s.UnderWay, s.Reference = Pending, true, e.Reference
	case PaymentSettled:
		s.Settled = with(s.Settled, e.Reference, true)
	case DisputeOpened:
		s.Disputes = with(s.Disputes, e.Dispute, Dispute{Reference: e.Reference})
	case DisputeClosed:
		d := s.Disputes[e.Dispute]
		d.Outcome = e.Outcome
		s.Disputes, s.Status = with(s.Disputes, e.Dispute, d), e.Status
	case RefundAsked:
		s.AskedBack = true
	case RefundDeclined:
		s.AskedBack = false
	case RefundExplained: // words for the giver
	case RefundReversed:
		s.Refunds = without(s.Refunds, e.Refund)
		if t, surplus := s.Surplus[e.Reference]; surplus && e.Reference != s.Reference {
			s.Surplus = with(s.Surplus, e.Reference, Taken{t.Paid, t.Returned.Sub(e.Amount)})
			break
		}
		s.Returned = s.Returned.Sub(e.Amount)
		if !s.Mismatch {
			s.LeftGift, s.LeftCount, s.LeftMain = s.LeftGift.Add(e.Gift), s.LeftCount.Add(e.Counted), s.LeftMain.Add(e.Main)
		}
		s.Status = e.Status
	}
	return s
}

func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	out := make(map[K]V, len(m)+1)
	maps.Copy(out, m)
	out[k] = v
	return out
}

func without[K comparable, V any](m map[K]V, k K) map[K]V {
	out := make(map[K]V, len(m))
	for i, o := range m {
		if i != k {
			out[i] = o
		}
	}
	return out
}

// The refusals of a donation.
var (
	ErrNotFound     = domain.Refuse(domain.NotFound, "donation_not_found", "there is no such donation")
	ErrNotYours     = domain.Refuse(domain.Forbidden, "not_donor", "only the person who gives may do this")
	ErrNotPending   = domain.Refuse(domain.Closed, "donation_not_pending", "the donation is not waiting for its payment any more")
	ErrNotCompleted = domain.Refuse(domain.Closed, "donation_not_completed", "only a completed donation can be refunded")
	ErrUnderWay     = domain.Refuse(domain.Closed, "payment_under_way", "the payment is on its way and can't be cancelled any more")
	ErrInDispute    = domain.Refuse(domain.Closed, "payment_disputed", "nothing can be given back while the payment is disputed")
	ErrNoRequest    = domain.Refuse(domain.Closed, "refund_not_asked", "nobody waits for an answer about this gift")
	ErrRefundTooBig = domain.RefuseField("amount", "refund_too_large", "no more can be given back than was paid")
)

// Start begins a gift. The figures have been computed by the caller from the campaign's currency and the rates.
type Start struct {
	Donation, Campaign, Supporter, Member ident.ID
	Terms                                 Terms
	Anonymous                             bool
	Name, Email, Message                  string
	Lang, Provider                        string
	Page                                  Page
	Now                                   time.Time
}

// Decide refuses figures and words out of bounds.
func (c Start) Decide(s State) ([]Event, error) {
	if s.Status != None {
		return nil, ErrNotPending
	}
	var faults domain.Refusals
	if r := c.Terms.Gift.Check("amount"); r != nil {
		faults = append(faults, r)
	} else {
		if c.Terms.Fee.Minor < 0 || c.Terms.Charge().Minor > money.MaxMinor {
			faults = append(faults, domain.RefuseField("amount", "amount_too_large", "the amount is more than one payment can carry").
				With("max_minor", money.MaxMinor))
		}
		if c.Terms.Counted.Minor <= 0 {
			faults = append(faults, domain.RefuseField("amount", "amount_not_positive", "the amount must be more than zero"))
		}
	}
	long := func(field, v string, limit int) {
		if utf8.RuneCountInString(v) > limit {
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	long("message", c.Message, MaxMessage)
	long("donor_name", c.Name, MaxName)
	long("donor_email", c.Email, MaxEmail)
	if c.Lang != "en" && c.Lang != "fr" && c.Lang != "es" {
		faults = append(faults, domain.RefuseField("lang", "unknown_language", "the language must be en, fr or es"))
	}
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	text := func(v string) personal.Text { return personal.Plain(strings.TrimSpace(v)) }
	return []Event{Started{
		Donation: c.Donation, Campaign: c.Campaign, Supporter: c.Supporter, Member: c.Member, Terms: c.Terms,
		Anonymous: c.Anonymous, Name: text(c.Name), Email: text(c.Email), Message: text(c.Message),
		Lang: c.Lang, Provider: c.Provider, Page: c.Page, At: c.Now,
	}}, nil
}

// Confirm is the provider's word that it has the money. ClosedAt is since when the campaign took no gifts (zero: it
// does), Begun when the donor opened the payment.
type Confirm struct {
	Reference string
	Paid      money.Amount
	Begun     time.Time
	ClosedAt  time.Time
	Refund    ident.ID // the id a refund would have
	// Counted and Rate are what the gift counts when the campaign's currency has changed since it was started; without a
	// rate it counts what was computed then.
	Counted money.Amount
	Rate    money.Rate
	Kept    Kept // by the provider; its zero value is not known yet
	Now     time.Time
}

// Kept is what a provider kept of a payment, in the currency in which it settles with the operator.
type Kept struct{ Gross, Fee, Net money.Amount }

// Known tells whether the provider has said it.
func (k Kept) Known() bool { return k.Gross.Currency != "" }

// Decide completes the donation, also after it failed, expired or was cancelled here, or another sum than asked had come
// before. Money for a campaign that had closed before the payment began, money of another sum than asked, and money of a
// payment that is not needed any more is sent back. Said twice of a payment, it changes nothing.
func (c Confirm) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if _, told := s.of(c.Reference); told {
		return c.kept(s, nil), nil
	}
	right := c.Paid == s.Terms.Charge()
	switch {
	case s.settled() && (!s.Mismatch || !right):
		return c.kept(s, c.surplus(s)), nil
	case !right:
		return c.kept(s, c.back(s, WrongAmount, Mismatched{
			Donation: s.ID, Campaign: s.Campaign, Asked: s.Terms.Charge(), Paid: c.Paid, Reference: c.Reference, At: c.Now,
		})), nil
	}
	terms := s.Terms
	if c.Rate.Num != 0 {
		terms.Counted, terms.Rate = c.Counted, c.Rate
	}
	completed := Completed{
		Donation: s.ID, Campaign: s.Campaign, Supporter: s.Supporter, Member: s.Member, Terms: terms,
		Anonymous: s.Anonymous, Reference: c.Reference, Late: s.Status != Pending, At: c.Now,
	}
	if !c.ClosedAt.IsZero() && c.ClosedAt.Before(c.Begun) {
		return c.kept(s, c.back(s, CampaignClosed, completed)), nil
	}
	return c.kept(s, []Event{completed}), nil
}

// kept adds what the provider kept of the payment, once that is known.
func (c Confirm) kept(s State, events []Event) []Event {
	if !c.Kept.Known() || s.Settled[c.Reference] {
		return events
	}
	return append(events, PaymentSettled{
		Donation: s.ID, Campaign: s.Campaign, Reference: c.Reference, Gross: c.Kept.Gross, Fee: c.Kept.Fee, Net: c.Kept.Net, At: c.Now,
	})
}

// Underway is the provider's word that the donor has paid by a method that answers later.
type Underway struct {
	Reference string
	Now       time.Time
}

// Decide records it once, also after the gift had expired or was cancelled here: the provider may be late. Of a gift that was
// paid it changes nothing, nor of a payment that was declined since.
func (c Underway) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case s.settled(), s.UnderWay && s.Reference == c.Reference, s.Declined == c.Reference:
		return nil, nil
	}
	return []Event{PaymentUnderWay{Donation: s.ID, Campaign: s.Campaign, Reference: c.Reference, At: c.Now}}, nil
}

// back sends back all that was paid.
func (c Confirm) back(s State, why Reason, told Event) []Event {
	if c.Paid.Minor <= 0 {
		return []Event{told}
	}
	return []Event{told, RefundRequested{
		Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Amount: c.Paid, Reason: why, At: c.Now,
	}}
}

// surplus records a payment that the donation does not need, and sends it back.
func (c Confirm) surplus(s State) []Event {
	if c.Paid.Minor <= 0 {
		return nil
	}
	return []Event{
		SurplusPaid{Donation: s.ID, Campaign: s.Campaign, Reference: c.Reference, Paid: c.Paid, At: c.Now},
		SurplusRefundRequested{
			Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Reference: c.Reference, Amount: c.Paid, At: c.Now,
		},
	}
}

// Fail is the provider's word that the payment came to nothing.
type Fail struct {
	Reason Reason
	Now    time.Time
}

// Decide changes only a pending donation: the provider may say so late, after the money arrived.
func (c Fail) Decide(s State) ([]Event, error) {
	switch s.Status {
	case None:
		return nil, ErrNotFound
	case Pending:
		if s.UnderWay && c.Reason == Expired {
			return nil, nil // the page has closed, and the provider has yet to say what became of the payment
		}
		return []Event{Failed{Donation: s.ID, Campaign: s.Campaign, Reason: c.Reason, At: c.Now}}, nil
	case Complete, Unsuccessful, Withdrawn, PartlyReturned, Returned, InDispute:
	}
	return nil, nil
}

// Cancel is the donor stepping back, or the provider saying so when ByProvider.
type Cancel struct {
	Actor      ident.ID // the member who asks; nil for a guest, who proves it by knowing the donation's id
	ByProvider bool
	Now        time.Time
}

// Decide refuses others than the donor and donations that are past their payment.
func (c Cancel) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if !c.ByProvider && !s.Member.IsNil() && s.Member != c.Actor {
		return nil, ErrNotYours
	}
	switch s.Status {
	case Withdrawn:
		return nil, nil
	case Pending:
		if s.UnderWay && !c.ByProvider {
			return nil, ErrUnderWay
		}
		return []Event{Cancelled{Donation: s.ID, Campaign: s.Campaign, At: c.Now}}, nil
	case None, Complete, Unsuccessful, PartlyReturned, Returned, InDispute:
	}
	if c.ByProvider {
		return nil, nil
	}
	return nil, ErrNotPending
}

// LineOf names a donation's line among the supporters of its campaign. It doesn't lead back: the donation's own id opens its
// receipt.
func LineOf(id ident.ID) ident.ID { return ident.Pair("supporter-line", id.String()) }
