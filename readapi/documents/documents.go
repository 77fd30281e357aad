// Package documents serves the web app: its files, and for each address the document in which it starts. That document
// carries title, description, OpenGraph and JSON-LD, the words of the page for readers without JavaScript, and the
// answers of the first screen, so that the app shows it without a request. It is always made for a visitor: nothing in
// it is private.
package documents

import (
	"context"
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

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/documents/shareimage"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/read"
)

//go:embed templates/*.html
var templateFiles embed.FS

// Config is what the documents are given.
type Config struct {
	// Assets is the built web app: index.html with its markers, and the files it loads. With .vite/manifest.json among
	// them the documents name what their page loads; a file's .br and .gz are sent instead of it where they are accepted.
	Assets fs.FS
	// Texts are the words of the web app as its sources hold them, below i18n and features, and its list of screens.
	Texts     fs.FS
	Service   *read.Service
	Problems  *problem.Writer
	PublicURL string // the address people open, without a trailing slash
	Clock     ports.Clock
	Log       *slog.Logger

	// Media has the photographs of campaigns.
	Media ports.Media

	// Give starts a guest's gift that a plain form gives under a key of its own: the same key is the same gift. It gives the
	// address of the payment page. Errors: what the command refuses.
	Give func(ctx context.Context, key string, gift Gift) (string, error)
	// SameOrigin refuses a form that another site sends.
	SameOrigin func(http.Handler) http.Handler
}

// Documents serves the web app. It is safe for concurrent use.
type Documents struct {
	c         Config
	shell     shell
	assets    map[string]asset
	chunks    map[string]chunk
	texts     map[string]headTexts
	words     map[string]appTexts
	screens   []screen
	templates map[string]*template.Template // by language
	zippers   *sync.Pool
	drawer    *shareimage.Drawer
	drawing   sync.Mutex
	images    *lru.Cache[string, []byte] // pictures by their version
}

