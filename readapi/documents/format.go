package documents

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
)

// amount writes money exactly. Zero cents are left out.
func amount(lang string, minor int64, c money.Currency) string {
	text := numfmt.Exact(lang, minor)
	if minor%100 == 0 {
		text = numfmt.Count(lang, minor/100)
	}
	return numfmt.Priced(lang, text, numfmt.Symbol(c))
}

// short writes money for cards: exactly below 1000, then in thousands or millions with one decimal, cut off rather
// than rounded up.
func short(lang string, minor int64, c money.Currency) string {
	if minor < 1000_00 {
		return amount(lang, minor, c)
	}
	unit, of := map[string]string{"en": "k", "fr": numfmt.Space + "k", "es": numfmt.Space + "mil"}[lang], int64(1000_00)
	if minor >= 1_000_000_00 {
		unit, of = map[string]string{"en": "M", "fr": numfmt.Space + "M", "es": numfmt.Space + "M"}[lang], 1_000_000_00
	}
	tenths := minor / (of / 10)
	text := strconv.FormatInt(tenths/10, 10)
	if tenths%10 != 0 {
		text += numfmt.Point(lang) + strconv.FormatInt(tenths%10, 10)
	}
	return numfmt.Priced(lang, text+unit, numfmt.Symbol(c))
}

// hours writes minutes as hours with at most one decimal, cut off.
func hours(lang string, minutes int64) string {
	tenths := minutes / 6
	if tenths%10 == 0 {
		return numfmt.Count(lang, tenths/10)
	}
	return numfmt.Count(lang, tenths/10) + numfmt.Point(lang) + strconv.FormatInt(tenths%10, 10)
}

// quarters writes minutes as hours with at most two decimals, as many as a quarter of an hour needs.
func quarters(lang string, minutes int64) string {
	text := numfmt.Count(lang, minutes/60)
	if rest := strings.TrimRight(fmt.Sprintf("%02d", minutes%60*100/60), "0"); rest != "" {
		text += numfmt.Point(lang) + rest
	}
	return text
}

// reached writes how much of a goal is done, never rounded to nothing nor to all; empty without a goal.
func reached(lang string, done, goal int64) string {
	if goal <= 0 {
		return ""
	}
	whole := int64(math.Round(float64(done) / float64(goal) * 100))
	switch {
	case done > 0 && whole == 0:
		return "<1" + numfmt.Space + "%"
	case done < goal:
		whole = min(whole, 99)
	}
	return numfmt.Count(lang, whole) + numfmt.Space + "%"
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
