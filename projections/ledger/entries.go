package ledger

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// types are the events that a ledger is made of.
func types(cat *catalog.Catalog) []string {
	return append([]string{
		catalog.TypeName[campaign.Launched](cat), catalog.TypeName[campaign.Submitted](cat), catalog.TypeName[campaign.Approved](cat),
		catalog.TypeName[campaign.ChangesRequested](cat), catalog.TypeName[campaign.Resubmitted](cat),
		catalog.TypeName[campaign.Rejected](cat), catalog.TypeName[campaign.Withdrawn](cat),
		catalog.TypeName[campaign.Revised](cat), catalog.TypeName[campaign.Paused](cat),
		catalog.TypeName[campaign.Resumed](cat), catalog.TypeName[campaign.Completed](cat), catalog.TypeName[campaign.Cancelled](cat),
		catalog.TypeName[donation.Started](cat), catalog.TypeName[donation.Completed](cat), catalog.TypeName[donation.Failed](cat),
		catalog.TypeName[donation.Cancelled](cat), catalog.TypeName[donation.Mismatched](cat), catalog.TypeName[donation.Refunded](cat),
		catalog.TypeName[donation.SurplusPaid](cat), catalog.TypeName[donation.SurplusRefunded](cat),
		catalog.TypeName[donation.PaymentUnderWay](cat), catalog.TypeName[donation.RefundReversed](cat),
		catalog.TypeName[donation.DisputeClosed](cat),
	}, pledgeTypes(cat)...)
}

// entry is one event of a donation, as ledger_entries holds it.
type entry struct {
	kind, state                   string // state is empty where the donation stays what it was
	donation, campaign, supporter ident.ID
	person                        ident.ID // who the gift counts as, where its event says it
	refund                        ident.ID
	amount                        money.Amount // that moved at the provider, or is to move
	gift, fee, counted, main      money.Amount
	rate                          money.Rate
	whole, uncounted              bool
	reversal                      bool // of a refund: its amounts are negative
	reference                     string
}

var entryColumns = []string{
	"ord", "kind", "state", "donation", "campaign", "supporter", "person", "refund", "amount", "currency", "gift", "gift_currency",
	"fee", "counted", "counted_currency", "main", "main_currency", "rate_num", "rate_den", "rate_date", "rate_source",
	"whole", "uncounted", "reversal", "reference", "at", "event", "version", "data",
}

