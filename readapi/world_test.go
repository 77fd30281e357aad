package readapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/operator"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/rates"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

// world is an installation: commands append to a log, a runner folds it, and the read API answers.
type world struct {
	t        *testing.T
	pool     *pgxpool.Pool
	config   projector.Config
	runner   *projector.Runner
	commands *command.Service
	resolver *readmodel.Resolver
	service  *read.Service
	tracker  *projector.Tracker
	api      http.Handler
	counter  *testdb.Statements
	reading  *pgxpool.Pool // the read API's own
	changes  *bus.Local
	keys     atomic.Int64
	media    ports.Media
	roles    map[ident.ID][]string // of who has any, as their sessions say

	mu     sync.Mutex
	offset time.Duration
	last   eventstore.Position
}

// owners are those of all areas.
func owners() *erasing.Owners { return erasing.NewOwners(commands.Holdings(nil)) }

func newWorld(t *testing.T) *world {
	t.Helper()
	ctx := t.Context()
	log := slog.New(slog.DiscardHandler)
	w := &world{t: t, pool: testdb.Pool(t), counter: &testdb.Statements{}, changes: bus.NewLocal(log),
		roles: map[ident.ID][]string{}}
	store, err := pgstore.Open(ctx, w.pool, pgstore.Options{Logger: log})
	must(t, err)
	t.Cleanup(store.Close)
	secret := make([]byte, 32)
	_, err = rand.Read(secret)
	must(t, err)
	keys, err := keyring.New(w.pool, secret, w.now, catalog.ErrErased)
	must(t, err)
	table, err := rates.Default()
	must(t, err)
	cat := catalog.New()
	handler := command.NewHandler(store, cat, keys)
	w.commands = command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{
			Keys: keys, Rates: table, Payments: fakePayments{}, Uploads: everybodys{}, Main: money.EUR,
			Public: "https://callup.example", Clock: w.now, Log: log,
			Belongings: erasing.Log{Owners: owners(), Handler: handler},
		},
		Tracer: noop.NewTracerProvider().Tracer("test"),
	})
	all := projections.All()
	w.tracker = projector.NewTracker(all, projector.DefaultTimes())
	w.config = projector.Config{
		Store: store, Catalog: cat, Keys: keys, Pool: w.pool, Projections: all, Tracker: w.tracker, Holder: "test",
		Publish: publish(w.changes, log), Log: log,
	}
	runner := projector.NewRunner(w.config)
	must(t, runner.Ready(ctx))
	running, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() { _ = runner.Run(running) })
	t.Cleanup(func() { stop(); done.Wait() })
	w.runner = runner

	counted := w.pool.Config()
	counted.ConnConfig.Tracer = w.counter
	w.reading, err = pgxpool.NewWithConfig(ctx, counted)
	must(t, err)
	t.Cleanup(w.reading.Close)
	tables, versions := projector.Versions(all)
	w.resolver = readmodel.NewResolver(w.pool, tables, versions, time.Now, log)
	w.service = read.New(read.Config{
		Pool: w.reading, Resolver: w.resolver, Positions: w.tracker, Clock: w.now,
		Installation: read.Installation{
			Rates: table, Fees: fakePayments{}, Environment: "development", Payments: "sandbox", Outbox: true, MainCurrency: money.EUR,
			PasswordMin: 6, Terms: "2026-01", Review: "off", SignInWith: []string{"google"},
			ReceiptPath:  func(receipt ident.ID) string { return "/receipt/" + receipt.String() },
			OperatorName: "Les Voisins", OperatorEmail: "help@voisins.test",
			About: operator.About{Links: operator.Elsewhere{Blog: "https://blog.example.org"}, Team: []operator.TeamMember{{Name: "Ana"}}},
		},
	})
	router := chi.NewRouter()
	readapi.Register(problem.NewAPI(router, problem.NewWriter(log, readmodel.ErrNotBuilt), "test"), w.service)
	w.api = router
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is the real time, moved on by what a test says: the log stamps its events with the database's clock.
func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.offset).UTC().Truncate(time.Microsecond)
}

func (w *world) moveOn(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.offset += d
}

func (w *world) env() command.Envelope {
	return command.Envelope{ID: ident.Command("test", strconv.FormatInt(w.keys.Add(1), 10)), Actor: "test"}
}

func (w *world) saw(done command.Answer, err error) {
	w.t.Helper()
	must(w.t, err)
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := done.Reached(); w.last.Before(at) {
		w.last = at
	}
}

func (w *world) member(name, email string) ident.ID {
	w.t.Helper()
	id := ident.Pair("test-member", email)
	who := members.Registration{Member: id, Name: name, Email: email, Lang: "fr"}
	w.saw(members.RegisterMember.Run(w.t.Context(), w.commands, w.env(), who))
	return id
}

func content(title string) campaigns.ContentBody {
	return campaigns.ContentBody{
		Title: title, Description: "What it is about", Story: "First paragraph.\n\nSecond paragraph.", Category: "community",
		ResourceTypes: []string{"money"}, GoalAmount: 100_00, Currency: money.EUR, Lang: "en", Location: "Lyon",
	}
}

// andTime asks for volunteers, too.
func andTime(c campaigns.ContentBody) campaigns.ContentBody {
	c.ResourceTypes, c.TimeGoalHours = append(c.ResourceTypes, "time"), 12
	return c
}

func (w *world) launch(owner ident.ID, c campaigns.ContentBody) campaigns.LaunchCampaignAnswer {
	w.t.Helper()
	out, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), c)
	w.saw(out, err)
	return out
}

