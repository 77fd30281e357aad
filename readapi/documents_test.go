package readapi_test

import (
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/readapi/documents"
)

const document = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" />
    <!--head-->
    <template id="app"><script type="module" src="/assets/index-1.js"></script><!--app--></template></head>
  <body><div id="root"><!--body--></div></body>
</html>`

func webApp() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"index.html": file(document), "favicon.svg": file("<svg/>"), "assets/index-1.js": file("let a = 1;"),
		"assets/index-1.js.br": file("brotli"), "assets/index-1.js.gz": file("gzip"), "assets/CampaignPage-2.js": file("let b"),
		"assets/CampaignPage-2.css": file("b{}"), "assets/shared-3.js": file("let c"),
		".vite/manifest.json": file(`{"index.html":{"file":"assets/index-1.js","css":["assets/index-4.css"],"dynamicImports":["_start-8.js"]},
			"_start-8.js":{"file":"assets/start-8.js","imports":["_shared-3.js"]},
			"src/i18n/common.en.json":{"file":"assets/common.en-5.js"},"src/features/campaigns/campaign/texts.es.json":{"file":"assets/texts.es-6.js"},
			"src/features/campaigns/campaign/texts.fr.json":{"file":"assets/texts.fr-7.js"},
			"_shared-3.js":{"file":"assets/shared-3.js","imports":["index.html"]},
			"src/features/campaigns/campaign/CampaignPage.tsx":{"file":"assets/CampaignPage-2.js","css":["assets/CampaignPage-2.css"],"imports":["_shared-3.js"]}}`),
	}
}

func (w *world) site() http.Handler {
	w.t.Helper()
	log := slog.New(slog.DiscardHandler)
	sameOrigin, err := auth.SameOrigin(problem.NewWriter(log), "https://callup.example")
	must(w.t, err)
	p, err := documents.New(documents.Config{
		Assets: webApp(), Texts: os.DirFS("../web/src"), Service: w.service, Problems: problem.NewWriter(log),
		PublicURL: "https://callup.example/", Clock: w.now, Log: log,
		Media: w.media, Give: w.givePlainly, SameOrigin: sameOrigin,
	})
	must(w.t, err)
	r := chi.NewRouter()
	p.Routes(r)
	r.NotFound(p.NotFound)
	return r
}

// visit asks for an address with headers given as name, value, name, value …
func visit(t *testing.T, h http.Handler, path string, headers ...string) answered {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return serve(t, h, r)
}

// block gives what stands in a page between two marks.
func block(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	inside, _, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("no %s…%s in %s", from, to, page)
	}
	return inside
}

type bootData struct {
	Position string
	Session  bool
	Queries  []struct {
		Operation string
		Args      map[string]any
		Data      json.RawMessage
	}
}

func bootOf(t *testing.T, page string) bootData {
	t.Helper()
	var b bootData
	must(t, json.Unmarshal([]byte(block(t, page, `<script type="application/json" id="callup-data">`, "</script>")), &b))
	return b
}

// caughtUp waits until the read tables hold everything this test did.
func (w *world) caughtUp() {
	w.t.Helper()
	must(w.t, w.tracker.Wait(w.t.Context(), w.last))
}

func TestDocuments_campaign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner, shy := w.member("Ana <b>", "ana@example.org"), w.member("Shyname", "shy@example.org")
	c := content(`<img src=x onerror=alert(1)> Roof`)
	c.Story, c.Lang = "Line\u2028one </script><script>alert(2)</script>\n\nSecond & last", "fr"
	c.GoalAmount, c.Currency = 100_00, money.GBP
	c.BeneficiaryName, c.BeneficiaryConsent = "Zoë <i>", true
	made := w.launch(owner, c)
	hidden := w.give(shy, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 25_00, Currency: money.GBP, Anonymous: true})
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 5_50, Currency: money.GBP, DonorName: "Gus",
		Message: "<i>Bravo</i>"})
	w.caughtUp()

	a := visit(t, site, "/campaign/"+made.Slug, "Accept-Language", "es-MX,es;q=0.9")
	page := string(a.body)
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "text/html; charset=utf-8" ||
		a.header.Get("Content-Language") != "es" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	app := block(t, page, `<template id="app">`, "</template>") // fetched once the page is painted
	for _, script := range []string{"index-1.js", "start-8.js", "shared-3.js", "CampaignPage-2.js", "texts.es-6.js",
		"common.en-5.js"} {
		if strings.Count(page, script) != 1 || !strings.Contains(app, script) {
			t.Errorf("%s must stand once in the page, in the app's template: %s", script, app)
		}
	}
	for _, want := range []string{
		`<html lang="es">`, `<h1 lang="fr">&lt;img src=x onerror=alert(1)&gt; Roof</h1>`, `<p>Second &amp; last</p>`,
		`<title>&lt;img src=x onerror=alert(1)&gt; Roof - Callup - Community Resource Planner</title>`,
		`<link rel="canonical" href="https://callup.example/campaign/` + made.Slug + `" />`,
		`hreflang="fr" href="https://callup.example/campaign/` + made.Slug + `?lng=fr"`, `property="og:locale" content="es_ES"`,
		"30,50\u00a0£", "2 apoyos", "Sin fecha límite", "Ana &lt;b&gt;", "&lt;i&gt;Bravo&lt;/i&gt;", "Gus", "Anónimo",
		`<span lang="fr">Lyon</span>`, `para <span lang="fr">Zoë &lt;i&gt;</span>`,
		`<link rel="modulepreload" crossorigin href="/assets/shared-3.js" />`, `href="/assets/CampaignPage-2.css"`,
		`<link rel="modulepreload" crossorigin href="/assets/texts.es-6.js" />`, `href="/assets/common.en-5.js"`,
		`<svg class="cover cover-community"`, `<a href="/faq">`, `<a href="/about">`, `<a href="/contact">`,
		`<a href="https://blog.example.org">Blog</a>`, "Gestionado por Les Voisins", `href="mailto:help@voisins.test"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"<img", "<script>alert", "\u2028one </script>", "Shyname", "@example.org", hidden.String(),
		shy.String(), "index-4.css", "texts.fr-7.js", "Empleo"} {
		if strings.Contains(strings.ReplaceAll(page, "<p>Line\u2028one &lt;/script&gt;", ""), never) {
			t.Errorf("the page holds %q", never)
		}
	}
	if n := strings.Count(page, "</script>"); n != 3 {
		t.Errorf("%d scripts end in the page, want the app's and two data blocks", n)
	}
	var facts map[string]any
	must(t, json.Unmarshal([]byte(block(t, page, `<script type="application/ld+json">`, "</script>")), &facts))
	if text := fmt.Sprint(facts); !strings.Contains(text, "GBP") || !strings.Contains(text, "30.50") ||
		strings.Contains(text, "EUR") {
		t.Errorf("JSON-LD: %s", text)
	}

	boot := bootOf(t, page)
	want := map[string]string{
		"settings": "/api/settings", "campaign": "/api/campaigns/" + made.Slug,
		"campaign-supporters": "/api/campaigns/" + made.CampaignID.String() + "/supporters",
	}
	for _, q := range boot.Queries {
		api := w.get(owner, want[q.Operation])
		if q.Operation == "campaign" { // the page is a visitor's, whoever looks
			api.body = []byte(strings.NewReplacer(`"can_edit":true`, `"can_edit":false`, `"owned":true`, `"owned":false`).
				Replace(string(api.body)))
		}
		var x, y any
		must(t, json.Unmarshal(q.Data, &x))
		must(t, json.Unmarshal(api.body, &y))
		if fmt.Sprint(x) != fmt.Sprint(y) {
			t.Errorf("%s in the page: %s\nfrom the API: %s", q.Operation, q.Data, api.body)
		}
		delete(want, q.Operation)
	}
	if len(want) > 0 || boot.Position == "" || boot.Session {
		t.Errorf("the page's data lacks %v: %+v", want, boot)
	}
	if !bootOf(t, string(visit(t, site, "/explore", "Cookie", "callup_signed_in=1").body)).Session {
		t.Error("the page does not say that a refresh is worth trying")
	}
}

