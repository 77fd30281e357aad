package documents

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// corrected gives the address that was most likely meant by one that leads nowhere: in small letters, without what a mail program
// or a sentence put behind it, such as a full stop, a bracket or a character that is not seen. It is the same where nothing was.
func corrected(path string) string {
	return strings.ToLower(strings.TrimRightFunc(path, func(r rune) bool {
		return r != '/' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}))
}

// redirectCorrected redirects an address that leads nowhere to the one that was meant; false where there is none.
func (s *Documents) redirectCorrected(w http.ResponseWriter, r *http.Request) bool {
	to := corrected(r.URL.Path)
	if to == r.URL.Path || !s.has(to) || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return false
	}
	address := *r.URL
	address.Path, address.RawPath = to, ""
	http.Redirect(w, r, address.RequestURI(), http.StatusFound) //nolint:gosec // it begins as one of our own pages does
	return true
}

// has tells whether there are pages whose addresses begin as this one does.
func (s *Documents) has(path string) bool {
	first := func(path string) string {
		part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		return part
	}
	return path == "/" || first(path) != "" && slices.ContainsFunc(s.screens, func(each screen) bool {
		return each.Name != missingScreen && first(each.route()) == first(path)
	})
}