// New reads the web app's files. Errors: a document without the markers, files that can't be read, or a text that a document
// needs and a language lacks.
func New(c Config) (*Documents, error) {
	s := &Documents{c: c, zippers: newZippers()}
	s.c.PublicURL = strings.TrimSuffix(c.PublicURL, "/")
	var err error
	if s.shell, err = loadShell(c.Assets); err != nil {
		return nil, err
	}
	if s.assets, err = loadAssets(c.Assets); err != nil {
		return nil, err
	}
	if s.chunks, err = loadChunks(c.Assets); err != nil {
		return nil, err
	}
	if s.texts, err = loadHeadTexts(); err != nil {
		return nil, err
	}
	if s.drawer, err = shareimage.New(); err != nil {
		return nil, err
	}
	if s.images, err = lru.New[string, []byte](keptImages); err != nil {
		return nil, fmt.Errorf("keep pictures: %w", err)
	}
	if err := s.loadTemplates(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Documents) loadTemplates() error {
	var err error
	if s.words, err = loadAppTexts(s.c.Texts); err != nil {
		return err
	}
	if s.screens, err = loadScreens(s.c.Texts, s.words); err != nil {
		return err
	}
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return fmt.Errorf("find the templates of the documents: %w", err)
	}
	s.templates = map[string]*template.Template{}
	for _, lang := range languages {
		for _, file := range files {
			source, err := fs.ReadFile(templateFiles, file)
			if err != nil {
				return fmt.Errorf("read the templates of the documents: %w", err)
			}
			if err := s.words[lang].check(lang, string(source)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		s.templates[lang], err = template.New("documents").Funcs(s.functions(lang)).ParseFS(templateFiles, files...)
		if err != nil {
			return fmt.Errorf("read the templates of the documents: %w", err)
		}
	}
	return nil
}

// Routes declares every address but those of the API. What matches nothing goes to NotFound, which the router must be
// told for the rest of its addresses.
func (s *Documents) Routes(r chi.Router) {
	get := func(path string, h http.HandlerFunc) {
		r.Get(path, h)
		r.Head(path, h)
		if path != "/" && !strings.Contains(path, ".") {
			r.Get(path+"/", withoutSlash)
			r.Head(path+"/", withoutSlash)
		}
	}
	own := map[string]http.HandlerFunc{
		landingScreen: s.landing, exploreScreen: s.explore, campaignScreen: s.campaign, thanksScreen: s.thanks, authScreen: s.auth,
	}
	for _, each := range s.screens {
		switch {
		case each.Name == missingScreen: // what no route matches, see NotFound
		case own[each.Name] != nil:
			get(each.route(), own[each.Name])
		case each.framed():
			get(each.route(), s.framed(each))
		default:
			get(each.route(), s.plain(each))
		}
	}
	get("/campaigns", toExplore)
	get("/campaign/{slug}"+givePath, s.give)
	r.With(s.c.SameOrigin).Post("/campaign/{slug}"+givePath, s.giveNow)
	get("/card/{whose}/{version}.png", s.shareImage)
	get("/card/{whose}/{version}.jpg", s.shareImage)
	get(embedPath, s.embed)
	get(calendarPath, s.calendar)
	get("/events", toShifts)
	for path, a := range s.assets {
		get(path, a.serve)
	}
	get("/robots.txt", s.robots)
	get("/sitemap.xml", s.sitemap)
	get("/sitemap-{part:[0-9]{1,6}}.xml", s.sitemapPart)
}

// plain serves a screen whose content is the web app's alone.
func (s *Documents) plain(of screen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lang := languageOf(r)
		text := s.head(lang, of)
		s.write(w, r, document{
			status: http.StatusOK, lang: lang, path: r.URL.Path, title: text.Title, about: text.Description, kind: "website",
			hidden: of.hidden(), template: "plain", module: of.Page,
		})
	}
}

// withoutSlash leads from the address of a page with a slash at its end to the one without. It is the address of a
// known page, so it begins with that page's path and leads nowhere else.
func withoutSlash(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: strings.TrimRight(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// toExplore leads from the former address of the list of campaigns to the one it has now, with what was searched for.
func toExplore(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: "/explore", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
}

// NotFound answers an address that is no page: the app's own page says so, with status 404, and the path is logged. One that was
// copied or typed with a slip is redirected to the page that was meant. A missing file gets no page.
func (s *Documents) NotFound(w http.ResponseWriter, r *http.Request) {
	s.c.Log.InfoContext(r.Context(), "no such page", "path", clipped(r.URL.Path))
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	lang := languageOf(r)
	of := s.screen(missingScreen)
	s.missing(w, r, lang, s.head(lang, of), of.Page)
}

// missing answers with a screen that says that nothing is at the address, unless another one was meant.
func (s *Documents) missing(w http.ResponseWriter, r *http.Request, lang string, text headText, page string) {
	if s.redirectCorrected(w, r) {
		return
	}
	s.write(w, r, document{
		status: http.StatusNotFound, lang: lang, path: "/", title: text.Title, about: text.Description, hidden: true,
		template: "missing", module: page,
	})
}

// failed answers when the first screen's data can't be had: the app starts without it and shows what it does then.
func (s *Documents) failed(w http.ResponseWriter, r *http.Request, lang string, text headText, page string, err error) {
	why := s.c.Problems.From(r.Context(), err)
	maps.Copy(w.Header(), why.GetHeaders())
	s.write(w, r, document{
		status: why.Status, lang: lang, path: "/", title: text.Title, about: text.Description, hidden: true,
		template: "plain", module: page,
	})
}

// The tables that the documents' answers are made of.
var (
	landingTables  = read.Tables(campaigns.List, platform.Gathered, platform.Latest)
	exploreTables  = read.Tables(campaigns.List, campaigns.Categories)
	campaignTables = read.Tables(campaigns.Detail, campaigns.Supporters)
	thanksTables   = read.Tables(campaigns.Detail)
)

const (
	teaserCards  = 6
	exploreCards = 12
)

// landing is for visitors: who may be signed in is led to their own page, where the app finds out.
func (s *Documents) landing(w http.ResponseWriter, r *http.Request) {
	if hasSession(r) {
		lead(w, r, url.URL{Path: "/my", RawQuery: asked(r)})
		return
	}
	ctx, lang := r.Context(), languageOf(r)
	of := s.screen(landingScreen)
	text := s.head(lang, of)
	position := s.c.Service.Position(ctx, landingTables)
	popular, err1 := campaigns.List.Answer(ctx, s.c.Service, read.Viewer{}, campaigns.ListInput{Tab: "popular", Limit: teaserCards})
	totals, err2 := platform.Gathered.Answer(ctx, s.c.Service, read.Viewer{}, read.ReadAfter{})
	recent, err3 := platform.Latest.Answer(ctx, s.c.Service, read.Viewer{}, read.ReadAfter{})
	if err := errors.Join(err1, err2, err3); err != nil {
		s.failed(w, r, lang, text, of.Page, err)
		return
	}
	s.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/", title: text.Title, about: text.Description, kind: "website",
		facts: s.siteFacts(lang), template: "landing", module: of.Page, position: position,
		data: landingData{totals, popular.Items},
		queries: []bootQuery{
			{"platform-totals", nil, totals}, {"platform-recent", nil, recent},
			{"campaigns", map[string]any{"tab": "popular", "limit": teaserCards}, popular},
		},
	})
}

// explore shows what the address filters by, in the words the API takes; what the API would refuse is left out.
func (s *Documents) explore(w http.ResponseWriter, r *http.Request) {
	ctx, lang := r.Context(), languageOf(r)
	of := s.screen(exploreScreen)
	text := s.head(lang, of)
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
	position := s.c.Service.Position(ctx, exploreTables)
	list, err1 := campaigns.List.Answer(ctx, s.c.Service, read.Viewer{}, in)
	categories, err2 := campaigns.Categories.Answer(ctx, s.c.Service, read.Viewer{}, campaigns.CategoriesInput{
		Need: in.Need, Search: in.Search, Place: in.Place,
	})
	counted := maps.Clone(args)
	for _, other := range []string{"category", "sort", "limit"} { // what the counts do not follow
		delete(counted, other)
	}
	if err := errors.Join(err1, err2); err != nil {
		s.failed(w, r, lang, text, of.Page, err)
		return
	}
	s.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/explore", title: text.Title, about: text.Description, kind: "website",
		template: "explore", module: of.Page, position: position,
		data:    s.words[lang].newExploreData(lang, in, known, list, categories),
		queries: []bootQuery{{"categories", counted, categories}, {"campaigns", args, list}},
	})
}