func TestDocuments_addresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	made := w.launch(w.member("Ana", "ana@example.org"), content("Roof"))
	w.caughtUp()
	id := made.CampaignID.String()
	for _, c := range []struct {
		path, location, holds string
		status                int
	}{
		{"/", "", "gathered where they’re needed", 200},
		{"/", "", `href="/campaign/roof"`, 200},
		{"/explore?q=roof", "", `href="/campaign/roof"`, 200},
		{"/explore?q=nothing&sort=wrong&category=wrong", "", "No campaigns found matching your criteria.", 200},
		{"/explore?q=nothing&sort=nearly&category=sports&need=time", "",
			`<a class="btn btn-outline" href="?sort=nearly">Clear filters</a>`, 200},
		{"/explore?category=sports", "",
			`<a href="?category=sports" aria-current="true">Sports<span class="num" aria-hidden="true">0</span>`, 200},
		{"/explore?category=sports&lng=fr", "", `<input type="hidden" name="lng" value="fr" />`, 200},
		{"/explore?q=%22%3Cb%3E", "", `name="q" value="&#34;&lt;b&gt;"`, 200},
		{"/explore?sort=ending&need=money", "", `<option value="ending" selected>`, 200},
		{"/explore?sort=ending&need=money", "", `name="need" value="money" checked`, 200},
		{"/campaign/roof", "", "<h1 lang=\"en\">Roof</h1>", 200},
		{"/campaign/roof/thanks?donation=x", "", "noindex", 200},
		{"/create-campaign", "", "<h1>", 200},
		{"/auth?next=%2Fcreate-campaign", "", `<a href="?next=%2Fcreate-campaign&amp;tab=signup">Sign up</a>`, 200},
		{"/auth", "", "Welcome back</h1>", 200},
		{"/auth?next=%2Fmy", "", `href="/api/auth/with/google?lang=en&amp;next=%2Fmy">Continue with Google</a>`, 200},
		{"/auth?tab=signup", "", `<a class="link" href="/terms">Terms of Service</a>`, 200},
		{"/auth/confirm?token=x", "", "noindex", 200},
		{"/terms", "", "Terms of Service", 200},
		{"/privacy", "", "Privacy Policy", 200},
		{"/campaign/" + id + "?lng=fr", "/campaign/roof?lng=fr", "", 301},
		{"/campaign/" + id + "/thanks?donation=x&cancelled=1", "/campaign/roof/thanks?donation=x&cancelled=1", "", 301},
		{"/explore/?q=x", "/explore?q=x", "", 301},
		{"/campaigns?q=x", "/explore?q=x", "", 301},
		{"/campaigns/?q=x", "/campaigns?q=x", "", 301},
		{"/campaign/nowhere", "", "Campaign not found", 404},
		{"/campaign/nowhere?lng=fr", "", "Campagne non trouvée", 404},
		{"/nowhere", "", "Oops! Page not found", 404},
		{"//evil.example/", "", "Oops! Page not found", 404},
		{"/assets/missing.js", "", "no such file", 404},
		{"/assets/", "", "no such file", 404},
		{"/index.html", "", "Oops!", 404},
		{"/.vite/manifest.json", "", "Oops!", 404},
		{"/robots.txt", "", "Sitemap: https://callup.example/sitemap.xml", 200},
		{"/sitemap.xml", "", "<loc>https://callup.example/campaign/roof</loc><lastmod>", 200},
		{"/sitemap-0.xml", "", "<loc>https://callup.example/explore</loc>", 200},
		{"/sitemap-1.xml", "", "<loc>https://callup.example/campaign/roof</loc>", 200},
		{"/sitemap-2.xml", "", "Oops!", 404},
	} {
		a := visit(t, site, c.path)
		if a.status != c.status || a.header.Get("Location") != c.location || !strings.Contains(string(a.body), c.holds) {
			t.Errorf("GET %s: %d to %q, want %d to %q with %q:\n%s", c.path, a.status, a.header.Get("Location"), c.status, c.location,
				c.holds, a.body)
		}
		if strings.HasSuffix(c.path, ".xml") && a.status == http.StatusOK {
			var root struct{ XMLName xml.Name }
			if err := xml.Unmarshal(a.body, &root); err != nil {
				t.Errorf("GET %s: %v", c.path, err)
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodHead, c.path, http.NoBody)
		if head := serve(t, site, r); head.status != c.status {
			t.Errorf("HEAD %s: %d, want %d", c.path, head.status, c.status)
		}
	}
	landing := bootOf(t, string(visit(t, site, "/").body))
	explore := bootOf(t, string(visit(t, site, "/explore?q=+roof&sort=newest&category=wrong&need=money").body))
	if len(landing.Queries) != 4 || fmt.Sprint(landing.Queries[3].Args) != "map[limit:6 tab:popular]" {
		t.Errorf("landing: %+v", landing)
	}
	if len(explore.Queries) != 3 || fmt.Sprint(explore.Queries[2].Args) != "map[limit:12 need:money q:roof]" {
		t.Errorf("explore: %+v", explore.Queries)
	}
}

