package documents

import (
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
	var listed, hidden []string
	for _, each := range screens {
		if each.listed() {
			listed = append(listed, each.Path)
		}
		if each.hidden() {
			hidden = append(hidden, each.Path)
		}
	}
	if want := []string{"/", "/explore", "/create-campaign", "/terms", "/privacy"}; !slices.Equal(listed, want) {
		t.Errorf("the sitemap has %v, want %v", listed, want)
	}
	if want := []string{"/campaign/:slug", "/campaign/:slug/thanks", "/auth/confirm", "*"}; !slices.Equal(hidden, want) {
		t.Errorf("hidden by the list are %v, want %v", hidden, want)
	}
}

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
func TestTemplates_OfBodiesAreTheseFour(t *testing.T) {
	source, err := templateFiles.ReadFile("templates/bodies.html")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`\{\{define "([^"]+)"\}\}`).FindAllStringSubmatch(string(source), -1) {
		if !slices.Contains([]string{"plain", "missing"}, m[1]) {
			got = append(got, m[1])
		}
	}
	if want := []string{"landing", "explore", "auth", "campaign"}; !slices.Equal(got, want) {
		t.Errorf("the bodies written on the server are %v, want %v and no more: let the new screen have the template plain", got, want)
	}
}
