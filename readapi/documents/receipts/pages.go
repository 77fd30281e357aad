package receipts

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"golang.org/x/text/language"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/readapi/giving"
)

//go:embed page.html
var body string

// Config is what the pages are made of.
type Config struct {
	Links  *Links
	Public string // the address people open, without a trailing slash
	// Find gives a receipt and all others of its gift, that receipt first. Error: a refusal where there is none.
	Find func(ctx context.Context, id ident.ID) ([]giving.Receipt, error)
	Log  *slog.Logger
}

// Pages serves receipts.
type Pages struct {
	c     Config
	words map[string]words
	page  *mail.Page
}

// New makes the pages.
func New(c Config) (*Pages, error) {
	all, err := loadWords()
	if err != nil {
		return nil, err
	}
	p, err := mail.NewPage(body)
	if err != nil {
		return nil, err
	}
	return &Pages{c: c, words: all, page: p}, nil
}

// Mount serves the pages and the PDFs.
func (p *Pages) Mount(r chi.Router) {
	for path, handler := range map[string]http.HandlerFunc{Path + "{secret}": p.show, Path + "{secret}.pdf": p.pdf} {
		r.Get(path, handler)
		r.Head(path, handler)
	}
}

// view is what the page shows: one of its states.
type view struct {
	sheet
	W         words // the words of the page, also where there is no receipt
	State     string
	PDF, Home string
	Related   []related
}

// related is another receipt of the same gift.
type related struct{ Number, Path string }

// pendingFor is how many seconds the page of a receipt that is being made waits before it asks again.
const pendingFor = 3

func (p *Pages) find(r *http.Request) ([]giving.Receipt, error) {
	id, err := p.c.Links.open(chi.URLParam(r, "secret"))
	if err != nil {
		return nil, err
	}
	return p.c.Find(r.Context(), id)
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Robots-Tag", "noindex")
	found, err := p.find(r)
	if err != nil {
		p.missing(w, r, err)
		return
	}
	is := &found[0]
	if is.Number == 0 {
		w.Header().Set("Refresh", strconv.Itoa(pendingFor))
		lang := langOf(r)
		p.write(w, r, http.StatusOK, lang, view{State: "pending", sheet: sheet{Total: line{Amount: summed(lang, is)}}})
		return
	}
	v := view{sheet: newSheet(p.words[is.Lang], is), State: "receipt", PDF: r.URL.Path + ".pdf"}
	if is.Change.IsNil() {
		for i := range found[1:] {
			if other := &found[1+i]; other.Number > 0 {
				v.Related = append(v.Related, related{number(other), p.c.Links.PathOf(other.ID)})
			}
		}
	}
	p.write(w, r, http.StatusOK, is.Lang, v)
}

func (p *Pages) pdf(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Robots-Tag", "noindex")
	found, err := p.find(r)
	if err == nil && found[0].Number == 0 {
		http.Redirect(w, r, p.c.Links.PathOf(found[0].ID), http.StatusSeeOther) //nolint:gosec // a path of ours, by an id we signed
		return
	}
	if err != nil {
		p.missing(w, r, err)
		return
	}
	is := &found[0]
	var file bytes.Buffer
	if err := writePDF(&file, newSheet(p.words[is.Lang], is), is, p.c.Public+p.c.Links.PathOf(is.ID)); err != nil {
		p.fail(w, r, err)
		return
	}
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `inline; filename="`+number(is)+`.pdf"`)
	h.Set("Content-Length", strconv.Itoa(file.Len()))
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(file.Bytes()) // a client that has gone reads nothing
}

// missing answers an address that no receipt has, or has no more.
func (p *Pages) missing(w http.ResponseWriter, r *http.Request, err error) {
	refusal, refused := errors.AsType[*domain.Refusal](err)
	if !errors.Is(err, errNoSecret) && (!refused || refusal.Kind != domain.NotFound) {
		p.fail(w, r, err)
		return
	}
	p.write(w, r, http.StatusNotFound, langOf(r), view{State: "missing"})
}

func (p *Pages) write(w http.ResponseWriter, r *http.Request, status int, lang string, v view) {
	v.W, v.Home = p.words[lang], p.c.Public+"/"
	title := v.W["title"]
	if v.Number != "" {
		title = v.W.Say("number", "number", v.Number)
	}
	if err := p.page.Write(w, status, lang, title+" · Callup", v); err != nil {
		p.fail(w, r, err)
	}
}

func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	p.c.Log.ErrorContext(r.Context(), "a receipt can't be shown", "error", err)
	http.Error(w, p.words[langOf(r)]["failed"], http.StatusServiceUnavailable)
}

var spoken = language.NewMatcher([]language.Tag{language.English, language.French, language.Spanish})

// langOf is the language of a page without a receipt: the first of the browser's that we speak.
func langOf(r *http.Request) string {
	_, i := language.MatchStrings(spoken, r.Header.Get("Accept-Language"))
	return mail.Languages()[i]
}
