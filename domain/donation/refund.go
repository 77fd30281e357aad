package donation

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// RequestRefund asks for money to be given back. The caller has checked who may.
type RequestRefund struct {
	Refund ident.ID
	Amount money.Amount // zero: all that is left
	Reason Reason
	By     ident.ID // the subject who tells the giver why; nil when it is the operator
	Words  string
	Now    time.Time
}

// Decide refuses more than is left after what was given back and what is being given back.
func (c RequestRefund) Decide(s State) ([]Event, error) {
	switch s.Status {
	case None:
		return nil, ErrNotFound
	case Complete, PartlyReturned, InDispute:
	case Unsuccessful: // money of another sum than was asked lies at the provider: refused once, it may be asked for again
		if !s.Mismatch {
			return nil, ErrNotCompleted
		}
	case Pending, Withdrawn, Returned:
		return nil, ErrNotCompleted
	}
	if s.Disputed() {
		return nil, ErrInDispute
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
	events := []Event{RefundRequested{
		Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, Amount: amount, Reason: c.Reason, At: c.Now,
	}}
	if c.By.IsNil() {
		return events, nil
	}
	words, err := wordsOf(c.Words)
	if err != nil {
		return nil, err
	}
	return append(events, RefundExplained{
		Donation: s.ID, Campaign: s.Campaign, Refund: c.Refund, By: c.By, Words: words, At: c.Now,
	}), nil
}

// wordsOf refuses words that are missing or too long.
func wordsOf(text string) (personal.Text, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return personal.Text{}, domain.RefuseField("reason", "refund_reason_required", "say why: the other side is shown it")
	case utf8.RuneCountInString(text) > MaxWords:
		return personal.Text{}, domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxWords)
	}
	return personal.Plain(text), nil
}

// AskRefund is a giver who asks for their gift back.
type AskRefund struct {
	Actor ident.ID // the member who asks; nil for a guest, who proves it by knowing the donation's id
	Words string
	Now   time.Time
}

// Decide refuses others than the giver, and gifts that can't be given back. Asked twice, it changes nothing.
func (c AskRefund) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case !s.Member.IsNil() && s.Member != c.Actor:
		return nil, ErrNotYours
	case s.AskedBack:
		return nil, nil
	case s.Disputed():
		return nil, ErrInDispute
	case s.Status != Complete && s.Status != PartlyReturned || s.unasked(s.Reference) <= 0:
		return nil, ErrNotCompleted
	}
	words, err := wordsOf(c.Words)
	if err != nil {
		return nil, err
	}
	return []Event{RefundAsked{
		Donation: s.ID, Campaign: s.Campaign, Supporter: s.Supporter, Words: words,
		Left: money.Of(s.unasked(s.Reference), s.Received.Currency), At: c.Now,
	}}, nil
}

// DeclineRefund is the owner's answer that a gift is not given back. The caller has checked who may.
type DeclineRefund struct {
	By    ident.ID // the subject who answers
	Words string
	Now   time.Time
}

// Decide refuses where nobody asked, or somebody has answered.
func (c DeclineRefund) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if !s.AskedBack {
		return nil, ErrNoRequest
	}
	words, err := wordsOf(c.Words)
	if err != nil {
		return nil, err
	}
	return []Event{RefundDeclined{
		Donation: s.ID, Campaign: s.Campaign, Member: s.Member, By: c.By, Words: words, At: c.Now,
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
	Dispute   bool // the payer's bank took it back
	Now       time.Time
}

// Decide takes from the figures in proportion; the refund that returns the last cent takes exactly what is left. Money of a
// surplus payment is in no figure: what the provider leaves of it is asked for. Said twice, it changes nothing. More than was
// received by the payment is refused: it can't be true.
func (c ConfirmRefund) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if _, made := s.Refunds[c.Refund]; made {
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
	if rest, ok := evolve(s, back).rest(c.Reference, c.Refund, c.Now); ok && !c.Dispute {
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
	if c.Dispute {
		e.Reason = ByDispute
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
		return money.Of(max(0, left.Minor-stays.Minor), whole.Currency) // a reversed refund leaves another rounding behind
	}
	e.Gift, e.Counted, e.Main = part(s.Terms.Gift, s.LeftGift), part(s.Terms.Counted, s.LeftCount), part(s.Terms.Main, s.LeftMain)
	return []Event{e}
}

// failedLater is why a refund was refused that the provider had taken on.
const failedLater = "refund_failed"

// FailRefund is the provider's word that a refund failed: money that it had said to have given back never arrived.
type FailRefund struct {
	Refund ident.ID
	Now    time.Time
}

// Decide takes back a refund that was told, and refuses one that was only asked for, so that the sum may be asked for again. Said
// twice, it changes nothing.
func (c FailRefund) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if _, made := s.Refunds[c.Refund]; made {
		return []Event{s.reversed(c.Refund, c.Now)}, nil
	}
	return RefuseRefund{Refund: c.Refund, Code: failedLater, Now: c.Now}.Decide(s)
}

// reversed takes back a refund that was made.
func (s State) reversed(refund ident.ID, now time.Time) RefundReversed {
	b := s.Refunds[refund]
	before, _ := s.of(b.Reference)
	e := RefundReversed{
		Donation: s.ID, Campaign: s.Campaign, Supporter: s.Supporter, Member: s.Member, Anonymous: s.Anonymous, Refund: refund,
		Reference: b.Reference, Amount: b.Amount, Gift: b.Gift, Counted: b.Counted, Main: b.Main,
		Full: before.Returned == before.Paid, Uncounted: b.Uncounted,
		Surplus: b.Surplus, Status: s.Status, Reason: b.Reason, Given: s.Given, At: now,
	}
	if b.Reference == s.Reference {
		e.Status = evolve(s, e).standing()
	}
	return e
}
