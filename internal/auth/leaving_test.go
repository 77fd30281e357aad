package auth

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	deleteBody = `{"password":"` + password + `"}`
	keepBody   = `{"email":"` + email + `","password":"` + password + `","keep":true}`
)

func leaver(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t, func(c *Config) { c.Grace = c14 })
	f.members.due = f.clock.time().Add(c14)
	f.member(email)
	return f
}

const c14 = 14 * 24 * time.Hour

func TestLeave_SignsOutEverywhereAndIsUndoneBySigningIn(t *testing.T) {
	t.Parallel()
	f := leaver(t)
	desk, pocket := f.browser(), f.browser()
	desk.enter(firefox)
	pocket.enter(phone)
	if got := desk.security().DeletionDays; got != 14 {
		t.Errorf("%d days to undo it", got)
	}
	if a := desk.do("POST", "/api/auth/delete-account", `{"password":"a guess"}`); a.problem.Code != "wrong_password" {
		t.Errorf("a wrong password is answered %d %s", a.status, a.body)
	}
	if a := desk.do("POST", "/api/auth/delete-account", `{"password":""}`); a.problem.Code != "required" {
		t.Errorf("no password is answered %d %s", a.status, a.body)
	}
	if a := f.browser().do("POST", "/api/auth/delete-account", deleteBody); a.status != http.StatusUnauthorized {
		t.Errorf("a visitor is answered %d", a.status)
	}
	if a := pocket.do("GET", "/api/auth/session", ""); a.status != http.StatusOK || len(f.members.leaving) != 0 {
		t.Fatalf("before it is deleted: %d, %v", a.status, f.members.leaving)
	}
	a := desk.do("POST", "/api/auth/delete-account", deleteBody)
	if a.status != http.StatusOK || len(f.members.leaving) != 1 ||
		!strings.Contains(a.body, f.members.due.Format(time.RFC3339)[:16]) {
		t.Fatalf("%d %s, asked %v", a.status, a.body, f.members.leaving)
	}
	for name, b := range map[string]*browser{"this": desk, "another": pocket} {
		if a := b.do("GET", "/api/auth/session", ""); a.status != http.StatusUnauthorized {
			t.Errorf("%s browser is still signed in: %d", name, a.status)
		}
		if a := b.do("POST", "/api/auth/refresh", ""); a.status != http.StatusUnauthorized {
			t.Errorf("%s browser signs in again by itself: %d", name, a.status)
		}
	}
	if kept := f.mails(email); len(kept) != 1 || !strings.Contains(kept[0].Text, "http://callup.test/auth") {
		t.Errorf("mails: %v", kept)
	}

	b := f.browser()
	a = b.do("POST", "/api/auth/sign-in", signInBody)
	if a.status != http.StatusForbidden || a.problem.Code != "account_leaving" ||
		a.problem.Args["at"] != f.members.due.UTC().Format(time.RFC3339) {
		t.Errorf("signing in is answered %d %s", a.status, a.body)
	}
	wrong := strings.Replace(keepBody, password, "a guess", 1)
	if a := b.do("POST", "/api/auth/sign-in", wrong); a.problem.Code != "invalid_credentials" || len(f.members.leaving) != 1 {
		t.Errorf("kept with a wrong password: %d %s", a.status, a.body)
	}
	if a := b.do("POST", "/api/auth/sign-in", keepBody); a.status != http.StatusOK || len(f.members.leaving) != 0 {
		t.Fatalf("keeping the account is answered %d %s; asked for %v", a.status, a.body, f.members.leaving)
	}
	desk.access = ""
	desk.enter(firefox)
	if kinds := desk.security().kinds(); !slices.Contains(kinds, "deletion_requested") ||
		!slices.Contains(kinds, "deletion_undone") {
		t.Errorf("the history says %v", kinds)
	}
	f.clock.pass(time.Second)
	if a := desk.do("POST", "/api/auth/delete-account", deleteBody); a.status != http.StatusOK || len(f.members.leaving) != 1 {
		t.Errorf("deleted again: %d %s", a.status, a.body)
	}
	if got := f.opens(password); got != "account_leaving" || len(f.mails(email)) != 2 {
		t.Errorf("deleted again, signing in gives %q, and there are %d mails", got, len(f.mails(email)))
	}
}

func TestLeave_IsAskedForOnceTheLogIsThere(t *testing.T) {
	t.Parallel()
	f := leaver(t)
	b := f.browser()
	b.enter(firefox)
	f.members.setFailing(errors.New("no log"))
	if a := b.do("POST", "/api/auth/delete-account", deleteBody); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if got := f.opens(password); got != "account_leaving" || len(f.mails(email)) != 0 {
		t.Errorf("signing in gives %q, with %d mails", got, len(f.mails(email)))
	}
	if err := f.Work(t.Context()); err == nil {
		t.Error("without a log the work succeeds")
	}
	f.members.setFailing(nil)
	for range 2 {
		if err := f.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.members.leaving) != 1 || len(f.mails(email)) != 1 {
		t.Errorf("asked for %v, with %d mails", f.members.leaving, len(f.mails(email)))
	}
}

func TestLeave_IsNotUndoneOnceTheErasureHasBegun(t *testing.T) {
	t.Parallel()
	f := leaver(t)
	b := f.browser()
	b.enter(firefox)
	b.do("POST", "/api/auth/delete-account", deleteBody)
	f.members.begun = true
	if a := b.do("POST", "/api/auth/sign-in", keepBody); a.problem.Code != "erasure_begun" {
		t.Errorf("keeping the account is answered %d %s", a.status, a.body)
	}
	if got := f.opens(password); got != "account_leaving" {
		t.Errorf("then signing in gives %q", got)
	}
}

func TestLeave_IsNoWayRoundByAForgottenPassword(t *testing.T) {
	t.Parallel()
	f := leaver(t)
	b := f.browser()
	b.enter(firefox)
	b.do("POST", "/api/auth/delete-account", deleteBody)
	f.clock.pass(time.Minute)
	if err := f.ForgotPassword(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := f.ResetPassword(t.Context(), Reset{Token: f.link(email), Password: "another one of theirs"})
	if code(err) != "account_leaving" || len(f.members.leaving) != 1 {
		t.Errorf("a reset gives %v", err)
	}
	keep := SignIn{Email: email, Password: "another one of theirs", Browser: BrowserState{Keep: true}}
	if _, err := f.SignIn(t.Context(), keep); err != nil {
		t.Errorf("the new password does not keep the account: %v", err)
	}
}
