package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/ratelimit"
)

func goodSignUp() SignUp {
	return SignUp{Name: " Ada Lovelace ", Email: "Ada@Example.org", Password: password, Lang: "fr", AcceptTerms: true}
}

func TestSignUpConfirmSignIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	if err := f.SignUp(ctx, goodSignUp()); err != nil {
		t.Fatal(err)
	}
	if n := len(f.members.list()); n != 0 {
		t.Fatalf("%d members before the confirmation", n)
	}
	for pw, want := range map[string]string{password: "email_not_confirmed", "wrong": "invalid_credentials"} {
		if _, err := f.SignIn(ctx, SignIn{Email: email, Password: pw}); code(err) != want {
			t.Errorf("unconfirmed with %q: %v", pw, err)
		}
	}
	mails := f.mails(email)
	if len(mails) != 1 || mails[0].To != "Ada@Example.org" || mails[0].Lang != "fr" || mails[0].Kind != "confirmation" {
		t.Fatalf("%+v", mails)
	}
	link := f.link(email)
	confirmed, err := f.Confirm(ctx, Confirmation{Token: link, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	got := f.members.list()
	if len(got) != 1 || got[0].Name != "Ada Lovelace" || got[0].Email != "Ada@Example.org" || got[0].Lang != "fr" ||
		got[0].Member.IsNil() || got[0].CommandKey == "" {
		t.Fatalf("%+v", got)
	}
	if err := f.confirm(link, "wrong"); code(err) != "confirmation_used" {
		t.Errorf("the link works twice: %v", err)
	}
	tokens, err := f.SignIn(ctx, SignIn{Email: " ADA@example.org", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	if tokens.Member != got[0].Member || confirmed.Member != got[0].Member {
		t.Errorf("signed in as %s and %s, registered %s", confirmed.Member, tokens.Member, got[0].Member)
	}
	if n := f.count(`SELECT count(*) FROM accounts WHERE terms_version = '2026-01' AND terms_at = $1 AND pending_name IS NULL
		AND registered_at IS NOT NULL`,
		f.clock.time().Truncate(time.Microsecond)); n != 1 {
		t.Error("the agreement to the terms is not recorded with version and time")
	}
	if n := f.count(`SELECT count(*) FROM accounts
		WHERE password_hash NOT LIKE '$argon2id$%' OR password_hash LIKE '%correct%'`); n != 0 {
		t.Error("the password is not kept as argon2id")
	}
	if strings.Contains(f.log.String(), password) || strings.Contains(f.log.String(), link) {
		t.Error("the log tells secrets")
	}
}

func TestSignUpIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, c := range map[string]struct {
		change func(*SignUp)
		field  string
		code   string
	}{
		"no name":       {func(s *SignUp) { s.Name = "  " }, "full_name", "required"},
		"picture":       {func(s *SignUp) { s.Name = "🐘" }, "full_name", "letters_required"}, // Found52
		"long name":     {func(s *SignUp) { s.Name = strings.Repeat("é", 121) }, "full_name", "too_long"},
		"name controls": {func(s *SignUp) { s.Name = "a\nb" }, "full_name", "malformed"},
		"no address":    {func(s *SignUp) { s.Email = "" }, "email", "required"},
		"no such form":  {func(s *SignUp) { s.Email = "ada" }, "email", "malformed_email"},
		"short":         {func(s *SignUp) { s.Password = "xy1$a" }, "password", "password_too_short"},
		"common":        {func(s *SignUp) { s.Password = "123456" }, "password", "password_common"},
		"terms":         {func(s *SignUp) { s.AcceptTerms = false }, "terms_accepted", "terms_required"},
	} {
		in := goodSignUp()
		c.change(&in)
		err := f.SignUp(t.Context(), in)
		var rs domain.Refusals
		if !errors.As(err, &rs) || len(rs) != 1 || rs[0].Field != c.field || rs[0].Code != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := f.SignUp(t.Context(), SignUp{})
	var rs domain.Refusals
	if !errors.As(err, &rs) || len(rs) != 4 {
		t.Errorf("not all at once: %v", err)
	}
	if n := f.count("SELECT count(*) FROM accounts"); n != 0 {
		t.Errorf("%d accounts", n)
	}
	if n := f.argonCalls.Load(); n != 0 {
		t.Errorf("%d hashes for nothing", n)
	}
}

func TestUsedAddressIsAnsweredLikeANewOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member("used@example.org")
	waiting := goodSignUp()
	waiting.Email = "waiting@example.org"
	if err := f.SignUp(t.Context(), waiting); err != nil {
		t.Fatal(err)
	}
	type work struct {
		Hashes int64
		SQL    []string
	}
	does := func(f2 func() error) work {
		f.sql.take()
		before := f.argonCalls.Load()
		if err := f2(); err != nil {
			t.Fatal(err)
		}
		return work{f.argonCalls.Load() - before, f.sql.take()}
	}
	signUp := func(to string) work {
		in := goodSignUp()
		in.Email, in.Password = to, "quite another one"
		return does(func() error { return f.SignUp(t.Context(), in) })
	}
	resend := func(to string) work {
		return does(func() error { return f.ResendConfirmation(t.Context(), to) })
	}
	forgot := func(to string) work {
		return does(func() error { return f.ForgotPassword(t.Context(), to) })
	}
	signIn := func(to string) work {
		return does(func() error {
			if _, err := f.SignIn(t.Context(), SignIn{Email: to, Password: "wrong"}); code(err) != "invalid_credentials" {
				return errors.New("signed in or told too much: " + code(err))
			}
			return nil
		})
	}
	for name, act := range map[string]func(string) work{"sign-up": signUp, "resend": resend, "forgot": forgot, "sign-in": signIn} {
		unknown := act(name + "@example.org")
		if want := map[string]int64{"sign-up": 1, "sign-in": 2}[name]; unknown.Hashes != want {
			t.Errorf("%s: %d hashes", name, unknown.Hashes)
		}
		for _, known := range []string{"used@example.org", "waiting@example.org"} {
			if diff := cmp.Diff(unknown, act(known)); diff != "" {
				t.Errorf("%s does other work for %s: %s", name, known, diff)
			}
		}
	}
	mails := f.mails("used@example.org")
	if len(mails) != 1 || mails[0].Kind != "already_registered" ||
		!strings.Contains(mails[0].Text, "An account with this email already exists. Please sign in instead.") {
		t.Errorf("%+v", mails)
	}
	if _, err := f.SignIn(t.Context(), SignIn{Email: "used@example.org", Password: password}); err != nil {
		t.Errorf("the owner can't sign in any more: %v", err)
	}
}

func TestConfirmationExpiresAndCanBeSentAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	if err := f.SignUp(ctx, goodSignUp()); err != nil {
		t.Fatal(err)
	}
	old := f.link(email)
	f.clock.pass(confirmationLife)
	if err := f.confirm(old, password); code(err) != "confirmation_expired" {
		t.Fatalf("%v", err)
	}
	for _, token := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("é", 30)} {
		if err := f.confirm(token, password); code(err) != "confirmation_invalid" {
			t.Errorf("%q: %v", token, err)
		}
	}
	for _, to := range []string{email, "nobody@example.org"} {
		if err := f.ResendConfirmation(ctx, to); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Work(ctx); err != nil {
		t.Fatal(err)
	}
	if n := len(f.mails("")); n != 2 {
		t.Fatalf("%d mails", n)
	}
	if err := f.confirm(f.link(email), password); err != nil {
		t.Fatal(err)
	}
	if err := f.ResendConfirmation(ctx, email); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(ctx); err != nil {
		t.Fatal(err)
	}
	if n := len(f.mails("")); n != 2 {
		t.Errorf("a confirmed account got another mail: %d", n)
	}
	if err := f.ResendConfirmation(ctx, "x"); code(err) != "malformed_email" {
		t.Errorf("%v", err)
	}
}

func TestManyConfirmAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.SignUp(t.Context(), goodSignUp()); err != nil {
		t.Fatal(err)
	}
	link := f.link(email)
	var (
		all  sync.WaitGroup
		mu   sync.Mutex
		seen = map[string]int{}
	)
	for i := range 10 {
		all.Go(func() {
			err := f.confirm(link, []string{password, "wrong"}[i%2])
			mu.Lock()
			defer mu.Unlock()
			seen[code(err)]++
		})
	}
	all.Wait()
	if seen[""] != 5 || seen["confirmation_used"]+seen["confirmation_password"] != 5 {
		t.Errorf("%v, want all who know the password and nobody else", seen)
	}
	if n := len(f.members.list()); n != 1 {
		t.Errorf("%d members", n)
	}
}

func TestManySignUpsAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if err := f.SignUp(context.WithoutCancel(t.Context()), goodSignUp()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := f.count("SELECT count(*) FROM accounts"); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestMemberFollowsWhenTheLogIsAway(t *testing.T) {
	t.Parallel()
	for name, mend := range map[string]func(*fixture) error{
		"by work": func(f *fixture) error { return f.Work(t.Context()) },
		"by sign-in": func(f *fixture) error {
			_, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
			return err
		},
		"by confirming again": func(f *fixture) error { return f.confirm(f.link(email), password) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			ctx := t.Context()
			if err := f.SignUp(ctx, goodSignUp()); err != nil {
				t.Fatal(err)
			}
			f.members.setFailing(errors.New("the store is away"))
			if err := f.confirm(f.link(email), password); !errors.Is(err, f.members.fail) {
				t.Fatalf("confirmed without a member: %v", err)
			}
			if n := f.count(`SELECT count(*) FROM accounts WHERE confirmed_at IS NOT NULL`); n != 1 {
				t.Fatal("the address is not confirmed")
			}
			if err := f.Work(ctx); err == nil {
				t.Error("work that failed says nothing")
			}
			if _, err := f.SignIn(ctx, SignIn{Email: email, Password: password}); err == nil {
				t.Error("signed in without a member")
			}
			f.members.setFailing(nil)
			if err := mend(f); err != nil {
				t.Fatal(err)
			}
			if got := f.members.list(); len(got) != 1 || got[0].Name != "Ada Lovelace" {
				t.Errorf("%+v", got)
			}
			// a crash after the log and before the note: the same command again
			f.exec(`UPDATE accounts SET registered_at = NULL, pending_name = 'Ada Lovelace'`)
			if err := f.Work(ctx); err != nil {
				t.Fatal(err)
			}
			if got := f.members.list(); len(got) != 1 {
				t.Errorf("registered twice: %+v", got)
			}
		})
	}
}

