package reactors

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/pgstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rates"
	"github.com/callup/callup/internal/testing/testdb"
)

// world is an installation whose reactors tests start and stop.
type world struct {
	t        *testing.T
	pool     *pgxpool.Pool
	store    *pgstore.Store
	keys     *keyring.Keyring
	cat      *catalog.Catalog
	commands *command.Service
	timers   *Timers
	payments *provider
	mails    *mailbox
	mailer   mail.Mailer // mails, unless a test sets another
	n        atomic.Int64

	began     time.Time // the real time: the log stamps its events with the database's clock
	mu        sync.Mutex
	offset    time.Duration
	roles     map[ident.ID][]string // of each account, as the reactor set them
	forgotten []ident.ID            // whose presses were deleted
	members   map[string]ident.ID   // by their addresses
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, pool: testdb.Pool(t), cat: catalog.New(), payments: &provider{},
		mails: &mailbox{sent: map[string]mail.Message{}}, roles: map[ident.ID][]string{}, members: map[string]ident.ID{}}
	w.began = time.Now().UTC().Truncate(time.Microsecond)
	w.mailer = w.mails
	t.Cleanup(func() {
		if len(w.mails.unwatched) > 0 {
			t.Errorf("an erasure does not find %q", w.mails.unwatched)
		}
	})
	log := slog.New(slog.DiscardHandler)
	store, err := pgstore.Open(t.Context(), w.pool, pgstore.Options{Logger: log})
	must(t, err)
	t.Cleanup(store.Close)
	w.store = store
	w.keys, err = keyring.New(w.pool, bytes.Repeat([]byte{7}, 32), w.now, catalog.ErrErased)
	must(t, err)
	table, err := rates.Default()
	must(t, err)
	handler := command.NewHandler(store, w.cat, w.keys)
	w.commands = command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{
			Keys: w.keys, Rates: table, Payments: w.payments, Main: money.EUR, Public: "https://callup.example", Clock: w.now, Log: log,
			Belongings: erasing.Log{Owners: erasing.NewOwners(commands.Holdings(nil)), Handler: handler},
		},
		Tracer: noop.NewTracerProvider().Tracer("test"),
	})
	w.timers = NewTimers(w.pool, w.commands, w.now, log)
	w.timers.Times.Poll = 20 * time.Millisecond
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.began.Add(w.offset)
}

func (w *world) moveOn(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.offset += d
}

// elapse moves the clock on, and the database's with it as far as timers go that wait for a while.
func (w *world) elapse(d time.Duration) {
	w.t.Helper()
	w.moveOn(d)
	_, err := w.pool.Exec(w.t.Context(), `UPDATE timers SET due_at = due_at - $1::interval WHERE command = ANY($2)`, d, lapsing)
	must(w.t, err)
}

func (w *world) env() command.Envelope {
	return command.Envelope{ID: ident.Command("test", strconv.FormatInt(w.n.Add(1), 10)), Actor: "test"}
}

func (w *world) router() *Router {
	r := NewRouter(w.store, w.cat, w.keys, w.pool, slog.New(slog.DiscardHandler), All(Config{
		Catalog: w.cat, Keys: w.keys, Store: w.store, Commands: w.commands, Payments: w.payments, Timers: w.timers, Mailer: w.mailer,
		Public: "https://callup.example", Support: "help@callup.example", Operator: "Les Voisins",
		Receipt: func(id ident.ID) string { return "https://callup.example/receipt/" + id.String() },
		Stop: func(member ident.ID, kind notice.Kind, lang string) string {
			return "https://callup.example/stop/" + member.String() + "/" + string(kind) + "/" + lang
		},
		Occasion: func(_ context.Context, _ ident.ID, _ string, at time.Time) (mail.Occasion, string, error) {
			return mail.Occasion{At: at}, "https://callup.example/auth/sign-out?token=a", nil
		},
		MemberWith: func(_ context.Context, email string) (ident.ID, error) { return w.members[email], nil },
		Roles: func(_ context.Context, member ident.ID, roles []string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.roles[member] = roles
			return nil
		},
		Forget: func(_ context.Context, member ident.ID) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.forgotten = append(w.forgotten, member)
			return nil
		},
	})...)
	r.Times.Tries = Waits{Retries: 2, First: time.Millisecond, Most: time.Millisecond}
	r.Times.Lead, r.Times.News = Waits{First: 10 * time.Millisecond, Most: 100 * time.Millisecond}, 200*time.Millisecond
	r.Times.Keep = 20 * time.Millisecond
	return r
}

// run starts a router; the function it returns stops it and waits for its end.
func (w *world) run(r *Router) func() {
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	var once sync.Once
	stop := func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				w.t.Errorf("the reactors ended with %v", err)
			}
		})
	}
	w.t.Cleanup(stop)
	return stop
}

// until waits for a condition.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 60*time.Second)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !ok() {
		select {
		case <-look.C:
		case <-ctx.Done():
			w.t.Fatalf("%s never came about", what)
		}
	}
}

// handled waits until the reactors have handled the whole log.
func (w *world) handled() {
	w.t.Helper()
	_, head, err := w.store.Head(w.t.Context())
	must(w.t, err)
	w.until("that every event is handled", func() bool { // and perhaps some that reactors have written since
		n := w.count(`SELECT count(*) FROM reactor_checkpoints WHERE position::bigint >= $1::bigint`, head.String())
		return n == len(All(Config{Catalog: w.cat}))
	})
}

