package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
)

// Page is a page outside the web app that looks like a mail and works without scripts.
type Page struct {
	template *template.Template
	style    template.CSS
	policy   string // the Content-Security-Policy header
}

// NewPage makes a page whose body is an HTML template (html/template).
func NewPage(body string) (*Page, error) {
	var style []byte
	for _, name := range []string{"layout/mail.css", "layout/page.css"} {
		part, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the style of a page: %w", err)
		}
		style = append(style, part...)
	}
	t, err := template.ParseFS(files, "layout/page.html")
	if err != nil {
		return nil, fmt.Errorf("read the layout of a page: %w", err)
	}
	if _, err := t.New("body").Parse(body); err != nil {
		return nil, fmt.Errorf("read the body of a page: %w", err)
	}
	sum := sha256.Sum256(style)
	return &Page{
		template: t,
		style:    template.CSS(style), //nolint:gosec // files of ours, embedded
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	}, nil
}

// Write answers with the page in a language, its body made of data. An error means that nothing was written.
func (p *Page) Write(w http.ResponseWriter, status int, lang, title string, data any) error {
	var all bytes.Buffer
	err := p.template.ExecuteTemplate(&all, "page.html", struct {
		Lang, Title string
		Style       template.CSS
		Body        any
	}{lang, title, p.style, data})
	if err != nil {
		return fmt.Errorf("write a page: %w", err)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(all.Bytes()) // a client that has gone reads nothing
	return nil
}
