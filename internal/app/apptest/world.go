// Package apptest gives tests whole applications: in the process of the test on a database of their own, or as processes
// that can be killed; and people who give to their campaigns and watch them.
package apptest

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections/ledger"
	"github.com/callup/callup/projections/projector"
)

// World is the commands over HTTP, on a database of their own, without projections: what counts is what they append.
type World struct {
	*app.Services
	T      *testing.T
	URL    string
	Tokens map[string]string // by name; "" for a visitor
}

// NewWorld makes one that logs nothing.
func NewWorld(t *testing.T) *World {
	t.Helper()
	return OpenWorld(t, slog.New(slog.DiscardHandler), Times())
}

// OpenWorld makes one with a log and times.
func OpenWorld(t *testing.T, log *slog.Logger, times app.Times) *World {
	t.Helper()
	return openWorld(t, log, times, "CALLUP_DATA="+t.TempDir(), "DATABASE_URL="+testdb.New(t))
}

func openWorld(t *testing.T, log *slog.Logger, times app.Times, settings ...string) *World {
	t.Helper()
	cfg, err := config.Load(append(settings, "CALLUP_DEMO=off"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.Open(t.Context(), cfg, app.Options{Log: log, Times: times})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s, err := b.Services("http://callup.test", "http://callup.test/api/webhooks/sandbox")
	if err != nil {
		t.Fatal(err)
	}
	w := &World{Services: s, T: t, Tokens: map[string]string{}}
	r := chi.NewRouter()
	r.Use(middleware.RequestID, s.Problems.Recover)
	sameOrigin, err := auth.SameOrigin(s.Problems, s.Public)
	if err != nil {
		t.Fatal(err)
	}
	r.Group(func(r chi.Router) {
		r.Use(sameOrigin, s.Accounts.Authenticate)
		app.ApiOperations(r, s.Problems, s.Accounts, s.Commands, nil, s.Erasures, s.Pressed, s.Visits)
		r.Post("/api/uploads/{kind}", s.Uploads.Receive)
		r.Delete("/api/uploads/{kind}/{name}", s.Uploads.Discard)
	})
	r.Post("/api/webhooks/sandbox", giving.Webhook(s.Payments, s.Commands, s.Problems, s.Metrics).ServeHTTP)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	w.URL = server.URL
	for _, name := range []string{"owner", "other"} {
		w.Tokens[name] = w.signUp(name)
	}
	return w
}

// GiveFactor switches on a second factor for whoever has an address, without which nobody works as staff. Nothing makes its
// codes: sessions that there are go on as if they had shown one.
func (w *World) GiveFactor(email string) {
	w.T.Helper()
	GiveFactor(w.T, w.Pool, email)
}

// GiveFactor is that of World, for an installation whose database is at hand.
func GiveFactor(t testing.TB, db interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, email string) {
	t.Helper()
	given, err := db.Exec(t.Context(), `
		INSERT INTO account_factors (account_id, secret, created_at, proved_at)
		SELECT id, '', now(), now() FROM accounts WHERE email = $1`, email)
	if err != nil || given.RowsAffected() != 1 {
		t.Fatalf("a second factor for %s: %v", email, err)
	}
	if _, err := db.Exec(t.Context(), `UPDATE sessions SET proved_by = 'code', proved_at = now()
		WHERE account_id = (SELECT id FROM accounts WHERE email = $1)`, email); err != nil {
		t.Fatalf("a code shown by %s: %v", email, err)
	}
}

func (w *World) signUp(name string) string {
	w.T.Helper()
	hash, err := w.Accounts.HashPassword(w.T.Context(), "a password of one's own")
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err := w.Accounts.CreateConfirmed(w.T.Context(), auth.NewAccount{
		Member: ident.Pair("test member", name), Email: name + "@example.org", Name: name, Lang: "en", PasswordHash: hash,
	}); err != nil {
		w.T.Fatal(err)
	}
	a := w.Send(http.MethodPost, "/api/auth/sign-in", `{"email":"`+name+`@example.org","password":"a password of one's own"}`)
	var out struct {
		AccessToken string `json:"access_token"`
	}
	a.JSON(w.T, &out)
	return out.AccessToken
}

// Send sends a request.
func (w *World) Send(method, path, body string, headers ...string) Answer {
	w.T.Helper()
	req, err := http.NewRequestWithContext(w.T.Context(), method, w.URL+path, strings.NewReader(body))
	if err != nil {
		w.T.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.T.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	b, err := io.ReadAll(res.Body)
	if err != nil {
		w.T.Fatal(err)
	}
	return Answer{res.StatusCode, res.Header, b}
}

// Command sends a command as somebody.
func (w *World) Command(as, name, key, body string) Answer {
	w.T.Helper()
	headers := []string{"Idempotency-Key", key}
	if token := w.Tokens[as]; token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	return w.Send(http.MethodPost, "/api/commands/"+name, body, headers...)
}

// Since lists the types appended after a position.
func (w *World) Since(at eventstore.Position) []string {
	w.T.Helper()
	page, err := w.Store.ReadAll(w.T.Context(), at, 100, eventstore.Filter{})
	if err != nil {
		w.T.Fatal(err)
	}
	types := []string{}
	for _, e := range page.Events {
		types = append(types, e.Type)
	}
	return types
}

// At is the position of the last event.
func (w *World) At() eventstore.Position {
	w.T.Helper()
	_, at, err := w.Store.Head(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	return at
}

// Roof is a campaign that can be launched.
const Roof = `{"title":"A roof","description":"It leaks.","story":"For years.","category":"community","resource_types":["money"],
	"currency":"EUR","goal_amount":500000,"lang":"en"}`

// With changes fields of a JSON object; a nil value removes one.
func With(t *testing.T, body string, changes map[string]any) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	for k, v := range changes {
		if v == nil {
			delete(m, k)
			continue
		}
		m[k] = v
	}
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Problem checks that an answer is problem+json with a code, of the whole or of the field concerned.
func (w *World) Problem(t *testing.T, a Answer, code, field string) {
	t.Helper()
	var p struct {
		Code   string `json:"code"`
		Errors []struct{ Field, Code string }
	}
	a.JSON(t, &p)
	found := field == "" && p.Code == code
	for _, e := range p.Errors {
		found = found || field != "" && e.Code == code && e.Field == field
	}
	if !found || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") {
		t.Errorf("%s is no problem %s at %q: %s", a.Header.Get("Content-Type"), code, field, a.Body)
	}
}

// NewServices are real services on a fresh database.
func NewServices(t *testing.T) *app.Services {
	t.Helper()
	cfg, err := config.Load([]string{"DATABASE_URL=" + testdb.New(t), "CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.Open(t.Context(), cfg, app.Options{Times: Times()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s, err := b.Alone()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Logged lists the types of all events, in order.
func Logged(t *testing.T, s *app.Services) []string {
	t.Helper()
	var types []string
	var after eventstore.Position
	for {
		page, err := s.Store.ReadAll(t.Context(), after, 500, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Events {
			types = append(types, r.Type)
		}
		if after = page.Next; page.End {
			return types
		}
	}
}

// Seeded are services on an installation with demo data.
func Seeded(t *testing.T, o app.SeedOptions) *app.Services {
	t.Helper()
	s := NewServices(t)
	if _, err := s.Seed(t.Context(), o, func(string) {}); err != nil {
		t.Fatal(err)
	}
	return s
}

// NewBase opens an installation on a database of the test's own.
func NewBase(t *testing.T, env ...string) *app.Base {
	t.Helper()
	return BaseWith(t, app.Options{Times: Times()}, env...)
}

// BaseWith does so with options.
func BaseWith(t *testing.T, o app.Options, env ...string) *app.Base {
	t.Helper()
	cfg, err := config.Load(
		append([]string{"CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + testdb.New(t)}, env...),
	)
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.Open(t.Context(), cfg, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return b
}

// Until asks again until something holds, for two minutes at most.
func Until(ctx context.Context, t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("it never came to be: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Counted runs a query for texts and numbers.
func Counted(ctx context.Context, t testing.TB, b *app.Base, query string) map[string]int {
	t.Helper()
	rows, err := b.Pool.Query(ctx, query)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	var text string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&text, &n}, func() error { out[text] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Wait lets a moment pass before something is tried again.
func Wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// MustExec changes a row of the installation.
func MustExec(t *testing.T, b *app.Base, sql string, args ...any) {
	t.Helper()
	if _, err := b.Pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Count is what a query counts.
func Count(t *testing.T, b *app.Base, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// IDs are those that a query answers.
func IDs(t *testing.T, b *app.Base, sql string) (out [][16]byte) {
	t.Helper()
	rows, err := b.Pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	if out, err = pgx.CollectRows(rows, pgx.RowTo[[16]byte]); err != nil {
		t.Fatal(err)
	}
	return out
}

// StartNATS starts a NATS server for the test.
func StartNATS(t *testing.T, port int) *natsserver.Server {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	for !s.ReadyForConnections(time.Second) {
		if t.Context().Err() != nil {
			t.Fatal("the NATS server does not start")
		}
	}
	return s
}

// ReactorsDone tells whether the reactors have handled everything.
func ReactorsDone(t *testing.T, b *app.Base) bool {
	t.Helper()
	_, head, err := b.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var done int
	if err := b.Pool.QueryRow(t.Context(), `SELECT count(*) FROM reactor_checkpoints WHERE position = $1`,
		head.String()).Scan(&done); err != nil {
		t.Fatal(err)
	}
	return done == len(reactors.All(reactors.Config{Catalog: b.Catalog})) // one that has handled nothing yet has no row
}

// RowsIn counts the rows of a table.
func RowsIn(t *testing.T, b *app.Base, table string) (n int64) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Digests are over every row of every live read table, and of the tables beside them that are restored.
func Digests(t *testing.T, b *app.Base) map[string]string {
	t.Helper()
	builds, err := projector.Builds(t.Context(), b.Pool)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	digest := func(name string, table pgx.Identifier) {
		var d string
		if err := b.Pool.QueryRow(t.Context(),
			`SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM `+
				table.Sanitize()+` t`).Scan(&d); err != nil {
			t.Fatal(err)
		}
		out[name] = d
	}
	for _, p := range b.Projections {
		for _, build := range builds {
			if build.Projection == p.Name && build.State == projector.Live {
				for _, table := range p.Tables() {
					digest(table, pgx.Identifier{build.Schema, table})
				}
			}
		}
	}
	for _, table := range []string{
		"events", "installation", "subject_keys", "command_keys", "timers", "reactor_checkpoints", "dead_letters", "audits", "accounts",
		"account_roles", "account_confirmations", "account_identities", "account_passkeys", "account_factors", "account_recovery_codes",
		"account_email_changes", "outbox_mails", "mail_dailies", "media_uploads", "user_interactions", "campaign_visits",
		"sandbox_payments", "sandbox_refunds", "sandbox_disputes", "sandbox_deliveries",
	} {
		digest(table, pgx.Identifier{table})
	}
	return out
}

// Views lists the views for people with psql, once there are any.
func Views(ctx context.Context, t *testing.T, b *app.Base) []string {
	t.Helper()
	tables := 0
	for _, p := range app.Projections() {
		tables += len(p.Tables())
	}
	for {
		found := Counted(ctx, t, b, `SELECT format('%I.%I', schemaname, viewname), 1 FROM pg_views WHERE schemaname = 'readmodel'`)
		if len(found) == tables {
			var names []string
			for name := range found {
				names = append(names, name)
			}
			return names
		}
		Wait(ctx, 20*time.Millisecond)
	}
}

// AuditOf audits and gives the summary with every difference.
func AuditOf(t testing.TB, s *app.Services) (ledger.Summary, []ledger.Difference) {
	t.Helper()
	ctx := t.Context()
	l, err := ledger.Open(ctx, s.Pool, s.Store, s.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(ctx)
	sum, err := l.Audit(ctx, s.Projections, s.Payments.Movements, app.Now)
	if err != nil {
		t.Fatal(err)
	}
	var all []ledger.Difference
	for d, err := range l.Differences(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	if int64(len(all)) != sum.Differences {
		t.Fatalf("%d differences listed, %d counted", len(all), sum.Differences)
	}
	return sum, all
}

// Paid approves a payment at the provider, and tells it as its webhook would.
func (w *World) Paid(id ident.ID) ident.ID {
	w.T.Helper()
	reference, err := giving.PaymentReference(w.T.Context(), w.Commands.Handler, id)
	if err != nil {
		w.T.Fatal(err)
	}
	e, err := w.Sandbox.Approve(w.T.Context(), reference, sandbox.Options{})
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err := giving.HearPayment(w.T.Context(), w.Commands, e); err != nil {
		w.T.Fatal(err)
	}
	return id
}