func (w *world) count(sql string, args ...any) int {
	w.t.Helper()
	var n int
	must(w.t, w.pool.QueryRow(w.t.Context(), sql, args...).Scan(&n))
	return n
}

var owner = ident.Pair("member", "owner")

func (w *world) register(member ident.ID, name, email, lang string) {
	w.t.Helper()
	_, err := members.RegisterMember.Run(w.t.Context(), w.commands, w.env(),
		members.Registration{Member: member, Name: name, Email: email, Lang: lang})
	must(w.t, err)
	w.members[email] = member
}

// content of a campaign that ends within two days.
func (w *world) content() campaigns.ContentBody {
	return campaigns.ContentBody{
		Title: "Water for all", Description: "A well", Story: "Long ago", Category: "community", ResourceTypes: []string{"money"},
		GoalAmount: 100_000, Currency: money.EUR, Lang: "en", EndDate: w.day(1), TimeZone: "UTC",
	}
}

// day is that of so many days from the beginning.
func (w *world) day(n int) string { return w.began.AddDate(0, 0, n).Format(time.DateOnly) }

func (w *world) launch() ident.ID {
	w.t.Helper()
	l, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), w.content())
	must(w.t, err)
	return l.CampaignID
}

func (w *world) give(by ident.ID, c giving.DonateMoneyBody) ident.ID {
	w.t.Helper()
	c.Amount, c.Currency = 2500, money.EUR
	if c.Lang == "" {
		c.Lang = "en"
	}
	d, err := giving.DonateMoney.Run(w.t.Context(), w.commands, w.env().For(by), c)
	must(w.t, err)
	return d.DonationID
}

func (w *world) pay(d ident.ID) {
	w.t.Helper()
	_, err := giving.HearPayment(w.t.Context(), w.commands, w.paid(d))
	must(w.t, err)
}

func (w *world) paid(d ident.ID) ports.PaymentEvent {
	return ports.PaymentEvent{
		ID: "paid " + d.String(), Kind: ports.PaymentPaid, Donation: d, Reference: "pay_" + d.String(),
		Amount: money.Of(2500, money.EUR),
		Begun:  w.now(), At: w.now(),
	}
}

func (w *world) refund(d ident.ID) {
	w.t.Helper()
	_, err := giving.RefundDonation.Run(w.t.Context(), w.commands, w.env(),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d}})
	must(w.t, err)
}

// provider is a payment provider that tests tell what to say, and that remembers what it was asked to give back.
type provider struct {
	mu      sync.Mutex
	refuse  error
	asked   []ports.RefundPayment
	lookup  ports.PaymentEvent
	lookErr error

	refuseOne func(donation ident.ID) error
	silent    func() // what a look-up waits for
}

func (p *provider) set(f func(*provider)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

func (p *provider) refunds() []ports.RefundPayment {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]ports.RefundPayment(nil), p.asked...)
}

func (*provider) Name() string { return "fake" }

func (*provider) Open(_ context.Context, o ports.OpenPayment) (ports.Payment, error) {
	return ports.Payment{Reference: "pay_" + o.Donation.String(), URL: "https://pay.example/" + o.Donation.String()}, nil
}

func (p *provider) Lookup(context.Context, ports.Recorded) (ports.PaymentEvent, error) {
	p.mu.Lock()
	silent := p.silent
	p.mu.Unlock()
	if silent != nil {
		silent()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lookup, p.lookErr
}

func (p *provider) Refund(_ context.Context, r ports.RefundPayment) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refuse != nil {
		return p.refuse
	}
	if p.refuseOne != nil {
		if err := p.refuseOne(r.Donation); err != nil {
			return err
		}
	}
	p.asked = append(p.asked, r)
	return nil
}

// LookupRefund finds what was asked for: this provider makes every refund it does not refuse.
func (p *provider) LookupRefund(_ context.Context, asked ports.RefundPayment) (ports.PaymentEvent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.asked {
		if r.Refund == asked.Refund {
			return ports.PaymentEvent{
				ID: "refund-" + asked.Refund.String(), Kind: ports.PaymentRefunded, Donation: r.Donation, Reference: r.Reference,
				Refund: asked.Refund, Amount: r.Amount,
			}, nil
		}
	}
	return ports.PaymentEvent{}, ports.ErrNoPayment
}

func (*provider) Receive(context.Context, http.Header, []byte, time.Time) (ports.PaymentEvent, error) {
	return ports.PaymentEvent{}, ports.ErrMalformed
}

func (*provider) PageLife() time.Duration { return 30 * time.Minute }

func (*provider) Least(c money.Currency) money.Amount { return money.Of(5, c) }

func (*provider) Fee(c money.Currency) ports.Fee { return ports.Fee{Fixed: money.Of(25, c)} }

// mailbox keeps one mail a key, as mailers do.
type mailbox struct {
	mu        sync.Mutex
	sent      map[string]mail.Message
	unwatched []string // the keys of mails that record no author of their words
}

func (b *mailbox) Send(ctx context.Context, m mail.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(keyring.Opened(ctx)) == 0 {
		b.unwatched = append(b.unwatched, m.Key)
	}
	if _, ok := b.sent[m.Key]; !ok {
		b.sent[m.Key] = m
	}
	return nil
}

// keys are those of the mails that were sent, in order.
func (b *mailbox) keys() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.sent))
}

func (b *mailbox) to(address string) []mail.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []mail.Message
	for _, m := range b.sent {
		if m.To == address {
			out = append(out, m)
		}
	}
	return out
}

// logLines keeps what is logged, by however many at once.
type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
