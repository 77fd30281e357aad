package documents

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/operator"
	"github.com/callup/callup/readapi/documents/shareimage"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

const (
	indexFile  = "index.html"
	headMarker = "<!--head-->"
	appMarker  = "<!--app-->"
	bodyMarker = "<!--body-->"
	langMarker = `<html lang="en">`
	manifest   = ".vite/manifest.json"
)

// shell is the web app's own document, cut where the server writes into it.
type shell struct {
	start, beforeHead, afterHead, beforeBody, end string

	styles []string // the style sheets that it links

	plain string // in place of afterHead and beforeBody: the rest of a page that loads no app
}

func loadShell(files fs.FS) (shell, error) {
	raw, err := fs.ReadFile(files, indexFile)
	if err != nil {
		return shell{}, fmt.Errorf("read the web app's document: %w", err)
	}
	start, rest, ok1 := strings.Cut(string(raw), langMarker)
	beforeHead, rest, ok2 := strings.Cut(rest, headMarker)
	afterHead, rest, ok3 := strings.Cut(rest, appMarker)
	beforeBody, end, ok4 := strings.Cut(rest, bodyMarker)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return shell{}, fmt.Errorf("the web app's document lacks %s, %s, %s or %s", langMarker, headMarker, appMarker, bodyMarker)
	}
	at := strings.Index(beforeBody, "</head>")
	if at < 0 {
		return shell{}, errors.New("the web app's document has no head that ends")
	}
	var styles []string
	for _, found := range stylesheet.FindAllStringSubmatch(string(raw), -1) {
		styles = append(styles, found[1])
	}
	return shell{start, beforeHead, afterHead, beforeBody, end, styles, beforeBody[at:]}, nil
}

// chunk is what a page loads: what starts the app, and the page itself.
type chunk struct {
	Scripts, Styles []string
	byLanguage      map[string][]string // the files of its texts
}

// with gives what both load.
func (c chunk) with(other chunk) chunk {
	out := chunk{Scripts: union(c.Scripts, other.Scripts), Styles: union(c.Styles, other.Styles), byLanguage: map[string][]string{}}
	for _, lang := range languages {
		out.byLanguage[lang] = union(c.byLanguage[lang], other.byLanguage[lang])
	}
	return out
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, each := range b {
		if !slices.Contains(out, each) {
			out = append(out, each)
		}
	}
	return out
}

// texts gives the files of a language, and of the one that stands in where a text is missing.
func (c chunk) texts(lang string) []string {
	out := c.byLanguage[languages[0]]
	if lang != languages[0] {
		out = append(slices.Clone(c.byLanguage[lang]), out...)
	}
	return out
}

// frameModule is what the web app's pages of a member stand in.
const frameModule = "app/frame/MemberFrame"

// loadChunks reads from the build's manifest what each page's module loads, and the frame's, by its file below the sources.
// Without a manifest the browser finds out by itself, later.
func loadChunks(files fs.FS) (map[string]chunk, error) {
	raw, err := fs.ReadFile(files, manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]chunk{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the web app's manifest: %w", err)
	}
	type entry struct {
		File           string   `json:"file"`
		CSS            []string `json:"css"`
		Imports        []string `json:"imports"`
		DynamicImports []string `json:"dynamicImports"`
	}
	var entries map[string]entry
	if err := json.Unmarshal(raw, &entries); err != nil {
		return nil, fmt.Errorf("read the web app's manifest: %w", err)
	}
	out := map[string]chunk{}
	for key := range entries {
		if !strings.HasSuffix(key, "Page.tsx") && key != "src/"+frameModule+".tsx" {
			continue
		}
		var c chunk
		seen := map[string]bool{}
		var visit func(string)
		visit = func(k string) {
			if seen[k] {
				return
			}
			seen[k] = true
			e := entries[k]
			for _, next := range e.Imports {
				visit(next)
			}
			c.Scripts = append(c.Scripts, "/"+e.File)
			for _, s := range e.CSS {
				c.Styles = append(c.Styles, "/"+s)
			}
		}
		visit(indexFile) // stands in the document already
		c = chunk{}
		for _, part := range entries[indexFile].DynamicImports { // what the app starts with, in this order
			visit(part)
		}
		visit(key)
		c.byLanguage = map[string][]string{}
		for _, lang := range languages {
			for _, texts := range []string{"src/i18n/common", "src/i18n/problems", path.Dir(key) + "/texts"} {
				if e, ok := entries[texts+"."+lang+".json"]; ok {
					c.byLanguage[lang] = append(c.byLanguage[lang], "/"+e.File)
				}
			}
		}
		out[strings.TrimSuffix(strings.TrimPrefix(key, "src/"), ".tsx")] = c
	}
	return out, nil
}

