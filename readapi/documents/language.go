package documents

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"
)

// languages of the product; the first is what everyone else gets.
var languages = []string{"en", "fr", "es"}

// languageCookie mirrors what the web app keeps under i18nextLng.
const languageCookie = "callup_lng"

var matcher = language.NewMatcher([]language.Tag{language.English, language.French, language.Spanish})

// languageOf gives the language to render in: what the address asks for, else what the reader chose before, else what
// the browser prefers.
func languageOf(r *http.Request) string {
	if asked := r.URL.Query().Get("lng"); slices.Contains(languages, asked) {
		return asked
	}
	if c, err := r.Cookie(languageCookie); err == nil && slices.Contains(languages, c.Value) {
		return c.Value
	}
	_, at := language.MatchStrings(matcher, r.Header.Get("Accept-Language"))
	return languages[at]
}
