package pages

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/callup/callup/domain/money"
)

//go:embed texts.json
var textsFile []byte

// headText is what a page says of itself in its head; the web app gives it the same title.
type headText struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// texts are the words of one language. Those with %s take a figure.
type texts struct {
	Landing    headText `json:"landing"`
	Explore    headText `json:"explore"`
	Create     headText `json:"create"`
	Auth       headText `json:"auth"`
	SignUp     headText `json:"signUp"`
	Confirm    headText `json:"confirm"`
	Thanks     headText `json:"thanks"`
	Terms      headText `json:"terms"`
	Privacy    headText `json:"privacy"`
	NotFound   headText `json:"notFound"`
	NoCampaign headText `json:"noCampaign"`

	CampaignErased   string `json:"campaignErased"`
	CardAlt          string `json:"cardAlt"`
	Home             string `json:"home"`
	ReturnHome       string `json:"returnHome"`
	Main             string `json:"main"`
	SignIn           string `json:"signIn"`
	GetStarted       string `json:"getStarted"`
	NavExplore       string `json:"navExplore"`
	NavHow           string `json:"navHow"`
	DemoLabel        string `json:"demoLabel"`
	Demo             string `json:"demo"`
	HeroTitle        string `json:"heroTitle"`
	CreateCallup     string `json:"createCallup"`
	ExploreCampaigns string `json:"exploreCampaigns"`
	Now              string `json:"now"`
	Raised           string `json:"raised"`
	RaisedOf         string `json:"raisedOf"`
	Supporter        string `json:"supporter"`
	Supporters       string `json:"supporters"`
	NoDeadline       string `json:"noDeadline"`
	DayLeft          string `json:"dayLeft"`
	DaysLeft         string `json:"daysLeft"`
	Paused           string `json:"paused"`
	Completed        string `json:"completed"`
	Anonymous        string `json:"anonymous"`
	ASupporter       string `json:"aSupporter"`
	Latest           string `json:"latest"`
	NoCampaigns      string `json:"noCampaigns"`
}

func loadTexts() (map[string]texts, error) {
	var all map[string]texts
	dec := json.NewDecoder(bytes.NewReader(textsFile))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("read the texts of the pages: %w", err)
	}
	for _, lang := range languages {
		if _, ok := all[lang]; !ok {
			return nil, fmt.Errorf("the pages have no texts in %q", lang)
		}
	}
	return all, nil
}

// count writes a figure as its language does.
func count(lang string, n int64) string {
	return message.NewPrinter(language.Make(lang)).Sprint(number.Decimal(n))
}

// amount writes money as CLDR does for the three languages: the symbol before it in English, behind a no-break space
// in French and Spanish. Zero cents are left out.
func amount(lang string, minor int64, c money.Currency) string {
	symbol := map[money.Currency]string{money.EUR: "€", money.USD: "$", money.GBP: "£"}[c]
	text := count(lang, minor/100)
	if cents := minor % 100; cents != 0 {
		point := ","
		if lang == "en" {
			point = "."
		}
		text += point + strconv.FormatInt(cents+100, 10)[1:]
	}
	if lang == "en" {
		return symbol + text
	}
	return text + "\u00a0" + symbol
}

func (t texts) supportersOf(lang string, n int64) string {
	return fmt.Sprintf(pick(lang, n, t.Supporter, t.Supporters), count(lang, n))
}

// deadline says how long a campaign goes on: in whole days, rounded up.
func (t texts) deadline(lang string, ends *time.Time, now time.Time) string {
	if ends == nil {
		return t.NoDeadline
	}
	const day = 24 * time.Hour
	days := max(0, int64((ends.Sub(now)+day-1)/day))
	return fmt.Sprintf(pick(lang, days, t.DayLeft, t.DaysLeft), count(lang, days))
}

// pick gives the form a language uses beside a figure (CLDR's plural rules); the three have one for "one" and another.
func pick(lang string, n int64, one, other string) string {
	if plural.Cardinal.MatchPlural(language.Make(lang), int(n), 0, 0, 0, 0) == plural.One {
		return one
	}
	return other
}

// paragraphs splits what people wrote at its empty lines.
func paragraphs(story string) []string {
	var out []string
	for p := range strings.SplitSeq(story, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}
