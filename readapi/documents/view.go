package documents

import (
	"bytes"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/numfmt"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/documents/shareimage"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

// strands are the three kinds of contribution, in their order everywhere.
var strands = []string{"money", "time", "materials"}

// fieldFault is what is wrong with a field.
type fieldFault struct{ ID, Text string }

// icon is one of the web app's, in CSS pixels.
type icon struct {
	Name string
	Size int
}

// priceTag is an amount on its way to a template.
type priceTag struct {
	Minor    int64
	Currency money.Currency
}

// bar is one strand of a card: how far it is, or what is asked while there is nothing.
type bar struct {
	Strand, Name, Text, Asked string
	Done, Pledged             int64
	Arrived, Beyond           string // percent
}

// functions of the templates of one language. Those that take words fail on a text that does not exist.
func (s *Documents) functions(lang string) template.FuncMap {
	w := s.words[lang]
	return template.FuncMap{
		"say":  w.say,
		"rich": w.rich,
		"counted": func(key string, n int64, filling ...any) (string, error) {
			return w.counted(lang, key, n, filling...)
		},
		"amount":    func(minor int64, c money.Currency) string { return amount(lang, minor, c) },
		"whole":     func(minor int64) int64 { return minor - minor%100 },
		"hours":     func(minutes int64) int64 { return minutes / 60 },
		"short":     func(minor int64, c money.Currency) string { return short(lang, minor, c) },
		"count":     func(n int64) string { return numfmt.Count(lang, n) },
		"money":     func(minor int64, c money.Currency) priceTag { return priceTag{minor, c} },
		"icon":      func(name string, size int) icon { return icon{name, size} },
		"tag":       func(element string) template.HTML { return template.HTML(element) }, //nolint:gosec // the templates' own
		"upper":     strings.ToUpper,
		"strand":    func(name string) string { return w["common:strand."+name] },
		"category":  w.category,
		"asks":      asks,
		"untouched": untouched,
		"bars":      func(c campaigns.CampaignCard) ([]bar, error) { return w.bars(lang, c) },
		"render": func(name string, data any) (template.HTML, error) {
			var b bytes.Buffer
			err := s.templates[lang].ExecuteTemplate(&b, name, data)
			return template.HTML(b.String()), err //nolint:gosec // a template escaped it
		},
		"paragraphs":     paragraphs,
		"cover":          shareimage.SVG,
		"cardCover":      s.coverOfCard(lang, photo{}),
		"cardCoverFirst": s.coverOfCard(lang, photo{First: true}),
		"cardCoverLater": s.coverOfCard(lang, photo{Later: true}),
		"pageCover":      func(c campaigns.CampaignDetail) (template.HTML, error) { return s.coverOfPage(lang, c) },
		"unbroken":       unbroken,
		// what the server drew itself; other data: addresses are no addresses of pictures
		"dataAddress": func(blur string) template.URL {
			if !strings.HasPrefix(blur, "data:image/png;base64,") {
				return ""
			}
			return template.URL(blur) //nolint:gosec // a picture, and the template escapes it
		},
		"moment": day,
		"fault":  func(id, text string) fieldFault { return fieldFault{id, text} },
		"named": func(key, name string, marks ...any) (template.HTML, error) {
			text, err := w.say(key, "name", name)
			if err != nil {
				return "", err
			}
			return marked(text, marks...)
		},
		"standing": func(c campaigns.CampaignCard) (string, error) { return s.standing(lang, c) },
	}
}

// category gives the reader's name of one; an unknown one is general.
func (w appTexts) category(name string) string {
	if text := w["common:category."+name]; text != "" {
		return text
	}
	return w["common:category.general"]
}

func asks(c campaigns.CampaignCard, strand string) bool { return slices.Contains(c.Resources, strand) }

// untouched is a campaign nobody has given to yet: an invitation says more than an empty bar.
func untouched(c campaigns.CampaignCard) bool {
	return c.RaisedAmount == 0 && c.Supporters == 0 && c.Status == "active"
}

// bars are those of a card, one for each strand it asks for; money has none without a goal.
func (w appTexts) bars(lang string, c campaigns.CampaignCard) ([]bar, error) {
	var out []bar
	add := func(strand, text, asked string, done, pledged, goal int64) {
		arrived, beyond := share(done, pledged, goal)
		out = append(out, bar{strand, w["common:strand."+strand], text, asked, done, pledged, arrived, beyond})
	}
	needing := c.Status != "completed" // what has ended needs nothing any more: it says how far it came
	if asks(c, "money") && c.GoalAmount > 0 && !untouched(c) {
		add("money", reached(lang, c.RaisedAmount, c.GoalAmount), "", c.RaisedAmount, 0, c.GoalAmount)
	}
	if asks(c, "time") && c.TimeGoalMinutes > 0 {
		goal := hours(lang, c.TimeGoalMinutes)
		text, err := w.say("common:progress.hours", "done", hours(lang, c.MinutesGiven), "goal", goal)
		if err != nil {
			return nil, err
		}
		asked := ""
		if needing {
			if asked, err = w.say("common:progress.hoursAsked", "goal", goal); err != nil {
				return nil, err
			}
		}
		add("time", text, asked, c.MinutesGiven, c.MinutesPledged, c.TimeGoalMinutes)
	}
	if asks(c, "materials") && c.ItemsGoal > 0 {
		text, err := w.say("common:progress.items",
			"done", numfmt.Count(lang, c.ItemsReceived), "goal", numfmt.Count(lang, c.ItemsGoal))
		if err != nil {
			return nil, err
		}
		asked := ""
		if needing {
			asked, err = w.counted(lang, "common:progress.itemsAsked", c.ItemsGoal, "goal", numfmt.Count(lang, c.ItemsGoal))
			if err != nil {
				return nil, err
			}
		}
		add("materials", text, asked, c.ItemsReceived, c.ItemsPledged, c.ItemsGoal)
	}
	return out, nil
}

// standing says in a word or two whether a campaign goes on.
func (s *Documents) standing(lang string, c campaigns.CampaignCard) (string, error) {
	w := s.words[lang]
	switch {
	case c.Status == "paused":
		return w.say("common:status.paused")
	case c.Status == "completed":
		return w.say("common:status.completed")
	case c.EndsAt == nil:
		return w.say("common:deadline.none")
	}
	return w.counted(lang, "common:deadline.days", daysLeft(*c.EndsAt, s.c.Clock()))
}

// languageLink leads to the same page in a language.
type languageLink struct{ Lang, Name, URL string }

var languageNames = map[string]string{"en": "English", "fr": "Français", "es": "Español"}

// languageLinks lead to what q asks for in each language.
func languageLinks(q url.Values) []languageLink {
	var out []languageLink
	for _, lang := range languages {
		out = append(out, languageLink{lang, languageNames[lang], searchOf(q, map[string]string{"lng": lang})})
	}
	return out
}

// searchOf writes the search part of an address with changes; an empty value takes a parameter away.
func searchOf(q url.Values, changes map[string]string) string {
	out := url.Values{}
	maps.Copy(out, q)
	for name, value := range changes {
		if out.Del(name); value != "" {
			out.Set(name, value)
		}
	}
	return "?" + out.Encode()
}

// landingData is what the template "landing" shows.
type landingData struct {
	Totals platform.Totals
	Cards  []campaigns.CampaignCard
}

// authData is what the template "auth" shows.
type authData struct {
	SignUp               bool
	SignInURL, SignUpURL string
	PasswordMin          int64
	Providers            []provider
}

// provider is a site whose account signs people in. Its link works without the web app.
type provider struct{ Name, URL string }

func newAuthData(lang string, q url.Values, settings platform.Settings) authData {
	out := authData{
		SignUp: q.Get("tab") == "signup", PasswordMin: int64(settings.PasswordMin),
		SignInURL: searchOf(q, map[string]string{"tab": ""}), SignUpURL: searchOf(q, map[string]string{"tab": "signup"}),
	}
	with := url.Values{"lang": {lang}}
	if next := q.Get("next"); next != "" {
		with.Set("next", next)
	}
	for _, name := range settings.SignInWith {
		out.Providers = append(out.Providers, provider{providers.Called[name], "/api/auth/with/" + name + "?" + with.Encode()})
	}
	return out
}

// exploreData is what the template "explore" shows. Its form and links work without the web app.
type exploreData struct {
	In        campaigns.ListInput
	MaxTyped  int
	Strands   []string
	Kept      map[string]string // what the form sends along
	Strip     []stripEntry
	Total     int64
	More      bool   // there are more than Total, where counting ended
	Narrowing string // nothing, category or criteria, as in the web app
	All       string // the address that narrows nothing
	Cards     []campaigns.CampaignCard
}

// stripEntry is a category one can narrow to.
type stripEntry struct {
	Name, URL string
	Campaigns int64
	Chosen    bool
}

// newExploreData puts together what was found. known are the parameters of the address that count.
func (w appTexts) newExploreData(
	lang string, in campaigns.ListInput, known url.Values, list read.List[campaigns.CampaignCard], counted []campaigns.CategoryCount,
) exploreData {
	d := exploreData{
		In: in, MaxTyped: maxTyped, Strands: strands, Kept: map[string]string{},
		Total: list.Total, More: list.More, Narrowing: "nothing", Cards: list.Items,
		All: searchOf(known, map[string]string{"q": "", "place": "", "need": "", "category": ""}),
	}
	for _, name := range []string{"category", "lng"} {
		if value := known.Get(name); value != "" {
			d.Kept[name] = value
		}
	}
	switch {
	case in.Search != "" || in.Place != "" || in.Need != "":
		d.Narrowing = "criteria"
	case in.Category != "":
		d.Narrowing = "category"
	}
	entry := func(category string, campaigns int64) stripEntry {
		address := searchOf(known, map[string]string{"category": category})
		return stripEntry{w.category(category), address, campaigns, category == in.Category}
	}
	all := entry("", 0)
	all.Name = w["explore:all"]
	var entries []stripEntry
	for _, c := range counted {
		all.Campaigns += c.Campaigns
		entries = append(entries, entry(c.Category, c.Campaigns))
	}
	// The chosen one stands among them even while it is empty.
	if in.Category != "" && !slices.ContainsFunc(entries, func(e stripEntry) bool { return e.Chosen }) {
		entries = append(entries, entry(in.Category, 0))
	}
	order := collate.New(language.Make(lang))
	slices.SortFunc(entries, func(a, b stripEntry) int { return order.CompareString(a.Name, b.Name) })
	d.Strip = append([]stripEntry{all}, entries...)
	return d
}
