package projections

import (
	"strings"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// receiptsProjection keeps the receipts of gifts. A row is there from the payment or the refund on, so that who looks at once is
// told that the receipt is being made. It never decides a number. The row goes with its giver.
func receiptsProjection() *projector.Projection {
	receipts := projector.NewTable[ident.ID, readmodel.Receipt](readmodel.Receipts, "receipt",
		projector.Index("(donation)"),
		projector.Lookup("supporter", func(v *readmodel.Receipt) ident.ID { return v.Supporter }),
		projector.Lookup("words", func(v *readmodel.Receipt) ident.ID { return v.Words }),
		projector.Lookup("organizer", func(v *readmodel.Receipt) ident.ID { return v.Organizer }),
		projector.OwnedBy("supporter", projector.Remove()),
		projector.OwnedBy("words", projector.Blank("title")),
		projector.OwnedBy("organizer", projector.Blank("organizer_name")))

	// issued fills a row, unless its giver was erased meanwhile.
	issued := func(r *projector.Rows, c receipt.Content) *readmodel.Receipt {
		if receipts.Get(r, c.Receipt) == nil {
			return nil
		}
		v := receipts.Edit(r, c.Receipt)
		at := c.At
		v.Number, v.Issuer, v.Year, v.Zone, v.Template = c.Number, string(c.Issuer), int64(c.Year), c.Zone, int64(c.Template)
		v.Operator, v.Address, v.Note, v.Lang = c.Texts.Name, strings.Join(c.Texts.Address, "\n"), c.Texts.Note, c.Lang
		v.Name, v.Email, v.Words, v.Title = c.Name.String(), c.Email.String(), c.Words, c.Title.String()
		v.Organizer, v.OrganizerName, v.IssuedAt = c.Organizer, c.OrganizerName.String(), &at
		v.Currency, v.Gift, v.Fee, v.PaidAt = c.Gift.Currency, c.Gift.Minor, c.Fee.Minor, c.PaidAt
		return v
	}
	// begun adds a row for a correction, unless the giver was erased meanwhile.
	begun := func(r *projector.Rows, change, gift ident.ID, back money.Amount) *readmodel.Receipt {
		first := receipts.Get(r, receipt.ID(gift))
		if first == nil {
			return nil
		}
		v := receipts.Begin(r, receipt.CorrectionID(change))
		v.Donation, v.Change, v.Campaign, v.Supporter = gift, change, first.Campaign, first.Supporter
		v.Currency, v.Gift, v.Fee, v.PaidAt = first.Currency, first.Gift, first.Fee, first.PaidAt
		v.First, v.Back = first.Receipt, back.Minor
		return v
	}
	return projector.New("receipts", 1, receipts).Personal().
		Invariant("receipts", "SELECT concat_ws(' ', issuer, year), concat_ws(' ', count(*), max(number)) FROM {receipts} "+
			"WHERE number > 0 GROUP BY issuer, year").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			v := receipts.Begin(r, receipt.ID(e.Donation))
			v.Donation, v.Campaign, v.Supporter = e.Donation, e.Campaign, e.Supporter
			v.Currency, v.Gift, v.Fee, v.PaidAt = e.Gift.Currency, e.Gift.Minor, e.Fee.Minor, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, m projector.Meta) {
			if !e.Uncounted {
				begun(r, m.ID, e.Donation, e.Amount)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, m projector.Meta) {
			if e.Uncounted || e.Surplus {
				return
			}
			if v := begun(r, m.ID, e.Donation, e.Amount); v != nil {
				v.Reversed = true
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e receipt.Issued, _ projector.Meta) { issued(r, e.Content) })).
		On(projector.Fold(func(r *projector.Rows, e receipt.Corrected, _ projector.Meta) {
			if v := issued(r, e.Content); v != nil {
				v.FirstNumber, v.FirstYear, v.Back, v.Remains = e.FirstNumber, int64(e.FirstYear), e.Back.Minor, e.Left.Minor
				v.Reversed, v.Disputed = e.Reversed, e.Disputed
			}
		}))
}
