package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// supportersProjection keeps each campaign's contributions as its page lists them. An anonymous one keeps no name and
// no member.
func supportersProjection() *projector.Projection {
	lines := projector.NewTable[ident.ID, readmodel.Supporter](readmodel.Supporters, "contribution",
		projector.Index("(campaign, at DESC, contribution) WHERE state = 'listed'"),
		projector.Index("(at DESC, contribution) WHERE state = 'listed'"),
		projector.Index("(campaign, at DESC, line) WHERE kind = 'money'"),
		projector.Index("(at DESC, line) WHERE kind = 'money'"),
		projector.Lookup("supporter", func(s *readmodel.Supporter) ident.ID { return s.Supporter }),
		projector.OwnedBy("supporter", projector.Blank("name", "message", "item", "asked")),
		projector.Shown(func(s *readmodel.Supporter) bool {
			return s.State != readmodel.StatePending || s.Status == readmodel.MoneyUnderWay
		}))

	// pledge begins the line of a pledge, which is listed from its acceptance until it comes to nothing.
	pledge := func(r *projector.Rows, kind string, id, campaign, supporter, member ident.ID,
		anonymous bool) *readmodel.Supporter {
		s := lines.Begin(r, id)
		s.PendingRefunds = []readmodel.PendingRefund{}
		s.Line = ident.Pair("supporter-line", id.String())
		s.Campaign, s.Supporter, s.Kind, s.State = campaign, supporter, kind, readmodel.StatePending
		s.Anonymous = anonymous
		if !anonymous {
			s.Member = member
		}
		return s
	}
	accepted := func(r *projector.Rows, id ident.ID, status string, at time.Time) *readmodel.Supporter {
		s := lines.Edit(r, id)
		s.State, s.Status, s.At = readmodel.StateListed, status, &at
		return s
	}
	gone := func(r *projector.Rows, id ident.ID, status string) {
		s := lines.Edit(r, id)
		s.Status = status
		if s.State == readmodel.StateListed {
			s.State = readmodel.StateReturned
		}
	}
	return projector.New("campaign_supporters", 9, lines).Personal().
		InvariantSince(4, "contributions", "SELECT concat_ws(' ', kind, state, currency), concat_ws(' ', count(*), sum(amount), "+
			"sum(refunded), sum(minutes), sum(quantity)) FROM {campaign_supporters} GROUP BY kind, state, currency").
		On(projector.Fold(func(r *projector.Rows, e timepledge.Pledged, _ projector.Meta) {
			s := pledge(r, readmodel.ContributionTime, e.Pledge, e.Campaign, e.Supporter, e.Member, e.Anonymous)
			s.Minutes, s.Lang, s.Status = e.Minutes, e.Lang, string(timepledge.Offered)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Accepted, _ projector.Meta) {
			accepted(r, e.Pledge, string(timepledge.Expected), e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, _ projector.Meta) {
			s := lines.Edit(r, e.Pledge)
			s.Minutes, s.Status = e.Worked, string(timepledge.Done)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Declined, _ projector.Meta) {
			gone(r, e.Pledge, string(timepledge.TurnedOff))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Withdrawn, _ projector.Meta) {
			gone(r, e.Pledge, string(timepledge.TakenBack))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.NoShow, _ projector.Meta) {
			gone(r, e.Pledge, string(timepledge.Missed))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Pledged, _ projector.Meta) {
			s := pledge(r, readmodel.ContributionMaterials, e.Pledge, e.Campaign, e.Supporter, e.Member, e.Anonymous)
			s.Quantity, s.Need, s.Item, s.Lang, s.Status = e.Quantity, e.Need, e.Item.String(), e.Lang, string(materialpledge.Offered)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Accepted, _ projector.Meta) {
			accepted(r, e.Pledge, string(materialpledge.Expected), e.At).Quantity = e.Taken
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, _ projector.Meta) {
			s := lines.Edit(r, e.Pledge)
			s.Quantity = e.Received
			if s.Status != string(materialpledge.GivenBack) {
				s.Status = string(materialpledge.Arrived)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Returned, _ projector.Meta) {
			lines.Edit(r, e.Pledge).Status = string(materialpledge.GivenBack)
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Declined, _ projector.Meta) {
			gone(r, e.Pledge, string(materialpledge.TurnedOff))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Withdrawn, _ projector.Meta) {
			gone(r, e.Pledge, string(materialpledge.TakenBack))
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Started, _ projector.Meta) {
			s := lines.Begin(r, e.Donation)
			s.PendingRefunds = []readmodel.PendingRefund{}
			s.Line = donation.LineOf(e.Donation)
			s.Campaign, s.Supporter, s.Kind, s.State = e.Campaign, e.Supporter, readmodel.ContributionMoney, readmodel.StatePending
			s.Anonymous, s.Message, s.Lang = e.Anonymous, e.Message.String(), e.Lang
			s.Currency, s.Amount = e.Gift.Currency, e.Gift.Minor
			if !e.Anonymous {
				s.Name, s.Member = e.Name.String(), e.Member
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			at := e.At
			s := lines.Edit(r, e.Donation)
			s.State, s.At, s.Status, s.Payment = readmodel.StateListed, &at, "", e.Reference
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.PaymentUnderWay, _ projector.Meta) {
			at := e.At
			s := lines.Edit(r, e.Donation)
			s.Status, s.At = readmodel.MoneyUnderWay, &at
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Failed, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.Status, s.At = "", nil
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.PaymentSettled, _ projector.Meta) {
			if s := lines.Edit(r, e.Donation); s.Payment == e.Reference { // and not one that the gift did not need
				s.Cost, s.CostCurrency = e.Fee.Minor, string(e.Fee.Currency)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundAsked, _ projector.Meta) {
			at := e.At
			s := lines.Edit(r, e.Donation)
			s.AskedAt, s.Asked = &at, e.Words.String()
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundRequested, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.AskedAt, s.Asked, s.PendingRefunds = nil, "", begins(s.PendingRefunds, e)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundRefused, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.PendingRefunds = ends(s.PendingRefunds, e.Refund)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.SurplusRefunded, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.PendingRefunds = ends(s.PendingRefunds, e.Refund)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundDeclined, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.AskedAt, s.Asked = nil, ""
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.DisputeOpened, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.Status, s.DisputeLink, s.AnswerBy = readmodel.MoneyDisputed, e.Link, nil
			if !e.AnswerBy.IsZero() {
				by := e.AnswerBy
				s.AnswerBy = &by
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.DisputeClosed, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.Status, s.DisputeLink, s.AnswerBy = "", "", nil
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			s := lines.Edit(r, e.Donation)
			s.Refunded -= e.Gift.Minor
			if e.Full {
				s.State = readmodel.StateListed
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			s := lines.Edit(r, e.Donation)
			s.PendingRefunds = ends(s.PendingRefunds, e.Refund)
			if e.Uncounted {
				return
			}
			s.Refunded += e.Gift.Minor
			if e.Full {
				s.State = readmodel.StateReturned
			}
		}))
}

// begins adds a refund to those that are on their way.
func begins(all []readmodel.PendingRefund, e donation.RefundRequested) []readmodel.PendingRefund {
	return append(slices.Clip(all), readmodel.PendingRefund{Refund: e.Refund, Minor: e.Amount.Minor, In: e.Amount.Currency})
}

// ends takes a refund out of those that are on their way; the row before still holds them all.
func ends(all []readmodel.PendingRefund, refund ident.ID) []readmodel.PendingRefund {
	return slices.DeleteFunc(slices.Clone(all), func(r readmodel.PendingRefund) bool { return r.Refund == refund })
}

type perCurrency struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
}

type perCampaignCurrency struct {
	Supporter ident.ID       `db:"supporter"`
	Campaign  ident.ID       `db:"campaign"`
	Currency  money.Currency `db:"currency"`
}

// contributorsProjection keeps what each person has given, a currency at a time, as people are counted.
func contributorsProjection() *projector.Projection {
	totals := projector.NewTable[perCurrency, readmodel.ContributorTotal](readmodel.Contributors, "supporter, currency",
		projector.Kept("supporter", "what was given was given, and totals must go on adding up"))
	parts := projector.NewTable[perCampaignCurrency, readmodel.ContributorCampaign](readmodel.ContributorPart,
		"supporter, campaign, currency",
		projector.Kept("supporter", "a refund must find what it is taken off"))

	came := func(r *projector.Rows, who, campaign ident.ID, in money.Currency) {
		t, p := totals.Edit(r, perCurrency{who, in}), parts.Edit(r, perCampaignCurrency{who, campaign, in})
		t.Gifts++
		if p.Gifts == 0 {
			t.Campaigns++
		}
		p.Gifts++
	}
	return projector.New("contributor_totals", 2, totals, parts).
		Invariant("given", "SELECT currency, sum(given)::text FROM {contributor_totals} GROUP BY currency").
		InvariantSince(2, "contributors", "SELECT 'contributors', count(DISTINCT supporter)::text FROM {contributor_totals}").
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			who := counted(e)
			totals.Edit(r, perCurrency{who, e.Gift.Currency}).Given += e.Gift.Minor
			came(r, who, e.Campaign, e.Gift.Currency)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			who := countedAgain(e)
			totals.Edit(r, perCurrency{who, e.Gift.Currency}).Given += e.Gift.Minor
			if e.Full {
				came(r, who, e.Campaign, e.Gift.Currency)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			who := countedBack(e, func(p ident.ID) bool { return totals.Get(r, perCurrency{p, e.Gift.Currency}) != nil })
			t := totals.Edit(r, perCurrency{who, e.Gift.Currency})
			t.Given -= e.Gift.Minor
			if !e.Full {
				return
			}
			t.Gifts--
			key := perCampaignCurrency{who, e.Campaign, e.Gift.Currency}
			p := parts.Edit(r, key)
			if p.Gifts--; p.Gifts <= 0 {
				parts.Delete(r, key)
				t.Campaigns--
			}
		}))
}

// countIn says what a gift counts, which is not known for good before it is paid.
func countIn(w *readmodel.WalletEntry, t donation.Terms) {
	w.Counted, w.CountedCurrency = t.Counted.Minor, t.Counted.Currency
	w.RateNum, w.RateDen, w.RateDate, w.RateSource = t.Rate.Num, t.Rate.Den, t.Rate.Date, t.Rate.Source
}

// walletProjection keeps each gift as its giver sees it, whatever became of it.
func walletProjection() *projector.Projection {
	wallet := projector.NewTable[ident.ID, readmodel.WalletEntry](readmodel.Wallet, "donation",
		projector.Index("(member, started_at DESC, donation)"),
		projector.Lookup("supporter", func(w *readmodel.WalletEntry) ident.ID { return w.Supporter }),
		projector.Lookup("answered_by", func(w *readmodel.WalletEntry) ident.ID { return w.AnsweredBy }),
		projector.OwnedBy("supporter", projector.Blank("message")), projector.OwnedBy("answered_by", projector.Blank("answer")))

	status := func(r *projector.Rows, id ident.ID, s donation.Status, reason donation.Reason) *readmodel.WalletEntry {
		w := wallet.Edit(r, id)
		w.Status, w.Reason = string(s), string(reason)
		return w
	}
	return projector.New("wallet_history", 6, wallet).Personal().
		Invariant("gifts", "SELECT concat_ws(' ', status, currency), concat_ws(' ', count(*), sum(gift), sum(refunded)) FROM "+
			"{wallet_history} GROUP BY status, currency").
		On(projector.Fold(func(r *projector.Rows, e donation.Started, _ projector.Meta) {
			w := wallet.Begin(r, e.Donation)
			w.PendingRefunds = []readmodel.PendingRefund{}
			w.Status = string(donation.Pending)
			w.Campaign, w.Supporter, w.Member = e.Campaign, e.Supporter, e.Member
			w.Anonymous, w.Message, w.Lang, w.StartedAt = e.Anonymous, e.Message.String(), e.Lang, e.At
			w.Gift, w.Fee, w.Currency = e.Gift.Minor, e.Fee.Minor, e.Gift.Currency
			countIn(w, e.Terms)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
			at := e.At
			w := status(r, e.Donation, donation.Complete, "")
			w.CompletedAt, w.UnderWay = &at, false
			w.Refunded = 0 // what was given back before was of a payment of another sum
			countIn(w, e.Terms)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Failed, _ projector.Meta) {
			status(r, e.Donation, donation.Unsuccessful, e.Reason).UnderWay = false
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Mismatched, _ projector.Meta) {
			status(r, e.Donation, donation.Unsuccessful, donation.WrongAmount)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Cancelled, _ projector.Meta) {
			status(r, e.Donation, donation.Withdrawn, "")
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			s := donation.PartlyReturned
			switch {
			case e.Reason == donation.ByDispute:
				s = donation.InDispute
			case e.Full:
				s = donation.Returned
			}
			w := status(r, e.Donation, s, e.Reason)
			w.PendingRefunds = ends(w.PendingRefunds, e.Refund)
			if e.Amount.Currency == w.Currency { // a payment of another sum than was asked may be in another currency
				w.Refunded += e.Amount.Minor
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
			if e.Surplus {
				return
			}
			w := status(r, e.Donation, e.Status, "")
			if e.Amount.Currency == w.Currency {
				w.Refunded -= e.Amount.Minor
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.DisputeClosed, _ projector.Meta) {
			wallet.Edit(r, e.Donation).Status = string(e.Status)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundAsked, _ projector.Meta) {
			at := e.At
			wallet.Edit(r, e.Donation).AskedAt = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundRequested, _ projector.Meta) {
			w := wallet.Edit(r, e.Donation)
			w.AskedAt, w.PendingRefunds = nil, begins(w.PendingRefunds, e)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundRefused, _ projector.Meta) {
			w := wallet.Edit(r, e.Donation)
			w.PendingRefunds = ends(w.PendingRefunds, e.Refund)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.SurplusRefunded, _ projector.Meta) { // asked for before it was a surplus
			w := wallet.Edit(r, e.Donation)
			w.PendingRefunds = ends(w.PendingRefunds, e.Refund)
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundExplained, _ projector.Meta) {
			w := wallet.Edit(r, e.Donation)
			w.Answer, w.AnsweredBy, w.Declined = e.Words.String(), e.By, false
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.RefundDeclined, _ projector.Meta) {
			w := wallet.Edit(r, e.Donation)
			w.AskedAt, w.Answer, w.AnsweredBy, w.Declined = nil, e.Words.String(), e.By, true
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.PaymentUnderWay, _ projector.Meta) {
			status(r, e.Donation, donation.Pending, "").UnderWay = true
		}))
}
