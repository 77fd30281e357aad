package documents

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// sidebarCookie says that the reader has collapsed the sidebar of members' pages. The web app sets it (app/frame).
const (
	sidebarCookie = "callup_sidebar"
	collapsed     = "collapsed"
)

// frameData is the frame of members' pages before the app has started.
type frameData struct {
	Collapsed bool
	Groups    []sidebarGroup
}

type sidebarGroup struct {
	Heading string // empty for the first
	Entries []sidebarLink
}

type sidebarLink struct {
	Path, Icon, Text string
	Here             bool
}

// sidebarGroups are the groups of the sidebar in their order, as web/scripts/screens.ts has them.
var sidebarGroups = []string{"dashboard", "spaces", "explore", "add", "staff", "help"}

// checkSidebar refuses an entry of an unknown group, or without words in a language.
func checkSidebar(s screen, lang string, texts appTexts) error {
	for _, entry := range s.Sidebar {
		if !slices.Contains(sidebarGroups, entry.Group) || texts["frame:entries."+entry.Text] == "" {
			return fmt.Errorf("the sidebar's entry of the screen %q has no group or no text in %q: see %s", s.Name, lang, screensFile)
		}
	}
	return nil
}

// frame gives the frame as it stands round the page of a path. What is for the staff follows once the app knows who looks.
func (s *Documents) frame(r *http.Request, lang string) frameData {
	words := s.words[lang]
	cookie, err := r.Cookie(sidebarCookie)
	out := frameData{Collapsed: err == nil && cookie.Value == collapsed}
	for _, name := range sidebarGroups {
		group := sidebarGroup{Heading: words["frame:groups."+name]}
		for _, each := range s.screens {
			for _, entry := range each.Sidebar {
				if entry.Group == name && entry.Role == "" {
					group.Entries = append(group.Entries, sidebarLink{
						each.Path, entry.Icon, words["frame:entries."+entry.Text], each.Path == r.URL.Path,
					})
				}
			}
		}
		if len(group.Entries) > 0 {
			out.Groups = append(out.Groups, group)
		}
	}
	return out
}

// framed serves a member's own page: the frame, in which the app shows what only the member may see. Who is not signed in
// is led to sign-in, and from there back.
func (s *Documents) framed(of screen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !hasSession(r) {
			to := url.URL{Path: "/auth", RawQuery: "next=" + url.QueryEscape(r.URL.RequestURI())}
			if more := asked(r); more != "" {
				to.RawQuery += "&" + more
			}
			lead(w, r, to)
			return
		}
		lang := languageOf(r)
		text := s.head(lang, of)
		s.write(w, r, document{
			status: http.StatusOK, lang: lang, path: r.URL.Path, title: text.Title, about: text.Description, kind: "website",
			hidden: true, template: "framed", module: of.Page, framed: true, data: s.frame(r, lang),
		})
	}
}

// lead leads on according to who may be signed in, which may change at any time.
func lead(w http.ResponseWriter, r *http.Request, to url.URL) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to.String(), http.StatusFound)
}

// asked is the language that an address asks for, as a query: it holds where the reader is led to as well.
func asked(r *http.Request) string {
	lang := r.URL.Query().Get("lng")
	if !slices.Contains(languages, lang) {
		return ""
	}
	return "lng=" + lang
}

// signInPath is the sign-in page's address, from which one comes back to where one is; the landing page leads on by itself.
func signInPath(at *url.URL) string {
	if at.Path == "/" || strings.HasPrefix(at.Path, "/auth") {
		return "/auth"
	}
	return "/auth?next=" + url.QueryEscape(at.RequestURI())
}