// maxTyped is how many characters of a search count, as in the web app.
const maxTyped = 100

// exploring reads an address into what the API is asked, and the arguments the web app asks it with: only what narrows
// or reorders the list, and only what the API knows.
func exploring(q url.Values) (campaigns.ListInput, map[string]any) {
	in := campaigns.ListInput{Limit: exploreCards}
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
	f, _ := reflect.TypeFor[campaigns.ListInput]().FieldByName(field)
	p := parameter{name: f.Tag.Get("query"), standard: f.Tag.Get("default")}
	if values := f.Tag.Get("enum"); values != "" {
		p.allowed = strings.Split(values, ",")
	}
	return p
}

// auth shows the form as the app will. Who may be signed in is about to be led on, and gets the frame alone.
func (s *Documents) auth(w http.ResponseWriter, r *http.Request) {
	lang, q := languageOf(r), r.URL.Query()
	of := s.screen(authScreen)
	text := s.head(lang, of)
	if q.Get("tab") == "signup" {
		text = s.texts[lang].SignUp
	}
	settings, err := platform.Installation.Answer(r.Context(), s.c.Service, read.Viewer{}, struct{}{})
	if err != nil {
		s.failed(w, r, lang, text, of.Page, err)
		return
	}
	s.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/auth", title: text.Title, about: text.Description, kind: "website",
		template: "auth", module: of.Page, data: newAuthData(lang, q, settings),
	})
}

func (s *Documents) campaign(w http.ResponseWriter, r *http.Request) {
	ctx, lang := r.Context(), languageOf(r)
	position := s.c.Service.Position(ctx, campaignTables)
	of := s.screen(campaignScreen)
	found, ok := s.find(w, r, lang, "", of)
	if !ok {
		return
	}
	supporters, err := campaigns.Supporters.Answer(ctx, s.c.Service, read.Viewer{}, campaigns.SupportersFirst(found.ID))
	if err != nil {
		s.failed(w, r, lang, s.head(lang, of), of.Page, err)
		return
	}
	path := "/campaign/" + found.Slug
	shown := found
	if shown.Title == "" { // its words were erased; amounts stay
		shown.Title, shown.Lang = s.texts[lang].CampaignErased, lang
	}
	settings, err := platform.Installation.Answer(ctx, s.c.Service, read.Viewer{}, struct{}{})
	if err != nil {
		s.failed(w, r, lang, s.head(lang, of), of.Page, err)
		return
	}
	data, err := s.newCampaignData(lang, r, shown, supporters, settings)
	if err != nil {
		s.failed(w, r, lang, s.head(lang, of), of.Page, err)
		return
	}
	if data.Tab == "updates" {
		posted, err := campaigns.Updates.Answer(ctx, s.c.Service, read.Viewer{}, campaigns.UpdatesFirst(found.ID))
		if err != nil {
			s.failed(w, r, lang, s.head(lang, of), of.Page, err)
			return
		}
		if posted.Pinned != nil {
			posted.Items = slices.Insert(posted.Items, 0, *posted.Pinned)
		}
		for _, u := range posted.Items {
			data.Posted = append(data.Posted, updateLine{u, longDay(lang, u.PostedAt, found.TimeZone)})
		}
		for _, c := range posted.Changes {
			line, err := newChangeLine(lang, s.words[lang], c, found.TimeZone)
			if err != nil {
				s.failed(w, r, lang, s.head(lang, of), of.Page, err)
				return
			}
			data.Changed = append(data.Changed, line)
		}
	}
	s.write(w, r, document{
		status: http.StatusOK, lang: lang, path: path, title: shown.Title, about: found.Description,
		kind: "article", hidden: found.Title == "", picture: s.campaignPicture(lang, shown),
		facts: s.campaignFacts(lang, shown), template: "campaign", module: of.Page, position: position,
		data: data, settings: &settings,
		queries: []bootQuery{
			{"campaign", map[string]any{"slug": found.Slug}, found}, {"campaign-supporters", map[string]any{"id": found.ID}, supporters},
		},
	})
}