// take remembers an event.
func (l *Ledger) take(r eventstore.Recorded) error {
	event, err := l.cat.Decode(r)
	if err != nil {
		return err
	}
	if s, ok := stepOf(event); ok {
		l.pledge(s)
		return nil
	}
	switch e := event.(type) {
	case campaign.Launched:
		l.campaign(e.Campaign, campaign.Active, e.Goal.Currency)
	case campaign.Submitted:
		l.campaign(e.Campaign, campaign.Waits, e.Goal.Currency)
	case campaign.Approved:
		l.campaign(e.Campaign, campaign.Active, "")
	case campaign.ChangesRequested:
		l.campaign(e.Campaign, campaign.ChangesAsked, "")
	case campaign.Resubmitted:
		l.campaign(e.Campaign, campaign.Waits, "")
	case campaign.Rejected:
		l.campaign(e.Campaign, campaign.TurnedDown, "")
	case campaign.Withdrawn:
		l.campaign(e.Campaign, campaign.TakenBack, "")
	case campaign.Revised:
		l.campaign(e.Campaign, "", e.Goal.Currency)
	case campaign.Paused:
		l.campaign(e.Campaign, campaign.OnHold, "")
	case campaign.Resumed:
		l.campaign(e.Campaign, campaign.Active, "")
	case campaign.Completed:
		l.campaign(e.Campaign, campaign.Ended, "")
	case campaign.Cancelled:
		l.campaign(e.Campaign, campaign.CalledOff, "")
	case donation.Started:
		l.entry(r, withTerms(entry{kind: "started", state: string(donation.Pending), donation: e.Donation, campaign: e.Campaign,
			supporter: e.Supporter, person: person(e.Donation, e.Supporter, e.Member, e.Anonymous)}, e.Terms))
	case donation.Completed:
		l.entry(r, withTerms(entry{
			kind: "completed", state: string(donation.Complete), donation: e.Donation, campaign: e.Campaign, supporter: e.Supporter,
			person: person(e.Donation, e.Supporter, e.Member, e.Anonymous), reference: e.Reference,
		}, e.Terms))
	case donation.Failed:
		l.entry(r, entry{kind: "failed", state: string(donation.Unsuccessful), donation: e.Donation, campaign: e.Campaign})
	case donation.Cancelled:
		l.entry(r, entry{kind: "cancelled", state: string(donation.Withdrawn), donation: e.Donation, campaign: e.Campaign})
	case donation.Mismatched:
		l.entry(r, entry{
			kind: "mismatched", state: string(donation.Unsuccessful), donation: e.Donation, campaign: e.Campaign, amount: e.Paid,
			reference: e.Reference,
		})
	case donation.Refunded:
		state := donation.PartlyReturned
		switch {
		case e.Reason == donation.ByDispute:
			state = donation.InDispute
		case e.Full:
			state = donation.Returned
		}
		l.entry(r, entry{
			kind: "refunded", state: string(state), donation: e.Donation, campaign: e.Campaign, supporter: e.Supporter, refund: e.Refund,
			amount: e.Amount, gift: e.Gift, counted: e.Counted, main: e.Main, whole: e.Full, uncounted: e.Uncounted,
		})
	case donation.SurplusPaid:
		l.entry(r, entry{kind: "surplus", donation: e.Donation, campaign: e.Campaign, amount: e.Paid, reference: e.Reference})
	case donation.SurplusRefunded:
		l.entry(r, entry{
			kind: "surplus_refunded", donation: e.Donation, campaign: e.Campaign, refund: e.Refund, amount: e.Amount, whole: e.Full,
			uncounted: true, reference: e.Reference,
		})
	case donation.PaymentUnderWay:
		l.entry(r, entry{kind: "under_way", state: string(donation.Pending), donation: e.Donation, campaign: e.Campaign})
	case donation.DisputeClosed:
		l.entry(r, entry{kind: "dispute_closed", state: string(e.Status), donation: e.Donation, campaign: e.Campaign})
	case donation.RefundReversed:
		back := entry{
			kind: "refunded", state: string(e.Status), donation: e.Donation, campaign: e.Campaign, supporter: e.Supporter,
			refund: e.Refund, amount: negative(e.Amount), gift: negative(e.Gift), counted: negative(e.Counted), main: negative(e.Main),
			whole: e.Full, uncounted: e.Uncounted, reversal: true,
		}
		if e.Surplus {
			back.kind, back.state, back.reference = "surplus_refunded", "", e.Reference
		}
		l.entry(r, back)
	}
	return nil
}

// person is who a gift counts as: a member who gives under their name is the same person each time. Every other gift, whose
// giver is hidden or whose address nobody confirmed, is one by itself.
func person(gift, supporter, member ident.ID, anonymous bool) ident.ID {
	if !anonymous && !member.IsNil() {
		return supporter
	}
	return gift
}

func withTerms(e entry, t donation.Terms) entry {
	e.amount, e.gift, e.fee, e.counted, e.main, e.rate = t.Charge(), t.Gift, t.Fee, t.Counted, t.Main, t.Rate
	return e
}

func (l *Ledger) campaign(id ident.ID, status campaign.Status, currency money.Currency) {
	if l.Campaign.IsNil() || l.Campaign == id {
		l.campaigns = append(l.campaigns, []any{l.read, [16]byte(id), string(status), string(currency)})
	}
}

func (l *Ledger) entry(r eventstore.Recorded, e entry) {
	if !l.Campaign.IsNil() && l.Campaign != e.campaign {
		return
	}
	var data []byte
	if l.KeepWords && e.kind == "started" {
		data = r.Data
	}
	l.entries = append(l.entries, []any{
		l.read, e.kind, e.state, [16]byte(e.donation), [16]byte(e.campaign), [16]byte(e.supporter),
		[16]byte(e.person), [16]byte(e.refund),
		e.amount.Minor, string(e.amount.Currency), e.gift.Minor, string(e.gift.Currency), e.fee.Minor,
		e.counted.Minor, string(e.counted.Currency), e.main.Minor, string(e.main.Currency),
		e.rate.Num, e.rate.Den, e.rate.Date, e.rate.Source, e.whole, e.uncounted, e.reversal, e.reference, r.Time,
		[16]byte(r.ID), r.Version, data,
	})
}
