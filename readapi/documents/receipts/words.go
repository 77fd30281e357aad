package receipts

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain/receipt/series"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/numfmt"
	"github.com/callup/callup/readapi/giving"
)

//go:embed texts
var textFiles embed.FS

// words are the texts of a language by their keys.
type words map[string]string

func loadWords() (map[string]words, error) {
	all := map[string]words{}
	for _, lang := range mail.Languages() {
		body, err := textFiles.ReadFile("texts/" + lang + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the words of receipts: %w", err)
		}
		var w words
		if err := json.Unmarshal(body, &w); err != nil {
			return nil, fmt.Errorf("read the words of receipts in %s: %w", lang, err)
		}
		all[lang] = w
	}
	return all, nil
}

// Say fills a text: pairs are names and what stands in their place.
func (w words) Say(key string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(w[key])
}

var months = map[string][]string{
	"en": strings.Fields("January February March April May June July August September October November December"),
	"fr": strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	"es": strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
}

// moment writes a day and a time by the clocks of a zone; those of an unknown one are UTC.
func moment(lang string, at time.Time, zone string) string {
	if where, err := time.LoadLocation(zone); err == nil {
		at = at.In(where)
	} else {
		at = at.UTC()
	}
	day, month, year, clock := strconv.Itoa(at.Day()), months[lang][at.Month()-1], strconv.Itoa(at.Year()), at.Format("15:04")
	if zone == "" || zone == time.UTC.String() {
		clock += numfmt.Space + "UTC"
	}
	switch lang {
	case "fr":
		if at.Day() == 1 {
			day = "1er"
		}
		return day + " " + month + " " + year + " à " + clock
	case "es":
		return day + " de " + month + " de " + year + " a las " + clock
	}
	return day + " " + month + " " + year + ", " + clock
}

// line is one line of figures.
type line struct{ Label, Amount string }

// sheet is a receipt as page and PDF say it.
type sheet struct {
	words
	Lang, Number, Heading, Lead string
	Giver                       []string // name and address; none where nobody is known
	Operator                    []string // name, then address
	Title, By                   string
	PaidAt, Issued              string
	Lines                       []line
	Total                       line
	Proves                      []string // sentences at the foot
	Worthless                   bool
}

// number writes the number of a receipt.
func number(r *giving.Receipt) string {
	return series.NumberText(series.Issuer(r.Issuer), int(r.Year), r.Number)
}

// newSheet says a receipt in its own language.
func newSheet(w words, r *giving.Receipt) sheet {
	exact := func(minor int64) string {
		sign := ""
		if minor < 0 {
			sign, minor = "−", -minor
		}
		return sign + numfmt.Priced(r.Lang, numfmt.Exact(r.Lang, minor), numfmt.Symbol(r.Currency))
	}
	lines := strings.FieldsFunc(r.Address, func(c rune) bool { return c == '\n' })
	s := sheet{
		words: w, Lang: r.Lang, Number: number(r), Title: r.Title, Operator: append([]string{r.Operator}, lines...),
		PaidAt: moment(r.Lang, r.PaidAt, r.Zone), Worthless: series.Issuer(r.Issuer) == series.Test,
		Heading: w["thanks_nameless"], Lead: w["arrived"], Proves: []string{w["proves"]},
	}
	for _, v := range []string{r.Name, r.Email} {
		if v != "" {
			s.Giver = append(s.Giver, v)
		}
	}
	if r.Name != "" {
		s.Heading = w.Say("thanks", "name", strings.Fields(r.Name)[0])
	}
	if s.Title == "" {
		s.Title = w["no_campaign"]
	}
	if r.OrganizerName != "" {
		s.By = w.Say("organized_by", "name", r.OrganizerName)
	}
	if r.IssuedAt != nil {
		s.Issued = w.Say("issued", "issuer", r.Operator, "date", moment(r.Lang, *r.IssuedAt, r.Zone))
	}
	if s.Worthless {
		s.Proves = append(s.Proves, w["worthless_text"])
	}
	if r.Note != "" {
		s.Proves = append(s.Proves, r.Note)
	}
	s.Lines = []line{{w["gift"], exact(r.Gift)}}
	if r.Fee > 0 {
		s.Lines = append(s.Lines, line{w["fee"], exact(r.Fee)})
	}
	paid := r.Gift + r.Fee
	s.Total = line{w["paid"], exact(paid)}
	if !r.Change.IsNil() {
		s.correct(r, exact)
	}
	return s
}

// correct says what a correcting receipt says: what went back, or came again, and what is left.
func (s *sheet) correct(r *giving.Receipt, exact func(int64) string) {
	first := series.NumberText(series.Issuer(r.Issuer), int(r.FirstYear), r.FirstNumber)
	what, sum := "refunded", -r.Back
	switch {
	case r.Reversed && r.Disputed:
		what, sum = "returned", r.Back
	case r.Reversed:
		what, sum = "failed", r.Back
	case r.Disputed:
		what = "disputed"
	}
	s.Heading = s.words["correction"]
	s.Lead = s.Say("lead_"+what, "amount", exact(r.Back)) + " " + s.Say("corrects", "number", first)
	s.Lines = append(s.Lines, s.Total)
	if before := r.Gift + r.Fee + sum - r.Remains; before > 0 {
		s.Lines = append(s.Lines, line{s.words["refunded_before"], exact(-before)})
	}
	s.Lines = append(s.Lines, line{s.words["line_"+what], exact(sum)})
	s.Total = line{s.words["remains"], exact(r.Remains)}
}

// summed tells the sum of a receipt that is still being made, for its page.
func summed(lang string, r *giving.Receipt) string {
	minor := r.Gift + r.Fee
	return numfmt.Priced(lang, numfmt.Exact(lang, minor), numfmt.Symbol(r.Currency))
}
