package documents

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestScreens_AreDescribedInEachLanguage(t *testing.T) {
	files := os.DirFS("../../web/src")
	words, err := loadAppTexts(files)
	if err != nil {
		t.Fatal(err)
	}
	screens, err := loadScreens(files, words)
	if err != nil {
		t.Fatal(err)
	}
	s := &Documents{words: words, screens: screens}
	want := map[string]headText{
		"en": {"Terms of Service", "What you may expect from Callup, and what it expects from you."},
		"fr": {"Conditions d’utilisation", "Ce que vous pouvez attendre de Callup, et ce qu’il attend de vous."},
		"es": {"Condiciones del servicio", "Lo que puedes esperar de Callup y lo que espera de ti."},
	}
	for _, lang := range languages {
		if got := s.head(lang, s.screen("terms")); got != want[lang] {
			t.Errorf("%s: %v", lang, got)
		}
		landing := s.head(lang, s.screen(landingScreen))
		if landing.Description != words[lang]["landing:hero.text"] || landing.Description == "" {
			t.Errorf("%s: the landing page is described as %q", lang, landing.Description)
		}
	}
	forSearch := map[string]string{
		"landing": "listed", "explore": "listed", "wizard": "listed", "terms": "listed", "privacy": "listed", "auth": "found",
		"campaign": "hidden", "thanks": "hidden", "confirm": "hidden", "not-found": "hidden",
	}
	for name, want := range forSearch {
		if got := standing(s.screen(name)); got != want {
			t.Errorf("the screen %q is %s for search engines, want %s", name, got, want)
		}
	}
}

func standing(s screen) string {
	switch {
	case s.listed() && !s.hidden():
		return "listed"
	case s.hidden() && !s.listed():
		return "hidden"
	case !s.hidden():
		return "found"
	}
	return "both"
}

func TestScreens_OfMembersAreHiddenUnlessTheListSaysOtherwise(t *testing.T) {
	for s, want := range map[screenKey]string{{"", ""}: "listed", {"member", ""}: "hidden", {"member", "listed"}: "listed",
		{"", "found"}: "found"} {
		if got := standing(screen{Who: s.who, Search: s.search}); got != want {
			t.Errorf("%v is %s, want %s", s, got, want)
		}
	}
}

type screenKey struct{ who, search string }

func TestScreens_ThatSayTooLittleAreRefused(t *testing.T) {
	words := map[string]appTexts{"en": {"a:title": "A"}, "fr": {"a:title": "A"}, "es": {"a:title": "A"}}
	for list, want := range map[string]string{
		`[{"name":"a","path":"/a","title":"a:title","about":{"en":"x","fr":"x"}}]`: `no title or no description in "es"`,
		`[{"name":"a","path":"/a","title":"a:nothing","about":"a:title"}]`:         `no title or no description in "en"`,
		`[{"name":"a","path":"/a","title":"a:title","about":"a:title"}]`:           `has no "landing"`,
		`{}`: "read the web app's list",
	} {
		_, err := loadScreens(fstest.MapFS{screensFile: {Data: []byte(list)}}, words)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", list, err, want)
		}
	}
}

func TestScreens_RoutesAreTheRouters(t *testing.T) {
	for path, want := range map[string]string{"/": "/", "/campaign/:slug/thanks": "/campaign/{slug}/thanks"} {
		if got := (screen{Path: path}).route(); got != want {
			t.Errorf("%s is routed at %s, want %s", path, got, want)
		}
	}
}

// A body written here doubles what the web app shows: more than these cost more than they give a reader. A new screen
// gets the plain one.
func TestTemplates_OfBodiesAreTheseFive(t *testing.T) {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, file := range files {
		source, err := templateFiles.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\{\{define "([^"]+)"\}\}\{\{template "top"`).FindAllStringSubmatch(string(source), -1) {
			if !slices.Contains([]string{"plain", "missing"}, m[1]) {
				got = append(got, m[1])
			}
		}
	}
	// "give" is no screen: without scripts it is what the others are with them.
	if want := []string{"landing", "explore", "auth", "campaign", "give"}; !slices.Equal(got, want) {
		t.Errorf("the bodies written on the server are %v, want %v and no more: let the new screen have the template plain", got, want)
	}
}
