package documents

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

// maxAddresses is what one sitemap may hold (https://www.sitemaps.org/protocol.html).
const maxAddresses = 50_000

const (
	sitemapSpace = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	xmlHour      = "public, max-age=3600"
)

func (s *Documents) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", xmlHour)
	_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: /api/\n"+
		"Disallow: /auth/confirm\nDisallow: /dev/\nDisallow: /my\nDisallow: /sandbox/\n\nSitemap: %s/sitemap.xml\n", s.c.PublicURL)
}

// sitemap lists everything, or, when that is too much for one, its parts.
func (s *Documents) sitemap(w http.ResponseWriter, r *http.Request) {
	n, err := campaigns.Count.Answer(r.Context(), s.c.Service, read.Viewer{}, struct{}{})
	if err != nil {
		s.c.Problems.Write(w, r, err)
		return
	}
	if n+int64(len(s.screens)) <= maxAddresses {
		s.writeSitemap(w, r, true, 0)
		return
	}
	out := beginXML(w, "sitemapindex")
	for part := int64(0); part*maxAddresses < n+maxAddresses; part++ {
		s.entry(out, "sitemap", "/sitemap-"+strconv.FormatInt(part, 10)+".xml", time.Time{})
	}
	endXML(out, "sitemapindex")
}

// sitemapPart is one part: the first holds the pages that are always there, the others the campaigns.
func (s *Documents) sitemapPart(w http.ResponseWriter, r *http.Request) {
	part, err := strconv.Atoi(chi.URLParam(r, "part"))
	if err != nil {
		s.NotFound(w, r)
		return
	}
	if part == 0 {
		out := beginXML(w, "urlset")
		s.standingAddresses(out)
		endXML(out, "urlset")
		return
	}
	n, err := campaigns.Count.Answer(r.Context(), s.c.Service, read.Viewer{}, struct{}{})
	if err != nil {
		s.c.Problems.Write(w, r, err)
		return
	}
	if int64(part-1)*maxAddresses >= n {
		s.NotFound(w, r)
		return
	}
	s.writeSitemap(w, r, false, (part-1)*maxAddresses)
}

// writeSitemap sends addresses as they are read. A failure half-way breaks the answer off, so that nobody takes it for
// whole.
func (s *Documents) writeSitemap(w http.ResponseWriter, r *http.Request, all bool, skip int) {
	out := beginXML(w, "urlset")
	if all {
		s.standingAddresses(out)
	}
	yield := func(slug string, changed time.Time) error {
		s.entry(out, "url", "/campaign/"+slug, changed)
		return nil
	}
	in := campaigns.AddressesInput{Skip: skip, Limit: maxAddresses, Yield: yield}
	if _, err := campaigns.Addresses.Answer(r.Context(), s.c.Service, read.Viewer{}, in); err != nil {
		s.c.Log.ErrorContext(r.Context(), "the sitemap was broken off", "error", err)
		panic(http.ErrAbortHandler)
	}
	endXML(out, "urlset")
}

// standingAddresses writes those that search engines should know beside the campaigns.
func (s *Documents) standingAddresses(out *bufio.Writer) {
	for _, each := range s.screens {
		if each.listed() {
			s.entry(out, "url", each.Path, time.Time{})
		}
	}
}

// What these write goes to the client, who may have gone: errors of the writer tell nothing else.

func beginXML(w http.ResponseWriter, root string) *bufio.Writer {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", xmlHour)
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(xml.Header + "<" + root + " " + sitemapSpace + ">\n")
	return out
}

func (s *Documents) entry(out *bufio.Writer, element, path string, changed time.Time) {
	_, _ = out.WriteString("<" + element + "><loc>")
	_ = xml.EscapeText(out, []byte(s.c.PublicURL+path))
	_, _ = out.WriteString("</loc>")
	if !changed.IsZero() {
		_, _ = out.WriteString("<lastmod>" + changed.Format(time.RFC3339) + "</lastmod>")
	}
	_, _ = out.WriteString("</" + element + ">\n")
}

func endXML(out *bufio.Writer, root string) {
	_, _ = out.WriteString("</" + root + ">\n")
	_ = out.Flush()
}
