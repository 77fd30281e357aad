package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bench"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testdb"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/readmodel"
)

const (
	benchGivers    = 32 // keep-alive connections, each of a member of its own
	benchCampaigns = 8
)

// BenchmarkDonateMoney: DonateMoney over HTTP up to its one event, against one-row INSERTs from as many connections.
// Everything between the socket and the log is the server's own: routing, schema, sign-in, idempotency key, campaign,
// rates, a sealed message, the append; and all projections fold meanwhile. Logs are written as JSON at the level info,
// to nowhere. Client, server and Postgres share the machine.
//
// The one event is DonationStarted. What follows it, the provider's payment page and DonationPaymentOpened, is kept out
// by a provider that is away: it refuses at once, and the command answers 503 after its event is durable. The benchmark
// fails unless every request left exactly one event. The second row is told without a target: the whole command, with
// a provider that answers at once and so with a second durable append.
//
// Reactors do not run: what they do (a timer per gift) comes after the answer, and is not of the command.
func BenchmarkDonateMoney(b *testing.B) {
	for _, row := range []struct {
		name     string
		provider providerAtHand
		status   int
		events   int
		figure   string
		reach    float64
	}{
		{"oneEvent", providerAtHand{away: true}, http.StatusServiceUnavailable, 1, "DonateMoney over HTTP, up to its one event", 0.6},
		{"whole", providerAtHand{}, http.StatusOK, 2, "DonateMoney over HTTP, whole, two events one after the other", 0},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := bench.NewPostgres(b, testdb.Directory())
			bench.Compare(b, bench.Row{
				Figure: row.figure, Unit: "requests", Reach: row.reach,
				Reference: fmt.Sprintf("prepared one-row INSERT, %d connections", benchGivers),
			}, func() float64 {
				db, drop := p.Fresh(b)
				defer drop()
				return donations(b, db, row.provider, row.status, row.events)
			}, func() float64 {
				db, drop := p.Fresh(b)
				defer drop()
				perSecond, err := bench.Inserts(b.Context(), db.Pool, benchGivers)
				if err != nil {
					b.Fatal(err)
				}
				return perSecond
			})
		})
	}
}

// nowhere takes log lines, so that making them is part of what is measured.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// providerAtHand is a payment provider without a network.
type providerAtHand struct {
	ports.Payments // of which only Name and Fee are asked
	away           bool
}

func (p providerAtHand) Open(_ context.Context, o ports.OpenPayment) (ports.Payment, error) {
	if p.away {
		return ports.Payment{}, ports.ErrPayments
	}
	return ports.Payment{Reference: "at-hand-" + o.Donation.String(), URL: o.ReturnURL, ExpiresAt: now().Add(30 * time.Minute)}, nil
}

// donations counts the gifts started per second on a database of its own, and makes sure that each is in the log.
func donations(b *testing.B, db *bench.Database, provider providerAtHand, status, events int) float64 {
	b.Helper()
	ctx, stop := context.WithCancel(b.Context())
	cfg, err := config.Load([]string{"CALLUP_DATA=" + b.TempDir(), "DATABASE_URL=" + db.URL, "CALLUP_DEMO=off", "CALLUP_RATE_LIMIT_FACTOR=1000000"})
	if err != nil {
		b.Fatal(err)
	}
	base, err := openBase(ctx, cfg, slog.New(slog.NewJSONHandler(nowhere{}, nil)))
	if err != nil {
		b.Fatal(err)
	}
	address, work := serveBench(ctx, b, base, provider)
	defer func() {
		stop()
		if err := work.Wait(); err != nil {
			b.Error(err)
		}
		if err := base.close(context.WithoutCancel(ctx)); err != nil {
			b.Error(err)
		}
	}()
	svc, err := base.alone()
	if err != nil {
		b.Fatal(err)
	}
	hash, err := svc.accounts.HashPassword(ctx, benchPassword)
	if err != nil {
		b.Fatal(err)
	}
	campaigns := benchCampaign(ctx, b, svc, hash)
	clients := benchClients(ctx, b, svc, address.String(), hash)
	for _, id := range campaigns { // the first gift to a campaign fixes its currency, an event more
		if err := clients[0].give(id, -1, status); err != nil {
			b.Fatal(err)
		}
		clients[0].key += "'"
	}
	db.Settle(b)
	_, before, err := base.store.Head(ctx)
	if err != nil {
		b.Fatal(err)
	}

	sent := make([]int, benchGivers)
	perSecond, err := bench.PerSecond(ctx, benchGivers, bench.Measure, func(_ context.Context, w int) error {
		sent[w]++
		return clients[w].give(campaigns[(w+sent[w])%len(campaigns)], sent[w], status)
	})
	if err != nil {
		b.Fatal(err)
	}
	gifts := 0
	for _, n := range sent {
		gifts += n
	}
	_, after, err := base.store.Head(ctx)
	if err != nil {
		b.Fatal(err)
	}
	from, _ := before.Parts()
	to, _ := after.Parts()
	if got := to - from; got != uint64(gifts*events) {
		b.Fatalf("%d gifts left %d events", gifts, got)
	}
	return perSecond
}

