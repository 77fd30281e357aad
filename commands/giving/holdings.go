package giving

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/domain/receipt/series"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

// The kinds of gifts and refunds that are a person's. A gift of theirs to a campaign of their own is given and received.
const (
	Given    = "gift given"
	Received = "gift received"
	Refunded = "refund of a gift given"
	Returned = "refund of a gift received"
	Answered = "gift answered about"
	paid     = "gift paid"
)

// Holdings are the gifts that a person gave, and those to campaigns of theirs: the others' stay theirs, but their payment
// pages and mails name the campaign. customers ends payments at the provider.
func Holdings(customers ports.Customers) erasing.Holdings {
	concerned := func(b *erasing.Belongings) []ident.ID { return slices.Concat(b.All(Given), b.All(Received)) }
	return erasing.Holdings{
		Area: "giving",
		Events: []any{
			donation.Started{}, donation.Completed{}, donation.Refunded{}, donation.SurplusRefunded{}, donation.RefundAsked{},
		},
		Others: []any{
			donation.PaymentOpened{}, donation.PaymentRetried{}, donation.Failed{}, donation.Cancelled{}, donation.RefundRequested{},
			donation.RefundRefused{},
			donation.Mismatched{}, donation.SurplusPaid{}, donation.SurplusRefundRequested{}, donation.PaymentUnderWay{},
			donation.PaymentSettled{}, donation.RefundReversed{}, donation.DisputeOpened{}, donation.DisputeClosed{},
			receipt.Assigned{}, receipt.Issued{}, receipt.Corrected{}, // found by their gift: a book is too long to be read
		},
		See:   see,
		Count: func(b *erasing.Belongings, scope *erasure.Scope) { scope.Gifts = len(distinct(concerned(b))) },
		Ends: []erasing.Ending{{
			What: "payments of donations",
			Things: func(b *erasing.Belongings) []ident.ID {
				return slices.DeleteFunc(distinct(concerned(b)), func(id ident.ID) bool { return b.Has(paid, id) })
			},
			End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				return closePayment(ctx, s, customers, id)
			},
		}},
		Named:   concerned,
		Mails:   mails,
		Address: erasing.AddressIn(donation.Category, writer),
		Export:  export,
	}
}

func see(b *erasing.Belongings, event any) {
	switch e := event.(type) {
	case donation.Started:
		if b.Wrote(e.Supporter) {
			b.Add(Given, e.Donation)
		}
		if b.Has(campaign.Category, e.Campaign) {
			b.Add(Received, e.Donation)
		}
	case donation.Completed:
		if b.Has(Given, e.Donation) || b.Has(Received, e.Donation) {
			b.Add(paid, e.Donation)
		}
	case donation.Refunded:
		seeRefund(b, e.Donation, e.Refund)
	case donation.SurplusRefunded:
		seeRefund(b, e.Donation, e.Refund)
	case donation.RefundAsked:
		if b.Wrote(e.Supporter) {
			b.Add(Given, e.Donation)
		}
	}
}

func seeRefund(b *erasing.Belongings, gift, refund ident.ID) {
	if b.Has(Given, gift) {
		b.Add(Refunded, refund)
	}
	if b.Has(Received, gift) {
		b.Add(Returned, refund)
	}
}

