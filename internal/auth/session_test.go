package auth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFiftyRefreshesAtOnceGiveOneChild(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.signedIn(email)
	var (
		all      sync.WaitGroup
		mu       sync.Mutex
		children = map[string]int{}
	)
	for range 50 {
		all.Go(func() {
			next, err := f.Refresh(context.WithoutCancel(t.Context()), first.Refresh)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := f.VerifyToken(context.WithoutCancel(t.Context()), next.Access); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			children[next.Refresh]++
		})
	}
	all.Wait()
	if len(children) != 1 {
		t.Fatalf("%d children", len(children))
	}
	if n := f.count("SELECT count(*) FROM refresh_tokens WHERE used_at IS NULL"); n != 1 {
		t.Errorf("%d living tokens", n)
	}
	for child := range children {
		if _, err := f.Refresh(t.Context(), child); err != nil {
			t.Errorf("the child is not alive: %v", err)
		}
	}
}

func TestReuseEndsTheFamily(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	first := f.signedIn(email)
	other, err := f.SignIn(ctx, SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	second, err := f.Refresh(ctx, first.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(refreshGrace - time.Second)
	again, err := f.Refresh(ctx, first.Refresh)
	if err != nil || again.Refresh != second.Refresh {
		t.Fatalf("within the grace another child: %v", err)
	}
	f.clock.pass(time.Second)
	if _, err := f.Refresh(ctx, first.Refresh); code(err) != "session_ended" {
		t.Fatalf("an old token is taken: %v", err)
	}
	if !strings.Contains(f.log.String(), "an old refresh token was used again") {
		t.Error("the log does not tell")
	}
	if _, err := f.Refresh(ctx, second.Refresh); code(err) != "session_ended" {
		t.Errorf("the family lives on: %v", err)
	}
	if _, err := f.VerifyToken(ctx, second.Access); code(err) != "invalid_token" {
		t.Errorf("its access token works: %v", err)
	}
	if _, err := f.Refresh(ctx, other.Refresh); err != nil {
		t.Errorf("another session of the member ended too: %v", err)
	}
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	tokens := f.signedIn(email)
	f.clock.pass(AccessLife)
	if _, err := f.VerifyToken(ctx, tokens.Access); code(err) != "invalid_token" {
		t.Errorf("an expired access token works: %v", err)
	}
	var err error
	for range 4 {
		f.clock.pass(20 * 24 * time.Hour)
		if tokens, err = f.Refresh(ctx, tokens.Refresh); err != nil {
			t.Fatalf("a session in use ended: %v", err)
		}
	}
	f.clock.pass(20 * 24 * time.Hour)
	if _, err := f.Refresh(ctx, tokens.Refresh); code(err) != "session_ended" {
		t.Errorf("a session lives for ever: %v", err)
	}
	idle, err := f.SignIn(ctx, SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(refreshIdle + time.Second)
	if _, err := f.Refresh(ctx, idle.Refresh); code(err) != "session_ended" {
		t.Errorf("an idle session lives on: %v", err)
	}
	for _, raw := range []string{"", "x", strings.Repeat("A", 43)} {
		if _, err := f.Refresh(ctx, raw); code(err) != "session_ended" {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func TestRevocationElsewhereIsSeenWithinFiveSeconds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	tokens := f.signedIn(email)
	p, err := f.VerifyToken(ctx, tokens.Access)
	if err != nil {
		t.Fatal(err)
	}
	f.sql.take()
	for range 10 {
		if _, err := f.VerifyToken(ctx, tokens.Access); err != nil {
			t.Fatal(err)
		}
	}
	if sql := f.sql.take(); len(sql) != 0 {
		t.Errorf("every request asks the database: %q", sql)
	}
	// another process ends it and grants a role
	f.exec("UPDATE sessions SET ended_at = now()")
	f.clock.pass(5 * time.Second)
	if _, err := f.VerifyToken(ctx, tokens.Access); code(err) != "invalid_token" {
		t.Errorf("after five seconds: %v", err)
	}
	if alive, err := f.Alive(ctx, p); err != nil || alive {
		t.Errorf("alive %v, %v", alive, err)
	}
}

func TestEndSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	a := f.signedIn(email)
	b, err := f.SignIn(ctx, SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	stranger := f.signedIn("bob@example.org")
	for _, tok := range []Tokens{a, b, stranger} {
		if _, err := f.VerifyToken(ctx, tok.Access); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.EndSessions(ctx, a.Member, "banned"); err != nil {
		t.Fatal(err)
	}
	for _, tok := range []Tokens{a, b} {
		if _, err := f.VerifyToken(ctx, tok.Access); code(err) != "invalid_token" {
			t.Errorf("access: %v", err)
		}
		if _, err := f.Refresh(ctx, tok.Refresh); code(err) != "session_ended" {
			t.Errorf("refresh: %v", err)
		}
	}
	if _, err := f.VerifyToken(ctx, stranger.Access); err != nil {
		t.Errorf("somebody else was signed out: %v", err)
	}
}

func TestDatabaseAwayIsNotASignOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens := f.signedIn(email)
	f.pool.Close()
	if _, err := f.VerifyToken(t.Context(), tokens.Access); err == nil || code(err) == "invalid_token" {
		t.Errorf("%v", err)
	}
	if _, err := f.Refresh(t.Context(), tokens.Refresh); err == nil || code(err) == "session_ended" {
		t.Errorf("%v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Alive(gone, Principal{Session: sess}); err == nil {
		t.Error("an ended context gives an answer")
	} else if !errors.Is(err, context.Canceled) && code(err) == "invalid_token" {
		t.Error(err)
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	c := newSessionCache(nil, func() time.Time { return now })
	var id [16]byte
	for i := range maxCachedSessions + 10 {
		id[0], id[1], id[2] = byte(i), byte(i>>8), byte(i>>16)
		c.put(id, cachedStanding{until: now.Add(time.Second)})
	}
	if len(c.entries) > maxCachedSessions {
		t.Errorf("%d entries", len(c.entries))
	}
}

func TestRolesAndAccounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	tokens := f.signedIn(email)
	p, err := f.VerifyToken(ctx, tokens.Access)
	if err != nil || p.Roles == nil || len(p.Roles) != 0 || p.Has(Auditor) {
		t.Fatalf("%+v %v", p, err)
	}
	for range 2 {
		if err := f.SetRoles(ctx, tokens.Member, []string{Auditor, Moderator}, "test"); err != nil {
			t.Fatal(err)
		}
	}
	// staff without a second factor hold their roles, and can't use them
	p, err = f.VerifyToken(ctx, tokens.Access)
	if err != nil || len(p.Roles) != 0 || p.Has(Auditor) || !p.WaitsFor(Auditor) || p.WaitsFor(Administrator) ||
		!slices.Equal(p.Held(), []string{Auditor, Moderator}) {
		t.Errorf("%+v %v", p, err)
	}
	if _, err := RequireRole(WithPrincipal(ctx, p), Auditor); code(err) != "second_factor_required" {
		t.Error(err)
	}
	f.exec(`INSERT INTO account_factors (account_id, secret, created_at, proved_at) SELECT id, '', now(), now() FROM accounts`)
	f.clock.pass(sessionCacheLife)
	// with other roles it is another session for what stays open, a socket
	if alive, err := f.Alive(ctx, p); err != nil || alive {
		t.Errorf("the session lives on as it was: %v, %v", alive, err)
	}
	if p, err = f.VerifyToken(ctx, tokens.Access); err != nil || !slices.Equal(p.Roles, []string{Auditor, Moderator}) ||
		!p.Has(Auditor) || p.Has(Administrator) {
		t.Errorf("%+v %v", p, err)
	}
	if alive, err := f.Alive(ctx, p); err != nil || !alive {
		t.Errorf("the session does not live: %v, %v", alive, err)
	}
	if err := f.SetRoles(ctx, tokens.Member, []string{Auditor}, "test"); err != nil {
		t.Fatal(err)
	}
	if roles, err := f.Roles(ctx, tokens.Member); err != nil || !slices.Equal(roles, []string{Auditor}) {
		t.Errorf("%v %v", roles, err)
	}
	if !(Principal{Roles: []string{Administrator}}).Has(Moderator) {
		t.Error("an administrator is no moderator")
	}
	if err := f.SetRoles(ctx, ada, []string{Auditor}, "test"); err != nil {
		t.Errorf("of somebody without an account: %v", err)
	}
	if m, err := f.MemberByEmail(ctx, "ADA@example.org"); err != nil || m != tokens.Member {
		t.Errorf("%s %v", m, err)
	}
	if _, err := f.MemberByEmail(ctx, "nobody@example.org"); !errors.Is(err, ErrNoMember) {
		t.Errorf("%v", err)
	}
	if c, err := f.Contact(ctx, tokens.Member); err != nil || c != (Contact{Email: email, Lang: "en"}) {
		t.Errorf("%+v %v", c, err)
	}
	if _, err := f.Contact(ctx, ada); !errors.Is(err, ErrNoMember) {
		t.Errorf("%v", err)
	}
}

func TestAccountsMadeByOthersShareAHash(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	hash, err := f.HashPassword(ctx, "callup") // demo passwords need not follow the rules
	if err != nil {
		t.Fatal(err)
	}
	n := NewAccount{Member: ada, Email: email, Name: "Ada", Lang: "es", PasswordHash: hash}
	for range 2 {
		if got, err := f.CreateConfirmed(ctx, n); err != nil || got != ada {
			t.Fatalf("%s %v", got, err)
		}
	}
	n.Member, n.Email = sess, "bob@example.org"
	if got, err := f.CreateConfirmed(ctx, n); err != nil || got != sess {
		t.Fatalf("%s %v", got, err)
	}
	if n := f.argonCalls.Load(); n != 1 {
		t.Errorf("%d hashes for two accounts", n)
	}
	if got := f.members.list(); len(got) != 2 || got[0].Member != ada || got[0].Lang != "es" {
		t.Errorf("%+v", got)
	}
	tokens, err := f.SignIn(ctx, SignIn{Email: email, Password: "callup"})
	if err != nil || len(tokens.Roles) != 0 {
		t.Errorf("%+v %v", tokens, err)
	}
	for _, bad := range []NewAccount{{}, {Email: email}, {Email: email, Name: "A", PasswordHash: "plain"}} {
		if _, err := f.CreateConfirmed(ctx, bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

func TestOutdatedHashIsRenewedAtSignIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	f.hasher.cost = Hashing{MemoryKiB: 16, Passes: 1, Lanes: 1}
	for want := range 2 {
		before := f.argonCalls.Load()
		if _, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password}); err != nil {
			t.Fatal(err)
		}
		if n := f.argonCalls.Load() - before; n != int64(2-want) {
			t.Errorf("sign-in %d: %d hashes", want, n)
		}
	}
	if n := f.count("SELECT count(*) FROM accounts WHERE password_hash LIKE '%m=16,%'"); n != 1 {
		t.Error("the hash was not renewed")
	}
}

func TestSweep(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	old := f.signedIn(email)
	if err := f.SignUp(ctx, SignUp{Name: "X", Email: "never@example.org", Password: password, AcceptTerms: true}); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(keepEnded + sessionLife)
	if err := f.SignUp(ctx, SignUp{Name: "Y", Email: "fresh@example.org", Password: password, AcceptTerms: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.SignIn(ctx, SignIn{Email: email, Password: password}); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Second)
	if err := f.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]int{
		"SELECT count(*) FROM accounts WHERE email = 'never@example.org'": 0,
		"SELECT count(*) FROM accounts":                                   2,
		"SELECT count(*) FROM sessions":                                   1,
		"SELECT count(*) FROM refresh_tokens":                             1,
		"SELECT count(*) FROM account_confirmations":                      1,
	} {
		if n := f.count(sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	if _, err := f.Refresh(ctx, old.Refresh); code(err) != "session_ended" {
		t.Errorf("%v", err)
	}
}

func TestRunServesWishesAndEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.SignUp(t.Context(), goodSignUp()); err != nil {
		t.Fatal(err)
	}
	if err := f.ResendConfirmation(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sent := make(chan struct{})
	f.mailer = mailerFunc(func() { close(sent) })
	ended := make(chan struct{})
	go func() { f.Run(ctx); close(ended) }()
	<-sent
	cancel()
	<-ended
}