// serveBench starts the server as serve does, but for the payment provider and the reactors.
func serveBench(ctx context.Context, b *testing.B, base *base, provider providerAtHand) (net.Addr, *errgroup.Group) {
	b.Helper()
	listener, err := listen(ctx, "127.0.0.1:0", "CALLUP_ADDR")
	if err != nil {
		b.Fatal(err)
	}
	s, err := base.services("http://"+listener.Addr().String(), "http://"+listener.Addr().String()+"/api/webhooks/sandbox")
	if err != nil {
		b.Fatal(err)
	}
	provider.Payments = s.payments
	s.commands = commands.New(commands.Config{
		Handler: commands.NewHandler(base.store, base.cat, base.keys, base.log), Keys: base.keys, Rates: base.rates,
		Payments: provider, Main: base.cfg.MainCurrency, Public: s.public, Clock: now, Log: base.log, Tracer: noop.NewTracerProvider().Tracer(""),
	})
	changes := bus.NewPostgres(bus.PostgresConfig{Pool: base.pool, Holder: base.holder, Log: base.log})
	announce := bus.Announcer(changes, base.log)
	pc := base.projectionConfig(func(c projections.Change) { announce(bus.Change(c)) })
	tables, versions := projections.Versions(base.all)
	resolver := readmodel.NewResolver(base.pool, tables, versions, now, base.log)
	pc.Switched = resolver.Reload
	runner := projections.NewRunner(pc)
	if err := runner.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	site, err := s.site(siteConfig{health: base.health(), resolver: resolver})
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: site.handler, ReadHeaderTimeout: 10 * time.Second}
	work := &errgroup.Group{}
	for _, run := range []func(context.Context) error{
		runner.Run, resolver.Run, changes.Run, func(ctx context.Context) error { return site.live.Run(ctx, changes) },
	} {
		work.Go(func() error {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				return err
			}
			return nil
		})
	}
	work.Go(func() error {
		if err := server.Serve(listener); err != nil && ctx.Err() == nil {
			return err
		}
		return nil
	})
	work.Go(func() error {
		<-ctx.Done()
		return server.Close()
	})
	return listener.Addr(), work
}

// benchCampaign opens the campaigns that are given to.
func benchCampaign(ctx context.Context, b *testing.B, svc *services, hash string) []ident.ID {
	b.Helper()
	owner := ident.Pair("bench", "owner")
	account(ctx, b, svc, owner, "owner@example.org", hash)
	ids := make([]ident.ID, benchCampaigns)
	for i := range ids {
		l, err := svc.commands.LaunchCampaign(ctx, commands.Envelope{ID: ident.Command("bench", fmt.Sprint("launch ", i)), Actor: "member:" + owner.String()},
			commands.LaunchCampaign{Owner: owner, Content: commands.Content{
				Title: fmt.Sprintf("A roof for hall %d", i), Description: "It leaks.", Story: "It has leaked for years.",
				Category: "community", Resources: []string{"money"}, Goal: money.Of(10_000_000, money.EUR), Lang: "en",
			}})
		if err != nil {
			b.Fatal(err)
		}
		ids[i] = l.Campaign
	}
	return ids
}

const benchPassword = "a password of one's own"

func account(ctx context.Context, b *testing.B, svc *services, id ident.ID, email, hash string) {
	b.Helper()
	if _, err := svc.accounts.CreateConfirmed(ctx, auth.NewAccount{
		Member: id, Email: email, Name: "Gil Giver", Lang: "en", PasswordHash: hash,
	}); err != nil {
		b.Fatal(err)
	}
}

// benchClient is a connection that is kept, and who is signed in on it.
type benchClient struct {
	conn  net.Conn
	read  *bufio.Reader
	head  string
	key   string
	write bytes.Buffer
}

func benchClients(ctx context.Context, b *testing.B, svc *services, address, hash string) []*benchClient {
	b.Helper()
	clients := make([]*benchClient, benchGivers)
	for i := range clients {
		id, email := ident.Pair("bench", fmt.Sprint(i)), fmt.Sprintf("giver%d@example.org", i)
		account(ctx, b, svc, id, email, hash)
		tokens, err := svc.accounts.SignIn(ctx, auth.SignIn{Email: email, Password: benchPassword})
		if err != nil {
			b.Fatal(err)
		}
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() }) // the server may have closed it
		clients[i] = &benchClient{
			conn: conn, read: bufio.NewReader(conn), key: "bench-gift-" + id.String(),
			head: "POST /api/commands/donate-money HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + tokens.Access + "\r\n",
		}
	}
	return clients
}

// give sends one gift and reads the answer to its end.
func (c *benchClient) give(to ident.ID, n, status int) error {
	body, err := json.Marshal(map[string]any{
		"campaign_id": to, "amount": 2500 + n%1000, "currency": "EUR", "lang": "en", "message": "May it never leak again!",
	})
	if err != nil {
		return err
	}
	c.write.Reset()
	fmt.Fprintf(&c.write, "%sIdempotency-Key: %s-%d\r\nContent-Length: %d\r\n\r\n%s", c.head, c.key, n, len(body), body)
	if _, err := c.conn.Write(c.write.Bytes()); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != status {
		return fmt.Errorf("answer %d, not %d: %s", res.StatusCode, status, text)
	}
	return res.Body.Close()
}
