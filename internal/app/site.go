package app

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/httpsec"
	"github.com/callup/callup/internal/interactions"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/visits"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/documents"
	"github.com/callup/callup/readapi/documents/receipts"
	readgiving "github.com/callup/callup/readapi/giving"
	"github.com/callup/callup/readapi/live"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/web"
)

// SiteConfig is what the site shows of what runs in the background.
type SiteConfig struct {
	Health   *Health
	Resolver *readmodel.Resolver
}

// Site is everything a browser reaches.
type Site struct {
	Handler http.Handler
	Live    *live.Live
}

// Site wires the routes.
func (s *Services) Site(c SiteConfig) (*Site, error) {
	out := &Site{}
	development := s.Config.Environment != "production"
	queries := read.New(read.Config{
		Pool: s.Pool, Resolver: c.Resolver, Positions: s.Tracker, Clock: Now, Metrics: s.Metrics,
		Installation: read.Installation{
			Rates: s.Rates, Fees: s.Payments, Environment: string(s.Config.Environment), Payments: s.Payments.Name(), Outbox: development,
			MainCurrency: s.Config.MainCurrency, PasswordMin: s.Config.PasswordMin, Terms: agreementVersion,
			OperatorName: s.Config.OperatorName, OperatorEmail: s.Config.OperatorEmail, About: s.Config.About,
			Review: string(s.Config.Review), Money: string(s.Config.Money), PlatformFee: s.Config.PlatformFee,
			SignInWith: signInWith(s.Config.Providers),
			Passkeys:   s.Accounts.OffersPasskeys(), ReceiptPath: s.Receipts.PathOf,
		},
	})
	s.Timers.Daily = s.dailies(queries).Send
	given, err := receipts.New(receipts.Config{
		Links: s.Receipts, Public: s.Public, Log: s.Log, Find: func(ctx context.Context, id ident.ID) ([]readgiving.Receipt, error) {
			return readgiving.Receipts.Answer(ctx, queries, read.Viewer{}, readgiving.ReceiptOf(id))
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up the pages of receipts: %w", err)
	}
	topics, err := readapi.Topics(queries, readapi.Areas())
	if err != nil {
		return nil, fmt.Errorf("set up the topics: %w", err)
	}
	assets, err := web.Dist()
	if err != nil {
		return nil, fmt.Errorf("open the web app: %w", err)
	}
	texts, err := web.Texts()
	if err != nil {
		return nil, fmt.Errorf("open the texts of the web app: %w", err)
	}
	sameOrigin, err := auth.SameOrigin(s.Problems, s.Public)
	if err != nil {
		return nil, fmt.Errorf("set up the cross-origin check: %w", err)
	}
	html, err := documents.New(documents.Config{
		Assets: assets, Texts: texts, Service: queries, Problems: s.Problems, PublicURL: s.Public, Clock: Now, Log: s.Log,
		Media: s.Media, Give: s.givePlainly, SameOrigin: sameOrigin,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the documents (is the web app built? see: make build): %w", err)
	}
	out.Live, err = live.New(live.Config{
		Topics: topics, Verify: s.Accounts.VerifyToken, SessionAlive: s.Accounts.Alive, Head: s.head,
		Origins: []string{s.Public}, Problems: s.Problems, Clock: Now, Random: mathrand.Float64, Log: s.Log, Metrics: s.Metrics,
		Tracer: s.tracer, MaxSocketsPerClient: socketsAtOnce * s.Config.RateLimitFactor,
		Limit: s.limiter(live.DefaultRule.Burst, live.DefaultRule.Every),
	})
	if err != nil {
		return nil, err
	}
	r := chi.NewRouter()
	r.Use(c.Health.farewell, requestID, ratelimit.Identify(s.Config.TrustedProxies), s.requests.Middleware,
		httpsec.Headers(strings.HasPrefix(s.Public, "https:"), s.formsTo...), s.Problems.Recover)
	// what a page elsewhere has a visitor's browser send is refused before it counts as the visitor's
	r.Use(sameOrigin, s.limited())
	r.NotFound(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			s.Problems.NotFound(w, r)
			return
		}
		html.NotFound(w, r)
	})
	r.MethodNotAllowed(s.Problems.MethodNotAllowed)
	r.Group(func(r chi.Router) {
		r.Use(bounded)
		html.Routes(r)
	})
	r.Get(livePath, out.Live.Handler().ServeHTTP)
	r.Get("/healthz", healthz)
	r.Get("/readyz", c.Health.Readyz)
	if s.metricsHere() {
		r.Handle("/metrics", s.forThisMachine(s.exposition()))
	}

	r.Group(func(r chi.Router) {
		r.Use(bounded, s.Accounts.Authenticate, named)
		if s.Seams.Requests != nil {
			r.Use(s.Seams.Requests)
		}
		ApiOperations(r, s.Problems, s.Accounts, s.Commands, queries, s.Erasures, s.Pressed, s.Visits)
	})
	r.With(bounded).Group(s.Accounts.External)
	r.With(bounded).Group(s.Stopping.Mount)
	r.With(bounded).Group(s.guests.Mount)
	r.With(bounded).Group(given.Mount)
	r.With(s.Accounts.Authenticate, named).Post("/api/uploads/{kind}", s.Uploads.Receive)
	r.With(bounded, s.Accounts.Authenticate, named).Delete("/api/uploads/{kind}/{name}", s.Uploads.Discard)
	r.With(s.Accounts.Authenticate, named).Patch("/api/uploads/{kind}/{name}", s.Uploads.Continue)
	r.With(bounded, s.Accounts.Authenticate, named).Head("/api/uploads/{kind}/{name}", s.Uploads.Resume)
	for _, played := range []string{campaigns.VideoKind, feed.VideoKind, feed.AudioKind} {
		r.Get("/media/"+played+"/{name}/{file}", func(w http.ResponseWriter, r *http.Request) {
			chi.RouteContext(r.Context()).URLParams.Add("kind", played) // players read for longer than an answer may take
			s.Uploads.Serve(w, r)
		})
	}
	r.With(bounded).Get("/media/{kind}/{name}/{file}", s.Uploads.Serve)
	r.With(bounded).Head("/media/{kind}/{name}/{file}", s.Uploads.Serve)
	r.With(bounded).Post("/api/webhooks/"+s.webhookName,
		giving.Webhook(s.Payments, s.Commands, s.Problems, s.Metrics).ServeHTTP)
	if s.resident != nil {
		pay, err := s.resident.Handler()
		if err != nil {
			return nil, fmt.Errorf("set up the payment pages: %w", err)
		}
		r.Mount("/sandbox", bounded(pay))
	}
	if development {
		browser, err := mail.NewBrowser(s.Outbox, s.Log)
		if err != nil {
			return nil, fmt.Errorf("set up the outbox: %w", err)
		}
		r.Group(func(r chi.Router) {
			r.Use(s.forThisMachine)
			browser.Mount(r)
		})
	}
	out.Handler = r
	return out, nil
}

// metricsHere tells whether metrics are served beside the pages, for this machine alone: in development, without an address of
// their own.
func (s *Services) metricsHere() bool {
	return s.Config.Environment != "production" && s.Config.MetricsAddr == ""
}

// givePlainly starts a gift that came from a plain form, as the API does.
func (s *Services) givePlainly(ctx context.Context, key string, g documents.Gift) (string, error) {
	out, err := giving.DonateMoney.Receive(ctx, s.Commands, key, giving.DonateMoneyBody{
		CampaignID: g.CampaignID, Amount: g.Amount.Minor, Currency: g.Amount.Currency, CoverFees: g.CoverFees, Anonymous: g.Anonymous,
		Message: g.Message, DonorName: g.Name, DonorEmail: g.Email, Lang: g.Lang,
	})
	return out.PaymentURL, err
}

// requestID gives each request a random id: one that a client sends along would stand in our log, and chi's own names the
// host and counts its requests to whoever reads a problem.
func requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), middleware.RequestIDKey, rand.Text())))
	})
}

