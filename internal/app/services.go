package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	domainmember "github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/observed"
	"github.com/callup/callup/internal/app/guestdata"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/interactions"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/media"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/traced"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/visits"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/documents/receipts"
)

// agreementVersion is the day since which nothing has changed in what sign-up agrees to: the later of the versions of /terms and
// /privacy. It is recorded with the time, so that both texts can be told from it.
const agreementVersion = "2026-11-28"

// Services are what carries out commands, and whatever they set off.
type Services struct {
	*Base
	Public   string           // the address people open, without a trailing slash
	Appends  eventstore.Store // the log, for all appends
	Problems *problem.Writer
	Sandbox  *sandbox.Sandbox // nil where Stripe takes the payments
	Stripe   *stripe.Stripe   // nil where the sandbox takes them
	Payments Provider
	guard    *guarded
	resident resident // the provider, where it lives in this program
	Outbox   *mail.Outbox
	Stopping *mail.Stopping
	Receipts *receipts.Links
	guests   *guestdata.Pages
	Uploads  *media.Uploads
	Media    ports.Media // the files of the uploads
	Commands *command.Service
	Accounts *auth.Service
	Timers   *reactors.Timers
	Pressed  *interactions.Service
	Visits   *visits.Service
	Router   *reactors.Router
	Metrics  *prometheus.Registry
	requests *observe.Requests
	Erasures *erasing.Process
	reacting reactors.Config

	webhookName string   // the last part of the address of webhooks
	formsTo     []string // where forms may lead besides this installation: to payment pages
}

// switchOff has a member be mailed about a kind no more, as who has a mail of theirs asks.
func (s *Services) switchOff(ctx context.Context, member ident.ID, kind string) error {
	open, err := s.Accounts.Open(ctx, member)
	if err != nil || !open {
		return err
	}
	actor := "member:" + member.String()
	env := command.Envelope{
		ID: ident.Command(actor, fmt.Sprintf("stop %s %d", kind, time.Now().UnixNano())), Actor: actor, Member: member,
	}
	if kind == mail.DailyKind {
		_, err = notifications.StopDailyMail.Run(eventstore.Awaited(ctx), s.Commands, env, member)
		return err
	}
	_, err = notifications.ChooseNotifications.Run(eventstore.Awaited(ctx), s.Commands, env, notifications.ChooseNotificationsBody{
		Kind: notice.Kind(kind), Channel: notice.ByMail,
	})
	return err
}

// registrar lets an account bring its member into being, and have them erased.
type registrar struct {
	commands *command.Service
	of       *Services
}

// RegisterMember implements auth.Registrar.
func (r registrar) RegisterMember(ctx context.Context, c auth.RegisterMember) error {
	env := command.Envelope{ID: ident.Command("member:"+c.Member.String(), c.CommandKey), Actor: "member:" + c.Member.String()}
	_, err := members.RegisterMember.Run(
		ctx, r.commands, env, members.Registration{Member: c.Member, Name: c.Name, Email: c.Email, Lang: c.Lang},
	)
	return err
}

// ShowPicture implements auth.Registrar.
func (r registrar) ShowPicture(ctx context.Context, key string, member ident.ID, picture []byte) error {
	kind, ok := r.of.Uploads.Kind(members.AvatarKind)
	if !ok {
		return errors.New("members show no pictures here")
	}
	upload, err := r.of.Uploads.Take(ctx, member, kind, picture)
	if err != nil {
		return err
	}
	actor := "member:" + member.String()
	_, err = members.ChangeAvatar.Run(ctx, r.commands,
		command.Envelope{ID: ident.Command(actor, key), Actor: actor}.For(member), members.ChangeAvatarBody{Upload: upload})
	return err
}

// ChangeEmail implements auth.Registrar.
func (r registrar) ChangeEmail(ctx context.Context, c auth.ChangeEmail) error {
	env := command.Envelope{ID: ident.Command("member:"+c.Member.String(), c.CommandKey), Actor: "member:" + c.Member.String()}
	_, err := members.ChangeEmail.Run(ctx, r.commands, env, members.NewEmail{Member: c.Member, Email: c.Email})
	return err
}

