package donation

import (
	"cmp"
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
	Reference string   // the payment the donation stands on: the one that completed it, else the last one opened or mismatched
	Opened    []string // the payments that were opened, in their order
	Attempt   int
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
	Refunds   map[ident.ID]bool // refunds made
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
			Anonymous: e.Anonymous, Provider: e.Provider,
		}
	case PaymentOpened:
		s.Reference, s.Attempt = e.Reference, e.Attempt
		s.Opened = append(slices.Clip(s.Opened), e.Reference)
	case Completed:
		if s.Mismatch { // the right sum came after a wrong one, which counts for nothing now
			s.Surplus = with(s.Surplus, s.Reference, Taken{s.Received, s.Returned})
		}
		s.Status, s.Mismatch, s.Reference, s.Received = Complete, false, e.Reference, e.Charge()
		s.Terms, s.Returned = e.Terms, money.Of(0, e.Gift.Currency)
		s.LeftGift, s.LeftCount, s.LeftMain, s.Given = e.Gift, e.Counted, e.Main, e.At
	case Failed:
		s.Status = Unsuccessful
	case Cancelled:
		s.Status = Withdrawn
	case Mismatched:
		s.Status, s.Mismatch, s.Reference, s.Received = Unsuccessful, true, e.Reference, e.Paid
		s.Returned = money.Of(0, e.Paid.Currency)
	case SurplusPaid:
		s.Surplus = with(s.Surplus, e.Reference, Taken{e.Paid, money.Of(0, e.Paid.Currency)})
	case SurplusRefunded:
		s.Requested = without(s.Requested, e.Refund)
		s.Refunds = with(s.Refunds, e.Refund, true)
		t := s.Surplus[e.Reference]
		s.Surplus = with(s.Surplus, e.Reference, Taken{t.Paid, t.Returned.Add(e.Amount)})
	case SurplusRefundRequested:
		s.Requested = with(s.Requested, e.Refund, e.Amount)
		s.Asked = with(s.Asked, e.Refund, Asked{Reference: e.Reference})
	case RefundRequested:
		s.Requested = with(s.Requested, e.Refund, e.Amount)
		s.Asked = with(s.Asked, e.Refund, Asked{e.Reason, s.Reference})
	case RefundRefused:
		s.Requested = without(s.Requested, e.Refund)
	case Refunded:
		s.Requested = without(s.Requested, e.Refund)
		s.Refunds = with(s.Refunds, e.Refund, true)
		s.Returned = s.Returned.Add(e.Amount)
		if !s.Mismatch {
			s.LeftGift.Minor -= e.Gift.Minor
			s.LeftCount.Minor -= e.Counted.Minor
			s.LeftMain.Minor -= e.Main.Minor
		}
		s.Status = PartlyReturned
		if e.Full {
			s.Status = Returned
		}
	}
	return s
}

func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	out := make(map[K]V, len(m)+1)
	maps.Copy(out, m)
	out[k] = v
	return out
}

func without[V any](m map[ident.ID]V, k ident.ID) map[ident.ID]V {
	out := make(map[ident.ID]V, len(m))
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
	ErrRefundTooBig = domain.RefuseField("amount", "refund_too_large", "no more can be given back than was paid")
)

// Start begins a gift. The figures have been computed by the caller from the campaign's currency and the rates.
type Start struct {
	Donation, Campaign, Supporter, Member ident.ID
	Terms                                 Terms
	Anonymous                             bool
	Name, Email, Message                  string
	Lang, Provider                        string
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
		Lang: c.Lang, Provider: c.Provider, At: c.Now,
	}}, nil
}

// OpenPayment records the provider's page for this gift.
type OpenPayment struct {
	Reference string
	ExpiresAt time.Time
}

// Decide answers nothing when the page is recorded already, and refuses a gift that is not pending.
func (c OpenPayment) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case s.Reference == c.Reference:
		return nil, nil
	case s.Status != Pending:
		return nil, ErrNotPending
	}
	return []Event{PaymentOpened{Donation: s.ID, Attempt: s.Attempt + 1, Reference: c.Reference, ExpiresAt: c.ExpiresAt}}, nil
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
	Now     time.Time
}

// Decide completes the donation, also after it failed, expired or was cancelled here, or another sum than asked had come
// before. Money for a campaign that had closed before the payment began, money of another sum than asked, and money of a
// payment that is not needed any more is sent back. Said twice of a payment, it changes nothing.
func (c Confirm) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if _, told := s.of(c.Reference); told {
		return nil, nil
	}
	right := c.Paid == s.Terms.Charge()
	switch {
	case s.settled() && (!s.Mismatch || !right):
		return c.surplus(s), nil
	case !right:
		return c.back(s, WrongAmount, Mismatched{
			Donation: s.ID, Campaign: s.Campaign, Asked: s.Terms.Charge(), Paid: c.Paid, Reference: c.Reference, At: c.Now,
		}), nil
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
		return c.back(s, CampaignClosed, completed), nil
	}
	return []Event{completed}, nil
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
		return []Event{Failed{Donation: s.ID, Campaign: s.Campaign, Reason: c.Reason, At: c.Now}}, nil
	case Complete, Unsuccessful, Withdrawn, PartlyReturned, Returned:
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
		return []Event{Cancelled{Donation: s.ID, Campaign: s.Campaign, At: c.Now}}, nil
	case None, Complete, Unsuccessful, PartlyReturned, Returned:
	}
	if c.ByProvider {
		return nil, nil
	}
	return nil, ErrNotPending
}

// LineOf names a donation's line among the supporters of its campaign. It doesn't lead back: the donation's own id opens its
// receipt.
func LineOf(id ident.ID) ident.ID { return ident.Pair("supporter-line", id.String()) }