func distinct(ids []ident.ID) []ident.ID {
	slices.SortFunc(ids, func(a, b ident.ID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}

// mails are the keys of every mail about the person's gifts, and about gifts to campaigns of theirs, whose titles stand in
// the mails of others too.
func mails(b *erasing.Belongings) []string {
	var keys []string
	for _, id := range slices.Concat(b.All(Given), b.All(Received)) {
		keys = append(keys, mail.CompletedKey(id.String()), mail.ReceivedKey(id.String()))
	}
	for _, id := range slices.Concat(b.All(Refunded), b.All(Returned)) {
		keys = append(keys, mail.RefundedKey(id.String()), mail.RefundFailedKey(id.String()))
	}
	for _, id := range b.All(Returned) {
		keys = append(keys, mail.ReturnedKey(id.String()))
	}
	return keys
}

// closePayment lets nothing be paid for a donation any more, and records what became of it; false while that is not
// decided. A payment that came first counts.
func closePayment(ctx context.Context, s *command.Service, customers ports.Customers, id ident.ID) (over bool, err error) {
	d, _, err := command.Load(ctx, s.Handler, donation.Decider, id)
	if err != nil {
		return false, err
	}
	switch d.Status {
	case donation.Complete, donation.PartlyReturned, donation.Returned, donation.InDispute, donation.None:
		return true, nil
	case donation.Pending, donation.Unsuccessful, donation.Withdrawn:
	}
	said, err := customers.Close(ctx, recorded(d))
	switch {
	case errors.Is(err, ports.ErrNoPayment): // its page was never made
		cancel := donation.Cancel{ByProvider: true, Now: s.Now()}
		_, err = command.Execute(ctx, s.Handler, donation.Decider, id, erasing.Envelope("cancel", id), cancel.Decide)
		return err == nil, err
	case err != nil:
		return false, err
	}
	_, err = HearPayment(ctx, s, said)
	return err == nil && said.Kind != ports.PaymentPending && said.Kind != ports.PaymentUnderWay, err
}

// writer returns who gave by an event, and their address.
func writer(event any) (subject ident.ID, email string) {
	if e, ok := event.(donation.Started); ok {
		return e.Supporter, e.Email.String()
	}
	return ident.Nil, ""
}

// Exported is a gift as who gave it is given it.
type Exported struct {
	Donation  ident.ID         `json:"donation"`
	Campaign  ident.ID         `json:"campaign"`
	Amount    money.Amount     `json:"amount"`
	Fee       money.Amount     `json:"fee"`
	Name      string           `json:"name,omitempty"`
	Email     string           `json:"email,omitempty"`
	Message   string           `json:"message,omitempty"`
	Anonymous bool             `json:"anonymous"`
	Lang      string           `json:"lang"`
	StartedAt time.Time        `json:"started_at"`
	PaidAt    *time.Time       `json:"paid_at,omitempty"`
	Refunds   []ExportedRefund `json:"refunds,omitempty"`
	AskedBack []ExportedWords  `json:"asked_back,omitempty"`

	Receipts []ExportedReceipt `json:"receipts,omitempty"`
}

// ExportedWords are what somebody wrote about a refund.
type ExportedWords struct {
	Words string    `json:"words"`
	At    time.Time `json:"at"`
}

// ExportedReceipt is the receipt of a gift, or one that corrects it after a refund.
type ExportedReceipt struct {
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issued_at"`
}

// ExportedRefund is money that was given back: of the gift, or of another payment that was made for it.
type ExportedRefund struct {
	Amount  money.Amount `json:"amount"`
	At      time.Time    `json:"at"`
	Surplus bool         `json:"surplus,omitempty"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []Exported{}
	for _, id := range p.All(Given) {
		var g Exported
		for r, err := range s.OpenedEvents(ctx, donation.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case donation.Started:
				g = Exported{
					Donation: e.Donation, Campaign: e.Campaign, Amount: e.Gift, Fee: e.Fee, Name: e.Name.String(),
					Email: e.Email.String(), Message: e.Message.String(), Anonymous: e.Anonymous, Lang: e.Lang, StartedAt: e.At,
				}
			case donation.Completed:
				g.PaidAt = &e.At
			case donation.Refunded:
				g.Refunds = append(g.Refunds, ExportedRefund{e.Amount, e.At, false})
			case donation.SurplusRefunded:
				g.Refunds = append(g.Refunds, ExportedRefund{e.Amount, e.At, true})
			case donation.RefundAsked:
				g.AskedBack = append(g.AskedBack, ExportedWords{e.Words.String(), e.At})
			}
		}
		var err error
		if g.Receipts, err = exportReceipts(ctx, s, id); err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// exportReceipts finds the receipts of a gift in their books, the one of the gift itself first.
func exportReceipts(ctx context.Context, s *command.Service, gift ident.ID) ([]ExportedReceipt, error) {
	decided, _, err := command.Load(ctx, s.Handler, receipt.Decider, gift)
	if err != nil {
		return nil, err
	}
	var all []ExportedReceipt
	for id, a := range decided {
		for r, err := range s.EventsAfter(ctx, receipt.BookCategory, receipt.Book(a.Issuer, a.Year), eventstore.Revision(a.After-1)) {
			if err != nil {
				return nil, err
			}
			if r.ID != receipt.EventID(id) {
				continue
			}
			number := series.NumberText(a.Issuer, a.Year, numberAt(r.Revision))
			all = append(all, ExportedReceipt{Number: number, IssuedAt: a.At})
			break
		}
	}
	slices.SortFunc(all, func(a, b ExportedReceipt) int {
		return cmp.Or(a.IssuedAt.Compare(b.IssuedAt), strings.Compare(a.Number, b.Number))
	})
	return all, nil
}
