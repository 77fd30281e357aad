// Package numfmt writes numbers and amounts as the web app does, which leaves them to the browser's Intl and with it to
// a newer CLDR than golang.org/x/text has: French groups digits with a narrow space, Spanish only from five digits on.
// The languages are en, fr and es; anything else is written as in English.
package numfmt

import (
	"strconv"
	"strings"

	"github.com/callup/callup/domain/money"
)

// Space stands between a figure and its unit, and does not break.
const Space = "\u00a0"

// Count writes a whole number.
func Count(lang string, n int64) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	switch lang {
	case "fr":
		return sign + group(digits, "\u202f", 4)
	case "es":
		return sign + group(digits, ".", 5)
	}
	return sign + group(digits, ",", 4)
}

// group separates thousands in numbers of at least from digits.
func group(digits, separator string, from int) string {
	if len(digits) < from {
		return digits
	}
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), separator)
}

// Point stands before decimals.
func Point(lang string) string {
	switch lang {
	case "fr", "es":
		return ","
	}
	return "."
}

// Exact writes an amount with its cents, without a currency. Amounts are in minor units of a hundredth, and not negative.
func Exact(lang string, minor int64) string {
	return Count(lang, minor/100) + Point(lang) + strconv.FormatInt(minor%100+100, 10)[1:]
}

// Priced puts a currency's symbol to a figure: before it in English, behind it in French and Spanish.
func Priced(lang, figure, symbol string) string {
	switch lang {
	case "fr", "es":
		return figure + Space + symbol
	}
	return symbol + figure
}

// Symbol is the short sign of a currency, the same in every language (Intl's narrowSymbol); its code where it has none.
func Symbol(c money.Currency) string {
	switch c {
	case money.EUR:
		return "€"
	case money.USD:
		return "$"
	case money.GBP:
		return "£"
	}
	return string(c)
}