// boot is what the web app finds in the document: the answers of its first screen.
type boot struct {
	Position string      `json:"position,omitempty"`
	Demo     bool        `json:"demo"`
	Session  bool        `json:"session"`
	Queries  []bootQuery `json:"queries"`
}

// bootQuery is one answer: of which operation, with exactly the arguments the web app asks with.
type bootQuery struct {
	Operation string `json:"operation"`
	Args      any    `json:"args,omitempty"`
	Data      any    `json:"data"`
}

// document is what answers one address.
type document struct {
	status   int
	lang     string
	path     string // of the canonical address
	title    string
	about    string
	kind     string  // OpenGraph's
	picture  picture // the product's own unless said
	hidden   bool    // from search engines
	facts    any     // JSON-LD
	template string
	data     any
	queries  []bootQuery
	position string
	settings *platform.Settings // asked for where they are not given
	plain    bool               // without the app, and never kept
	module   string             // the page's module, whose files and texts are loaded early
	framed   bool               // the page stands in the frame of members' pages, whose files are loaded early as well
}

const titleEnd = " - Callup - Community Resource Planner"

var locales = map[string]string{"en": "en_GB", "fr": "fr_FR", "es": "es_ES"}

type headData struct {
	Title, About, Canonical, Type, Locale string
	Hidden                                bool
	Picture                               picture
	PictureWidth, PictureHeight           int
	Alternates                            []alternate
	Chunk                                 chunk
	Texts                                 []string
}

type alternate struct{ Lang, URL string }

