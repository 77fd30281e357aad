package auth

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
)

// factorOn switches a second factor on in a browser that is signed in. It gives the secret and the recovery codes.
func (b *browser) factorOn() (secret string, codes []string) {
	b.f.t.Helper()
	var begun NewFactorAnswer
	b.post("begin-factor", "", http.StatusOK, &begun)
	var done RecoveryCodesAnswer
	b.post("turn-factor-on", `{"code":"`+b.f.code(begun.Secret)+`"}`, http.StatusOK, &done)
	return begun.Secret, done.RecoveryCodes
}

// post sends a body and reads the answer into out, unless that is nil.
func (b *browser) post(name, body string, status int, out any) answer {
	b.f.t.Helper()
	a := b.do("POST", "/api/auth/"+name, body)
	if a.status != status {
		b.f.t.Fatalf("%s: %d %s", name, a.status, a.body)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(a.body), out); err != nil {
			b.f.t.Fatal(err)
		}
	}
	return a
}

// code is what an app shows now.
func (f *fixture) code(secret string) string {
	f.t.Helper()
	code, err := codeAt(secret, f.clock.time().Unix()/30)
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

// challenge signs in with the password, and gives what the second step needs.
func (b *browser) challenge() string {
	b.f.t.Helper()
	a := b.post("sign-in", signInBody, http.StatusForbidden, nil)
	challenge, _ := a.problem.Args["challenge"].(string)
	if a.problem.Code != "second_step_needed" || challenge == "" || len(b.cookies) > 0 {
		b.f.t.Fatalf("%s %v", a.body, b.cookies)
	}
	return challenge
}

// step gives a code, and tells what is said to it: nothing when it opens a session.
func (b *browser) step(challenge, code string) string {
	b.f.t.Helper()
	a := b.do("POST", "/api/auth/second-step", `{"challenge":"`+challenge+`","code":"`+code+`"}`)
	if len(a.problem.Errors) > 0 {
		return a.problem.Errors[0].Code
	}
	return a.problem.Code
}

// withFactor is a member with a second factor, half a minute after they switched it on.
func withFactor(t *testing.T) (f *fixture, b *browser, secret string, codes []string) {
	t.Helper()
	f = newFixture(t)
	f.member(email)
	b = f.browser()
	b.enter(firefox)
	secret, codes = b.factorOn()
	f.clock.pass(30 * time.Second)
	return f, b, secret, codes
}

func TestSecondFactor_IsAskedAfterThePassword(t *testing.T) {
	t.Parallel()
	f, b, secret, codes := withFactor(t)
	if len(codes) != 10 || codes[0] == codes[1] || len(codes[0]) != 19 {
		t.Fatal(codes)
	}
	got := b.security().SecondFactor
	if got.Since == nil || got.RecoveryCodesLeft != 10 {
		t.Errorf("%+v", got)
	}
	other := f.browser()
	challenge := other.challenge()
	if got := other.step(challenge, "000000"); got != "wrong_code" {
		t.Error(got)
	}
	if got := other.step(challenge, f.code(secret)); got != "" || len(other.cookies) == 0 {
		t.Error(got, other.cookies)
	}
	if got := other.step(challenge, f.code(secret)); got != "challenge_ended" {
		t.Error(got)
	}
	// nothing of the secret lies about
	if n := f.count(`SELECT count(*) FROM account_factors WHERE secret LIKE '%' || $1 || '%'`, secret); n != 0 {
		t.Error("the secret is kept as it is")
	}
	if log := f.log.String(); strings.Contains(log, secret) || strings.Contains(log, codes[0]) || strings.Contains(log, challenge) {
		t.Error("secrets are logged")
	}
}

func TestSecondFactor_TakesACodeOnce(t *testing.T) {
	t.Parallel()
	f, _, secret, codes := withFactor(t)
	code := f.code(secret)
	var wg sync.WaitGroup
	said := make([]string, 8)
	browsers, challenges := make([]*browser, len(said)), make([]string, len(said))
	for i := range said {
		browsers[i] = f.browser()
		challenges[i] = browsers[i].challenge()
	}
	for i := range said {
		wg.Go(func() { said[i] = browsers[i].step(challenges[i], code) })
	}
	wg.Wait()
	opened := 0
	for _, s := range said {
		if s == "" {
			opened++
		} else if s != "wrong_code" {
			t.Error(s)
		}
	}
	if opened != 1 {
		t.Errorf("one code opened %d sessions", opened)
	}
	// a recovery code works as people type it, and once
	b := f.browser()
	if got := b.step(b.challenge(), strings.ToUpper(strings.ReplaceAll(codes[3], "-", " "))); got != "" {
		t.Error(got)
	}
	b = f.browser()
	if got := b.step(b.challenge(), codes[3]); got != "wrong_code" {
		t.Error(got)
	}
	if got := b.step(b.challenge(), codes[4]); got != "" {
		t.Error(got)
	}
}

func TestSecondFactor_ForgivesHalfAMinute(t *testing.T) {
	t.Parallel()
	f, _, secret, _ := withFactor(t)
	f.clock.pass(2 * time.Minute)
	step := f.clock.time().Unix() / 30
	for _, c := range []struct {
		off  int64
		want string
	}{{-2, "wrong_code"}, {2, "wrong_code"}, {-1, ""}, {-1, "wrong_code"}, {1, ""}, {0, "wrong_code"}} {
		code, err := codeAt(secret, step+c.off)
		if err != nil {
			t.Fatal(err)
		}
		b := f.browser()
		if got := b.step(b.challenge(), code); got != c.want {
			t.Errorf("%d steps off: %q", c.off, got)
		}
	}
}

func TestSecondFactor_CountsTries(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Limits.CodesPerAccount = ratelimit.Rule{Burst: 8, Every: time.Minute} })
	f.member(email)
	b := f.browser()
	b.enter(firefox)
	secret, _ := b.factorOn()
	f.clock.pass(30 * time.Second)
	other := f.browser()
	challenge := other.challenge()
	for range challengeTries {
		if got := other.step(challenge, "abcdef"); got != "wrong_code" {
			t.Fatal(got)
		}
	}
	if got := other.step(challenge, f.code(secret)); got != "challenge_ended" {
		t.Error(got)
	}
	challenge = other.challenge()
	for range 3 {
		other.step(challenge, "abcdef")
	}
	if got := other.step(challenge, f.code(secret)); got != "too_many_requests" {
		t.Error(got)
	}
	f.clock.pass(challengeLife)
	if got := other.step(challenge, f.code(secret)); got != "challenge_ended" {
		t.Error(got)
	}
}

