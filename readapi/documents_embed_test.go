package readapi_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/httpsec"
)

// A card for other sites: what it says, in which words and colours, and what it lets and forbids.
func TestDocuments_embed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := httpsec.Headers(true)(w.site())
	owner := w.member("Ana <b>", "ana@example.org")
	c := content(`<img src=x onerror=alert(1)> Roof`)
	c.Lang, c.GoalAmount, c.Currency = "fr", 100_00, money.GBP
	made := w.launch(owner, c)
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 25_00, Currency: money.GBP})
	w.caughtUp()

	a := visit(t, site, "/embed/"+made.Slug+"?lng=es&theme=dark", "Accept-Language", "fr", "Cookie", "callup_signed_in=1")
	page := string(a.body)
	if a.status != http.StatusOK || a.header.Get("Content-Language") != "es" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	for _, want := range []string{
		`<html lang="es" data-theme="dark">`, `<h1 class="ccard-title" lang="fr">&lt;img src=x onerror=alert(1)&gt; Roof</h1>`,
		"Ana &lt;b&gt;", "25\u00a0£", ">Contribuir</a>", "En directo del registro abierto", `<svg class="cover cover-community"`,
		`href="https://callup.example/campaign/` + made.Slug + `?lng=es" target="_blank" rel="noopener"`,
		`<script src="/embed.js"></script>`, `<meta name="robots" content="noindex" />`, "strand-money",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the card lacks %q\n%s", want, page)
		}
	}
	for _, never := range []string{"<img", "callup-data", "start.js", "theme.js", "http-equiv", "@example.org", "<form"} {
		if strings.Contains(page, never) {
			t.Errorf("the card holds %q", never)
		}
	}
	sum := sha256.Sum256([]byte(block(t, page, "<style>", "</style>")))
	policy := a.header.Get("Content-Security-Policy")
	for _, want := range []string{"frame-ancestors *", "default-src 'none'", "script-src 'self'",
		"style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("its policy lacks %s: %s", want, policy)
		}
	}
	if a.header.Get("X-Frame-Options") != "" || len(a.header.Values("Set-Cookie")) > 0 ||
		!strings.HasPrefix(a.header.Get("Cache-Control"), "public") {
		t.Errorf("%v", a.header)
	}
	if other := visit(t, site, "/campaign/"+made.Slug).header; other.Get("X-Frame-Options") != "DENY" ||
		!strings.Contains(other.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("other pages may be framed: %v", other)
	}

	small := string(visit(t, site, "/embed/"+made.Slug+"?compact").body)
	if strings.Contains(small, "<svg class=\"cover") || strings.Contains(small, "data-theme=") {
		t.Errorf("compact, in the system's colours: %s", small)
	}
	if a := visit(t, site, "/embed/"+made.CampaignID.String()+"?lng=fr&compact"); a.status != http.StatusMovedPermanently ||
		a.header.Get("Location") != "/embed/"+made.Slug+"?lng=fr&compact" {
		t.Errorf("by id: %d %v", a.status, a.header)
	}
	if a := visit(t, site, "/embed/nothing?lng=fr"); a.status != http.StatusNotFound ||
		!strings.Contains(string(a.body), "Cette campagne n’est pas ici") ||
		!strings.Contains(a.header.Get("Content-Security-Policy"), "frame-ancestors *") {
		t.Errorf("none: %d %s", a.status, a.body)
	}

	w.pause(owner, made.CampaignID)
	w.caughtUp()
	if page := string(visit(t, site, "/embed/"+made.Slug).body); !strings.Contains(page, "This campaign is paused.") ||
		strings.Contains(page, ">Contribute<") {
		t.Errorf("paused: %s", page)
	}
	w.resume(owner, made.CampaignID)
	w.complete(owner, made.CampaignID)
	w.caughtUp()
	if page := string(visit(t, site, "/embed/"+made.Slug).body); !strings.Contains(page, ">See the results</a>") ||
		!strings.Contains(page, "£25") {
		t.Errorf("ended: %s", page)
	}
}
