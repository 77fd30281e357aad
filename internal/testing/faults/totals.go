package faults

import (
	"maps"
	"slices"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// accountOf is a campaign's, in one currency.
type accountOf struct {
	Campaign ident.ID
	Currency money.Currency
}

// checkTotals compares, per campaign and currency, what gifts hold in the log, what the read tables show and what the
// provider has kept.
func (f facts) checkTotals(v *finder, gifts map[ident.ID]*gift) {
	logged, kept := map[accountOf]int64{}, map[accountOf]int64{}
	for _, g := range gifts {
		if g.completed == 0 {
			continue
		}
		of := accountOf{g.campaign, g.charge.Currency}
		logged[of] += g.charge.Minor
		for _, all := range g.returned {
			for _, r := range all {
				if r.ofGift {
					logged[of] -= r.amount.Minor
				}
			}
		}
	}
	campaign := func(donation ident.ID) (id ident.ID) {
		if g := gifts[donation]; g != nil {
			id = g.campaign
		}
		return id
	}
	for _, p := range f.payments {
		if p.Status == ports.PaymentPaid {
			kept[accountOf{campaign(p.Donation), p.Taken.Currency}] += p.Taken.Minor
		}
	}
	for _, r := range f.refunds {
		kept[accountOf{campaign(r.Donation), r.Amount.Currency}] -= r.Amount.Minor
	}
	all := maps.Clone(logged)
	maps.Copy(all, f.wallets)
	maps.Copy(all, kept)
	for _, of := range slices.Collect(maps.Keys(all)) {
		if log, tables := logged[of], f.wallets[of]; log != tables {
			v.add(Tables, "gifts to campaign %s hold %s, the read tables %s", of.Campaign, money.Of(log, of.Currency),
				money.Of(tables, of.Currency))
		}
		if log, there := logged[of], kept[of]; log != there {
			v.add(Money, "gifts to campaign %s hold %s, and the provider has kept %s", of.Campaign, money.Of(log, of.Currency),
				money.Of(there, of.Currency))
		}
	}
}
