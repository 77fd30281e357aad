package documents

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// screensFile is the web app's list of its screens, below its sources.
const screensFile = "app/screens.json"

// The screens whose documents this package has more to say of than title and description, by their names in the list.
const (
	landingScreen  = "landing"
	exploreScreen  = "explore"
	campaignScreen = "campaign"
	thanksScreen   = "thanks"
	authScreen     = "auth"
	missingScreen  = "not-found"
)

// screen is one of the web app's, as far as its document is concerned.
type screen struct {
	Name   string
	Path   string // as the web app's router writes it: /campaign/:slug
	Page   string // the module it loads, below the sources and without .tsx
	Who    string // "member" where only members may open it
	Search string // listed, found or hidden; see hidden
	Title  string // the name of a text
	About  about

	// Sidebar are its entries in the frame of members' pages.
	Sidebar []sidebarEntry
}

// sidebarEntry is what the list of screens says of an entry.
type sidebarEntry struct {
	Group string
	Icon  string
	Text  string // its key among the frame's: "dashboard" is frame:entries.dashboard
	Role  string // whom of the staff it is for; empty for every member
}

// about describes a screen: by a text of the web app, or by its own words in each language.
type about struct {
	text  string
	words map[string]string
}

// UnmarshalJSON reads either form.
func (a *about) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &a.text) == nil {
		return nil
	}
	return json.Unmarshal(raw, &a.words)
}

func (a about) in(lang string, texts appTexts) string {
	if a.text != "" {
		return texts[a.text]
	}
	return a.words[lang]
}

// hidden tells whether search engines should leave a screen out, listed whether the sitemap has it. What only members
// may open is hidden unless the list says otherwise.
func (s screen) hidden() bool { return s.Search == "hidden" || s.Search == "" && s.Who == "member" }
func (s screen) listed() bool { return s.Search == "listed" || s.Search == "" && s.Who != "member" }

// framed tells whether a screen is one of a member's own or of the staff's, which stand in a frame with a sidebar.
func (s screen) framed() bool {
	return s.Path == "/my" || strings.HasPrefix(s.Path, "/my/") || strings.HasPrefix(s.Path, "/admin/")
}

var routeParameter = regexp.MustCompile(`:(\w+)`)

// route is the screen's address as the server's router writes it: /campaign/{slug}.
func (s screen) route() string { return routeParameter.ReplaceAllString(s.Path, "{$1}") }

// loadScreens reads the web app's list. Errors: a screen without title or description in a language, and a missing
// screen of those this package writes more for.
func loadScreens(files fs.FS, texts map[string]appTexts) ([]screen, error) {
	raw, err := fs.ReadFile(files, screensFile)
	if err != nil {
		return nil, fmt.Errorf("read the web app's list of screens: %w", err)
	}
	var screens []screen
	if err := json.Unmarshal(raw, &screens); err != nil {
		return nil, fmt.Errorf("read the web app's list of screens: %w", err)
	}
	for _, s := range screens {
		for _, lang := range languages {
			if texts[lang][s.Title] == "" || s.About.in(lang, texts[lang]) == "" {
				return nil, fmt.Errorf("the screen %q has no title or no description in %q: see %s", s.Name, lang, screensFile)
			}
			if err := checkSidebar(s, lang, texts[lang]); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{landingScreen, exploreScreen, campaignScreen, thanksScreen, authScreen, missingScreen} {
		if !slices.ContainsFunc(screens, func(s screen) bool { return s.Name == name }) {
			return nil, fmt.Errorf("the web app's list of screens has no %q", name)
		}
	}
	return screens, nil
}

// screen gives one by its name, which New has found in the list.
func (s *Documents) screen(name string) screen {
	return s.screens[slices.IndexFunc(s.screens, func(each screen) bool { return each.Name == name })]
}

// head is what a screen's document says of itself in a language.
func (s *Documents) head(lang string, of screen) headText {
	words := s.words[lang]
	return headText{Title: words[of.Title], Description: of.About.in(lang, words)}
}
