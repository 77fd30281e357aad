package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/testing/testdb"
)

// cheap makes hashes that cost nothing, for tests that are not about their cost.
var cheap = Hashing{MemoryKiB: 8, Passes: 1, Lanes: 1}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// members is a Registrar that remembers.
type members struct {
	mu   sync.Mutex
	all  []RegisterMember
	told []News
	mail []ChangeEmail
	fail error

	shown []string // pictures, by member

	leaving []ident.ID // of whom the erasure was asked, and not undone
	begun   bool       // it is too late to undo any
	due     time.Time
	stay    func(context.Context, ident.ID) error
}

func (m *members) RegisterMember(_ context.Context, cmd RegisterMember) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	for _, known := range m.all {
		if known.CommandKey == cmd.CommandKey {
			return nil
		}
	}
	m.all = append(m.all, cmd)
	return nil
}

func (m *members) ChangeEmail(_ context.Context, cmd ChangeEmail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	if !slices.Contains(m.mail, cmd) {
		m.mail = append(m.mail, cmd)
	}
	return nil
}

// addresses are those that the log was told, in order.
func (m *members) addresses() (all []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.mail {
		all = append(all, c.Email)
	}
	return all
}

func (m *members) ShowPicture(_ context.Context, _ string, member ident.ID, picture []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	m.shown = append(m.shown, member.String()+" "+string(picture))
	return nil
}

func (m *members) TellMember(_ context.Context, n News) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	m.told = append(m.told, n)
	return nil
}

func (m *members) AskErasure(_ context.Context, _ string, member ident.ID) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return time.Time{}, m.fail
	}
	m.leaving = append(m.leaving, member)
	return m.due, nil
}

func (m *members) UndoErasure(ctx context.Context, member ident.ID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.begun {
		return erasure.ErrTooLate
	}
	m.leaving = slices.DeleteFunc(m.leaving, func(id ident.ID) bool { return id == member })
	return m.stay(ctx, member)
}

func (m *members) setFailing(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}

func (m *members) list() []RegisterMember {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]RegisterMember{}, m.all...)
}

// statements records the SQL that was run.
type statements struct {
	mu  sync.Mutex
	all []string
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, strings.Join(strings.Fields(d.SQL), " "))
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.all
	s.all = nil
	return all
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

type fixture struct {
	*Service
	t          *testing.T
	clock      *clock
	members    *members
	outbox     *mail.Outbox
	log        *lockedBuffer
	sql        *statements
	argonCalls *atomic.Int64
	handler    http.Handler
	api        *problem.API
}

