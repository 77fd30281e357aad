// Package pages serves the web app: its files, and for each address the document in which it starts. That document
// carries title, description, OpenGraph and JSON-LD, the words of the page for readers without JavaScript, and the
// answers of the first screen, so that the app shows it without a request. It is always made for a visitor: nothing in
// it is private.
package pages

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/pages/card"
)

//go:embed templates/*.html
var templateFiles embed.FS

// Config is what the pages are given.
type Config struct {
	// Assets is the built web app: index.html with its markers, and the files it loads. With .vite/manifest.json among
	// them the documents name what their page loads; a file's .br and .gz are sent instead of it where they are accepted.
	Assets fs.FS
	// Texts are the words of the web app as its sources hold them, below i18n and features.
	Texts     fs.FS
	Service   *readapi.Service
	Problems  *problem.Writer
	PublicURL string // the address people open, without a trailing slash
	Clock     ports.Clock
	Log       *slog.Logger
}

// Pages serves the web app. It is safe for concurrent use.
type Pages struct {
	c         Config
	shell     shell
	assets    map[string]asset
	chunks    map[string]chunk
	texts     map[string]texts
	words     map[string]words
	templates map[string]*template.Template // by language
	zippers   *sync.Pool
	drawer    *card.Drawer
	drawing   sync.Mutex
	cards     *lru.Cache[string, []byte] // pictures by their version
}

