package readapi_test

import (
	"bytes"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

const publicURL = "https://callup.example"

// pictureOf gives the address of the picture that a page offers beside links to it.
func pictureOf(t *testing.T, page string) string {
	t.Helper()
	offer := regexp.MustCompile(`<meta property="og:image" content="` + publicURL + `(/card/[^"]+\.(?:png|jpg))" />`)
	m := offer.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no picture in %s", page)
	}
	return m[1]
}

func TestDocuments_shareImages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	made := w.launch(w.member("Ana", "ana@example.org"), content(`Roof & "walls"`))
	w.caughtUp()
	seen := map[string]string{}
	for path, alt := range map[string]string{
		"/campaign/" + made.Slug: `“Roof &amp; &#34;walls&#34;”: three`, "/": "“Money, time", "/explore": "“Money, time",
		"/terms":          "“Money, time",
		"/explore?lng=fr": "«\u00a0Argent, temps",
	} {
		page := string(visit(t, site, path).body)
		for _, want := range []string{
			`property="og:image:width" content="1200"`, `property="og:image:height" content="630"`,
			`property="og:image:type" content="image/png"`,
			`name="twitter:card" content="summary_large_image"`, `property="og:image:alt" content="` + alt,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
		seen[path] = pictureOf(t, page)
		a := visit(t, site, seen[path])
		h := a.header
		if a.status != http.StatusOK || h.Get("Content-Type") != "image/png" ||
			h.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			h.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Fatalf("GET %s: %d %v", seen[path], a.status, h)
		}
		size, err := png.DecodeConfig(bytes.NewReader(a.body))
		if err != nil || size.Width != 1200 || size.Height != 630 {
			t.Errorf("%s: %+v %v", path, size, err)
		}
		if again := visit(t, site, seen[path], "If-None-Match", h.Get("ETag")); again.status != http.StatusNotModified {
			t.Errorf("GET %s again: %d", seen[path], again.status)
		}
	}
	if seen["/"] != seen["/explore"] || seen["/"] == seen["/explore?lng=fr"] || seen["/"] == seen["/campaign/"+made.Slug] {
		t.Errorf("pictures: %v", seen)
	}
	of := "/card/" + made.CampaignID.String()
	if !strings.HasPrefix(seen["/campaign/"+made.Slug], of+"/") {
		t.Errorf("the campaign's picture is at %s", seen["/campaign/"+made.Slug])
	}
	for path, to := range map[string]string{
		of + "/older.png":                   seen["/campaign/"+made.Slug], // of a title it had before
		"/card/" + made.Slug + "/older.png": seen["/campaign/"+made.Slug],
		"/card/fr/older.png":                seen["/explore?lng=fr"],
	} {
		if a := visit(t, site, path); a.status != http.StatusFound || a.header.Get("Location") != to ||
			a.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("GET %s: %d to %q (%s), want %q", path, a.status, a.header.Get("Location"), a.header.Get("Cache-Control"), to)
		}
	}
	if a := visit(t, site, "/card/nowhere/x.png"); a.status != http.StatusNotFound ||
		strings.Contains(a.header.Get("Cache-Control"), "immutable") {
		t.Errorf("a picture of nothing: %d %v", a.status, a.header)
	}
	for _, hidden := range []string{"/auth/confirm?token=x", "/nowhere"} {
		if strings.Contains(string(visit(t, site, hidden).body), "og:image") {
			t.Errorf("%s offers a picture", hidden)
		}
	}
}
