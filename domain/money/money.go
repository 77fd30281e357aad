// Package money is amounts in minor units and the exact rates between currencies. No float ever touches an amount.
package money

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/callup/callup/domain"
)

// Currency is an ISO 4217 code.
type Currency string

// The currencies a campaign may have and a donor may pay in. All three have two minor digits (ISO 4217).
const (
	EUR Currency = "EUR"
	USD Currency = "USD"
	GBP Currency = "GBP"
)

// Currencies lists them in the order shown.
var Currencies = [...]Currency{EUR, USD, GBP}

// MaxMinor is the largest single amount taken, in minor units: 999,999.99, the most a card payment can carry.
const MaxMinor = 99_999_999

// Valid tells whether c is one of Currencies.
func (c Currency) Valid() bool { return c == EUR || c == USD || c == GBP }

// Amount is a sum of money in minor units (cents, pence) of one currency.
type Amount struct {
	Minor    int64    `json:"minor"`
	Currency Currency `json:"currency"`
}

// Of makes an amount from minor units.
func Of(minor int64, c Currency) Amount { return Amount{minor, c} }

// IsZero tells whether the amount is 0, of whatever currency.
func (a Amount) IsZero() bool { return a.Minor == 0 }

// Add sums two amounts of one currency; mixing currencies is a mistake in the program and panics.
func (a Amount) Add(b Amount) Amount {
	if a.Currency != b.Currency {
		panic(fmt.Sprintf("sum of %s and %s", a.Currency, b.Currency))
	}
	return Amount{a.Minor + b.Minor, a.Currency}
}

// Sub takes an amount from another of the same currency; mixing currencies is a mistake in the program and panics.
func (a Amount) Sub(b Amount) Amount { return a.Add(Amount{-b.Minor, b.Currency}) }

// String writes the amount for logs and ledgers, as 12.34 EUR.
func (a Amount) String() string {
	sign, m := "", a.Minor
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%02d %s", sign, m/100, m%100, a.Currency)
}

// Check refuses what can't be given: an unknown currency, nothing, less than nothing, or more than MaxMinor.
func (a Amount) Check(field string) *domain.Refusal {
	switch {
	case !a.Currency.Valid():
		return domain.RefuseField("currency", "unknown_currency", "the currency must be EUR, USD or GBP")
	case a.Minor <= 0:
		return domain.RefuseField(field, "amount_not_positive", "the amount must be more than zero")
	case a.Minor > MaxMinor:
		return domain.RefuseField(field, "amount_too_large", "the amount is more than one payment can carry").With("max_minor",
			MaxMinor)
	}
	return nil
}

// Rate says that Den units of From are worth Num units of To, as published on Date by Source. A rate from a currency
// to itself is 1/1 without date or source.
type Rate struct {
	From   Currency `json:"from"`
	To     Currency `json:"to"`
	Num    int64    `json:"num"`
	Den    int64    `json:"den"`
	Date   string   `json:"date,omitempty"` // ISO 8601 day
	Source string   `json:"source,omitempty"`
}

// Same is the rate from a currency to itself.
func Same(c Currency) Rate { return Rate{From: c, To: c, Num: 1, Den: 1} }

// maxRatio is the most one unit of a currency is worth in another. It keeps what any amount converts to within int64.
const maxRatio = 1_000_000

// maxConverted bounds what is converted: with maxRatio the outcome stays within int64.
const maxConverted = 9_000_000_000_000

// Valid tells whether the rate can be used.
func (r Rate) Valid() bool {
	return r.Num > 0 && r.Den > 0 && (r.Num-1)/r.Den < maxRatio && r.From.Valid() && r.To.Valid()
}

// Convert gives what an amount counts in the rate's target currency, rounded half to even to a minor unit. It panics
// on an amount of another currency, or of more than maxConverted minor units.
func (r Rate) Convert(a Amount) Amount {
	if a.Currency != r.From || !r.Valid() || a.Minor > maxConverted || a.Minor < -maxConverted {
		panic(fmt.Sprintf("rate %s to %s applied to %s", r.From, r.To, a))
	}
	neg := a.Minor < 0
	m := a.Minor
	if neg {
		m = -m
	}
	hi, lo := bits.Mul64(uint64(m), uint64(r.Num)) //nolint:gosec // both are checked to be positive
	q, rem := bits.Div64(hi, lo, uint64(r.Den))    //nolint:gosec // Den is positive
	half, odd := uint64(r.Den)-rem, q&1 == 1       //nolint:gosec // Den is positive
	if rem > half || rem == half && odd {
		q++
	}
	out := int64(q) //nolint:gosec // amounts are bounded far below
	if neg {
		out = -out
	}
	return Amount{out, r.To}
}

// Decimal writes the rate with six decimals, rounded down, for people to read.
func (r Rate) Decimal() string {
	hi, lo := bits.Mul64(uint64(r.Num), 1_000_000) //nolint:gosec // positive
	q, _ := bits.Div64(hi, lo, uint64(r.Den))      //nolint:gosec // positive
	return strconv.FormatUint(q/1_000_000, 10) + "." + fmt.Sprintf("%06d", q%1_000_000)
}