// start begins a gift without paying it.
func (w *world) start(by ident.ID, d giving.DonateMoneyBody) ident.ID {
	w.t.Helper()
	if d.Lang == "" {
		d.Lang = "en"
	}
	out, err := giving.DonateMoney.Run(w.t.Context(), w.commands, w.env().For(by), d)
	w.saw(out, err)
	return out.DonationID
}

// give begins a gift and pays it.
func (w *world) give(by ident.ID, d giving.DonateMoneyBody) ident.ID {
	w.t.Helper()
	id := w.start(by, d)
	w.saw(giving.HearPayment(w.t.Context(), w.commands, ports.PaymentEvent{
		ID: "paid " + id.String(), Kind: ports.PaymentPaid, Donation: id, Reference: "ref " + id.String(),
		Amount: money.Of(d.Amount, d.Currency),
		Begun:  w.now(), At: w.now(),
	}))
	return id
}

// refund gives a whole gift back.
func (w *world) refund(id ident.ID, amount money.Amount) {
	w.t.Helper()
	w.refunded(giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: id}}, amount)
}

// refunded gives back what a command asks for, which comes to an amount.
func (w *world) refunded(what giving.RefundDonationBody, amount money.Amount) {
	w.t.Helper()
	id := what.DonationID
	w.saw(giving.RefundDonation.Run(w.t.Context(), w.commands, w.env(), what))
	w.saw(giving.HearPayment(w.t.Context(), w.commands, ports.PaymentEvent{
		ID: "back " + id.String(), Kind: ports.PaymentRefunded, Donation: id, Reference: "ref " + id.String(),
		Amount: amount, At: w.now(),
	}))
}

func (w *world) pause(owner, campaign ident.ID) {
	w.t.Helper()
	body := campaigns.CampaignBody{CampaignID: campaign}
	w.saw(campaigns.PauseCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), body))
}

func (w *world) resume(owner, campaign ident.ID) {
	w.t.Helper()
	body := campaigns.CampaignBody{CampaignID: campaign}
	w.saw(campaigns.ResumeCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), body))
}

func (w *world) complete(owner, campaign ident.ID) {
	w.t.Helper()
	body := campaigns.CampaignBody{CampaignID: campaign}
	w.saw(campaigns.CompleteCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), body))
}

func (w *world) feature(campaign ident.ID) {
	w.t.Helper()
	w.saw(campaigns.FeatureCampaign.Run(w.t.Context(), w.commands, w.env(), campaigns.Featuring{Campaign: campaign, On: true}))
}

// rename gives a member another name.
func (w *world) rename(member ident.ID, name string) {
	w.t.Helper()
	body := members.ReviseProfileBody{DisplayName: name, Lang: "fr"}
	w.saw(members.ReviseProfile.Run(w.t.Context(), w.commands, w.env().For(member), body))
}

func euros(n int64) money.Amount { return money.Of(n*100, money.EUR) }

// answered is what the API answered.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// get asks the API, as a member unless as is nil, after everything this test did.
func (w *world) get(as ident.ID, path string) answered {
	w.t.Helper()
	ctx := w.t.Context()
	if !as.IsNil() {
		ctx = auth.WithPrincipal(ctx, auth.Principal{Member: as, Roles: w.roles[as]})
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
	w.mu.Lock()
	r.Header.Set("Read-After", w.last.String())
	w.mu.Unlock()
	return serve(w.t, w.api, r)
}

func serve(t *testing.T, h http.Handler, r *http.Request) answered {
	t.Helper()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	res := rec.Result()
	defer res.Body.Close() //nolint:errcheck // a recorder's body
	body, err := io.ReadAll(res.Body)
	must(t, err)
	return answered{res.StatusCode, res.Header, body}
}

// answer gives an answer that must be a success.
func answer[T any](w *world, as ident.ID, path string) T {
	w.t.Helper()
	a := w.get(as, path)
	if a.status != http.StatusOK {
		w.t.Fatalf("GET %s: %d %s", path, a.status, a.body)
	}
	var out T
	must(w.t, json.Unmarshal(a.body, &out))
	return out
}

// refused checks that a request is answered by a problem with a code.
func (w *world) refused(as ident.ID, path string, status int, code string) {
	w.t.Helper()
	a := w.get(as, path)
	var p struct{ Code string }
	must(w.t, json.Unmarshal(a.body, &p))
	if a.status != status || p.Code != code {
		w.t.Errorf("GET %s: %d %q, want %d %q", path, a.status, p.Code, status, code)
	}
}

func slugs(cards []readcampaigns.CampaignCard) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c.Slug
	}
	return strings.Join(out, " ")
}

// fakePayments is a provider whose payments the tests make themselves.
type fakePayments struct{}

func (fakePayments) Name() string { return "sandbox" }

func (fakePayments) Open(_ context.Context, p ports.OpenPayment) (ports.Payment, error) {
	return ports.Payment{Reference: "ref " + p.Donation.String(), URL: "/pay", ExpiresAt: time.Now().Add(time.Hour)}, nil
}

var errUnused = errors.New("not part of this test")

func (fakePayments) LookupRefund(context.Context, ports.RefundPayment) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, ports.ErrNoPayment
}

func (fakePayments) Lookup(context.Context, ports.Recorded) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, errUnused
}

func (fakePayments) Refund(context.Context, ports.RefundPayment) error { return errUnused }

func (fakePayments) Receive(context.Context, http.Header, []byte, time.Time) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, errUnused
}

func (fakePayments) PageLife() time.Duration { return 30 * time.Minute }

func (fakePayments) Least(c money.Currency) money.Amount { return money.Of(50, c) }

func (fakePayments) Fee(c money.Currency) ports.Fee {
	return ports.Fee{BasisPoints: 150, Fixed: money.Of(25, c)}
}
