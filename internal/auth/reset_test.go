package auth

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/ratelimit"
)

const other = "another secret altogether"

// forgot asks for a new password and gives the link that is mailed.
func (f *fixture) forgot() string {
	f.t.Helper()
	f.clock.pass(time.Second)
	if err := f.ForgotPassword(f.t.Context(), email); err != nil {
		f.t.Fatal(err)
	}
	if err := f.Work(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	return f.link(email)
}

func (f *fixture) reset(link, password string) (Tokens, error) {
	return f.ResetPassword(context.WithoutCancel(f.t.Context()), Reset{Token: link, Password: password})
}

func TestReset_SetsThePasswordOnceAndEndsEverySession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	elsewhere := f.signedIn(email)
	first, link := f.forgot(), f.forgot()
	if link == first {
		t.Fatal("the same link twice")
	}
	if kept := f.mails(email); kept[0].Kind != "password_reset" || !strings.Contains(kept[0].Text, "60 minutes") {
		t.Errorf("%+v", kept[0])
	}
	if _, err := f.reset(link, "12345"); code(err) != "password_too_short" {
		t.Errorf("a short password: %v", err)
	}
	tokens, err := f.reset(link, other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.VerifyToken(t.Context(), tokens.Access); err != nil {
		t.Errorf("who reset is not signed in: %v", err)
	}
	if _, err := f.VerifyToken(t.Context(), elsewhere.Access); code(err) != "invalid_token" {
		t.Errorf("signed in elsewhere still: %v", err)
	}
	if _, err := f.Refresh(t.Context(), elsewhere.Refresh); code(err) != "session_ended" {
		t.Errorf("refreshed elsewhere: %v", err)
	}
	for name, used := range map[string]string{"the same link": link, "an earlier one": first} {
		if _, err := f.reset(used, "yet another secret"); code(err) != "reset_used" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := []string{f.opens(password), f.opens(other)}; got[0] != "invalid_credentials" || got[1] != "" {
		t.Errorf("sign-in with the old and the new password: %v", got)
	}
	if kept := f.mails(email); kept[0].Kind != "password_changed" {
		t.Errorf("its owner was told %s", kept[0].Kind)
	}
}

// The password of a sign-up that became the account's is nobody's once it is replaced.
func TestReset_OldPasswordOfAFreshSignUpIsWrong(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.confirm(f.signUp("Ada", password), password); err != nil {
		t.Fatal(err)
	}
	if _, err := f.reset(f.forgot(), other); err != nil {
		t.Fatal(err)
	}
	if got := f.opens(password); got != "invalid_credentials" {
		t.Errorf("the old password: %s", got)
	}
}

func TestReset_LinkLastsAnHour(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	link := f.forgot()
	f.clock.pass(resetLife)
	if _, err := f.reset(link, other); code(err) != "reset_expired" {
		t.Errorf("%v", err)
	}
	for _, made := range []string{"", "x", strings.Repeat("A", 43)} {
		if _, err := f.reset(made, other); code(err) != "reset_invalid" {
			t.Errorf("%q: %v", made, err)
		}
	}
	f.exec(`UPDATE account_resets SET expires_at = expires_at - interval '1 year'`)
	if err := f.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`SELECT count(*) FROM account_resets`); n != 0 {
		t.Errorf("%d resets are kept for ever", n)
	}
}

// Nobody is mailed without an account, and one that waits for its confirmation gets that mail, whose page chooses a password.
func TestReset_MailsWhomItCanServe(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	link := f.signUp("Ada", password)
	if again := f.forgot(); again == link || f.mails(email)[0].Kind != "confirmation" {
		t.Errorf("an account that waits got %s", f.mails(email)[0].Kind)
	}
	for _, to := range []string{"nobody@example.org", "closed@example.org"} {
		if strings.HasPrefix(to, "closed") {
			f.member(to)
			f.exec(`UPDATE accounts SET closed_at = now() WHERE email = $1`, to)
		}
		if err := f.ForgotPassword(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		if err := f.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		if kept := f.mails(to); len(kept) != 0 {
			t.Errorf("%s: %+v", to, kept)
		}
	}
	if n := f.count(`SELECT count(*) FROM account_reset_wishes`); n != 0 {
		t.Errorf("%d wishes are left", n)
	}
}

func TestReset_IsMailedRarelyAndAnsweredAlike(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Limits.MailsPerRecipient = ratelimit.Rule{Burst: 2, Every: time.Hour} })
	f.member(email)
	for range 4 {
		f.forgot()
	}
	if n := len(f.mails(email)); n != 2 {
		t.Errorf("%d mails", n)
	}
}

func TestReset_OfStaffIsLonger(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	member, err := f.MemberByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SetRoles(t.Context(), member, []string{Auditor}, "test"); err != nil {
		t.Fatal(err)
	}
	link := f.forgot()
	if _, err := f.reset(link, "elevenchars"); code(err) != "password_too_short" {
		t.Errorf("%v", err)
	}
	if _, err := f.reset(link, "twelve chars"); err != nil {
		t.Errorf("%v", err)
	}
}

// A sign-in whose password was checked just before it was replaced opens no session after that.
func TestStart_RefusesAPasswordThatWasReplaced(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	a, err := f.find(t.Context(), "email = $1", email)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.reset(f.forgot(), other); err != nil {
		t.Fatal(err)
	}
	if _, err := f.start(t.Context(), a, BrowserState{}, false); code(err) != "invalid_credentials" {
		t.Errorf("%v", err)
	}
}

func TestReset_OverHTTP(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	b := f.browser()
	b.access = "an old token of no use" // a browser that was signed in once
	if a := b.do("POST", "/api/auth/forgot-password", `{"email":"`+email+`"}`); a.status != http.StatusAccepted || a.body != "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if err := f.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := b.do("POST", "/api/auth/reset-password", `{"token":"`+f.link(email)+`","password":"`+other+`"}`)
	if a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" || b.cookies[refreshCookiePlain] == nil {
		t.Errorf("%d %s", a.status, a.body)
	}
}
