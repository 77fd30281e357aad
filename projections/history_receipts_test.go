package projections

import (
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/domain/receipt/series"
)

// aboutReceipts has the receipts of a gift that was paid get their numbers, as far as they have none.
func (h *history) aboutReceipts(draw draw) {
	if len(h.order) == 0 {
		return
	}
	id := h.order[draw("gift", len(h.order)-1)]
	var paid *donation.Completed
	left, all := money.Amount{}, h.facts
	for i, f := range all {
		by := receipt.Correction{Change: thing("event", i)} // as happenings names it
		switch e := f.event.(type) {
		case donation.Completed:
			if e.Donation == id {
				paid = &e
				left = e.Charge()
				h.issue(e, receipt.Correction{})
			}
		case donation.Refunded:
			if e.Donation == id && !e.Uncounted && paid != nil {
				left.Minor -= e.Amount.Minor
				by.Refund, by.Back, by.Left, by.Disputed = e.Refund, e.Amount, left, e.Reason == donation.ByDispute
				h.issue(*paid, by)
			}
		case donation.RefundReversed:
			if e.Donation == id && !e.Uncounted && !e.Surplus && paid != nil {
				left.Minor += e.Amount.Minor
				by.Refund, by.Back, by.Left, by.Reversed = e.Refund, e.Amount, left, true
				h.issue(*paid, by)
			}
		}
	}
}

func (h *history) issue(paid donation.Completed, by receipt.Correction) {
	assign := receipt.Assign{
		Donation: paid.Donation, Change: by.Change, Issuer: series.Operator, Year: h.now.Year(), Zone: time.UTC.String(), Now: h.now,
	}
	id := assign.ReceiptID()
	if _, done := statesOf(h, receipt.Decider)[paid.Donation][id]; done {
		return
	}
	take(h, receipt.Decider, paid.Donation, assign.Decide)
	book, number := receipt.Book(assign.Issuer, assign.Year), int64(1)
	for _, f := range h.facts {
		if f.category == receipt.BookCategory && f.id == book {
			number++
		}
	}
	begun := h.begun[paid.Donation]
	content := receipt.Content{
		Heading: receipt.Heading{
			Receipt: id, Number: number, Issuer: assign.Issuer, Year: assign.Year, Zone: assign.Zone, Template: receipt.Template,
			Texts: receipt.Texts{Name: "Operator", Address: []string{"Street"}}, Lang: begun.Lang,
		},
		Payment:   receipt.Payment{Donation: paid.Donation, Campaign: paid.Campaign, Gift: paid.Gift, Fee: paid.Fee, PaidAt: paid.At},
		Supporter: paid.Supporter, Member: paid.Member, Name: begun.Name,
		Words: ident.Pair("words", paid.Campaign.String()), Title: personal.Plain(text("Title", 1)),
		Organizer: member.SubjectOf(h.campaigns[paid.Campaign].Owner), OrganizerName: personal.Plain(text("Name", 2)), At: h.now,
	}
	var entry receipt.Entry = receipt.Issued{Content: content}
	if !by.Change.IsNil() {
		by.First, by.FirstNumber, by.FirstYear = receipt.ID(paid.Donation), 1, assign.Year
		entry = receipt.Corrected{Content: content, Correction: by}
	}
	h.facts = append(h.facts, fact{receipt.BookCategory, book, entry})
}
