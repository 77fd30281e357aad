package ledger

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

// History is what the log says of one campaign, in order.
type History struct {
	Campaign ident.ID
	Status   string
	Lines    []Line
	read     eventstore.Position   // up to here
	givers   map[ident.ID]ident.ID // who each donation counts as
}

// Line is one entry of a campaign's contribution history.
type Line struct {
	Position   eventstore.Position `json:"position"`
	Time       time.Time           `json:"time"`
	Event      string              `json:"event"`
	Donation   ident.ID            `json:"donation,omitzero"`
	Pledge     ident.ID            `json:"pledge,omitzero"`
	Minutes    int64               `json:"minutes,omitempty"`   // pledged, or confirmed
	Items      int64               `json:"items,omitempty"`     // pledged, accepted or received
	Supporter  string              `json:"supporter,omitempty"` // a stable pseudonym, of this campaign
	Amount     *money.Amount       `json:"amount,omitempty"`    // in the donor's currency
	Counted    *money.Amount       `json:"counted,omitempty"`   // towards the goal
	Note       string              `json:"note,omitempty"`
	currency   money.Currency      // of the campaign, where the event says it
	person     ident.ID            // who it counts as
	counts     int                 // how a gift counts: +1, -1 or 0
	taken      money.Amount        // by the provider
	payment    string              // by which it was taken, as the provider names it
	asked      money.Amount        // to be given back
	returned   money.Amount        // given back
	isRefunded bool
	step       *step // of a pledge
}

// readOn reads on in the log from where the history ends, up to a position.
func (h *History) readOn(ctx context.Context, a CampaignAuditor, until eventstore.Position) error {
	for r, err := range (selection.Selection{After: h.read, Until: until, Types: historyTypes(a.Catalog)}).Read(ctx, a.Store) {
		if err != nil {
			return err
		}
		e, err := a.Catalog.Decode(r)
		if err != nil {
			return err
		}
		if l, ok := h.lineOf(e); ok {
			l.Position, l.Time, l.Event = r.Position, r.Time, r.Type
			if !l.person.IsNil() {
				l.Supporter = a.Pseudonym(l.person, h.Campaign)
			}
			h.Lines = append(h.Lines, l)
		}
	}
	h.read = until
	return nil
}

// historyTypes are the events that a campaign's history is made of.
func historyTypes(cat *catalog.Catalog) []string {
	return append([]string{
		catalog.TypeName[campaign.Launched](cat), catalog.TypeName[campaign.Submitted](cat), catalog.TypeName[campaign.Approved](cat),
		catalog.TypeName[campaign.ChangesRequested](cat), catalog.TypeName[campaign.Resubmitted](cat),
		catalog.TypeName[campaign.Rejected](cat), catalog.TypeName[campaign.Withdrawn](cat),
		catalog.TypeName[campaign.Suspended](cat), catalog.TypeName[campaign.Reinstated](cat),
		catalog.TypeName[campaign.Revised](cat), catalog.TypeName[campaign.Paused](cat),
		catalog.TypeName[campaign.Resumed](cat), catalog.TypeName[campaign.Completed](cat),
		catalog.TypeName[campaign.Cancelled](cat),
		catalog.TypeName[donation.Started](cat), catalog.TypeName[donation.Completed](cat), catalog.TypeName[donation.Failed](cat),
		catalog.TypeName[donation.Cancelled](cat), catalog.TypeName[donation.RefundRequested](cat),
		catalog.TypeName[donation.Refunded](cat), catalog.TypeName[donation.RefundRefused](cat),
		catalog.TypeName[donation.Mismatched](cat), catalog.TypeName[donation.SurplusPaid](cat),
		catalog.TypeName[donation.SurplusRefundRequested](cat), catalog.TypeName[donation.SurplusRefunded](cat),
		catalog.TypeName[donation.PaymentUnderWay](cat), catalog.TypeName[donation.PaymentSettled](cat),
		catalog.TypeName[donation.RefundReversed](cat), catalog.TypeName[donation.DisputeOpened](cat),
		catalog.TypeName[donation.DisputeClosed](cat),
	}, pledgeTypes(cat)...)
}

