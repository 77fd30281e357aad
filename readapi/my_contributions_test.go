package readapi_test

import (
	"slices"
	"testing"

	commands "github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/readapi/giving"
)

func TestMyContributions_AreWhatTheMemberGaveUnderTheirName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, other := w.member("Me", "me@example.org"), w.member("Other", "other@example.org")
	well, roof, mill := w.launch(other, content("Well")), w.launch(other, content("Roof")), w.launch(other, content("Mill"))
	give := func(by, to ident.ID, minor int64, currency money.Currency, anonymous bool) ident.ID {
		return w.give(by, commands.DonateMoneyBody{CampaignID: to, Amount: minor, Currency: currency, Anonymous: anonymous})
	}
	const path = "/api/me/contributions"
	if got := answer[giving.Contributions](w, me, path); len(got.Totals) != 0 || got.Totals == nil || got.Campaigns != 0 {
		t.Errorf("before any gift: %+v", got)
	}
	give(me, well.CampaignID, 5_00, money.EUR, false)
	give(me, well.CampaignID, 7_00, money.EUR, false)
	give(me, roof.CampaignID, 3_00, money.USD, false)
	give(me, well.CampaignID, 100_00, money.EUR, true)
	w.refund(give(me, mill.CampaignID, 20_00, money.GBP, false), money.Of(20_00, money.GBP))
	w.start(me, commands.DonateMoneyBody{CampaignID: mill.CampaignID, Amount: 9_00, Currency: money.EUR})
	give(other, roof.CampaignID, 50_00, money.EUR, false)

	got := answer[giving.Contributions](w, me, path)
	want := []giving.ContributionTotal{{Amount: 12_00, Currency: money.EUR, Gifts: 2}, {Amount: 3_00, Currency: money.USD, Gifts: 1}}
	if !slices.Equal(got.Totals, want) || got.Campaigns != 2 {
		t.Errorf("contributions: %+v, want %+v to 2 campaigns", got, want)
	}
}

// What one has given oneself is all of it, also what nobody else may know of.
func TestMyGiven_IsAllThatWasGiven(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, other := w.member("Me", "me@example.org"), w.member("Other", "other@example.org")
	well := w.launch(other, content("Well")).CampaignID
	body := commands.DonateMoneyBody{CampaignID: well, Amount: 5_00, Currency: money.EUR}
	w.give(me, body)
	w.give(other, body)
	w.start(me, body)
	w.refund(w.give(me, body), money.Of(5_00, money.EUR))
	body.Anonymous = true
	w.give(me, body)
	got := answer[giving.Given](w, me, "/api/me/given")
	if !slices.Equal(got.Totals, []giving.GivenTotal{{Amount: 10_00, Currency: money.EUR, Gifts: 2}}) {
		t.Errorf("given: %+v", got)
	}
}