// thanks tells nothing of the gift: the app asks for it by the id in the address, as whoever is signed in.
func (s *Documents) thanks(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r)
	position := s.c.Service.Position(r.Context(), thanksTables)
	of := s.screen(thanksScreen)
	found, ok := s.find(w, r, lang, "/thanks", of)
	if !ok {
		return
	}
	text := s.head(lang, of)
	s.write(w, r, document{
		status: http.StatusOK, lang: lang, path: "/campaign/" + found.Slug, title: text.Title, about: text.Description, hidden: true,
		template: "plain", module: of.Page, position: position,
		queries: []bootQuery{{"campaign", map[string]any{"slug": found.Slug}, found}},
	})
}

// campaignNamed gives the campaign that a slug or an id leads to, as a visitor sees it. Errors: campaigns.ErrNoCampaign.
func (s *Documents) campaignNamed(ctx context.Context, slug string) (campaigns.CampaignDetail, error) {
	return campaigns.Detail.Answer(ctx, s.c.Service, read.Viewer{}, campaigns.DetailInput{Slug: slug})
}

// find gives the campaign an address names. A past slug or an id is redirected for ever; where there is no campaign, or
// it can't be read, the request is answered.
func (s *Documents) find(w http.ResponseWriter, r *http.Request, lang, below string, of screen) (campaigns.CampaignDetail, bool) {
	asked, none := chi.URLParam(r, "slug"), s.head(lang, s.screen(campaignScreen))
	found, err := s.campaignNamed(r.Context(), asked)
	switch {
	case errors.Is(err, campaigns.ErrNoCampaign):
		s.c.Log.InfoContext(r.Context(), "no such page", "path", clipped(r.URL.Path))
		s.missing(w, r, lang, none, of.Page)
		return found, false
	case errors.Is(err, campaigns.ErrCancelled), errors.Is(err, campaigns.ErrSuspended):
		s.cancelled(w, r, lang, of, err)
		return found, false
	case err != nil:
		s.failed(w, r, lang, none, of.Page, err)
		return found, false
	case found.Slug != asked:
		to := url.URL{Path: "/campaign/" + found.Slug + below, RawQuery: r.URL.RawQuery}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return found, false
	}
	return found, true
}

// cancelledData is what the template "missing" shows of a campaign that was cancelled or suspended.
type cancelledData struct {
	Title, Lang, Reason string
	Suspended           bool
}

// cancelled answers for a campaign that was cancelled or suspended: why, and nothing else of it. Who gave is shown the gift all
// the same.
func (s *Documents) cancelled(w http.ResponseWriter, r *http.Request, lang string, of screen, refused error) {
	if of.Name == thanksScreen {
		text := s.head(lang, of)
		s.write(w, r, document{
			status: http.StatusOK, lang: lang, path: "/", title: text.Title, about: text.Description, hidden: true,
			template: "plain", module: of.Page,
		})
		return
	}
	heading, suspended := "campaigns:cancelled.title", errors.Is(refused, campaigns.ErrSuspended)
	if suspended {
		heading = "campaigns:suspended.title"
	}
	title, err := s.words[lang].say(heading)
	if err != nil {
		s.c.Problems.Write(w, r, err)
		return
	}
	d := document{
		status: http.StatusGone, lang: lang, path: "/", title: title, about: title, hidden: true, template: "missing", module: of.Page,
	}
	if why, ok := errors.AsType[*domain.Refusal](refused); ok {
		word := func(name string) string { said, _ := why.Args[name].(string); return said }
		d.data = cancelledData{Title: word("title"), Lang: word("lang"), Reason: word("reason"), Suspended: suspended}
	}
	s.write(w, r, d)
}

func day(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// loggedPath is how many bytes of an address are logged.
const loggedPath = 200

// clipped is as much of an address as is logged: it can be as long as whoever asks for it likes.
func clipped(path string) string {
	if len(path) <= loggedPath {
		return path
	}
	return strings.ToValidUTF8(path[:loggedPath], "") + "…"
}
