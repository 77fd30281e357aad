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
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// nowhere takes log lines, so that making them is part of what is measured.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// providerAtHand is a payment provider without a network and without books: the sandbox, but for what it does when a
// payment is opened.
type providerAtHand struct {
	*sandbox.Sandbox
	away bool
}

// instead gives it in the place of the sandbox.
func (p providerAtHand) instead(s *sandbox.Sandbox) app.Provider {
	p.Sandbox = s
	return p
}

func (p providerAtHand) Open(_ context.Context, o ports.OpenPayment) (ports.Payment, error) {
	if p.away {
		return ports.Payment{}, ports.ErrPayments
	}
	return ports.Payment{Reference: "at-hand-" + o.Donation.String(), URL: o.ReturnURL, ExpiresAt: app.Now().Add(30 * time.Minute)},
		nil
}

// benchServer is a server at work with people who can sign in and campaigns that take gifts.
type benchServer struct {
	b         *testing.B
	base      *app.Base
	svc       *app.Services
	address   string
	owner     *benchClient
	clients   []*benchClient
	campaigns []ident.ID
	stop      context.CancelFunc
	work      *errgroup.Group
	sent      int                // appends, to tell them apart
	revisions map[ident.ID]int64 // of campaigns that were changed
}

func openBench(b *testing.B, db *bench.Database, provider providerAtHand) *benchServer {
	b.Helper()
	return openBenchWith(b, db, provider, benchCampaigns, func(*app.Base) {})
}

// openBenchWith opens a server with so many campaigns; change may change what it stands on first.
func openBenchWith(
	b *testing.B, db *bench.Database, provider providerAtHand, campaigns int, change func(*app.Base),
) *benchServer {
	b.Helper()
	ctx, stop := context.WithCancel(b.Context())
	cfg, err := config.Load(
		[]string{"CALLUP_DATA=" + b.TempDir(), "DATABASE_URL=" + db.URL, "CALLUP_DEMO=off", "CALLUP_RATE_LIMIT_FACTOR=1000000"},
	)
	if err != nil {
		b.Fatal(err)
	}
	base, err := app.Open(ctx, cfg, app.Options{Log: slog.New(slog.NewJSONHandler(nowhere{}, nil))})
	if err != nil {
		b.Fatal(err)
	}
	change(base)
	s := &benchServer{b: b, base: base, stop: stop}
	address, work := serveBench(ctx, b, base, provider)
	s.address, s.work = address.String(), work
	if s.svc, err = base.Alone(); err != nil {
		b.Fatal(err)
	}
	hash, err := s.svc.Accounts.HashPassword(ctx, benchPassword)
	if err != nil {
		b.Fatal(err)
	}
	s.campaigns = benchCampaign(ctx, b, s.svc, hash, campaigns)
	s.owner = benchSignIn(ctx, b, s.svc, s.address, ident.Pair("bench", "owner"), "owner@example.org")
	s.clients = benchClients(ctx, b, s.svc, s.address, hash)
	return s
}

func (s *benchServer) close() {
	s.stop()
	if err := s.work.Wait(); err != nil {
		s.b.Error(err)
	}
	if err := s.base.Close(context.WithoutCancel(s.b.Context())); err != nil {
		s.b.Error(err)
	}
}

