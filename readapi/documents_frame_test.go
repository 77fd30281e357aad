package readapi_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestDocuments_LeadMembersAndVisitors says where the addresses lead that are for the one or the other.
func TestDocuments_LeadMembersAndVisitors(t *testing.T) {
	t.Parallel()
	site := newWorld(t).site()
	member := []string{"Cookie", "callup_signed_in=1"}
	for _, c := range []struct {
		path, location string
		headers        []string
	}{
		{"/", "/my", member},
		{"/?lng=fr&utm=x", "/my?lng=fr", member},
		{"/", "", nil},
		{"/my", "/auth?next=%2Fmy", nil},
		{"/my/profile?a=1&lng=es", "/auth?next=%2Fmy%2Fprofile%3Fa%3D1%26lng%3Des&lng=es", nil},
		{"/my?lng=xx", "/auth?next=%2Fmy%3Flng%3Dxx", nil},
		{"/admin/messages?tab=answered", "/auth?next=%2Fadmin%2Fmessages%3Ftab%3Danswered", nil},
		{"/admin/messages", "", member},
		{"/my", "", member},
		{"/my/profile", "", member},
		{"/create-campaign", "", nil},
		{"/auth", "", member},
	} {
		a := visit(t, site, c.path, c.headers...)
		status := http.StatusOK
		if c.location != "" {
			status = http.StatusFound
		}
		if got := a.header.Get("Location"); a.status != status || got != c.location {
			t.Errorf("%s with %v: %d to %q, want %d to %q", c.path, c.headers, a.status, got, status, c.location)
		}
		if c.location != "" && a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s is kept: %q", c.path, a.header.Get("Cache-Control"))
		}
	}
}

// TestDocuments_FrameIsThereBeforeTheApp looks at the first paint of a member's own page.
func TestDocuments_FrameIsThereBeforeTheApp(t *testing.T) {
	t.Parallel()
	site := newWorld(t).site()
	page := func(cookies string) string {
		return string(visit(t, site, "/my", "Cookie", cookies, "Accept-Language", "fr").body)
	}
	open := page("callup_signed_in=1; callup_sidebar=expanded")
	for _, want := range []string{
		`<div class="frame">`, `<a class="frame-entry active" href="/my" aria-current="page"`, "<span>Tableau de bord</span>",
		`<h2>Ajouter</h2>`, `href="/create-campaign"`, `aria-label="Chargement..."`, `content="noindex"`,
	} {
		if !strings.Contains(open, want) {
			t.Errorf("the page has no %s:\n%s", want, open)
		}
	}
	if strings.Contains(open, "/admin/") {
		t.Error("the page names what is for the staff, before anybody knows who looks")
	}
	if strings.Contains(open, "<footer") {
		t.Error("the page has the public footer")
	}
	if !strings.Contains(page("callup_signed_in=1; callup_sidebar=collapsed"), `<div class="frame frame-collapsed">`) {
		t.Error("the sidebar is not as its reader left it")
	}
}

// TestDocuments_SignInComesBack looks at where the header's sign-in leads from a page.
func TestDocuments_SignInComesBack(t *testing.T) {
	t.Parallel()
	site := newWorld(t).site()
	for path, want := range map[string]string{
		"/":                      `href="/auth"`,
		"/auth?tab=signup":       `href="/auth"`,
		"/explore?q=a+b&need=x":  `href="/auth?next=%2Fexplore%3Fq%3Da%2Bb%26need%3Dx"`,
		"/terms":                 `href="/auth?next=%2Fterms"`,
		"/no/such/%22page%22?x=": `href="/auth?next=%2Fno%2Fsuch%2F%2522page%2522%3Fx%3D"`,
	} {
		if page := string(visit(t, site, path).body); !strings.Contains(page, `top-sign-in" `+want) {
			t.Errorf("%s does not lead to %s", path, want)
		}
	}
}