func (h *History) lineOf(e any) (Line, bool) {
	if s, ok := stepOf(e); ok {
		return lineOfPledge(s), s.campaign == h.Campaign
	}
	amount := func(a money.Amount) *money.Amount { return &a }
	switch e := e.(type) {
	case campaign.Launched:
		l := Line{Note: "goal " + e.Goal.String(), currency: e.Goal.Currency}
		return l, e.Campaign == h.Campaign && h.is(string(campaign.Active))
	case campaign.Submitted:
		l := Line{Note: "goal " + e.Goal.String(), currency: e.Goal.Currency}
		return l, e.Campaign == h.Campaign && h.is(string(campaign.Waits))
	case campaign.Approved:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.Active))
	case campaign.ChangesRequested:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.ChangesAsked))
	case campaign.Resubmitted:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.Waits))
	case campaign.Rejected:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.TurnedDown))
	case campaign.Withdrawn:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.TakenBack))
	case campaign.Suspended:
		return Line{}, e.Campaign == h.Campaign
	case campaign.Reinstated:
		return Line{}, e.Campaign == h.Campaign
	case campaign.Revised:
		return Line{Note: "goal " + e.Goal.String(), currency: e.Goal.Currency}, e.Campaign == h.Campaign
	case campaign.Paused:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.OnHold))
	case campaign.Resumed:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.Active))
	case campaign.Completed:
		return Line{Note: string(e.Reason)}, e.Campaign == h.Campaign && h.is(string(campaign.Ended))
	case campaign.Cancelled:
		return Line{}, e.Campaign == h.Campaign && h.is(string(campaign.CalledOff))
	case donation.Started:
		if e.Campaign == h.Campaign {
			h.gives(e.Donation, person(e.Donation, e.Supporter, e.Member, e.Anonymous))
		}
		return Line{Donation: e.Donation, person: h.givers[e.Donation], Amount: amount(e.Gift),
			Note: "not paid yet"}, e.Campaign == h.Campaign
	case donation.Completed:
		note := ""
		if e.Gift.Currency != e.Counted.Currency {
			note = fmt.Sprintf("at %s of %s (%s)", e.Rate.Decimal(), e.Rate.Date, e.Rate.Source)
		}
		return Line{
			Donation: e.Donation, person: h.givers[e.Donation], Amount: amount(e.Gift), Counted: amount(e.Counted), Note: note, counts: 1,
			taken: e.Charge(), payment: e.Reference,
		}, e.Campaign == h.Campaign
	case donation.Failed:
		return Line{Donation: e.Donation, Note: string(e.Reason)}, e.Campaign == h.Campaign
	case donation.Cancelled:
		return Line{Donation: e.Donation}, e.Campaign == h.Campaign
	case donation.RefundRequested:
		return Line{Donation: e.Donation, Amount: amount(e.Amount), Note: string(e.Reason), asked: e.Amount}, e.Campaign == h.Campaign
	case donation.Refunded:
		l := Line{
			Donation: e.Donation, person: h.givers[e.Donation], Amount: amount(negative(e.Gift)), Counted: amount(negative(e.Counted)),
			Note: string(e.Reason), returned: e.Amount, isRefunded: true,
		}
		if e.Full && !e.Uncounted {
			l.counts = -1
		}
		return l, e.Campaign == h.Campaign
	case donation.RefundRefused:
		return Line{Donation: e.Donation, Note: e.Code}, e.Campaign == h.Campaign
	case donation.Mismatched:
		return Line{
			Donation: e.Donation, Amount: amount(e.Paid), Note: "asked " + e.Asked.String() + ", sent back", taken: e.Paid,
			payment: e.Reference,
		}, e.Campaign == h.Campaign
	case donation.SurplusPaid:
		return Line{
			Donation: e.Donation, Amount: amount(e.Paid), Note: "paid once more by " + e.Reference + ", sent back", taken: e.Paid,
			payment: e.Reference,
		}, e.Campaign == h.Campaign
	case donation.SurplusRefundRequested:
		return Line{
			Donation: e.Donation, Amount: amount(e.Amount), Note: "of " + e.Reference, asked: e.Amount,
		}, e.Campaign == h.Campaign
	case donation.SurplusRefunded:
		return Line{
			Donation: e.Donation, Amount: amount(negative(e.Amount)), Note: "of " + e.Reference, returned: e.Amount,
		}, e.Campaign == h.Campaign
	case donation.PaymentUnderWay:
		return Line{Donation: e.Donation, Note: "paid by " + e.Reference + ", on its way"}, e.Campaign == h.Campaign
	case donation.PaymentSettled:
		note := "the provider kept " + e.Fee.String() + " of " + e.Gross.String()
		return Line{Donation: e.Donation, Note: note}, e.Campaign == h.Campaign
	case donation.DisputeOpened:
		return Line{Donation: e.Donation, Note: e.Amount.String() + " disputed: " + e.Why}, e.Campaign == h.Campaign
	case donation.DisputeClosed:
		return Line{Donation: e.Donation, Note: "dispute " + string(e.Outcome)}, e.Campaign == h.Campaign
	case donation.RefundReversed:
		l := Line{
			Donation: e.Donation, Amount: amount(e.Amount), Note: string(e.Reason) + ", came back", returned: negative(e.Amount),
		}
		if e.Uncounted {
			return l, e.Campaign == h.Campaign
		}
		l.person, l.Amount, l.Counted, l.isRefunded = h.givers[e.Donation], amount(e.Gift), amount(e.Counted), true
		if e.Full {
			l.counts = 1
		}
		return l, e.Campaign == h.Campaign
	}
	return Line{}, false
}