// TellMember implements auth.Registrar.
func (r registrar) TellMember(ctx context.Context, n auth.News) error {
	env := command.Envelope{
		ID: ident.Command("member:"+n.Member.String(), n.CommandKey), Actor: "member:" + n.Member.String(), Aside: true,
	}
	_, err := notifications.TellOfAccount.Run(
		ctx, r.commands, env, notifications.AccountNews{Member: n.Member, What: notification.Touch(n.What), At: n.At},
	)
	return err
}

// AskErasure implements auth.Registrar.
func (r registrar) AskErasure(ctx context.Context, key string, member ident.ID) (time.Time, error) {
	actor := "member:" + member.String()
	env := command.Envelope{ID: ident.Command(actor, key), Actor: actor}
	state, _, err := r.of.Erasures.EraseMember(ctx, env, member, erasure.ByMember)
	return state.DueAt, err
}

// UndoErasure implements auth.Registrar.
func (r registrar) UndoErasure(ctx context.Context, member ident.ID) error {
	actor := "member:" + member.String()
	env := command.Envelope{ID: ident.Command(actor, fmt.Sprintf("stay %d", time.Now().UnixNano())), Actor: actor}
	_, err := r.of.Erasures.Undo(ctx, env, erasing.ErasureOf(domainmember.SubjectOf(member)))
	if errors.Is(err, erasure.ErrNotFound) {
		return r.of.Accounts.Stay(ctx, member)
	}
	return err
}