func TestSecondFactor_IsAskedAfterAReset(t *testing.T) {
	t.Parallel()
	f, _, secret, _ := withFactor(t)
	early := f.browser()
	before := early.challenge()
	if err := f.ForgotPassword(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := f.browser()
	a := b.post("reset-password", `{"token":"`+f.link(email)+`","password":"another long sentence"}`, http.StatusForbidden, nil)
	if a.problem.Code != "second_step_needed" {
		t.Fatal(a.body)
	}
	if got := early.step(before, f.code(secret)); got != "challenge_ended" {
		t.Errorf("whoever had the old password: %q", got)
	}
	challenge, _ := a.problem.Args["challenge"].(string)
	if got := b.step(challenge, f.code(secret)); got != "" {
		t.Error(got)
	}
}

func TestSecondFactor_IsSwitchedOffWithACode(t *testing.T) {
	t.Parallel()
	f, b, secret, _ := withFactor(t)
	f.clock.pass(ProofLasts)
	b.again()
	if a := b.post("turn-factor-off", "", http.StatusForbidden, nil); a.problem.Code != "proof_required" {
		t.Error(a.body)
	}
	b.post("prove", `{"code":"`+f.code(secret)+`"}`, http.StatusOK, nil)
	a := b.post("begin-factor", "", http.StatusConflict, nil)
	if a.problem.Code != "second_factor_on" {
		t.Error(a.body)
	}
	b.post("turn-factor-off", "", http.StatusNoContent, nil)
	f.browser().enter(phone) // with the password alone
	if n := f.count(`SELECT (SELECT count(*) FROM account_factors) + (SELECT count(*) FROM account_recovery_codes)`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	if code(f.ResetFactor(t.Context(), f.memberOf(email))) != "second_factor_off" {
		t.Error("there is none to take away")
	}
}

func TestSecondFactor_IsTakenAwayByTheOperatorAndTold(t *testing.T) {
	t.Parallel()
	f, b, _, codes := withFactor(t)
	other := f.browser()
	if got := other.step(other.challenge(), codes[0]); got != "" {
		t.Fatal(got)
	}
	f.clock.pass(time.Second)
	if err := f.ResetFactor(t.Context(), f.memberOf(email)); err != nil {
		t.Fatal(err)
	}
	f.browser().enter(phone)
	kinds := []string{}
	for _, h := range b.security().History {
		kinds = append(kinds, h.Kind)
	}
	slices.Sort(kinds) // some happened at the same moment
	want := []string{didUseRecoveryCode, didTurnFactorOn, operatorResetFactor, didSignInAnew, didSignInAnew, didSignInAnew}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	// one that was begun and never proved is no factor
	b.post("prove", `{"password":"`+password+`"}`, http.StatusOK, nil)
	b.post("begin-factor", "", http.StatusOK, nil)
	f.browser().enter(phone)
}

// Who deletes their account and keeps it after all gives both proofs, and what they chose is kept between them.
func TestSecondFactor_IsAskedOfWhoKeepsTheirAccount(t *testing.T) {
	t.Parallel()
	f, b, _, codes := withFactor(t)
	b.post("delete-account", deleteBody, http.StatusOK, nil)
	other := f.browser()
	if a := other.do("POST", "/api/auth/sign-in", signInBody); a.problem.Code != "account_leaving" {
		t.Errorf("%d %s", a.status, a.body)
	}
	a := other.post("sign-in", keepBody, http.StatusForbidden, nil)
	challenge, _ := a.problem.Args["challenge"].(string)
	if len(f.members.leaving) != 1 {
		t.Error("kept before the second step")
	}
	if got := other.step(challenge, codes[0]); got != "" || len(f.members.leaving) != 0 {
		t.Errorf("%q, asked for %v", got, f.members.leaving)
	}
}

// A provider's word stands for the password, not for the second factor; what is linked with it waits for that too.
func TestSecondFactor_IsAskedOfWhomAProviderSends(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.member(email)
	b := a.fixture.browser()
	b.enter(firefox)
	_, codes := b.factorOn()
	ada := someone{Subject: "ada", Email: email, Verified: true, Name: "Ada"}
	a.goes("google", ada)
	_, code, _ := a.posts(opSignIn, map[string]any{"email": email, "password": password, "link_provider": true})
	if n := a.count(`SELECT count(*) FROM account_identities`); code != "second_step_needed" || n != 0 {
		t.Fatalf("%s, %d linked", code, n)
	}
	challenge := a.fixture.browser().challenge()
	_, _, member := a.posts(opSecondStep, map[string]any{"challenge": challenge, "code": codes[0], "link_provider": true})
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 1 || member != a.memberOf(email).String() {
		t.Fatalf("%s signed in, %d linked", member, n)
	}
	a.browser = a.newBrowser()
	back, err := url.Parse(a.goes("google", ada))
	if err != nil || back.Path != "/auth" || back.Query().Get("next") != "/campaign/roof" || a.opened() != nobody {
		t.Fatalf("%s as %s", back, a.opened())
	}
	second := map[string]any{"challenge": back.Query().Get("second"), "code": codes[0]}
	if _, _, got := a.posts(opSecondStep, second); got != nobody {
		t.Error("a code that was used opens it")
	}
	second["code"] = codes[1]
	if _, _, got := a.posts(opSecondStep, second); got != member || a.opened() != member {
		t.Errorf("%s signed in", got)
	}
}

func TestSecondFactor_QRCodeSaysTheAddress(t *testing.T) {
	uri := factorURI("ada+1@example.org", "JBSWY3DPEHPK3PXP")
	if uri != "otpauth://totp/Callup:ada+1@example.org?issuer=Callup&secret=JBSWY3DPEHPK3PXP" {
		t.Error(uri)
	}
	path, side, err := qrPath(uri)
	if err != nil || side < 29 || !strings.HasPrefix(path, "M4 4h1v1h-1zM5 4h1v1h-1z") {
		t.Errorf("%d %.40s %v", side, path, err)
	}
}

func (f *fixture) memberOf(email string) ident.ID {
	f.t.Helper()
	member, err := f.MemberByEmail(f.t.Context(), email)
	if err != nil {
		f.t.Fatal(err)
	}
	return member
}