// TestDocuments_queries counts what a page asks of the database: one statement for each answer that it carries, whatever the
// number of campaigns and gifts on it.
func TestDocuments_queries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner := w.member("Ana", "ana@example.org")
	for _, title := range []string{"Roof", "Well", "Bridge"} {
		made := w.launch(owner, content(title))
		for n := range 3 {
			w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 100 * int64(n+1), Currency: money.EUR,
				DonorName: "Gus"})
		}
	}
	w.caughtUp()
	for _, c := range []struct {
		path       string
		statements int64
		answers    int
	}{
		{"/", 4, 4}, {"/explore", 3, 3}, {"/explore?q=roof&sort=nearly", 3, 3}, {"/campaign/roof", 3, 3}, {"/terms", 1, 1},
		{"/campaign/nowhere", 2, 1}, // one finds nothing
	} {
		visit(t, site, c.path) // prepares the statements
		before := w.counter.Sent()
		page := visit(t, site, c.path)
		statements, answers := w.counter.Sent()-before, len(bootOf(t, string(page.body)).Queries)
		if statements != c.statements || answers != c.answers {
			t.Errorf("GET %s: %d with %d statements for %d answers, want %d for %d", c.path, page.status, statements, answers,
				c.statements, c.answers)
		}
	}
}