// Services wires the services. webhooks is where the sandbox sends its webhooks.
func (b *Base) Services(public, webhooks string) (*Services, error) {
	s := &Services{Base: b, Public: public, Metrics: prometheus.NewRegistry()}
	s.Problems = problem.NewWriter(b.Log, eventstore.ErrUnavailable, readmodel.ErrNotBuilt, ports.ErrBelongingsBehind,
		ports.ErrMedia).Coded(eventstore.ErrUnread, "upgrading",
		"Callup is being updated. This works again in a minute, once every server is up to date. Please try again.")
	err := s.choosePayments(webhooks)
	if err != nil {
		return nil, err
	}
	if s.Outbox, err = mail.NewOutbox(b.Pool, Now); err != nil {
		return nil, fmt.Errorf("set up mail: %w", err)
	}
	if s.Receipts, err = receipts.NewLinks(b.Key); err != nil {
		return nil, err
	}
	if s.Stopping, err = mail.NewStopping(b.Key, public, b.Log); err != nil {
		return nil, fmt.Errorf("set up mail: %w", err)
	}
	s.Stopping.SwitchOff = s.switchOff
	if s.Uploads, err = s.uploads(); err != nil {
		return nil, err
	}
	s.Outbox.Sends = b.Config.SMTP != nil
	s.requests = observe.NewRequests(b.Log, b.tracer, s.Metrics)
	s.registerMetrics()
	var tracer trace.Tracer = noop.Tracer{}
	if b.tracer != nil {
		tracer = b.tracer
	}
	provider := traced.Payments(s.Payments, b.tracer)
	s.Appends = observed.Store(b.Servers.Guard(through(b.Seams.Appends, eventstore.Store(b.Store))), b.Catalog.Types(), b.tracer,
		s.Metrics)
	handler := command.NewHandler(s.Appends, b.Catalog, b.Keys)
	s.Commands = command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{
			Keys: b.Keys, Rates: b.Rates, Payments: provider, Uploads: s.Uploads, Main: b.Config.MainCurrency, Public: public,
			Review: string(b.Config.Review), Money: string(b.Config.Money), Clock: Now, Log: b.Log,
			Belongings: NewBelongings(b.Pool, b.Store, handler, b.Projections), Floods: s.floods(),
			Receipts: receipt.Setting{Zone: b.Config.TimeZone, Texts: receipt.Texts{
				Name: cmp.Or(b.Config.OperatorName, productName), Address: b.Config.OperatorAddress, Note: b.Config.ReceiptNote,
			}},
		},
		Claims: commandkeys.New(b.Pool), Tracer: tracer, Metrics: s.Metrics, Areas: commands.All(),
	})
	s.guard.commands = s.Commands
	s.Accounts, err = auth.New(auth.Config{
		Pool: b.Pool, Key: b.Key, Registrar: registrar{s.Commands, s}, Mailer: s.Outbox, Problems: s.Problems,
		Log: b.Log, Now: Now, Random: rand.Reader, BaseURL: public, MinPassword: b.Config.PasswordMin, TermsVersion: agreementVersion,
		Grace: b.Config.ErasureGrace, Providers: b.Config.Providers, Limits: auth.DefaultLimits().For(b.Config.RateLimitFactor),
	})
	if err != nil {
		return nil, fmt.Errorf("set up accounts: %w", err)
	}
	s.Pressed = interactions.New(interactions.Config{
		Pool: b.Pool, Now: Now, Agreed: func(ctx context.Context, member ident.ID) (bool, error) {
			return members.AllowsTracking(ctx, s.Commands, member)
		},
	})
	s.Visits = visits.New(b.Pool, Now)
	s.Timers = reactors.NewTimers(b.Pool, s.Commands, Now, b.Log)
	s.Timers.Times = b.times.Reactors
	s.Erasures = s.Erasing()
	if s.guests, err = guestdata.New(guestdata.Config{
		Key: b.Key, Public: public, Guests: guestsOf{s.Erasures}, Mailer: s.Outbox, Clock: Now, Log: b.Log,
	}); err != nil {
		return nil, fmt.Errorf("set up the pages for guests: %w", err)
	}
	s.Timers.Erase = func(ctx context.Context, id ident.ID) error {
		_, err := s.Erasures.Advance(ctx, id)
		return err
	}
	s.Timers.Rewrite = s.RewriteFiles
	s.reacting = reactors.Config{
		Catalog: b.Catalog, Keys: b.Keys, Store: b.Store, Commands: s.Commands, Payments: provider, Timers: s.Timers,
		Mailer: s.Outbox, Public: public, Support: s.Config.OperatorEmail,
		Operator: cmp.Or(s.Config.OperatorName, strings.TrimPrefix(strings.TrimPrefix(public, "https://"), "http://")),
		Receipt:  func(id ident.ID) string { return public + s.Receipts.PathOf(id) },
		Stop: func(member ident.ID, kind notice.Kind, lang string) string {
			return s.Stopping.Link(member, string(kind), lang)
		},
		SignOut: func(ctx context.Context, member ident.ID) error {
			return s.Accounts.EndSessions(ctx, member, "erasure_requested")
		},
		Roles: func(ctx context.Context, member ident.ID, roles []string) error {
			return s.Accounts.SetRoles(ctx, member, roles, "staff")
		},
		HandUploads: s.Uploads.Hand,
		Occasion:    s.Accounts.Occasion,
		MemberWith: func(ctx context.Context, email string) (ident.ID, error) {
			id, err := s.Accounts.MemberByEmail(ctx, email)
			if errors.Is(err, auth.ErrNoMember) {
				err = nil
			}
			return id, err
		},
		Forget: func(ctx context.Context, member ident.ID) error {
			_, err := s.Pressed.Forget(ctx, member)
			return err
		},
	}
	s.Router = reactors.NewRouter(b.Store, b.Catalog, b.Keys, b.Pool, b.Log, reactors.All(s.reacting)...)
	s.Router.Tracer = b.tracer
	s.Router.Times = b.times.Reactors
	s.Router.Times.Tries = through(b.Seams.ReactorWaits, s.Router.Times.Tries)
	s.Metrics.MustRegister(newHeldReactors(s.Router))
	return s, nil
}

// Alone wires the services for a subcommand that serves nobody.
func (b *Base) Alone() (*Services, error) {
	public := "http://" + b.Config.Addr
	if b.Config.PublicURL != nil {
		public = b.Config.PublicURL.String()
	}
	return b.Services(public, "http://"+b.Config.Addr+"/api/webhooks/sandbox")
}

// productName stands where nobody says who runs an installation.
const productName = "Callup"

// OperatorAsks is the envelope of a command that the operator gives.
func OperatorAsks(what string) command.Envelope {
	return command.Envelope{ID: ident.Command("operator", fmt.Sprintf("%s %d", what, time.Now().UnixNano())), Actor: "operator"}
}
