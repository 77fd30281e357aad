package mail

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
)

// shown is how many mails the list shows.
const shown = 200

const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// Browser shows the outbox as web pages. It is for development only: whoever can reach it reads every mail, links to
// confirm accounts included.
type Browser struct {
	outbox     *Outbox
	log        *slog.Logger
	pages      *template.Template
	style      []byte
	mailPolicy string
}

// NewBrowser makes a Browser.
func NewBrowser(o *Outbox, log *slog.Logger) (*Browser, error) {
	pages, err := template.New("").Funcs(template.FuncMap{
		"utc": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
	}).ParseFS(files, "page/*.html")
	if err != nil {
		return nil, fmt.Errorf("reading the outbox pages: %w", err)
	}
	style, err := files.ReadFile("page/outbox.css")
	if err != nil {
		return nil, fmt.Errorf("reading the outbox style: %w", err)
	}
	sum := sha256.Sum256([]byte(o.composer.style))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'self'; frame-ancestors 'self'"
	return &Browser{outbox: o, log: log, pages: pages, style: style, mailPolicy: policy}, nil
}

// Mount serves the pages under /dev/outbox.
func (b *Browser) Mount(r chi.Router) {
	r.Get("/dev/outbox", b.list)
	r.Get("/dev/outbox/outbox.css", b.css)
	r.Get("/dev/outbox/{id}", b.detail)
	r.Get("/dev/outbox/{id}/html", b.html)
}

func (b *Browser) list(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	mails, err := b.outbox.Recent(r.Context(), to, shown)
	if err != nil {
		b.fail(w, r, err)
		return
	}
	b.render(w, r, "list.html", struct {
		To    string
		Shown int
		Mails []Kept
	}{to, shown, mails})
}

// line is a line of a mail's text, cut where links begin and end.
type line struct{ Before, Link, After string }

var linkInText = regexp.MustCompile(`https?://\S+`)

func cut(text string) line {
	at := linkInText.FindStringIndex(text)
	if at == nil {
		return line{Before: text}
	}
	return line{Before: text[:at[0]], Link: text[at[0]:at[1]], After: text[at[1]:]}
}

func (b *Browser) detail(w http.ResponseWriter, r *http.Request) {
	mail, err := b.mail(r)
	if err != nil {
		b.fail(w, r, err)
		return
	}
	var text []line
	for _, t := range regexp.MustCompile(`\r?\n`).Split(mail.Text, -1) {
		text = append(text, cut(t))
	}
	b.render(w, r, "detail.html", struct {
		Kept
		Lines []line
	}{mail, text})
}

func (b *Browser) html(w http.ResponseWriter, r *http.Request) {
	mail, err := b.mail(r)
	if err != nil {
		b.fail(w, r, err)
		return
	}
	b.headers(w, b.mailPolicy)
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	b.write(w, r, []byte(mail.HTML))
}

func (b *Browser) css(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	b.write(w, r, b.style)
}

func (b *Browser) mail(r *http.Request) (Kept, error) {
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	if err != nil {
		return Kept{}, ErrNotFound
	}
	return b.outbox.Get(r.Context(), id)
}

func (b *Browser) headers(w http.ResponseWriter, policy string) {
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
}

func (b *Browser) render(w http.ResponseWriter, r *http.Request, name string, data any) {
	b.headers(w, pagePolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := b.pages.ExecuteTemplate(w, name, data); err != nil {
		b.log.DebugContext(r.Context(), "could not write an outbox page", "error", err)
	}
}

func (b *Browser) write(w http.ResponseWriter, r *http.Request, body []byte) {
	if _, err := w.Write(body); err != nil {
		b.log.DebugContext(r.Context(), "could not write an outbox page", "error", err)
	}
}

func (b *Browser) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ErrNotFound) {
		http.Error(w, "There is no such mail.", http.StatusNotFound)
		return
	}
	b.log.ErrorContext(r.Context(), "showing the outbox", "error", err)
	http.Error(w, "Something went wrong on our side.", http.StatusInternalServerError)
}