func TestDocuments_language(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	for _, c := range []struct {
		path, cookie, accept, want string
	}{
		{"/terms", "", "", "en"},
		{"/terms", "", "de, fr-CA;q=0.8, en;q=0.5", "fr"},
		{"/terms", "", "zh", "en"},
		{"/terms", "callup_lng=es", "fr", "es"},
		{"/terms", "callup_lng=xx", "fr", "fr"},
		{"/terms?lng=fr", "callup_lng=es", "en", "fr"},
		{"/terms?lng=%22%3E", "", "es", "es"},
		{"/nowhere", "callup_lng=fr", "", "fr"},
	} {
		a := visit(t, site, c.path, "Cookie", c.cookie, "Accept-Language", c.accept)
		if !strings.Contains(string(a.body), `<html lang="`+c.want+`">`) || a.header.Get("Content-Language") != c.want {
			t.Errorf("%+v: %s", c, a.header.Get("Content-Language"))
		}
		if vary := a.header.Get("Vary"); !strings.Contains(vary, "Cookie") || !strings.Contains(vary, "Accept-Language") {
			t.Errorf("Vary: %q", vary)
		}
	}
}

func TestDocuments_files(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	for _, c := range []struct{ path, accept, coding, body, cache string }{
		{"/assets/index-1.js", "gzip, br", "br", "brotli", "public, max-age=31536000, immutable"},
		{"/assets/index-1.js", "gzip, br;q=0", "gzip", "gzip", "public, max-age=31536000, immutable"},
		{"/assets/index-1.js", "", "", "let a = 1;", "public, max-age=31536000, immutable"},
		{"/favicon.svg", "br", "", "<svg/>", "no-cache"},
	} {
		a := visit(t, site, c.path, "Accept-Encoding", c.accept)
		if a.status != http.StatusOK || a.header.Get("Content-Encoding") != c.coding || string(a.body) != c.body ||
			a.header.Get("Cache-Control") != c.cache {
			t.Errorf("%+v: %d %v %s", c, a.status, a.header, a.body)
		}
		again := visit(t, site, c.path, "Accept-Encoding", c.accept, "If-None-Match", a.header.Get("ETag"))
		if again.status != http.StatusNotModified || len(again.body) > 0 {
			t.Errorf("%s again: %d %q", c.path, again.status, again.body)
		}
	}
	if kind := visit(t, site, "/assets/index-1.js").header.Get("Content-Type"); kind != "text/javascript; charset=utf-8" {
		t.Errorf("type %q", kind)
	}
	a := visit(t, site, "/terms", "Accept-Encoding", "gzip")
	z, err := gzip.NewReader(strings.NewReader(string(a.body)))
	must(t, err)
	page, err := io.ReadAll(z)
	must(t, err)
	if a.header.Get("Content-Encoding") != "gzip" || !strings.Contains(string(page), "</html>") {
		t.Errorf("%v: %s", a.header, page)
	}
	assets := fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte("<html>")}}
	if _, err := documents.New(documents.Config{Assets: assets}); err == nil {
		t.Error("a document without the markers is taken")
	}
}

// The app starts even when the first screen's data can't be had.
func TestDocuments_withoutTheDatabase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	w.reading.Close()
	for _, path := range []string{"/", "/explore", "/campaign/roof"} {
		a := visit(t, site, path)
		if a.status < 500 || !strings.Contains(string(a.body), `<div id="root">`) || !strings.Contains(string(a.body), "callup-data") {
			t.Errorf("GET %s: %d %s", path, a.status, a.body)
		}
	}
}