// RequestRefund asks for money to be given back. The caller has checked who may.
type RequestRefund struct {
	Refund ident.ID
	Amount money.Amount // zero: all that is left
	Reason Reason
	Now    time.Time
}

// Decide refuses more than is left after what was given back and what is being given back.
func (c RequestRefund) Decide(s State) ([]Event, error) {
	switch s.Status {
	case None:
		return nil, ErrNotFound
	case Complete, PartlyReturned:
	case Unsuccessful: // money of another sum than was asked lies at the provider: refused once, it may be asked for again
		if !s.Mismatch {
			return nil, ErrNotCompleted
		}
	case Pending, Withdrawn, Returned:
		return nil, ErrNotCompleted
	}
	left := s.unasked(s.Reference)
	amount := c.Amount
	if amount.IsZero() {
		amount = money.Of(left, s.Received.Currency)
	}
	if amount.Currency != s.Received.Currency {
		return nil, domain.RefuseField("currency", "wrong_currency", "a refund is made in the currency that was paid")
	}
	// less than nothing is left when the provider gave back what was also asked for from here
	if left <= 0 || amount.Minor > left {
		return nil, ErrRefundTooBig
	}
	if amount.Minor <= 0 {
		return nil, domain.RefuseField("amount", "amount_not_positive", "the amount must be more than zero")
	}
	return []Event{RefundRequested{
		Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Amount: amount, Reason: c.Reason, At: c.Now,
	}}, nil
}

// RefuseRefund is the provider's word that it will not make a refund that was asked for.
type RefuseRefund struct {
	Refund ident.ID
	Code   string
	Now    time.Time
}

// Decide changes nothing when the refund was made, or is not asked for any more. Of a surplus payment it asks for less when
// the provider has given some of it back of its own accord: that is why it refused.
func (c RefuseRefund) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	amount, open := s.Requested[c.Refund]
	if !open {
		return nil, nil
	}
	refused := RefundRefused{Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Code: c.Code, At: c.Now}
	events := []Event{refused}
	if rest, ok := evolve(s, refused).rest(s.Asked[c.Refund].Reference, c.Refund, c.Now); ok && rest.Amount.Minor < amount.Minor {
		events = append(events, rest)
	}
	return events, nil
}

// rest asks for what is left of a surplus payment, after a refund; false when nothing is, or all of it is asked for.
func (s State) rest(reference string, after ident.ID, now time.Time) (SurplusRefundRequested, bool) {
	t, surplus := s.Surplus[reference]
	left := s.unasked(reference)
	return SurplusRefundRequested{
		Donation: s.ID, Campaign: s.Campaign, Refund: ident.Pair("refund of the rest", after.String()), Reference: reference,
		Amount: money.Of(left, t.Paid.Currency), At: now,
	}, surplus && left > 0
}

// ConfirmRefund is the provider's word that it gave money back, asked from here or not.
type ConfirmRefund struct {
	Refund    ident.ID
	Reference string // the payment it is of; empty: the one the donation stands on
	Amount    money.Amount
	Now       time.Time
}

// Decide takes from the figures in proportion; the refund that returns the last cent takes exactly what is left. Money of a
// surplus payment is in no figure: what the provider leaves of it is asked for. Said twice, it changes nothing. More than was
// received by the payment is refused: it can't be true.
func (c ConfirmRefund) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if s.Refunds[c.Refund] {
		return nil, nil
	}
	taken, told := s.of(c.Reference)
	if !told {
		return nil, ErrNotCompleted
	}
	left := taken.Paid.Minor - taken.Returned.Minor
	if c.Amount.Currency != taken.Paid.Currency || c.Amount.Minor <= 0 || c.Amount.Minor > left {
		return nil, ErrRefundTooBig
	}
	if _, surplus := s.Surplus[c.Reference]; surplus {
		return c.ofSurplus(s, c.Amount.Minor == left), nil
	}
	return c.ofGift(s), nil
}

func (c ConfirmRefund) ofSurplus(s State, full bool) []Event {
	back := SurplusRefunded{
		Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Reference: c.Reference, Amount: c.Amount, Full: full,
		At: c.Now,
	}
	events := []Event{back}
	if rest, ok := evolve(s, back).rest(c.Reference, c.Refund, c.Now); ok {
		events = append(events, rest)
	}
	return events
}

func (c ConfirmRefund) ofGift(s State) []Event {
	e := Refunded{
		Donation: s.ID, Campaign: s.Campaign, Supporter: s.Supporter, Member: s.Member, Refund: c.Refund, Amount: c.Amount,
		Full: s.Returned.Minor+c.Amount.Minor == s.Received.Minor, Reason: cmp.Or(s.Asked[c.Refund].Reason, ByProvider),
		Given: s.Given, At: c.Now,
	}
	if s.Mismatch {
		e.Uncounted = true
		e.Gift, e.Counted, e.Main = money.Of(0, s.Terms.Gift.Currency), money.Of(0, s.Terms.Counted.Currency),
			money.Of(0, s.Terms.Main.Currency)
		return []Event{e}
	}
	// what stays is rounded, not what goes: many small refunds then never drift from the figures by more than half a
	// minor unit
	part := func(whole, left money.Amount) money.Amount {
		if e.Full {
			return left
		}
		stays := money.Rate{
			From: whole.Currency, To: whole.Currency, Num: s.Received.Minor - s.Returned.Minor - c.Amount.Minor, Den: s.Received.Minor,
		}.Convert(whole)
		return money.Of(left.Minor-stays.Minor, whole.Currency)
	}
	e.Gift, e.Counted, e.Main = part(s.Terms.Gift, s.LeftGift), part(s.Terms.Counted, s.LeftCount), part(s.Terms.Main, s.LeftMain)
	return []Event{e}
}
