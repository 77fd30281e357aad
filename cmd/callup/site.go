package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	commandsapi "github.com/callup/callup/commands/api"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/httpsec"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/live"
	"github.com/callup/callup/readapi/pages"
	"github.com/callup/callup/web"
)

// siteConfig is what the site shows of what runs in the background.
type siteConfig struct {
	runner   *projections.Runner
	resolver *readmodel.Resolver
	changes  *bus.Postgres
}

// site is everything a browser reaches.
type site struct {
	handler  http.Handler
	live     *live.Live
	draining atomic.Bool
}

// site wires the routes.
func (s *services) site(c siteConfig) (*site, error) {
	out := &site{}
	development := s.cfg.Environment != "production"
	read := readapi.New(readapi.Config{
		Pool: s.pool, Resolver: c.resolver, Positions: s.tracker, Rates: s.rates, Fees: s.payments, Clock: now, Log: s.log,
		Metrics: s.metrics, Environment: string(s.cfg.Environment), Sandbox: true, Outbox: development,
		MainCurrency: s.cfg.MainCurrency, PasswordMin: s.cfg.PasswordMin, Terms: termsVersion,
	})
	assets, err := web.Dist()
	if err != nil {
		return nil, fmt.Errorf("open the web app: %w", err)
	}
	html, err := pages.New(pages.Config{
		Assets: assets, Service: read, Problems: s.problems, PublicURL: s.public, Clock: now, Log: s.log,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the pages (is the web app built? see: make build): %w", err)
	}
	out.live, err = live.New(live.Config{
		Answers: read, Verify: s.accounts.VerifyToken, SessionAlive: s.accounts.Alive, Head: s.head,
		Origins: []string{s.public}, Problems: s.problems, Clock: now, Random: rand.Float64, Log: s.log, Metrics: s.metrics,
	})
	if err != nil {
		return nil, err
	}
	r := chi.NewRouter()
	r.Use(ownRequestID, middleware.RequestID, s.logged, httpsec.Headers(strings.HasPrefix(s.public, "https:")), s.problems.Recover,
		ratelimit.Identify(s.cfg.TrustedProxies))
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
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	r.Get("/readyz", s.ready(out, c.runner))
	r.Handle("/metrics", s.forThisMachine(promhttp.HandlerFor(s.metrics, promhttp.HandlerOpts{})))

	sameOrigin, err := auth.SameOrigin(s.problems, s.public)
	if err != nil {
		return nil, fmt.Errorf("set up the cross-origin check: %w", err)
	}
	r.Group(func(r chi.Router) {
		r.Use(limited, bounded, sameOrigin, s.accounts.Authenticate)
		operations(r, s.problems, s.accounts, commandsapi.New(s.commands, s.keys, commandkeys.New(s.pool)), read)
	})
	r.With(bounded).Post("/api/webhooks/"+s.payments.Name(),
		commandsapi.Webhook(s.payments, s.commands.Payment, now, s.problems, s.log).ServeHTTP)
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
	s.metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "callup_dead_letters", Help: "Events reactors gave up on that wait to be replayed; -1 when the database does not answer.",
	}, s.deadLetters))
	out.handler = r
	return out, nil
}

// deadLetters counts what waits to be replayed.
func (s *services) deadLetters() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	letters, err := reactors.DeadLetters(ctx, s.pool, false)
	if err != nil {
		return -1
	}
	return float64(len(letters))
}

// ownRequestID drops an id that a client sends along: it would stand in our log.
func ownRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del(middleware.RequestIDHeader)
		next.ServeHTTP(w, r)
	})
}

// logged writes one line per request. It names the route and not the address, which may hold what only its reader
// should know: the id of a guest's gift, a payment's reference.
func (s *services) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(ww, r)
		s.log.InfoContext(r.Context(), "request", "method", r.Method, "route", chi.RouteContext(r.Context()).RoutePattern(),
			"status", ww.Status(), "bytes", ww.BytesWritten(), "took", time.Since(began), "request_id", middleware.GetReqID(r.Context()))
	})
}

// head gives the position of the log's last event.
func (s *services) head(ctx context.Context) (string, error) {
	_, at, err := s.store.Head(ctx)
	return at.String(), err
}

// readyLag is how far the read tables may be behind the log while this process counts as ready.
const readyLag = 30 * time.Second

// ready answers whether this process can serve: not draining, the database answers, the read tables follow the log.
func (s *services) ready(site *site, runner *projections.Runner) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		reason, err := runner.Behind(ctx, readyLag)
		switch {
		case site.draining.Load():
			reason = "draining"
		case err != nil || s.pool.Ping(ctx) != nil:
			reason = "the database does not answer"
		}
		if reason != "" {
			http.Error(w, reason, http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}