// Many may come from one network; what one account, recipient or member is tried, or mailed, is as little as ever.
func TestLimits_ForCountsByAddressAlone(t *testing.T) {
	t.Parallel()
	public := DefaultLimits()
	got, want := public.For(20), public
	want.SignInPerAddress = ratelimit.Rule{Burst: 1200, Every: 100 * time.Millisecond}
	want.SignUpPerAddress = ratelimit.Rule{Burst: 600, Every: 500 * time.Millisecond}
	want.ConfirmPerAddress = ratelimit.Rule{Burst: 600, Every: 250 * time.Millisecond}
	want.ResendPerAddress = ratelimit.Rule{Burst: 200, Every: 1500 * time.Millisecond}
	if got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	if public.For(1) != public {
		t.Error("once as often is not the same")
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	one := ratelimit.Rule{Burst: 1, Every: time.Minute}
	two := ratelimit.Rule{Burst: 2, Every: time.Minute}
	f := newFixture(t, func(c *Config) {
		c.Limits.SignUpPerAddress, c.Limits.MailsPerRecipient, c.Limits.ConfirmPerAddress = two, one, one
		c.Limits.ResendPerAddress, c.Limits.SignInPerPair = two, one
	})
	ctx := t.Context()
	in := goodSignUp()
	for i, want := range []string{"", "", "too_many_requests"} {
		if err := f.SignUp(ctx, in); code(err) != want {
			t.Errorf("sign-up %d: %v", i, err)
		}
	}
	for i, want := range []string{"confirmation_invalid", "too_many_requests"} {
		if err := f.confirm("x", password); code(err) != want {
			t.Errorf("confirm %d: %v", i, err)
		}
	}
	for range 2 {
		if err := f.ResendConfirmation(ctx, email); err != nil {
			t.Errorf("resend: %v", err)
		}
		if err := f.Work(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(f.mails(email)); n != 1 {
		t.Errorf("%d mails to one address, of two sign-ups and two wishes", n)
	}
	if err := f.ResendConfirmation(ctx, "third@example.org"); code(err) != "too_many_requests" {
		t.Errorf("a third from one client: %v", err)
	}
	for i, want := range []string{"invalid_credentials", "too_many_requests"} {
		if _, err := f.SignIn(ctx, SignIn{Email: "nobody@example.org", Password: "x"}); code(err) != want {
			t.Errorf("sign-in %d: %v", i, err)
		}
	}
	f.member("used@example.org")
	for range 3 {
		if _, err := f.SignIn(ctx, SignIn{Email: "used@example.org", Password: password}); err != nil {
			t.Errorf("a success counts against its owner: %v", err)
		}
	}
}

// TestFound21_OneBoundOfMailsToAnAddress: signing up, asking for the confirmation and forgetting the password are not counted
// apart, and sign-ups by strangers leave a member the mails with which they get in.
func TestFound21_OneBoundOfMailsToAnAddress(t *testing.T) {
	t.Parallel()
	five := ratelimit.Rule{Burst: 5, Every: 5 * time.Minute}
	f := newFixture(t, func(c *Config) { c.Limits.MailsPerRecipient = five })
	all := func(to string) {
		t.Helper()
		in := goodSignUp()
		in.Email = to
		for range 6 {
			for _, err := range []error{
				f.SignUp(t.Context(), in), f.ResendConfirmation(t.Context(), to), f.ForgotPassword(t.Context(), to), f.Work(t.Context()),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	all(email)
	if n := len(f.mails(email)); n != five.Burst {
		t.Errorf("%d mails to an address that waits", n)
	}
	if n := f.count(`SELECT count(*) FROM account_resends`) + f.count(`SELECT count(*) FROM account_reset_wishes`); n != 0 {
		t.Errorf("%d wishes are left", n)
	}
	f.member("used@example.org")
	in := goodSignUp()
	in.Email = "used@example.org"
	for range 9 {
		if err := f.SignUp(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		if err := f.ResendConfirmation(t.Context(), in.Email); err != nil {
			t.Fatal(err)
		}
		if err := f.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.ForgotPassword(t.Context(), in.Email); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	if kept := f.mails(in.Email); len(kept) != 4 || kept[0].Kind != "password_reset" {
		t.Errorf("%d mails to a member, the newest a %s", len(kept), kept[0].Kind)
	}
}
