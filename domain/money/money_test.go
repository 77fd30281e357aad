package money_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/money"
)

// exact is the conversion in whole numbers of any size, rounded half to even.
func exact(minor, num, den int64) *big.Int {
	p := new(big.Int).Mul(big.NewInt(minor), big.NewInt(num))
	twice := new(big.Int).Mul(p, big.NewInt(2))
	d := big.NewInt(den)
	q := new(big.Int).Div(p, d) // rounds down, below zero too
	low := new(big.Int).Add(new(big.Int).Mul(q, big.NewInt(2)), big.NewInt(1))
	switch cmp := twice.Cmp(low.Mul(low, d)); {
	case cmp > 0, cmp == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q
}

func rates() *rapid.Generator[money.Rate] {
	return rapid.Custom(func(t *rapid.T) money.Rate {
		n := rapid.OneOf(rapid.Int64Range(1, 2_000_000), rapid.Int64Range(1, math.MaxInt64))
		return money.Rate{From: money.USD, To: money.EUR, Num: n.Draw(t, "num"), Den: n.Draw(t, "den")}
	}).Filter(money.Rate.Valid)
}

func TestConversionIsExactAndRoundsHalfToEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rates().Draw(t, "rate")
		m := rapid.OneOf(rapid.Int64Range(-money.MaxMinor, money.MaxMinor), rapid.Just(int64(money.MaxMinor))).Draw(t, "minor")
		got := r.Convert(money.Of(m, money.USD))
		if want := exact(m, r.Num, r.Den); got.Currency != money.EUR || big.NewInt(got.Minor).Cmp(want) != 0 {
			t.Fatalf("%d × %d/%d gave %s, not %s", m, r.Num, r.Den, got, want)
		}
	})
}

func TestHalvesGoToTheEvenNeighbour(t *testing.T) {
	half := money.Rate{From: money.USD, To: money.EUR, Num: 1, Den: 2}
	for from, want := range map[int64]int64{1: 0, 3: 2, 5: 2, 7: 4, -1: 0, -3: -2, -5: -2, -7: -4} {
		if got := half.Convert(money.Of(from, money.USD)); got.Minor != want {
			t.Errorf("%d / 2 gave %d, not %d", from, got.Minor, want)
		}
	}
}

func TestTheLargestAmountAtTheHighestRateFits(t *testing.T) {
	for _, r := range []money.Rate{
		{From: money.USD, To: money.EUR, Num: 1_000_000, Den: 1},
		{From: money.USD, To: money.EUR, Num: math.MaxInt64, Den: math.MaxInt64/1_000_000 + 1},
		{From: money.USD, To: money.EUR, Num: 1, Den: math.MaxInt64},
	} {
		if !r.Valid() {
			t.Fatalf("%+v is refused", r)
		}
		if got, want := r.Convert(money.Of(money.MaxMinor, money.USD)),
			exact(money.MaxMinor, r.Num, r.Den); big.NewInt(got.Minor).Cmp(want) != 0 {
			t.Errorf("%+v gave %s, not %s", r, got, want)
		}
		if r.Decimal() == "" {
			t.Errorf("%+v has no decimal form", r)
		}
	}
	if (money.Rate{From: money.USD, To: money.EUR, Num: math.MaxInt64, Den: 1}).Valid() {
		t.Error("a rate is taken at which an amount does not fit")
	}
}

func TestConvertingBackLosesLessThanOneUnitOfTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num, den := rapid.Int64Range(500_000, 2_000_000).Draw(t, "num"), int64(1_000_000)
		there := money.Rate{From: money.USD, To: money.EUR, Num: num, Den: den}
		back := money.Rate{From: money.EUR, To: money.USD, Num: den, Den: num}
		a := money.Of(rapid.Int64Range(0, money.MaxMinor).Draw(t, "minor"), money.USD)
		if d := back.Convert(there.Convert(a)).Minor - a.Minor; d < -2 || d > 2 {
			t.Fatalf("%s came back %d off", a, d)
		}
	})
}

func TestSameKeepsAmounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := money.Of(rapid.Int64Range(-money.MaxMinor, money.MaxMinor).Draw(t, "minor"), money.GBP)
		if got := money.Same(money.GBP).Convert(a); got != a {
			t.Fatalf("%s became %s", a, got)
		}
	})
}

func TestCurrenciesNeverMix(t *testing.T) {
	panics := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s went through", what)
			}
		}()
		f()
	}
	panics("a sum of two currencies", func() { money.Of(1, money.EUR).Add(money.Of(1, money.USD)) })
	panics("a rate for another currency", func() { money.Same(money.EUR).Convert(money.Of(1, money.USD)) })
	panics("a rate without a divisor", func() { money.Rate{From: money.EUR, To: money.EUR, Num: 1}.Convert(money.Of(1, money.EUR)) })
	panics("a conversion that may not fit", func() { money.Same(money.EUR).Convert(money.Of(math.MaxInt64, money.EUR)) })
}

func TestWhatCantBeGivenIsRefused(t *testing.T) {
	for _, c := range []struct {
		amount money.Amount
		code   string
	}{
		{money.Of(1, money.EUR), ""},
		{money.Of(money.MaxMinor, money.GBP), ""},
		{money.Of(0, money.EUR), "amount_not_positive"},
		{money.Of(-5, money.EUR), "amount_not_positive"},
		{money.Of(math.MinInt64, money.EUR), "amount_not_positive"},
		{money.Of(money.MaxMinor+1, money.EUR), "amount_too_large"},
		{money.Of(math.MaxInt64, money.EUR), "amount_too_large"},
		{money.Of(100, "CHF"), "unknown_currency"},
		{money.Of(100, "eur"), "unknown_currency"},
		{money.Of(100, ""), "unknown_currency"},
	} {
		r := c.amount.Check("amount")
		if c.code == "" != (r == nil) || r != nil && r.Code != c.code {
			t.Errorf("%v gave %v, not %q", c.amount, r, c.code)
		}
	}
}

func TestAmountsForPeople(t *testing.T) {
	for want, a := range map[string]money.Amount{
		"12.34 EUR": money.Of(1234, money.EUR), "-0.05 USD": money.Of(-5, money.USD), "0.00 GBP": money.Of(0, money.GBP),
	} {
		if got := a.String(); got != want {
			t.Errorf("%v reads %q, not %q", a.Minor, got, want)
		}
	}
	if got := (money.Rate{From: money.USD, To: money.EUR, Num: 2, Den: 3}).Decimal(); got != "0.666666" {
		t.Errorf("2/3 reads %s", got)
	}
}
