package giving

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/readapi/read"
)

// errNoReceipt refuses a receipt that does not exist, or whose giver was erased.
var errNoReceipt = domain.Refuse(domain.NotFound, "receipt_not_found", "There is no such receipt.")

// Receipt is a payment receipt as its holder sees it. Amounts are in minor units of Currency.
type Receipt struct {
	ID            ident.ID       `db:"id"`
	Change        ident.ID       `db:"change"` // nil: the receipt of the gift itself; else what it corrects that one by
	Number        int64          `db:"number"` // 0 while it is being made
	Issuer        string         `db:"issuer"`
	Year          int64          `db:"year"`
	Zone          string         `db:"zone"`
	Operator      string         `db:"operator"`
	Address       string         `db:"address"` // lines
	Note          string         `db:"note"`
	Lang          string         `db:"lang"` // the giver's
	Name          string         `db:"name"` // the giver's; may be empty, as may all that follows
	Email         string         `db:"email"`
	Title         string         `db:"title"` // of the campaign
	OrganizerName string         `db:"organizer_name"`
	Currency      money.Currency `db:"currency"`
	Gift          int64          `db:"gift"`
	Fee           int64          `db:"fee"`
	PaidAt        time.Time      `db:"paid_at"`
	IssuedAt      *time.Time     `db:"issued_at"`
	FirstNumber   int64          `db:"first_number"` // of a correction: of the receipt it corrects
	FirstYear     int64          `db:"first_year"`
	Reversed      bool           `db:"reversed"` // what the refund gave back is there again
	Disputed      bool           `db:"disputed"` // the giver's bank decided so
	Back          int64          `db:"back"`     // given back by the refund
	Remains       int64          `db:"remains"`  // of what was paid
}

// ReceiptInput names a receipt.
type ReceiptInput struct{ read.ByID }

// ReceiptOf asks for a receipt.
func ReceiptOf(id ident.ID) ReceiptInput { return ReceiptInput{read.ByID{ID: id}} }

// Receipts are a receipt and all of the same gift in the order of their numbers, the one that was asked for first. They are asked
// for by the pages of receipts alone, which have seen a secret of the receipt. Errors: receipt_not_found.
var Receipts = read.Define(read.Query[ReceiptInput, []Receipt]{
	ID: "receipt", Summary: "A receipt, and those that correct it", May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{receiptsOfGift}, Answer: receipts,
})

var receiptsOfGift = read.SQL(`SELECT r.receipt AS id, r.change, r.number, r.issuer, r.year, r.zone, r.operator, r.address,
		r.note, r.lang, r.name, r.email, r.title, r.organizer_name, r.currency, r.gift, r.fee, r.paid_at, r.issued_at, r.first_number,
		r.first_year, r.reversed, r.disputed, r.back, r.remains
	FROM {receipts} asked JOIN {receipts} r ON r.donation = asked.donation
	WHERE asked.receipt = $1 ORDER BY r.receipt <> $1, r.change <> {nobody}, r.year, r.number`)

func receipts(c *read.Call, in ReceiptInput) ([]Receipt, error) {
	all, err := read.Rows(c, receiptsOfGift, rowscan.Then(func(r *Receipt) {
		r.PaidAt = r.PaidAt.UTC()
		read.UTC(&r.IssuedAt)
	}), in.ID)
	if err == nil && len(all) == 0 {
		err = errNoReceipt
	}
	return all, err
}
