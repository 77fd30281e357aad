// Package receipt is the rules of payment receipts: which book a gift's receipt gets its number from, and what stands in it.
//
// A book is the receipts of one issuer and one year of issue, in a stream of its own with one event a number: the first event has
// number 1. Which book a receipt belongs to is decided once, in the stream of its gift.
package receipt

import (
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/receipt/series"
)

const (
	// Category of the streams of what was decided of the receipts of one gift.
	Category = "receipt"
	// BookCategory of the streams of the receipts of one issuer and year.
	BookCategory = "receiptbook"
)

// Template is the version of the layout and words that receipts are issued with. An old receipt keeps its own.
const Template = 1

// IssuerOf gives the issuer of the receipts of gifts that were paid through a payment provider. The sandbox moves no money, nor
// does a provider whose name says that it was in its test mode.
func IssuerOf(provider string) series.Issuer {
	if provider == "sandbox" || strings.HasSuffix(provider, "-test") {
		return series.Test
	}
	return series.Operator
}

// Texts are what the issuer says of itself on a receipt.
type Texts struct {
	Name    string   `json:"name"`
	Address []string `json:"address,omitempty"` // lines
	Note    string   `json:"note,omitempty"`    // a sentence at the foot
}

// Setting is the issuer as the installation is set up now.
type Setting struct {
	Texts Texts
	Zone  *time.Location // whose midnight begins a year; nil: UTC
}

// YearOf gives the year of a moment, and the name of the zone by whose clock it is.
func (s Setting) YearOf(t time.Time) (year int, zone string) {
	in := time.UTC
	if s.Zone != nil {
		in = s.Zone
	}
	return t.In(in).Year(), in.String()
}

// Event is what was decided of the receipts of a gift.
//
//sumtype:decl
type Event interface{ receiptEvent() }

// Assigned says from which book a receipt of a gift, or a correction of it, gets its number.
type Assigned struct {
	Receipt  ident.ID      `json:"receipt"`
	Donation ident.ID      `json:"donation"`
	Change   ident.ID      `json:"change,omitzero"` // the event that it corrects the receipt by; nil for the receipt itself
	Issuer   series.Issuer `json:"issuer"`
	Year     int           `json:"year"`
	Zone     string        `json:"zone"`  // IANA name: where it was that year
	After    int64         `json:"after"` // a number that was given in the book before: this one is higher
	At       time.Time     `json:"at"`
}

func (Assigned) receiptEvent() {}

// Entry is an event of a book: a number given.
//
//sumtype:decl
type Entry interface{ bookEntry() }

// Heading is what every receipt begins with.
type Heading struct {
	Receipt  ident.ID      `json:"receipt"`
	Number   int64         `json:"number"` // in its book, from 1
	Issuer   series.Issuer `json:"issuer"`
	Year     int           `json:"year"`
	Zone     string        `json:"zone"`
	Template int           `json:"template"`
	Texts    Texts         `json:"texts"`
	Lang     string        `json:"lang"`
}

// Payment is the gift that a receipt is about.
type Payment struct {
	Donation ident.ID     `json:"donation"`
	Campaign ident.ID     `json:"campaign"`
	Gift     money.Amount `json:"gift"`
	Fee      money.Amount `json:"fee"`
	PaidAt   time.Time    `json:"paid_at"`
}

// Content is what stands in every receipt. Each text lies under the key of whose words it is.
type Content struct {
	Heading
	Payment
	Supporter     ident.ID      `json:"supporter"`
	Member        ident.ID      `json:"member,omitzero"`
	Name          personal.Text `json:"name" personal:"supporter"`
	Email         personal.Text `json:"email" personal:"supporter"`
	Words         ident.ID      `json:"words,omitzero"`
	Title         personal.Text `json:"title" personal:"words"` // the campaign's
	Organizer     ident.ID      `json:"organizer,omitzero"`
	OrganizerName personal.Text `json:"organizer_name" personal:"organizer"` // of the page, or of the member who runs the campaign
	At            time.Time     `json:"at"`
}

// Issued records the receipt of a gift.
type Issued struct{ Content }

// Correction is what a correcting receipt says of the one that it corrects.
type Correction struct {
	First       ident.ID     `json:"first"` // the receipt it corrects
	FirstNumber int64        `json:"first_number"`
	FirstYear   int          `json:"first_year"`
	Change      ident.ID     `json:"change"` // the event of the gift that says it
	Refund      ident.ID     `json:"refund"`
	Reversed    bool         `json:"reversed,omitempty"` // the refund is undone: what it gave back is there again
	Disputed    bool         `json:"disputed,omitempty"` // the giver's bank took it back, or returned it, not the operator
	Back        money.Amount `json:"back"`               // given back by the refund, fee included
	Left        money.Amount `json:"left"`               // of what was paid, after this change and those before
}

// Corrected records that money of a gift was given back after its receipt, or that what had been given back is there again.
type Corrected struct {
	Content
	Correction
}

func (Issued) bookEntry()    {}
func (Corrected) bookEntry() {}

// ID names the receipt of a gift. It doesn't lead back to the gift, whose own id opens its page.
func ID(donation ident.ID) ident.ID { return ident.Pair("receipt", donation.String()) }

// CorrectionID names the receipt that corrects another by a change: the id of the event that says it, since a refund may fail and
// be made again under its name.
func CorrectionID(change ident.ID) ident.ID { return ident.Pair("receipt", "change", change.String()) }

// EventID is the id of the event that gives a receipt its number, in whichever book: a book holds an id once.
func EventID(receipt ident.ID) ident.ID {
	return ident.Event(ident.Command("receipts", receipt.String()), 0)
}

// Book names the book of an issuer and a year.
func Book(of series.Issuer, year int) ident.ID {
	return ident.Pair("receiptbook", string(of), strconv.Itoa(year))
}

// State is which receipts of a gift were decided upon, by their ids.
type State map[ident.ID]Assigned

// Decider folds what was decided of the receipts of a gift.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		out := maps.Clone(s)
		switch e := e.(type) {
		case Assigned:
			out[e.Receipt] = e
		}
		return out
	},
}

// Assign decides from which book a receipt gets its number: that of the year it is now. Year and zone are found by Setting.
type Assign struct {
	Donation, Change ident.ID // Change is nil for the receipt itself
	Issuer           series.Issuer
	Year             int
	Zone             string
	After            int64
	Now              time.Time
}

// ReceiptID names the receipt that is decided about.
func (c Assign) ReceiptID() ident.ID {
	if c.Change.IsNil() {
		return ID(c.Donation)
	}
	return CorrectionID(c.Change)
}

// Decide changes nothing once it was decided, also when another year has begun.
func (c Assign) Decide(s State) ([]Event, error) {
	id := c.ReceiptID()
	if _, done := s[id]; done {
		return nil, nil
	}
	return []Event{Assigned{
		Receipt: id, Donation: c.Donation, Change: c.Change, Issuer: c.Issuer, Year: c.Year, Zone: c.Zone, After: c.After, At: c.Now,
	}}, nil
}
