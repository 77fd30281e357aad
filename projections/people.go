package projections

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/words"
	"github.com/callup/callup/projections/readmodel"
)

// supportersProjection keeps each campaign's contributions as its page lists them. An anonymous one keeps no name and
// no member.
func supportersProjection() *Projection {
	lines := NewTable[ident.ID, readmodel.Supporter](readmodel.Supporters, "contribution",
		Index("(campaign, at DESC, contribution) WHERE state = 'listed'"), Index("(at DESC, contribution) WHERE state = 'listed'"),
		Lookup("supporter", func(s *readmodel.Supporter) ident.ID { return s.Supporter }),
		Shown(func(s *readmodel.Supporter) bool { return s.State != readmodel.StatePending }))

	return New("campaign_supporters", 2, lines).Personal().
		Invariant("contributions", "SELECT concat_ws(' ', state, currency), concat_ws(' ', count(*), sum(amount), sum(refunded)) FROM {campaign_supporters} GROUP BY state, currency").
		On(Fold(func(r *Rows, e donation.Started, _ Meta) {
			s := lines.Begin(r, e.Donation)
			s.Line = ident.Pair("supporter-line", e.Donation.String())
			s.Campaign, s.Supporter, s.Kind, s.State = e.Campaign, e.Supporter, "money", readmodel.StatePending
			s.Anonymous, s.Message, s.Lang = e.Anonymous, e.Message.String(), e.Lang
			s.Currency, s.Amount = e.Gift.Currency, e.Gift.Minor
			if !e.Anonymous {
				s.Name, s.Member = e.Name.String(), e.Member
			}
		})).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			at := e.At
			s := lines.Edit(r, e.Donation)
			s.State, s.At = readmodel.StateListed, &at
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			if e.Uncounted {
				return
			}
			s := lines.Edit(r, e.Donation)
			s.Refunded += e.Gift.Minor
			if e.Full {
				s.State = readmodel.StateReturned
			}
		})).
		On(Fold(func(r *Rows, e erasure.PersonErased, _ Meta) {
			for s := range lines.By(r, "supporter", e.Subject) {
				s.Name, s.Message = "", ""
			}
		}))
}

// walletProjection keeps each gift as its giver sees it, whatever became of it.
func walletProjection() *Projection {
	wallet := NewTable[ident.ID, readmodel.WalletEntry](readmodel.Wallet, "donation",
		Index("(member, started_at DESC, donation)"),
		Lookup("supporter", func(w *readmodel.WalletEntry) ident.ID { return w.Supporter }))

	status := func(r *Rows, id ident.ID, s donation.Status, reason donation.Reason) *readmodel.WalletEntry {
		w := wallet.Edit(r, id)
		w.Status, w.Reason = string(s), string(reason)
		return w
	}
	return New("wallet_history", 2, wallet).Personal().
		Invariant("gifts", "SELECT concat_ws(' ', status, currency), concat_ws(' ', count(*), sum(gift), sum(refunded)) FROM {wallet_history} GROUP BY status, currency").
		On(Fold(func(r *Rows, e donation.Started, _ Meta) {
			w := wallet.Begin(r, e.Donation)
			w.Status = string(donation.Pending)
			w.Campaign, w.Supporter, w.Member = e.Campaign, e.Supporter, e.Member
			w.Anonymous, w.Message, w.Lang, w.StartedAt = e.Anonymous, e.Message.String(), e.Lang, e.At
			w.Gift, w.Fee, w.Currency = e.Gift.Minor, e.Fee.Minor, e.Gift.Currency
			w.Counted, w.CountedCurrency = e.Counted.Minor, e.Counted.Currency
			w.RateNum, w.RateDen, w.RateDate, w.RateSource = e.Rate.Num, e.Rate.Den, e.Rate.Date, e.Rate.Source
		})).
		On(Fold(func(r *Rows, e donation.Completed, _ Meta) {
			at := e.At
			status(r, e.Donation, donation.Complete, "").CompletedAt = &at
		})).
		On(Fold(func(r *Rows, e donation.Failed, _ Meta) {
			status(r, e.Donation, donation.Unsuccessful, e.Reason)
		})).
		On(Fold(func(r *Rows, e donation.Mismatched, _ Meta) {
			status(r, e.Donation, donation.Unsuccessful, donation.WrongAmount)
		})).
		On(Fold(func(r *Rows, e donation.Cancelled, _ Meta) {
			status(r, e.Donation, donation.Withdrawn, "")
		})).
		On(Fold(func(r *Rows, e donation.Refunded, _ Meta) {
			s := donation.PartlyReturned
			if e.Full {
				s = donation.Returned
			}
			w := status(r, e.Donation, s, e.Reason)
			if e.Amount.Currency == w.Currency { // a payment of another sum than was asked may be in another currency
				w.Refunded += e.Amount.Minor
			}
		})).
		On(Fold(func(r *Rows, e erasure.PersonErased, _ Meta) {
			for w := range wallet.By(r, "supporter", e.Subject) {
				w.Message = ""
			}
		}))
}

// membersProjection keeps what each member shows.
func membersProjection() *Projection {
	members := NewTable[ident.ID, readmodel.Member](readmodel.Members, "id",
		Lookup("subject", func(m *readmodel.Member) ident.ID { return m.Subject }))

	return New("members", 2, members).Personal().
		Invariant("members", "SELECT 'members', count(*)::text FROM {members}").
		On(Fold(func(r *Rows, e member.Registered, _ Meta) {
			m := members.Begin(r, e.Member)
			m.Subject, m.Name, m.Email, m.Lang, m.CreatedAt = e.Subject, e.Name.String(), e.Email.String(), e.Lang, e.At
			m.Search = words.Fold(m.Name)
		})).
		On(Fold(func(r *Rows, e member.ProfileRevised, _ Meta) {
			m := members.Edit(r, e.Member)
			m.Name, m.Bio, m.Location, m.Lang = e.Name.String(), e.Bio.String(), e.Location.String(), e.Lang
			m.Search = words.Fold(m.Name)
		})).
		On(Fold(func(r *Rows, e erasure.PersonErased, _ Meta) {
			for m := range members.By(r, "subject", e.Subject) {
				m.Name, m.Email, m.Bio, m.Location, m.Search = "", "", "", "", ""
			}
		}))
}