// named tells who sent a request, for its log line.
func named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p, ok := auth.FromContext(r.Context()); ok {
			observe.SetMember(r.Context(), p.Member)
		}
		next.ServeHTTP(w, r)
	})
}

// head gives the position of the log's last event.
func (s *Services) head(ctx context.Context) (string, error) {
	_, at, err := s.Store.Head(ctx)
	return at.String(), err
}

// apiVersion is the version of the HTTP API in its document.
const apiVersion = "1"

// ApiOperations declares every operation of the HTTP API on a router.
func ApiOperations(
	router chi.Router, w *problem.Writer, accounts *auth.Service, c *command.Service, r *read.Service, e *erasing.Process,
	pressed *interactions.Service, visited *visits.Service,
) huma.API {
	api := problem.NewAPI(router, w, apiVersion)
	auth.Register(api, accounts)
	command.Register(api, c, commands.All())
	readapi.Register(api, r)
	registerArchive(api, accounts, e)
	interactions.Register(api, pressed)
	registerVisits(api, r, visited)
	return api
}

// signInWith names the providers that people may sign in with, in the order in which they are offered.
func signInWith(configured []providers.Provider) []string {
	all := []string{}
	for _, name := range providers.Names {
		if slices.ContainsFunc(configured, func(p providers.Provider) bool { return p.Name == name }) {
			all = append(all, name)
		}
	}
	return all
}
