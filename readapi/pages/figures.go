package pages

import (
	"math"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/callup/callup/domain/money"
)

/*
 * Figures as the web app writes them, which leaves them to the browser's Intl and with it to a newer CLDR than
 * golang.org/x/text has: French groups digits with a narrow space, Spanish only from five digits on.
 */

const (
	space       = "\u00a0" // does not break
	narrowSpace = "\u202f"
)

// count writes a figure as its language does.
func count(lang string, n int64) string {
	if lang == "es" && n > -10_000 && n < 10_000 {
		return strconv.FormatInt(n, 10)
	}
	text := message.NewPrinter(language.Make(lang)).Sprint(number.Decimal(n))
	if lang == "fr" {
		return strings.ReplaceAll(text, space, narrowSpace)
	}
	return text
}

func point(lang string) string {
	if lang == "en" {
		return "."
	}
	return ","
}

// priced puts a currency's symbol to a figure: before it in English, behind a no-break space in French and Spanish.
func priced(lang, figure string, c money.Currency) string {
	symbol := map[money.Currency]string{money.EUR: "€", money.USD: "$", money.GBP: "£"}[c]
	if lang == "en" {
		return symbol + figure
	}
	return figure + space + symbol
}

// amount writes money exactly. Zero cents are left out.
func amount(lang string, minor int64, c money.Currency) string {
	text := count(lang, minor/100)
	if cents := minor % 100; cents != 0 {
		text += point(lang) + strconv.FormatInt(cents+100, 10)[1:]
	}
	return priced(lang, text, c)
}

// short writes money for cards: exactly below 1000, then in thousands or millions with one decimal, cut off rather
// than rounded up.
func short(lang string, minor int64, c money.Currency) string {
	if minor < 1000_00 {
		return amount(lang, minor, c)
	}
	unit, of := map[string]string{"en": "k", "fr": space + "k", "es": space + "mil"}[lang], int64(1000_00)
	if minor >= 1_000_000_00 {
		unit, of = map[string]string{"en": "M", "fr": space + "M", "es": space + "M"}[lang], 1_000_000_00
	}
	tenths := minor / (of / 10)
	text := strconv.FormatInt(tenths/10, 10)
	if tenths%10 != 0 {
		text += point(lang) + strconv.FormatInt(tenths%10, 10)
	}
	return priced(lang, text+unit, c)
}

// hours writes minutes as hours with at most one decimal, cut off.
func hours(lang string, minutes int64) string {
	tenths := minutes / 6
	if tenths%10 == 0 {
		return count(lang, tenths/10)
	}
	return count(lang, tenths/10) + point(lang) + strconv.FormatInt(tenths%10, 10)
}

// reached writes how much of a goal is done, never rounded to nothing nor to all; empty without a goal.
func reached(lang string, done, goal int64) string {
	if goal <= 0 {
		return ""
	}
	whole := int64(math.Round(float64(done) / float64(goal) * 100))
	switch {
	case done > 0 && whole == 0:
		return "<1" + space + "%"
	case done < goal:
		whole = min(whole, 99)
	}
	return count(lang, whole) + space + "%"
}

// share gives how long the bars of what arrived and of what was promised beyond it are, in percent of a goal. They end
// at full.
func share(done, promised, goal int64) (arrived, beyond string) {
	if goal <= 0 {
		return "0", "0"
	}
	of := func(part int64) float64 { return min(100, max(0, float64(part)/float64(goal)*100)) }
	a := of(done)
	return decimals(a), decimals(min(of(promised), 100-a))
}

func decimals(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// daysLeft are the whole days until a moment, rounded up, never below 0.
func daysLeft(ends, now time.Time) int64 {
	const day = 24 * time.Hour
	return max(0, int64((ends.Sub(now)+day-1)/day))
}
