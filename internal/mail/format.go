package mail

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
)

func digits(n int) string { return strconv.Itoa(n) }

// some writes a number; none is empty.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return digits(n)
}

// amount writes money with its cents.
func amount(lang string, a money.Amount) string {
	return numfmt.Priced(lang, numfmt.Exact(lang, a.Minor), numfmt.Symbol(a.Currency))
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

// hours writes minutes as hours with at most one decimal; none are empty.
func hours(lang string, minutes int64) string {
	if minutes <= 0 {
		return ""
	}
	tenths := minutes / 6
	written := numfmt.Count(lang, tenths/10)
	if rest := tenths % 10; rest > 0 {
		written += numfmt.Point(lang) + strconv.FormatInt(rest, 10)
	}
	return written
}

// offer writes what somebody offers: "2 h", "3 × Kettle".
func offer(lang string, minutes, things int64, thing string) string {
	switch {
	case minutes > 0:
		return hours(lang, minutes) + "\u00a0h"
	case thing == "":
		return number(lang, things)
	}
	return number(lang, things) + "\u00a0×\u00a0" + thing
}

// number writes a count; none is empty.
func number(lang string, n int64) string {
	if n <= 0 {
		return ""
	}
	return numfmt.Count(lang, n)
}

// list names what opens an account, by names that the catalogue's ways replace.
func list(all []Way) string {
	var out []string
	for _, w := range all {
		switch w.Kind {
		case "provider":
			out = append(out, providerName(w.Name))
		case "passkeys":
			out = append(out, "{passkeys} ("+digits(w.Count)+")")
		default:
			out = append(out, "{"+w.Kind+"}")
		}
	}
	return strings.Join(out, ", ")
}

// providerName is how a provider writes its own name.
func providerName(name string) string {
	if name == "linkedin" {
		return "LinkedIn"
	}
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// mostOfStrangers is how much of a stranger's name or title a mail says, in characters.
const mostOfStrangers = 60

// partsOfAddresses stand between the parts of an address, as written in Latin and in East Asian scripts.
const partsOfAddresses = ".:/@．。｡﹒：／＠"

// strangers gives words that a stranger to the reader chose: short, in one line, and such that no mail program makes a link of
// them. An invisible word joiner stands behind whatever an address has between its parts.
func strangers(words string) string {
	runes := []rune(strings.Join(strings.Fields(words), " "))
	if len(runes) > mostOfStrangers {
		runes = append(runes[:mostOfStrangers-1], '…')
	}
	var out strings.Builder
	for _, r := range runes {
		if !unicode.IsGraphic(r) {
			continue
		}
		out.WriteRune(r)
		if strings.ContainsRune(partsOfAddresses, r) {
			out.WriteRune('\u2060')
		}
	}
	return out.String()
}

// moment writes a time with its zone; the mail doesn't know that of its reader.
func moment(lang string, t time.Time) string {
	t = t.UTC()
	return day(lang, t.Format(time.DateOnly)) + ", " + t.Format("15:04") + " UTC"
}

// device names a browser and its system as far as they are known.
func device(lang, browser, system string) string {
	if browser == "" || system == "" {
		return browser + system
	}
	on := map[string]string{"en": " on ", "fr": " sur ", "es": " en "}[lang]
	return browser + on + system
}