func newFixture(t *testing.T, change ...func(*Config)) *fixture {
	t.Helper()
	f := &fixture{
		t: t, clock: &clock{now: time.Now()}, members: &members{}, log: &lockedBuffer{}, sql: &statements{},
		argonCalls: &atomic.Int64{},
	}
	pc, err := pgxpool.ParseConfig(testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	pc.ConnConfig.Tracer = f.sql
	pool, err := pgxpool.NewWithConfig(t.Context(), pc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if f.outbox, err = mail.NewOutbox(pool, f.clock.time); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	problems := problem.NewWriter(log)
	wide := ratelimit.Rule{Burst: 1000, Every: time.Second}
	c := Config{
		Pool: pool, Key: bytes.Repeat([]byte{7}, 32), Registrar: f.members, Mailer: f.outbox, Problems: problems, Log: log,
		Now: f.clock.time, Random: rand.Reader, BaseURL: "http://callup.test", TermsVersion: "2026-01", Hashing: cheap,
		Limits: Limits{SignInPerAddress: wide, SignInPerPair: wide, SignInPerAccount: wide,
			SignUpPerAddress: wide, ConfirmPerAddress: wide,
			MailsPerRecipient: wide, ResendPerAddress: wide, CodesPerAccount: wide, PasswordsInWaiting: 1000},
	}
	for _, ch := range change {
		ch(&c)
	}
	if f.Service, err = New(c); err != nil {
		t.Fatal(err)
	}
	f.members.stay = f.Stay
	argon := f.hasher.argon
	f.hasher.argon = func(password, salt []byte, passes, memory uint32, lanes uint8, length uint32) []byte {
		f.argonCalls.Add(1)
		return argon(password, salt, passes, memory, lanes, length)
	}
	same, err := SameOrigin(problems, "https://trusted.test")
	if err != nil {
		t.Fatal(err)
	}
	router := chi.NewRouter()
	router.Use(middleware.RequestID, problems.Recover, ratelimit.Identify(nil), same, f.Authenticate)
	f.api = problem.NewAPI(router, problems, "test")
	Register(f.api, f.Service)
	f.External(router)
	f.handler = router
	return f
}

const (
	email    = "ada@example.org"
	password = "correct horse battery"
)

// member makes a member who can sign in.
func (f *fixture) member(email string) {
	f.t.Helper()
	hash, err := f.HashPassword(f.t.Context(), password)
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.CreateConfirmed(f.t.Context(), NewAccount{Email: email, Name: "Ada", PasswordHash: hash}); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) signedIn(email string) Tokens {
	f.t.Helper()
	f.member(email)
	tokens, err := f.SignIn(f.t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		f.t.Fatal(err)
	}
	return tokens
}

func (f *fixture) mails(to string) []mail.Kept {
	f.t.Helper()
	kept, err := f.outbox.Recent(f.t.Context(), to, 100)
	if err != nil {
		f.t.Fatal(err)
	}
	return kept
}

var linkToken = regexp.MustCompile(`/auth/(?:confirm|reset|email|email/stop)\?token=([\w-]+)`)

// link is the secret in the newest mail to an address.
func (f *fixture) link(to string) string {
	f.t.Helper()
	kept := f.mails(to)
	if len(kept) == 0 {
		f.t.Fatalf("no mail to %s", to)
	}
	m := linkToken.FindStringSubmatch(kept[0].Text)
	if m == nil {
		f.t.Fatalf("no link in %s", kept[0].Text)
	}
	return m[1]
}

// confirm presses a link and gives the password of the sign-up.
func (f *fixture) confirm(link, password string) error {
	f.t.Helper()
	_, err := f.Confirm(context.WithoutCancel(f.t.Context()), Confirmation{Token: link, Password: password})
	return err
}

// signUp is a sign-up with the fixture's address; it gives the link that was mailed for it.
func (f *fixture) signUp(name, password string) string {
	f.t.Helper()
	f.clock.pass(time.Second)
	in := goodSignUp()
	in.Name, in.Password = name, password
	if err := f.SignUp(f.t.Context(), in); err != nil {
		f.t.Fatal(err)
	}
	return f.link(email)
}

// opens tells what signing in with the fixture's address and a password gives.
func (f *fixture) opens(password string) string {
	f.t.Helper()
	_, err := f.SignIn(f.t.Context(), SignIn{Email: email, Password: password})
	return code(err)
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.pool.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) count(sql string, args ...any) int {
	f.t.Helper()
	var n int
	if err := f.pool.QueryRow(f.t.Context(), sql, args...).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

// browser sends requests and keeps cookies as a browser does.
type browser struct {
	f       *fixture
	cookies map[string]*http.Cookie
	access  string
	headers map[string]string
	remote  string // where it is; empty: httptest's address
}

func (f *fixture) browser() *browser {
	return &browser{f: f, cookies: map[string]*http.Cookie{}, headers: map[string]string{}}
}

type answer struct {
	status  int
	header  http.Header
	body    string
	problem problem.Problem
}

func (b *browser) do(method, path, body string) answer {
	b.f.t.Helper()
	r := httptest.NewRequestWithContext(b.f.t.Context(), method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	if b.access != "" {
		r.Header.Set("Authorization", "Bearer "+b.access)
	}
	for k, v := range b.headers {
		r.Header.Set(k, v)
	}
	if b.remote != "" {
		r.RemoteAddr = b.remote
	}
	rec := httptest.NewRecorder()
	b.f.handler.ServeHTTP(rec, r)
	for _, c := range rec.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c
		}
	}
	a := answer{status: rec.Code, header: rec.Header(), body: rec.Body.String()}
	if rec.Code >= 400 {
		if err := json.Unmarshal(rec.Body.Bytes(), &a.problem); err != nil {
			b.f.t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
		}
	}
	return a
}

// fields are the fields that a refusal is about.
func fields(err error) []string {
	var out []string
	if all, ok := errors.AsType[domain.Refusals](err); ok {
		for _, r := range all {
			out = append(out, r.Field)
		}
	}
	return out
}

func code(err error) string {
	var r interface{ Error() string }
	if err == nil || !errors.As(err, &r) {
		return ""
	}
	p := problem.NewWriter(slog.New(slog.DiscardHandler)).From(context.Background(), err)
	return p.Code
}