// serveBench starts the server as serve does, reactors and timers included, but for the payment provider.
func serveBench(ctx context.Context, b *testing.B, base *app.Base, atHand providerAtHand) (net.Addr, *errgroup.Group) {
	b.Helper()
	app.CollectRarely()
	listener, err := app.Listen(ctx, "127.0.0.1:0", "CALLUP_ADDR")
	if err != nil {
		b.Fatal(err)
	}
	public := "http://" + listener.Addr().String()
	base.Seams.Provider = atHand.instead
	s, err := base.Services(public, public+"/api/webhooks/sandbox")
	if err != nil {
		b.Fatal(err)
	}
	changes, concerned := bus.NewPostgres(bus.PostgresConfig{Pool: base.Pool, Holder: base.Holder, Log: base.Log}),
		bus.NewLocal(base.Log)
	announce := bus.Announcer(changes, base.Log)
	pc := base.ProjectionConfig(func(c projector.Change) { announce(bus.Change(c)) })
	pc.Metrics = s.Metrics
	pc.Led = func() { announce(bus.All()) }
	tables, versions := projector.Versions(base.Projections)
	resolver := readmodel.NewResolver(base.Pool, tables, versions, app.Now, base.Log)
	pc.Switched = resolver.Reload
	runner := projector.NewRunner(pc)
	if err := runner.Ready(ctx); err != nil {
		b.Fatal(err)
	}
	site, err := s.Site(app.SiteConfig{Health: base.Health(), Resolver: resolver})
	if err != nil {
		b.Fatal(err)
	}
	server := s.Server(site.Handler)
	work := &errgroup.Group{}
	for _, run := range []func(context.Context) error{
		runner.Run, resolver.Run, changes.Run,
		func(ctx context.Context) error { return app.Hear(ctx, changes, runner, concerned, base.Log) },
		func(ctx context.Context) error { return site.Live.Run(ctx, concerned) },
		s.Router.Run, s.Timers.Run,
		func(ctx context.Context) error { s.Accounts.Run(ctx); return nil },
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
func benchCampaign(ctx context.Context, b *testing.B, svc *app.Services, hash string, n int) []ident.ID {
	b.Helper()
	owner := ident.Pair("bench", "owner")
	account(ctx, b, svc, owner, "owner@example.org", hash)
	ids := make([]ident.ID, n)
	for i := range ids {
		l, err := campaigns.LaunchCampaign.Run(ctx, svc.Commands, command.Envelope{ID: ident.Command("bench", fmt.Sprint("launch ", i)),
			Actor: "member:" + owner.String()}.For(owner), campaigns.ContentBody{
			Title: fmt.Sprintf("A roof for hall %d", i), Description: "It leaks.", Story: "It has leaked for years.",
			Category: "community", ResourceTypes: []string{"money"}, GoalAmount: 10_000_000, Currency: money.EUR, Lang: "en",
		})
		if err != nil {
			b.Fatal(err)
		}
		ids[i] = l.CampaignID
	}
	return ids
}

const benchPassword = "a password of one's own"

func account(ctx context.Context, b *testing.B, svc *app.Services, id ident.ID, email, hash string) {
	b.Helper()
	if _, err := svc.Accounts.CreateConfirmed(ctx, auth.NewAccount{
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
	token string
	key   string
	write bytes.Buffer
}

func benchClients(ctx context.Context, b *testing.B, svc *app.Services, address, hash string) []*benchClient {
	b.Helper()
	clients := make([]*benchClient, benchGivers)
	for i := range clients {
		id, email := ident.Pair("bench", fmt.Sprint(i)), fmt.Sprintf("giver%d@example.org", i)
		account(ctx, b, svc, id, email, hash)
		clients[i] = benchSignIn(ctx, b, svc, address, id, email)
	}
	return clients
}

// benchSignIn opens a connection and signs in on it.
func benchSignIn(ctx context.Context, b *testing.B, svc *app.Services, address string, id ident.ID, email string) *benchClient {
	b.Helper()
	tokens, err := svc.Accounts.SignIn(ctx, auth.SignIn{Email: email, Password: benchPassword})
	if err != nil {
		b.Fatal(err)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() }) // the server may have closed it
	return &benchClient{
		conn: conn, read: bufio.NewReader(conn), key: "bench-" + id.String(), token: tokens.Access,
		head: " HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + tokens.Access + "\r\n",
	}
}

// on is the same person on another connection.
func (c *benchClient) on(conn net.Conn) *benchClient {
	return &benchClient{conn: conn, read: bufio.NewReader(conn), key: c.key, head: c.head, token: c.token}
}

// bareSockets opens sockets that watch a campaign, with nothing on the client's side but the connection.
func (s *benchServer) bareSockets(b *testing.B, n int) []net.Conn {
	b.Helper()
	conns := make([]net.Conn, n)
	for i := range conns {
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", s.address)
		if err != nil {
			b.Fatal(err)
		}
		conns[i] = conn
		if _, err := fmt.Fprintf(conn, "GET /api/live HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", s.address); err != nil {
			b.Fatal(err)
		}
		read := bufio.NewReaderSize(conn, 512)
		res, err := http.ReadResponse(read, nil) //nolint:bodyclose // it has none
		if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
			b.Fatal("no socket: ", err)
		}
		for _, m := range []string{`{"type":"hello","lang":"en"}`,
			`{"type":"subscribe","topic":"campaign/` + s.campaigns[0].String() + `"}`, `{"type":"subscribe","topic":"none"}`} {
			// RFC 6455 section 5.2: a final text frame, masked with zeros
			frame := append([]byte{0x81, 0x80 | byte(len(m)), 0, 0, 0, 0}, m...)
			if _, err := conn.Write(frame); err != nil {
				b.Fatal(err)
			}
		}
		for answered := ""; !strings.Contains(answered, "unknown_topic"); {
			part := make([]byte, 256)
			n, err := read.Read(part)
			if err != nil {
				b.Fatal(err)
			}
			answered += string(part[:n])
		}
	}
	return conns
}

// give sends one gift and reads the answer to its end.
func (c *benchClient) give(to ident.ID, n, status int) error {
	_, err := c.post("donate-money", fmt.Sprint(n), status, map[string]any{
		"campaign_id": to, "amount": 2500 + n%1000, "currency": "EUR", "lang": "en", "message": "May it never leak again!",
	})
	return err
}

// post sends a command and gives the answer.
func (c *benchClient) post(command, key string, status int, body any) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	c.write.Reset()
	fmt.Fprintf(&c.write, "POST /api/commands/%s%sIdempotency-Key: %s-%s\r\nContent-Length: %d\r\n\r\n%s", command, c.head, c.key,
		key, len(text), text)
	return c.exchange(status)
}

// get reads.
func (c *benchClient) get(path string) ([]byte, error) {
	c.write.Reset()
	fmt.Fprintf(&c.write, "GET %s%s\r\n", path, c.head)
	return c.exchange(http.StatusOK)
}

func (c *benchClient) exchange(status int) ([]byte, error) {
	if _, err := c.conn.Write(c.write.Bytes()); err != nil {
		return nil, err
	}
	res, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != status {
		return nil, fmt.Errorf("answer %d, not %d: %s", res.StatusCode, status, text)
	}
	return text, res.Body.Close()
}
