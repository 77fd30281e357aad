package mail

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/callup/callup/domain/money"
)

func digits(n int) string { return strconv.Itoa(n) }

// amount writes money as CLDR does for the three languages: the symbol before it in English, behind a no-break space
// in French and Spanish. All currencies have two minor digits.
func amount(lang string, a money.Amount) string {
	symbol := map[money.Currency]string{money.EUR: "€", money.USD: "$", money.GBP: "£"}[a.Currency]
	if symbol == "" {
		symbol = string(a.Currency)
	}
	p := message.NewPrinter(language.Make(lang))
	whole := p.Sprint(number.Decimal(a.Minor / 100))
	cents := strconv.FormatInt(a.Minor%100+100, 10)[1:]
	if lang == "en" {
		return symbol + whole + "." + cents
	}
	return whole + "," + cents + "\u00a0" + symbol
}

func amountOrNone(lang string, a money.Amount) string {
	if a.IsZero() {
		return ""
	}
	return amount(lang, a)
}

// day writes an ISO 8601 day in words; what is no such day stays as it is.
func day(lang, iso string) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	months := map[string]string{
		"en": "January February March April May June July August September October November December",
		"fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
	}
	month := strings.Fields(months[lang])[t.Month()-1]
	date, year := strconv.Itoa(t.Day()), strconv.Itoa(t.Year())
	switch {
	case lang == "en":
		return month + " " + date + ", " + year
	case lang == "es":
		return date + " de " + month + " de " + year
	case t.Day() == 1:
		date = "1er"
	}
	return date + " " + month + " " + year
}
