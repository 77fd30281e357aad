package main

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/observed"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/payments/traced"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/projections/readmodel"
)

// termsVersion is the day on which the present /terms and /privacy were written.
const termsVersion = "2026-11-21"

// services are what carries out commands, and whatever they set off.
type services struct {
	*base
	public   string // the address people open, without a trailing slash
	problems *problem.Writer
	sandbox  *sandbox.Sandbox
	payments provider
	outbox   *mail.Outbox
	commands *command.Service
	accounts *auth.Service
	timers   *reactors.Timers
	router   *reactors.Router
	metrics  *prometheus.Registry
	requests *observe.Requests
	erasures *erasing.Process
}

// registrar lets an account bring its member into being.
type registrar struct{ commands *command.Service }

// RegisterMember implements auth.Registrar.
func (r registrar) RegisterMember(ctx context.Context, c auth.RegisterMember) error {
	env := command.Envelope{ID: ident.Command("member:"+c.Member.String(), c.CommandKey), Actor: "member:" + c.Member.String()}
	_, err := members.RegisterMember.Run(ctx, r.commands, env, members.Registration{Member: c.Member, Name: c.Name, Email: c.Email, Lang: c.Lang})
	return err
}

// services wires the services. webhooks is where the sandbox sends its webhooks.
func (b *base) services(public, webhooks string) (*services, error) {
	s := &services{base: b, public: public, metrics: prometheus.NewRegistry()}
	s.problems = problem.NewWriter(b.log, eventstore.ErrUnavailable, readmodel.ErrNotBuilt)
	var err error
	s.sandbox, err = sandbox.New(b.pool, sandbox.Config{
		PublicURL: public, WebhookURL: webhooks, Keys: [][]byte{b.key}, Production: b.cfg.Environment == "production",
		Clock: now, Random: rand.Reader, Log: b.log,
	})
	if err != nil {
		return nil, fmt.Errorf("set up payments: %w", err)
	}
	s.payments = s.sandbox
	if b.seams.provider != nil {
		s.payments = b.seams.provider(s.sandbox)
	}
	if s.outbox, err = mail.NewOutbox(b.pool, now); err != nil {
		return nil, fmt.Errorf("set up mail: %w", err)
	}
	s.requests = observe.NewRequests(b.log, b.tracer, s.metrics)
	s.registerFigures()
	var tracer trace.Tracer = noop.Tracer{}
	if b.tracer != nil {
		tracer = b.tracer
	}
	provider := traced.Payments(s.payments, b.tracer)
	store := observed.Store(through(b.seams.appends, eventstore.Store(b.store)), b.cat.Types(), b.tracer, s.metrics)
	s.commands = command.NewService(command.Config{
		Handler: command.NewHandler(store, b.cat, b.keys),
		Outside: command.Outside{
			Keys: b.keys, Rates: b.rates, Payments: provider, Main: b.cfg.MainCurrency, Public: public, Clock: now, Log: b.log,
		},
		Claims: commandkeys.New(b.pool), Tracer: tracer, Metrics: s.metrics, Areas: commands.All(),
	})
	s.accounts, err = auth.New(auth.Config{
		Pool: b.pool, Key: b.key, Registrar: registrar{s.commands}, Mailer: s.outbox, Problems: s.problems, Log: b.log,
		Now: now, Random: rand.Reader, BaseURL: public, MinPassword: b.cfg.PasswordMin, TermsVersion: termsVersion,
	})
	if err != nil {
		return nil, fmt.Errorf("set up accounts: %w", err)
	}
	s.timers = reactors.NewTimers(b.pool, s.commands, now, b.log)
	s.erasures = s.erasing()
	s.timers.Erase = func(ctx context.Context, id ident.ID) error {
		_, err := s.erasures.Advance(ctx, id)
		return err
	}
	s.router = reactors.NewRouter(b.store, b.cat, b.keys, b.pool, b.log, reactors.All(reactors.Config{
		Catalog: b.cat, Keys: b.keys, Store: b.store, Commands: s.commands, Payments: provider, Timers: s.timers,
		Mailer: s.outbox, Public: public,
		SignOut: func(ctx context.Context, member ident.ID) error {
			return s.accounts.EndSessions(ctx, member, "erasure_requested")
		},
	})...)
	s.router.Tracer = b.tracer
	s.router.Patience = through(b.seams.reactorWaits, s.router.Patience)
	s.metrics.MustRegister(newHeldReactors(s.router))
	return s, nil
}

// alone wires the services for a subcommand that serves nobody.
func (b *base) alone() (*services, error) {
	public := "http://" + b.cfg.Addr
	if b.cfg.PublicURL != nil {
		public = b.cfg.PublicURL.String()
	}
	return b.services(public, "http://"+b.cfg.Addr+"/api/webhooks/sandbox")
}
