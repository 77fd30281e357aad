package main

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/selection"
)

// history is what the log says of one campaign, in order. It is read from the log alone, with none of the code that
// keeps the read tables.
type history struct {
	Campaign ident.ID
	Status   string
	Lines    []line
	read     eventstore.Position // up to here
}

// line is one entry of a campaign's contribution history.
type line struct {
	Position   eventstore.Position `json:"position"`
	Time       time.Time           `json:"time"`
	Event      string              `json:"event"`
	Donation   ident.ID            `json:"donation,omitzero"`
	Supporter  string              `json:"supporter,omitempty"` // a stable pseudonym
	Amount     *money.Amount       `json:"amount,omitempty"`    // in the donor's currency
	Counted    *money.Amount       `json:"counted,omitempty"`   // towards the goal
	Note       string              `json:"note,omitempty"`
	currency   money.Currency      // of the campaign, where the event says it
	supporter  ident.ID
	counts     int          // how a gift counts: +1, -1 or 0
	taken      money.Amount // by the provider
	asked      money.Amount // to be given back
	returned   money.Amount // given back
	isRefunded bool
}

// history reads the log for one campaign's events, up to a position.
func (b *base) history(ctx context.Context, id ident.ID, until eventstore.Position) (history, error) {
	h := history{Campaign: id}
	err := h.readOn(ctx, b, until)
	return h, err
}

// readOn reads on from where the history ends.
func (h *history) readOn(ctx context.Context, b *base, until eventstore.Position) error {
	name, err := b.pseudonyms()
	if err != nil {
		return err
	}
	for r, err := range (selection.Selection{After: h.read, Until: until, Types: ledgerTypes(b.cat)}).Read(ctx, b.store) {
		if err != nil {
			return err
		}
		e, err := b.cat.Decode(r)
		if err != nil {
			return err
		}
		if l, ok := h.lineOf(e); ok {
			l.Position, l.Time, l.Event = r.Position, r.Time, r.Type
			if !l.supporter.IsNil() {
				l.Supporter = name(supporter, l.supporter)
			}
			h.Lines = append(h.Lines, l)
		}
	}
	h.read = until
	return nil
}

func ledgerTypes(cat *catalog.Catalog) []string {
	return []string{
		catalog.TypeName[campaign.Launched](cat), catalog.TypeName[campaign.Revised](cat), catalog.TypeName[campaign.Paused](cat),
		catalog.TypeName[campaign.Resumed](cat), catalog.TypeName[campaign.Completed](cat),
		catalog.TypeName[donation.Started](cat), catalog.TypeName[donation.Completed](cat), catalog.TypeName[donation.Failed](cat),
		catalog.TypeName[donation.Cancelled](cat), catalog.TypeName[donation.RefundRequested](cat),
		catalog.TypeName[donation.Refunded](cat), catalog.TypeName[donation.RefundRefused](cat), catalog.TypeName[donation.Mismatched](cat),
	}
}

func (h *history) lineOf(e any) (line, bool) {
	amount := func(a money.Amount) *money.Amount { return &a }
	switch e := e.(type) {
	case campaign.Launched:
		return line{Note: "goal " + e.Goal.String(), currency: e.Goal.Currency}, e.Campaign == h.Campaign && h.is(string(campaign.Active))
	case campaign.Revised:
		return line{Note: "goal " + e.Goal.String(), currency: e.Goal.Currency}, e.Campaign == h.Campaign
	case campaign.Paused:
		return line{}, e.Campaign == h.Campaign && h.is(string(campaign.OnHold))
	case campaign.Resumed:
		return line{}, e.Campaign == h.Campaign && h.is(string(campaign.Active))
	case campaign.Completed:
		return line{Note: string(e.Reason)}, e.Campaign == h.Campaign && h.is(string(campaign.Ended))
	case donation.Started:
		return line{Donation: e.Donation, supporter: e.Supporter, Amount: amount(e.Gift), Note: "not paid yet"}, e.Campaign == h.Campaign
	case donation.Completed:
		note := ""
		if e.Gift.Currency != e.Counted.Currency {
			note = fmt.Sprintf("at %s of %s (%s)", e.Rate.Decimal(), e.Rate.Date, e.Rate.Source)
		}
		return line{
			Donation: e.Donation, supporter: e.Supporter, Amount: amount(e.Gift), Counted: amount(e.Counted), Note: note, counts: 1,
			taken: e.Charge(),
		}, e.Campaign == h.Campaign
	case donation.Failed:
		return line{Donation: e.Donation, Note: string(e.Reason)}, e.Campaign == h.Campaign
	case donation.Cancelled:
		return line{Donation: e.Donation}, e.Campaign == h.Campaign
	case donation.RefundRequested:
		return line{Donation: e.Donation, Amount: amount(e.Amount), Note: string(e.Reason), asked: e.Amount}, e.Campaign == h.Campaign
	case donation.Refunded:
		l := line{
			Donation: e.Donation, supporter: e.Supporter, Amount: amount(negative(e.Gift)), Counted: amount(negative(e.Counted)),
			Note: string(e.Reason), returned: e.Amount, isRefunded: true,
		}
		if e.Full && !e.Uncounted {
			l.counts = -1
		}
		return l, e.Campaign == h.Campaign
	case donation.RefundRefused:
		return line{Donation: e.Donation, Note: e.Code}, e.Campaign == h.Campaign
	case donation.Mismatched:
		return line{
			Donation: e.Donation, Amount: amount(e.Paid), Note: "asked " + e.Asked.String() + ", sent back", taken: e.Paid,
		}, e.Campaign == h.Campaign
	}
	return line{}, false
}

func (h *history) is(status string) bool {
	h.Status = status
	return true
}

func negative(a money.Amount) money.Amount { return money.Of(-a.Minor, a.Currency) }

// totals are a campaign's figures.
type totals struct {
	Currency   money.Currency `json:"currency"`
	Raised     int64          `json:"raised"` // minor units, refunds taken off
	Refunded   int64          `json:"refunded"`
	Gifts      int64          `json:"gifts"`
	Supporters int64          `json:"supporters"`
}

// totalsAt adds up the history as far as a position.
func (h history) totalsAt(until eventstore.Position) totals {
	var t totals
	gifts := map[ident.ID]int{}
	for _, l := range h.Lines {
		if until.Before(l.Position) {
			break
		}
		if l.currency != "" {
			t.Currency = l.currency
		}
		if l.Counted == nil {
			continue
		}
		t.Raised += l.Counted.Minor
		if l.isRefunded {
			t.Refunded -= l.Counted.Minor
		}
		t.Gifts += int64(l.counts)
		if l.counts != 0 {
			gifts[l.supporter] += l.counts
		}
	}
	for _, n := range gifts {
		if n > 0 {
			t.Supporters++
		}
	}
	return t
}
