package mail

import (
	"embed"
	"encoding/json"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
)

//go:embed texts layout page
var files embed.FS

// Languages are those mails are written in; the first is the fallback.
func Languages() []string { return []string{"en", "fr", "es"} }

// words is what the catalogue says for one kind of mail. Every text may name values in braces, such as {name}; a line
// that names an empty value is left out.
type words struct {
	Subject    string      `json:"subject"`
	Heading    string      `json:"heading"`
	Paragraphs []string    `json:"paragraphs"`
	Facts      [][2]string `json:"facts"` // label and value, as a small table
	Button     string      `json:"button"`
	Closing    []string    `json:"closing"`
}

type catalogue struct {
	Footer  string            `json:"footer"`
	Stop    string            `json:"stop"` // the link that switches mails of a kind off
	Touches map[string]string `json:"touches"`
	Ways    map[string]string `json:"ways"` // what opens an account, as a list names it
	Kinds   map[string]words  `json:"kinds"`
	Page    stopWords         `json:"stop_page"`
	Daily   dailyWords        `json:"daily"`
}

// written is a mail in its final words.
type written struct {
	Lang, Subject, Heading, Button, Link, Footer, Stop, StopLink string
	Paragraphs, Closing                                          []string
	Facts                                                        [][2]string
	Sections                                                     []section
	Style                                                        htmltemplate.CSS
}

// Colon is what follows a heading of the text form: French sets a space before it.
func (w written) Colon() string {
	if w.Lang == "fr" {
		return "\u00a0:"
	}
	return ":"
}

// composer writes mails from the catalogues and the two layouts.
type composer struct {
	catalogues map[string]catalogue
	html       *htmltemplate.Template
	text       *texttemplate.Template
	style      string
}

func newComposer() (*composer, error) {
	c := &composer{catalogues: map[string]catalogue{}}
	for _, lang := range Languages() {
		raw, err := files.ReadFile("texts/" + lang + ".json")
		if err != nil {
			return nil, fmt.Errorf("reading the mail texts: %w", err)
		}
		var cat catalogue
		if err := json.Unmarshal(raw, &cat); err != nil {
			return nil, fmt.Errorf("reading the mail texts of %s: %w", lang, err)
		}
		c.catalogues[lang] = cat
	}
	style, err := files.ReadFile("layout/mail.css")
	if err != nil {
		return nil, fmt.Errorf("reading the mail style: %w", err)
	}
	c.style = string(style)
	if c.html, err = htmltemplate.ParseFS(files, "layout/mail.html"); err != nil {
		return nil, fmt.Errorf("reading the mail layout: %w", err)
	}
	if c.text, err = texttemplate.ParseFS(files, "layout/mail.txt"); err != nil {
		return nil, fmt.Errorf("reading the mail layout: %w", err)
	}
	return c, nil
}

// composed is a mail ready to be sent.
type composed struct{ lang, kind, subject, text, html string }

func (c *composer) compose(m Message) (composed, error) {
	lang := m.Lang
	cat, ok := c.catalogues[lang]
	if !ok {
		lang = Languages()[0]
		cat = c.catalogues[lang]
	}
	kind := m.Content.kind()
	w, ok := cat.Kinds[kind]
	if !ok {
		return composed{}, fmt.Errorf("the mail texts of %s have no %s", lang, kind)
	}
	named, link := m.Content.values(lang)
	if what, ok := named["what"]; ok {
		if named["what"] = cat.Touches[what]; named["what"] == "" {
			return composed{}, fmt.Errorf("the mail texts of %s don't say what %q is", lang, what)
		}
	}
	if step, ok := named["step"]; ok && step != "" {
		named["step"] = cat.Ways[step]
	}
	for _, name := range []string{"ended", "back"} {
		if all, ok := named[name]; ok && all != "" {
			named[name] = fill(all, cat.Ways)
		}
	}
	mail := written{
		Stop: cat.Stop, StopLink: m.Stop,
		Lang: lang, Heading: fill(w.Heading, named), Button: w.Button, Link: link, Footer: cat.Footer,
		Subject:    strings.Join(strings.Fields(fill(w.Subject, named)), " "), // one line, whatever a title holds
		Paragraphs: lines(w.Paragraphs, named), Closing: lines(w.Closing, named),
		Style: htmltemplate.CSS(c.style), //nolint:gosec // a file of ours, embedded
	}
	for _, f := range w.Facts {
		if kept := lines([]string{f[1]}, named); len(kept) > 0 {
			mail.Facts = append(mail.Facts, [2]string{f[0], kept[0]})
		}
	}
	if daily, ok := m.Content.(Daily); ok {
		var err error
		if mail.Sections, err = daily.sections(lang, cat.Daily); err != nil {
			return composed{}, err
		}
	}
	var html, text strings.Builder
	if err := c.html.Execute(&html, mail); err != nil {
		return composed{}, fmt.Errorf("writing a %s mail: %w", kind, err)
	}
	if err := c.text.Execute(&text, mail); err != nil {
		return composed{}, fmt.Errorf("writing a %s mail: %w", kind, err)
	}
	return composed{lang: lang, kind: kind, subject: mail.Subject, text: text.String(), html: html.String()}, nil
}

func fill(text string, named map[string]string) string {
	pairs := make([]string, 0, 2*len(named))
	for name, value := range named {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func lines(texts []string, named map[string]string) []string {
	var kept []string
next:
	for _, text := range texts {
		for name, value := range named {
			if value == "" && strings.Contains(text, "{"+name+"}") {
				continue next
			}
		}
		kept = append(kept, fill(text, named))
	}
	return kept
}
