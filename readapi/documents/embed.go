package documents

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/readapi/campaigns"
)

// embedStyle is what a card has beside the web app's own style sheet.
//
//go:embed embed.css
var embedStyle string

// embedTexts are the words of a card.
type embedTexts struct {
	Title      string `json:"title"` // of the document, with %s for the campaign's
	Contribute string `json:"contribute"`
	See        string `json:"see"`
	Outcome    string `json:"outcome"` // leads to an ended campaign
	Live       string `json:"live"`
	Paused     string `json:"paused"`
	Gone       string `json:"gone"`
	GoneText   string `json:"goneText"`
	Cancelled  string `json:"cancelled"`
	Suspended  string `json:"suspended"`
	Discover   string `json:"discover"`
}

// embedData is what the template "embed" shows.
type embedData struct {
	Lang, Title, Theme string // Theme: empty for the system's
	Styles             []string
	Style              template.CSS
	T                  embedTexts
	Home               string

	Campaign *campaignData // nil: there is none
	Picture  bool
	Link     string // to the campaign
	Primary  bool   // it can be given to
	Button   string
	Says     string // why not; may be empty
}

var stylesheet = regexp.MustCompile(`<link rel="stylesheet"[^>]*href="([^"]+)"`)

// embedPath is where cards for other sites are.
const embedPath = "/embed/{slug}"

// embed serves a campaign as a card that other sites show in a frame: live figures, in the language and colours that its address
// asks for (lng, theme=light or dark, compact without the picture), with neither cookie nor the web app. Its script takes new
// figures each minute and follows the system's theme; without it the card is as it was loaded. Any site may frame it, and nothing
// else of this one.
func (s *Documents) embed(w http.ResponseWriter, r *http.Request) {
	ctx, lang, q := r.Context(), languageOf(r), r.URL.Query()
	t := s.texts[lang].Embed
	d := embedData{
		Lang: lang, Title: t.Gone, T: t, Styles: s.shell.styles, Style: template.CSS(embedStyle), //nolint:gosec // a file of ours
		Home: s.c.PublicURL + "/", Link: s.c.PublicURL + "/explore", Button: t.Discover,
	}
	if theme := q.Get("theme"); theme == "light" || theme == "dark" {
		d.Theme = theme
	}
	if q.Get("lng") == lang {
		d.Link += "?lng=" + lang
	}
	status, asked := http.StatusOK, chi.URLParam(r, "slug")
	found, err := s.campaignNamed(ctx, asked)
	switch {
	case errors.Is(err, campaigns.ErrNoCampaign):
		status, d.Says = http.StatusNotFound, t.GoneText
	case errors.Is(err, campaigns.ErrCancelled):
		status, d.Says = http.StatusGone, t.Cancelled
	case errors.Is(err, campaigns.ErrSuspended):
		status, d.Says = http.StatusGone, t.Suspended
	case err != nil:
		s.c.Problems.Write(w, r, err)
		return
	case found.Slug != asked:
		to := url.URL{Path: strings.Replace(embedPath, "{slug}", found.Slug, 1), RawQuery: r.URL.RawQuery}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return
	default:
		if err := s.embedCampaign(&d, found, q); err != nil {
			s.c.Problems.Write(w, r, err)
			return
		}
	}
	var b bytes.Buffer
	if err := s.templates[lang].ExecuteTemplate(&b, "embed", d); err != nil {
		s.c.Problems.Write(w, r, fmt.Errorf("render %s: %w", clipped(r.URL.Path), err))
		return
	}
	h := w.Header()
	h.Del("X-Frame-Options")
	h.Set("Content-Security-Policy", embedPolicy(h.Get("Content-Security-Policy")))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", lang)
	h.Set("Cache-Control", "public, max-age=30")
	h.Set("Vary", "Accept-Encoding, Accept-Language, Cookie")
	body := b.Bytes()
	if takes(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = s.zip(body)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may have gone
}

// embedCampaign fills in what a card says of a campaign.
func (s *Documents) embedCampaign(d *embedData, c campaigns.CampaignDetail, q url.Values) error {
	if c.Title == "" { // its words were erased; amounts stay
		c.Title, c.Lang = s.texts[d.Lang].CampaignErased, d.Lang
	}
	d.Title = fmt.Sprintf(d.T.Title, c.Title)
	d.Link = s.c.PublicURL + "/campaign/" + url.PathEscape(c.Slug)
	if q.Get("lng") == d.Lang {
		d.Link += "?lng=" + d.Lang
	}
	d.Picture = !q.Has("compact")
	d.Campaign = &campaignData{CampaignDetail: c, Standing: standingOf(c.CampaignCard)}
	w := s.words[d.Lang]
	var err error
	switch d.Campaign.Standing {
	case ended:
		d.Button = d.T.Outcome
		if err = d.Campaign.outcome(w, d.Lang); err == nil {
			d.Says = strings.TrimSpace(d.Campaign.Closed + " " + d.Campaign.Outcome)
		}
	case paused:
		d.Button, d.Says = d.T.See, d.T.Paused
	default:
		d.Button, d.Primary = d.T.Contribute, true
	}
	return err
}

// embedPolicy lets any site frame a page that has another policy, and the page its own style.
func embedPolicy(policy string) string {
	sum := sha256.Sum256([]byte(embedStyle))
	style := "style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	policy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)
	return strings.Replace(policy, "style-src 'self'", style, 1)
}