// New reads the web app's files. Errors: a document without the markers, files that can't be read, or a text that a page
// needs and a language lacks.
func New(c Config) (*Pages, error) {
	p := &Pages{c: c, zippers: newZippers()}
	p.c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	var err error
	if p.shell, err = loadShell(c.Assets); err != nil {
		return nil, err
	}
	if p.assets, err = loadAssets(c.Assets); err != nil {
		return nil, err
	}
	if p.chunks, err = loadChunks(c.Assets); err != nil {
		return nil, err
	}
	if p.texts, err = loadTexts(); err != nil {
		return nil, err
	}
	if p.drawer, err = card.New(); err != nil {
		return nil, err
	}
	if p.cards, err = lru.New[string, []byte](keptCards); err != nil {
		return nil, fmt.Errorf("keep pictures: %w", err)
	}
	if err := p.loadTemplates(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Pages) loadTemplates() error {
	var err error
	if p.words, err = loadWords(p.c.Texts); err != nil {
		return err
	}
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return fmt.Errorf("find the templates of the pages: %w", err)
	}
	p.templates = map[string]*template.Template{}
	for _, lang := range languages {
		for _, file := range files {
			source, err := fs.ReadFile(templateFiles, file)
			if err != nil {
				return fmt.Errorf("read the templates of the pages: %w", err)
			}
			if err := p.words[lang].check(lang, string(source)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		p.templates[lang], err = template.New("pages").Funcs(p.functions(lang)).ParseFS(templateFiles, files...)
		if err != nil {
			return fmt.Errorf("read the templates of the pages: %w", err)
		}
	}
	return nil
}

// still are the pages whose content is the web app's alone.
var still = []struct {
	path, module string
	text         func(texts) headText
	hidden       bool
}{
	{"/create-campaign", "WizardPage", func(t texts) headText { return t.Create }, false},
	{"/auth/confirm", "ConfirmPage", func(t texts) headText { return t.Confirm }, true},
	{"/terms", "TermsPage", func(t texts) headText { return t.Terms }, false},
	{"/privacy", "PrivacyPage", func(t texts) headText { return t.Privacy }, false},
}

// Routes declares every address but those of the API. What matches nothing goes to NotFound, which the router must be
// told for the rest of its addresses.
func (p *Pages) Routes(r chi.Router) {
	get := func(path string, h http.HandlerFunc) {
		r.Get(path, h)
		r.Head(path, h)
		if path != "/" && !strings.Contains(path, ".") {
			r.Get(path+"/", withoutSlash)
			r.Head(path+"/", withoutSlash)
		}
	}
	get("/", p.landing)
	get("/explore", p.explore)
	get("/auth", p.auth)
	get("/campaign/{slug}", p.campaign)
	get("/campaign/{slug}/thanks", p.thanks)
	get("/card/{whose}/{version}.png", p.card)
	for _, s := range still {
		get(s.path, func(w http.ResponseWriter, r *http.Request) {
			lang := languageOf(r)
			text := s.text(p.texts[lang])
			p.write(w, r, document{
				status: http.StatusOK, lang: lang, path: s.path, title: text.Title, about: text.Description, kind: "website",
				hidden: s.hidden, template: "plain", module: s.module,
			})
		})
	}
	for path, a := range p.assets {
		get(path, a.serve)
	}
	get("/robots.txt", p.robots)
	get("/sitemap.xml", p.sitemap)
	get("/sitemap-{part:[0-9]{1,6}}.xml", p.sitemapPart)
}

// withoutSlash leads from the address of a page with a slash at its end to the one without. It is the address of a
// known page, so it begins with that page's path and leads nowhere else.
func withoutSlash(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: strings.TrimRight(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// NotFound answers an address that is no page: the app's own page says so, with status 404, and the path is logged.
// A missing file gets no page.
func (p *Pages) NotFound(w http.ResponseWriter, r *http.Request) {
	p.c.Log.InfoContext(r.Context(), "no such page", "path", r.URL.Path)
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	lang := languageOf(r)
	p.missing(w, r, lang, p.texts[lang].NotFound, "NotFoundPage")
}

func (p *Pages) missing(w http.ResponseWriter, r *http.Request, lang string, text headText, module string) {
	p.write(w, r, document{
		status: http.StatusNotFound, lang: lang, path: "/", title: text.Title, about: text.Description, hidden: true,
		template: "missing", module: module,
	})
}

// failed answers when the first screen's data can't be had: the app starts without it and shows what it does then.
func (p *Pages) failed(w http.ResponseWriter, r *http.Request, lang string, text headText, module string, err error) {
	why := p.c.Problems.From(r.Context(), err)
	maps.Copy(w.Header(), why.GetHeaders())
	p.write(w, r, document{
		status: why.Status, lang: lang, path: "/", title: text.Title, about: text.Description, hidden: true,
		template: "plain", module: module,
	})
}

const (
	teaserCards  = 6
	exploreCards = 12
)

func (p *Pages) landing(w http.ResponseWriter, r *http.Request) {
	ctx, lang := r.Context(), languageOf(r)
	text := p.texts[lang].Landing
	position := p.c.Service.Position(ctx, append(append(append([]string{}, readapi.CardTables...), readapi.TotalsTables...), readapi.RecentTables...))
	popular, err1 := p.c.Service.Campaigns(ctx, readapi.CampaignsInput{Tab: "popular", Limit: teaserCards})
	totals, err2 := p.c.Service.PlatformTotals(ctx)
	recent, err3 := p.c.Service.RecentContributions(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		p.failed(w, r, lang, text, "LandingPage", err)
		return
	}
	p.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/", title: text.Title, about: text.Description, kind: "website",
		facts: p.siteFacts(lang), template: "landing", module: "LandingPage", position: position,
		data: landingData{totals, popular.Items},
		queries: []bootQuery{
			{"platform-totals", nil, totals}, {"platform-recent", nil, recent},
			{"campaigns", map[string]any{"tab": "popular", "limit": teaserCards}, popular},
		},
	})
}

// explore shows what the address filters by, in the words the API takes; what the API would refuse is left out.
func (p *Pages) explore(w http.ResponseWriter, r *http.Request) {
	ctx, lang := r.Context(), languageOf(r)
	text := p.texts[lang].Explore
	in, args := exploring(r.URL.Query())
	known := url.Values{}
	for name, value := range args {
		if text, ok := value.(string); ok {
			known.Set(name, text)
		}
	}
	if asked := r.URL.Query().Get("lng"); asked == lang {
		known.Set("lng", lang)
	}
	position := p.c.Service.Position(ctx, readapi.CardTables)
	list, err1 := p.c.Service.Campaigns(ctx, in)
	categories, err2 := p.c.Service.Categories(ctx)
	if err := errors.Join(err1, err2); err != nil {
		p.failed(w, r, lang, text, "ExplorePage", err)
		return
	}
	p.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/explore", title: text.Title, about: text.Description, kind: "website",
		template: "explore", module: "ExplorePage", position: position,
		data:    p.words[lang].newExploreData(lang, in, known, list, categories),
		queries: []bootQuery{{"categories", nil, categories}, {"campaigns", args, list}},
	})
}

// maxTyped is how many characters of a search count, as in the web app.
const maxTyped = 100

// exploring reads an address into what the API is asked, and the arguments the web app asks it with: only what narrows
// or reorders the list, and only what the API knows.
func exploring(q url.Values) (readapi.CampaignsInput, map[string]any) {
	in := readapi.CampaignsInput{Limit: exploreCards}
	args := map[string]any{"limit": exploreCards}
	for field, to := range map[string]*string{
		"Category": &in.Category, "Need": &in.Need, "Search": &in.Search, "Place": &in.Place, "Sort": &in.Sort,
	} {
		d := declared(field)
		v := strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(q.Get(d.name), ""), "\x00", ""))
		if typed := []rune(v); len(typed) > maxTyped {
			v = string(typed[:maxTyped])
		}
		if v == "" || v == d.standard || d.allowed != nil && !slices.Contains(d.allowed, v) {
			continue
		}
		*to, args[d.name] = v, v
	}
	return in, args
}