func lineOfPledge(s step) Line {
	l := Line{Pledge: s.pledge, person: s.person, step: &s}
	if s.kind == "time" {
		l.Minutes = s.amount
		l.Note = fmt.Sprintf("%d minutes %s", s.amount, s.step)
	} else {
		l.Items = s.amount
		l.Note = fmt.Sprintf("%d items %s", s.amount, s.step)
	}
	if s.step == stepOff {
		l.Note = ""
	}
	return l
}

func (h *History) gives(gift, person ident.ID) {
	if h.givers == nil {
		h.givers = map[ident.ID]ident.ID{}
	}
	h.givers[gift] = person
}

func (h *History) is(status string) bool {
	h.Status = status
	return true
}

func negative(a money.Amount) money.Amount { return money.Of(-a.Minor, a.Currency) }

// Totals are a campaign's figures.
type Totals struct {
	Currency   money.Currency `json:"currency"`
	Raised     int64          `json:"raised"` // minor units, refunds taken off
	Refunded   int64          `json:"refunded"`
	Gifts      int64          `json:"gifts"`
	Supporters int64          `json:"supporters"`
	Effort
}

// totalsAt adds up the history as far as a position.
func (h *History) totalsAt(until eventstore.Position) Totals {
	var t Totals
	gifts := map[ident.ID]int{}
	stands, helps := map[ident.ID]step{}, map[ident.ID]bool{}
	for _, l := range h.Lines {
		if until.Before(l.Position) {
			break
		}
		if l.currency != "" {
			t.Currency = l.currency
		}
		if s := l.step; s != nil {
			stands[s.pledge] = *s
			helps[s.pledge] = s.step == stepAccepted || s.step == stepDone && helps[s.pledge]
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
			gifts[l.person] += l.counts
		}
	}
	for id, s := range stands {
		t.add(s)
		if helps[id] && gifts[s.person] == 0 {
			gifts[s.person] = 1
		}
	}
	for _, n := range gifts {
		if n > 0 {
			t.Supporters++
		}
	}
	return t
}
