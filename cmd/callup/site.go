package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/httpsec"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/documents"
	"github.com/callup/callup/readapi/live"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/web"
)

// siteConfig is what the site shows of what runs in the background.
type siteConfig struct {
	health   *health
	resolver *readmodel.Resolver
}

// site is everything a browser reaches.
type site struct {
	handler http.Handler
	live    *live.Live
}

// site wires the routes.
func (s *services) site(c siteConfig) (*site, error) {
	out := &site{}
	development := s.cfg.Environment != "production"
	queries := read.New(read.Config{
		Pool: s.pool, Resolver: c.resolver, Positions: s.tracker, Clock: now, Metrics: s.metrics,
		Installation: read.Installation{
			Rates: s.rates, Fees: s.payments, Environment: string(s.cfg.Environment), Sandbox: true, Outbox: development,
			MainCurrency: s.cfg.MainCurrency, PasswordMin: s.cfg.PasswordMin, Terms: termsVersion,
		},
	})
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
	html, err := documents.New(documents.Config{
		Assets: assets, Texts: texts, Service: queries, Problems: s.problems, PublicURL: s.public, Clock: now, Log: s.log,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the documents (is the web app built? see: make build): %w", err)
	}
	out.live, err = live.New(live.Config{
		Topics: topics, Verify: s.accounts.VerifyToken, SessionAlive: s.accounts.Alive, Head: s.head,
		Origins: []string{s.public}, Problems: s.problems, Clock: now, Random: rand.Float64, Log: s.log, Metrics: s.metrics,
		Tracer: s.tracer, MaxSocketsPerClient: socketsAtOnce * s.cfg.RateLimitFactor,
	})
	if err != nil {
		return nil, err
	}
	r := chi.NewRouter()
	r.Use(c.health.farewell, ownRequestID, middleware.RequestID, ratelimit.Identify(s.cfg.TrustedProxies), s.requests.Middleware,
		httpsec.Headers(strings.HasPrefix(s.public, "https:")), s.problems.Recover)
	r.NotFound(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			s.problems.NotFound(w, r)
			return
		}
		html.NotFound(w, r)
	})
	r.MethodNotAllowed(s.problems.MethodNotAllowed)
	limited := s.limited()
	r.Group(func(r chi.Router) {
		r.Use(limited, bounded)
		html.Routes(r)
	})
	r.Get("/api/live", out.live.Handler().ServeHTTP)
	r.Get("/healthz", healthz)
	r.Get("/readyz", c.health.readyz)
	if s.cfg.MetricsAddr == "" {
		r.Handle("/metrics", s.forThisMachine(s.exposition()))
	}

	sameOrigin, err := auth.SameOrigin(s.problems, s.public)
	if err != nil {
		return nil, fmt.Errorf("set up the cross-origin check: %w", err)
	}
	r.Group(func(r chi.Router) {
		r.Use(limited, bounded, sameOrigin, s.accounts.Authenticate, named)
		if s.seams.requests != nil {
			r.Use(s.seams.requests)
		}
		apiOperations(r, s.problems, s.accounts, s.commands, queries)
	})
	r.With(bounded).Post("/api/webhooks/"+s.payments.Name(),
		giving.Webhook(s.payments, s.commands, s.problems, s.metrics).ServeHTTP)
	pay, err := s.payments.Handler()
	if err != nil {
		return nil, fmt.Errorf("set up the payment pages: %w", err)
	}
	r.Mount("/sandbox", pay)
	if development {
		browser, err := mail.NewBrowser(s.outbox, s.log)
		if err != nil {
			return nil, fmt.Errorf("set up the outbox: %w", err)
		}
		r.Group(func(r chi.Router) {
			r.Use(s.forThisMachine)
			browser.Mount(r)
		})
	}
	out.handler = r
	return out, nil
}

// ownRequestID drops an id that a client sends along: it would stand in our log.
func ownRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del(middleware.RequestIDHeader)
		next.ServeHTTP(w, r)
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
func (s *services) head(ctx context.Context) (string, error) {
	_, at, err := s.store.Head(ctx)
	return at.String(), err
}

// apiVersion is the version of the HTTP API in its document.
const apiVersion = "1"

// apiOperations declares every operation of the HTTP API on a router.
func apiOperations(router chi.Router, w *problem.Writer, accounts *auth.Service, c *command.Service, r *read.Service) huma.API {
	api := problem.NewAPI(router, w, apiVersion)
	auth.Register(api, accounts)
	command.Register(api, c, commands.All())
	readapi.Register(api, r)
	return api
}
