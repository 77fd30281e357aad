package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Receipts is the table of payment receipts, from the payment or the refund on that each is about.
const Receipts = "receipts"

// Receipt is a payment receipt, or one that corrects it after a refund. Until it has its number it holds what its gift says.
type Receipt struct {
	Receipt   ident.ID       `db:"receipt"`
	Donation  ident.ID       `db:"donation"`
	Change    ident.ID       `db:"change"` // the event that it corrects by; nil: the receipt of the gift itself
	Campaign  ident.ID       `db:"campaign"`
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"` // of all amounts, which are in minor units
	Gift      int64          `db:"gift"`
	Fee       int64          `db:"fee"`
	PaidAt    time.Time      `db:"paid_at"`

	Number        int64      `db:"number"` // 0 until it has one
	Issuer        string     `db:"issuer"`
	Year          int64      `db:"year"`
	Zone          string     `db:"zone"` // IANA name: by its clocks
	Template      int64      `db:"template"`
	Operator      string     `db:"operator"` // who received the payment, as it was set up then
	Address       string     `db:"address"`  // lines
	Note          string     `db:"note"`
	Lang          string     `db:"lang"`
	Name          string     `db:"name"`
	Email         string     `db:"email"`
	Words         ident.ID   `db:"words"` // whose the title is
	Title         string     `db:"title"`
	Organizer     ident.ID   `db:"organizer"`
	OrganizerName string     `db:"organizer_name"`
	IssuedAt      *time.Time `db:"issued_at"`

	First       ident.ID `db:"first"` // of a correction: what it corrects
	FirstNumber int64    `db:"first_number"`
	FirstYear   int64    `db:"first_year"`
	Reversed    bool     `db:"reversed"` // what a refund gave back is there again
	Disputed    bool     `db:"disputed"` // the giver's bank decided so
	Back        int64    `db:"back"`     // given back by the refund, fee included
	Remains     int64    `db:"remains"`
}