// parameter is what the API declares of one.
type parameter struct {
	name     string
	standard string   // what it is when left out
	allowed  []string // nil: anything
}

func declared(field string) parameter {
	f, _ := reflect.TypeFor[readapi.CampaignsInput]().FieldByName(field)
	p := parameter{name: f.Tag.Get("query"), standard: f.Tag.Get("default")}
	if values := f.Tag.Get("enum"); values != "" {
		p.allowed = strings.Split(values, ",")
	}
	return p
}

// auth shows the form as the app will. Who may be signed in is about to be led on, and gets the frame alone.
func (p *Pages) auth(w http.ResponseWriter, r *http.Request) {
	lang, q := languageOf(r), r.URL.Query()
	text := p.texts[lang].Auth
	if q.Get("tab") == "signup" {
		text = p.texts[lang].SignUp
	}
	settings, err := p.c.Service.Settings(r.Context())
	if err != nil {
		p.failed(w, r, lang, text, "AuthPage", err)
		return
	}
	p.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/auth", title: text.Title, about: text.Description, kind: "website",
		template: "auth", module: "AuthPage", data: newAuthData(q, settings.PasswordMin),
	})
}

type campaignData struct {
	Page       readapi.Page
	Supporters readapi.List[readapi.Supporter]
}

// shownSupporters are in the document; the app asks for as many.
const shownSupporters = 20

func (p *Pages) campaign(w http.ResponseWriter, r *http.Request) {
	ctx, lang := r.Context(), languageOf(r)
	position := p.c.Service.Position(ctx, append(append([]string{}, readapi.PageTables...), readapi.SupporterTables...))
	page, ok := p.find(w, r, lang, "", "CampaignPage")
	if !ok {
		return
	}
	supporters, err := p.c.Service.SupportersFirst(ctx, page.ID, shownSupporters)
	if err != nil {
		p.failed(w, r, lang, p.texts[lang].NoCampaign, "CampaignPage", err)
		return
	}
	path := "/campaign/" + page.Slug
	shown := page
	if shown.Title == "" { // its words were erased; amounts stay
		shown.Title, shown.Lang = p.texts[lang].CampaignErased, lang
	}
	p.write(w, r, document{
		status: http.StatusOK, lang: lang, path: path, title: shown.Title, about: page.Description, kind: "article", hidden: page.Title == "",
		picture: p.campaignPicture(lang, shown),
		facts:   p.campaignFacts(lang, shown), template: "campaign", module: "CampaignPage", position: position,
		data: campaignData{shown, supporters},
		queries: []bootQuery{
			{"campaign", map[string]any{"slug": page.Slug}, page}, {"campaign-supporters", map[string]any{"id": page.ID}, supporters},
		},
	})
}

// thanks tells nothing of the gift: the app asks for it by the id in the address, as whoever is signed in.
func (p *Pages) thanks(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r)
	position := p.c.Service.Position(r.Context(), readapi.PageTables)
	page, ok := p.find(w, r, lang, "/thanks", "ThanksPage")
	if !ok {
		return
	}
	text := p.texts[lang].Thanks
	p.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/campaign/" + page.Slug, title: text.Title, about: text.Description, hidden: true,
		template: "plain", module: "ThanksPage", position: position,
		queries: []bootQuery{{"campaign", map[string]any{"slug": page.Slug}, page}},
	})
}

// find gives the campaign an address names. A past slug or an id is redirected for ever; where there is no campaign, or
// it can't be read, the request is answered.
func (p *Pages) find(w http.ResponseWriter, r *http.Request, lang, below, module string) (readapi.Page, bool) {
	asked := chi.URLParam(r, "slug")
	page, err := p.c.Service.CampaignBySlug(r.Context(), readapi.Viewer{}, asked)
	switch {
	case errors.Is(err, readapi.ErrNoCampaign):
		p.c.Log.InfoContext(r.Context(), "no such page", "path", r.URL.Path)
		p.missing(w, r, lang, p.texts[lang].NoCampaign, module)
		return page, false
	case err != nil:
		p.failed(w, r, lang, p.texts[lang].NoCampaign, module, err)
		return page, false
	case page.Slug != asked:
		to := url.URL{Path: "/campaign/" + page.Slug + below, RawQuery: r.URL.RawQuery}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return page, false
	}
	return page, true
}

func day(t time.Time) string { return t.UTC().Format(time.RFC3339) }
