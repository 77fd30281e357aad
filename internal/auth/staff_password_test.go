package auth

import (
	"net/http"
	"testing"
)

// TestFound24_StaffWithAShortPasswordUseNoRole from the sign-in on that shows it, until they have changed it.
func TestFound24_StaffWithAShortPasswordUseNoRole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	short, err := f.HashPassword(t.Context(), "xk3$qz")
	if err != nil {
		t.Fatal(err)
	}
	f.exec(`UPDATE accounts SET password_hash = $1`, short)
	f.codesOn()
	signIn := func(password string) (b *browser) {
		b = f.browser()
		a := b.do(http.MethodPost, "/api/auth/sign-in", `{"email":"`+email+`","password":"`+password+`"}`)
		challenge, _ := a.problem.Args["challenge"].(string)
		var in SignedIn
		b.post("second-step", `{"challenge":"`+challenge+`","code":"`+f.code(totpSecret)+`"}`, http.StatusOK, &in)
		f.exec(`UPDATE account_factors SET last_step = 0`)
		b.access = in.AccessToken
		return b
	}
	waits := func(b *browser) string {
		t.Helper()
		p, err := f.VerifyToken(t.Context(), b.access)
		if err != nil {
			t.Fatal(err)
		}
		_, err = RequireRole(WithPrincipal(t.Context(), p), Moderator)
		return code(err)
	}
	// a member may have such a password, and nothing is measured of it
	b := signIn("xk3$qz")
	if err := f.SetRoles(t.Context(), f.memberOf(email), []string{Moderator}, "test"); err != nil {
		t.Fatal(err)
	}
	if got := waits(b); got != "" {
		t.Errorf("before the next sign-in: %q", got)
	}
	b = signIn("xk3$qz")
	if got := waits(b); got != "staff_password_short" {
		t.Errorf("after it: %q", got)
	}
	if a := b.do(http.MethodPost, "/api/auth/change-password", `{"new_password":"eleven char"}`); len(a.problem.Errors) != 1 ||
		a.problem.Errors[0].Code != "password_too_short" {
		t.Errorf("to another short one: %d %s", a.status, a.body)
	}
	b.post("change-password", `{"new_password":"a long enough sentence"}`, http.StatusNoContent, nil)
	if got := waits(b); got != "" {
		t.Errorf("changed: %q", got)
	}
	if got := waits(signIn("a long enough sentence")); got != "" {
		t.Errorf("signed in with it: %q", got)
	}
}

const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

// codesOn switches on a second factor whose secret is totpSecret.
func (f *fixture) codesOn() {
	f.t.Helper()
	account := f.accountOf(email)
	sealed, err := f.seal(purposeFactor+account.String(), totpSecret)
	if err != nil {
		f.t.Fatal(err)
	}
	f.exec(`INSERT INTO account_factors (account_id, secret, created_at, proved_at) VALUES ($1, $2, now(), now())`, account, sealed)
}