// write sends a document. What it says was made for a visitor, whoever asks.
func (s *Documents) write(w http.ResponseWriter, r *http.Request, d document) {
	var b bytes.Buffer
	if err := s.render(&b, r, d); err != nil {
		s.c.Problems.Write(w, r, fmt.Errorf("render %s: %w", clipped(r.URL.Path), err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", d.lang)
	h.Set("Cache-Control", "private, no-cache")
	if d.plain {
		h.Set("Cache-Control", "no-store")
	}
	h.Set("Vary", "Accept-Encoding, Accept-Language, Cookie")
	body := b.Bytes()
	if takes(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = s.zip(body)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(d.status)
	_, _ = w.Write(body) // the client may have gone
}

func (s *Documents) render(b *bytes.Buffer, r *http.Request, d document) error {
	title, templates := d.title+titleEnd, s.templates[d.lang]
	loaded := s.chunks[d.module]
	if d.framed {
		loaded = loaded.with(s.chunks[frameModule])
	}
	address := s.c.PublicURL + d.path
	head := headData{
		Title: title, About: d.about, Canonical: address, Type: d.kind, Locale: locales[d.lang], Hidden: d.hidden,
		Chunk: loaded, Texts: loaded.texts(d.lang),
		Picture: d.picture, PictureWidth: shareimage.Width, PictureHeight: shareimage.Height,
	}
	if head.Picture.URL == "" {
		head.Picture = s.ownPicture(d.lang)
	}
	if r.URL.Query().Get("lng") == d.lang {
		head.Canonical += "?lng=" + d.lang
	}
	for _, l := range languages {
		head.Alternates = append(head.Alternates, alternate{l, address + "?lng=" + l})
	}
	head.Alternates = append(head.Alternates, alternate{"x-default", address})

	b.WriteString(s.shell.start)
	b.WriteString(`<html lang="` + d.lang + `">`)
	b.WriteString(s.shell.beforeHead)
	if err := templates.ExecuteTemplate(b, "head", head); err != nil {
		return err
	}
	if d.facts != nil {
		if err := writeJSON(b, `<script type="application/ld+json">`, d.facts); err != nil {
			return err
		}
	}
	if d.plain {
		return s.renderPlain(b, r, d)
	}
	data := boot{Position: d.position, Session: hasSession(r), Queries: []bootQuery{}}
	if d.settings == nil {
		if settings, err := platform.Installation.Answer(r.Context(), s.c.Service, read.Viewer{}, struct{}{}); err != nil {
			s.c.Log.WarnContext(r.Context(), "a document goes without the settings", "error", err) // the app asks for them by itself
		} else {
			d.settings = &settings
		}
	}
	if d.settings != nil {
		data.Demo, data.Queries = d.settings.Demo, append(data.Queries, bootQuery{Operation: "settings", Data: d.settings})
	}
	data.Queries = append(data.Queries, d.queries...)
	if err := writeJSON(b, `<script type="application/json" id="callup-data">`, data); err != nil {
		return err
	}
	b.WriteString(s.shell.afterHead)
	if err := templates.ExecuteTemplate(b, "early", head); err != nil {
		return err
	}
	b.WriteString(s.shell.beforeBody)
	return s.renderBody(b, r, d, data.Session)
}

// renderPlain writes the rest of a page that loads no app, after its head.
func (s *Documents) renderPlain(b *bytes.Buffer, r *http.Request, d document) error {
	b.WriteString(s.shell.plain)
	return s.renderBody(b, r, d, hasSession(r))
}

func (s *Documents) renderBody(b *bytes.Buffer, r *http.Request, d document, session bool) error {
	var settings platform.Settings
	if d.settings != nil {
		settings = *d.settings
	}
	err := s.templates[d.lang].ExecuteTemplate(b, d.template, bodyData{
		Lang: d.lang, T: s.texts[d.lang], Template: d.template, Title: d.title, About: d.about, Demo: settings.Demo,
		Session: session, Path: r.URL.Path, SignIn: signInPath(r.URL), Languages: languageLinks(r.URL.Query()),
		Year: s.c.Clock().Year(), Links: settings.Links,
		OperatorName: settings.OperatorName, OperatorEmail: settings.OperatorEmail, Data: d.data,
	})
	b.WriteString(s.shell.end)
	return err
}

// bodyData is what every template of a body gets.
type bodyData struct {
	Lang         string
	T            headTexts
	Template     string
	Title, About string
	Demo         bool
	Session      bool           // whether someone may be signed in: the app finds out
	Path         string         // of this page
	SignIn       string         // the sign-in page's address, from which one comes back
	Languages    []languageLink // to this page
	Year         int
	Data         any

	OperatorName, OperatorEmail string             // may be empty
	Links                       operator.Elsewhere // to the operator's other places
}

// writeJSON writes a data block. encoding/json escapes <, >, & and the line separators, so that nothing in it can end
// the element.
func writeJSON(b *bytes.Buffer, open string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	b.WriteString(open)
	b.Write(text)
	b.WriteString("</script>")
	return nil
}

func hasSession(r *http.Request) bool {
	c, err := r.Cookie(auth.HintCookie)
	return err == nil && c.Value != ""
}

// zippers are kept because each takes some 800 KB to make.
func newZippers() *sync.Pool {
	return &sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
}

func (s *Documents) zip(body []byte) []byte {
	var out bytes.Buffer
	z, ok := s.zippers.Get().(*gzip.Writer)
	if !ok {
		return body
	}
	defer s.zippers.Put(z)
	z.Reset(&out)
	_, _ = z.Write(body) // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}
