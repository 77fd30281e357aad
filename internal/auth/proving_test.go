package auth

import (
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/domain"
)

// proof asks what RequireProof says to an access token: nothing, or by what it is to be proved.
func (b *browser) proof(access string) string {
	b.f.t.Helper()
	p, err := b.f.VerifyToken(b.f.t.Context(), access)
	if err != nil {
		b.f.t.Fatal(err)
	}
	err = RequireProof(WithPrincipal(b.f.t.Context(), p), b.f.clock.time())
	if err == nil {
		return ""
	}
	refusal, ok := err.(*domain.Refusal) //nolint:errorlint // what it gives
	if !ok || refusal.Code != "proof_required" {
		b.f.t.Fatal(err)
	}
	by, _ := refusal.Args["by"].([]Means)
	if len(by) != 1 {
		b.f.t.Fatalf("by %v", by)
	}
	return string(by[0])
}

// again exchanges the refresh token.
func (b *browser) again() {
	b.f.t.Helper()
	var out SignedIn
	b.post("refresh", "", http.StatusOK, &out)
	b.access = out.AccessToken
}

func TestProve_IsAskedFiveMinutesAfterSigningIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	b := f.browser()
	b.enter(firefox)
	if got := b.proof(b.access); got != "" {
		t.Errorf("just signed in: %q", got)
	}
	f.clock.pass(ProofLasts - time.Minute)
	b.again()
	if got := b.proof(b.access); got != "" {
		t.Errorf("four minutes later: %q", got)
	}
	f.clock.pass(time.Minute + time.Second)
	if got := b.proof(b.access); got != "password" {
		t.Errorf("five minutes later: %q", got)
	}
	for body, want := range map[string]string{
		`{}`: "required", `{"password":"a guess"}`: "wrong_password", `{"code":"123456"}`: "required",
	} {
		if a := b.do("POST", "/api/auth/prove", body); len(a.problem.Errors) != 1 || a.problem.Errors[0].Code != want {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	var proved SignedIn
	b.post("prove", `{"password":"`+password+`"}`, http.StatusOK, &proved)
	if got := b.proof(proved.AccessToken); got != "" {
		t.Errorf("proved: %q", got)
	}
	if got := b.proof(b.access); got != "password" {
		t.Errorf("the token of before: %q", got)
	}
	f.clock.pass(time.Minute)
	b.again()
	if got := b.proof(b.access); got != "" {
		t.Errorf("refreshed: %q", got)
	}
	// another session of the same member has proved nothing
	other := f.browser()
	other.enter(phone)
	f.clock.pass(ProofLasts - 30*time.Second)
	b.post("prove", `{"password":"`+password+`"}`, http.StatusOK, nil)
	f.clock.pass(time.Minute)
	other.again()
	if got := other.proof(other.access); got != "password" {
		t.Errorf("another browser: %q", got)
	}
	if a := f.browser().do("POST", "/api/auth/prove", `{"password":"`+password+`"}`); a.status != http.StatusUnauthorized {
		t.Errorf("a visitor is answered %d", a.status)
	}
}

// Whoever found a browser open may have the password that is saved in it.
func TestProve_TakesTheCodeWhereThereIsASecondFactor(t *testing.T) {
	t.Parallel()
	f, b, secret, codes := withFactor(t)
	f.clock.pass(ProofLasts)
	b.again()
	if got := b.proof(b.access); got != "code" {
		t.Errorf("%q", got)
	}
	for body, want := range map[string]string{
		`{"password":"` + password + `"}`: "required", `{"code":"000000"}`: "wrong_code",
	} {
		if a := b.do("POST", "/api/auth/prove", body); len(a.problem.Errors) != 1 || a.problem.Errors[0].Code != want {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	for _, code := range []string{f.code(secret), codes[3]} {
		var proved SignedIn
		b.post("prove", `{"code":"`+code+`"}`, http.StatusOK, &proved)
		if got := b.proof(proved.AccessToken); got != "" {
			t.Errorf("proved: %q", got)
		}
		if a := b.do("POST", "/api/auth/prove", `{"code":"`+code+`"}`); a.status < 400 {
			t.Error("a code is taken twice")
		}
	}
}
