package donation

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// RefundOf names what a dispute took back, as a refund is named.
func RefundOf(dispute string) ident.ID { return ident.Pair("dispute", dispute) }

// HearDispute is the provider's word on a dispute, as it stands now.
type HearDispute struct {
	Dispute   string // the provider's name for it
	Reference string // the payment it is of
	Amount    money.Amount
	Why       string
	AnswerBy  time.Time // zero: no answer is possible
	Link      string
	Taken     bool    // the provider has taken the money, and not given it back
	Outcome   Outcome // empty while it is open
	Now       time.Time
}

// Decide records what is new of it. A disputed sum leaves the figures when the provider takes it and comes back when it gives it
// back; of a payment that was given back in part it takes no more than was left. Said twice, or late, it changes nothing.
func (c HearDispute) Decide(s State) ([]Event, error) {
	if s.Status == None {
		return nil, ErrNotFound
	}
	if _, told := s.of(c.Reference); !told {
		return nil, ErrNotCompleted
	}
	var events []Event
	record := func(more ...Event) {
		for _, e := range more {
			events, s = append(events, e), evolve(s, e)
		}
	}
	known, opened := s.Disputes[c.Dispute]
	if !opened {
		record(DisputeOpened{
			Donation: s.ID, Campaign: s.Campaign, Dispute: c.Dispute, Reference: c.Reference, Amount: c.Amount, Why: c.Why,
			AnswerBy: c.AnswerBy, Link: c.Link, At: c.Now,
		})
	}
	taken, _ := s.of(c.Reference)
	_, gone := s.Refunds[RefundOf(c.Dispute)]
	left := money.Of(min(c.Amount.Minor, taken.Paid.Minor-taken.Returned.Minor), taken.Paid.Currency)
	switch {
	case c.Taken && !gone && left.Minor > 0:
		back, err := ConfirmRefund{
			Refund: RefundOf(c.Dispute), Reference: c.Reference, Amount: left, Dispute: true, Now: c.Now,
		}.Decide(s)
		if err != nil {
			return nil, err
		}
		record(back...)
	case !c.Taken && gone:
		record(s.reversed(RefundOf(c.Dispute), c.Now))
	}
	if c.Outcome != "" && known.Outcome == "" {
		closed := DisputeClosed{
			Donation: s.ID, Campaign: s.Campaign, Dispute: c.Dispute, Outcome: c.Outcome, Status: s.Status, At: c.Now,
		}
		if s.settled() && c.Reference == s.Reference {
			closed.Status = evolve(s, closed).standing()
		}
		record(closed)
	}
	return events, nil
}
