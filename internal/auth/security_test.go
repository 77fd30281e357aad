package auth

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
	phone   = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
)

// enter signs a browser in.
func (b *browser) enter(userAgent string) {
	b.f.t.Helper()
	b.f.clock.pass(time.Second)
	b.headers["User-Agent"] = userAgent
	a := b.do("POST", "/api/auth/sign-in", signInBody)
	var in SignedIn
	if err := json.Unmarshal([]byte(a.body), &in); err != nil || a.status != http.StatusOK {
		b.f.t.Fatalf("%d %s", a.status, a.body)
	}
	b.access = in.AccessToken
}

func (b *browser) security() SecurityAnswer {
	b.f.t.Helper()
	a := b.do("GET", "/api/auth/security", "")
	var s SecurityAnswer
	if err := json.Unmarshal([]byte(a.body), &s); err != nil || a.status != http.StatusOK {
		b.f.t.Fatalf("%d %s", a.status, a.body)
	}
	return s
}

func (s SecurityAnswer) kinds() []string {
	all := []string{}
	for _, h := range s.History {
		all = append(all, h.Kind)
	}
	return all
}

func TestSessions_AreListedAndEndedFromAnotherDevice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	desk, pocket, tablet := f.browser(), f.browser(), f.browser()
	desk.enter(firefox)
	pocket.enter(phone)
	tablet.enter("curl/8")
	f.clock.pass(time.Second)
	list := desk.security().Sessions
	var devices []Device
	for _, s := range list {
		devices = append(devices, s.Device)
	}
	at := list[0].Device.Address
	if diff := cmp.Diff([]Device{
		{Kind: "other", Address: at}, {Browser: "Chrome", System: "Android", Kind: "phone", Address: at},
		{Browser: "Firefox", System: "Linux", Kind: "computer", Address: at},
	}, devices); diff != "" || at == "" {
		t.Error(diff)
	}
	if list[0].Current || list[1].Current || !list[2].Current {
		t.Errorf("%+v", list)
	}
	end := func(b *browser, id ident.ID) answer {
		return b.do("POST", "/api/auth/end-session", `{"session_id":"`+id.String()+`"}`)
	}
	if a := end(desk, list[1].ID); a.status != http.StatusNoContent {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := pocket.do("GET", "/api/auth/security", ""); a.problem.Code != "invalid_token" {
		t.Errorf("the phone goes on: %d", a.status)
	}
	if a := end(desk, list[1].ID); a.problem.Code != "session_not_found" {
		t.Errorf("ended twice: %d", a.status)
	}

	f.member("eve@example.org")
	eve, err := f.SignIn(t.Context(), SignIn{Email: "eve@example.org", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	if a := end(desk, eve.Session); a.problem.Code != "session_not_found" {
		t.Errorf("somebody else's session: %d %s", a.status, a.problem.Code)
	}
	f.clock.pass(time.Second)
	if a := desk.do("POST", "/api/auth/end-other-sessions", ""); a.status != http.StatusNoContent {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := tablet.do("GET", "/api/auth/security", ""); a.problem.Code != "invalid_token" {
		t.Errorf("the tablet goes on: %d", a.status)
	}
	if left := desk.security().Sessions; len(left) != 1 || !left[0].Current {
		t.Errorf("%+v", left)
	}
	if _, err := f.VerifyToken(t.Context(), eve.Access); err != nil {
		t.Errorf("somebody else was signed out: %v", err)
	}
	want := []string{"other_sessions_ended", "session_ended", "signed_in_anew", "signed_in_anew", "signed_in_anew"}
	if diff := cmp.Diff(want, desk.security().kinds()); diff != "" {
		t.Error(diff)
	}
	f.clock.pass(refreshIdle)
	if idle, err := f.Sessions(t.Context(), eve.Member); err != nil || len(idle) != 0 {
		t.Errorf("what can't be refreshed any more is listed: %v %v", idle, err)
	}
}

func TestSecurity_IsForMembers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for path, body := range map[string]string{
		"change-password": `{"new_password":"y"}`, "end-other-sessions": "",
		"end-session": `{"session_id":"` + (ident.ID{1}).String() + `"}`,
	} {
		if a := f.browser().do("POST", "/api/auth/"+path, body); a.status != 401 || a.problem.Code != "sign_in_required" {
			t.Errorf("%s by a visitor: %d %s", path, a.status, a.problem.Code)
		}
		b := f.browser()
		b.access = "stale"
		if a := b.do("POST", "/api/auth/"+path, body); a.status != 401 || a.problem.Code != "invalid_token" {
			t.Errorf("%s with a stale token: %d %s", path, a.status, a.problem.Code)
		}
	}
	if a := f.browser().do("GET", "/api/auth/security", ""); a.problem.Code != "sign_in_required" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Limits.SignInPerPair = ratelimit.Rule{Burst: 5, Every: time.Hour} })
	f.member(email)
	here, there := f.browser(), f.browser()
	here.enter(firefox)
	there.enter(phone)
	old := f.forgot()
	change := func(to string) answer {
		return here.do("POST", "/api/auth/change-password", `{"new_password":"`+to+`"}`)
	}
	prove := func(with string) answer { return here.do("POST", "/api/auth/prove", `{"password":"`+with+`"}`) }
	for name, c := range map[string]struct{ to, code string }{
		"a short one":        {"12345", "password_too_short"},
		"a well-known one":   {"password1", "password_common"},
		"the address":        {email, "password_common"},
		"the same":           {password, "password_unchanged"},
		"a far too long one": {strings.Repeat("x", maxPassword+1), "password_too_long"},
	} {
		a := change(c.to)
		if len(a.problem.Errors) != 1 || a.problem.Errors[0].Field != "new_password" || a.problem.Errors[0].Code != c.code {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	f.clock.pass(ProofLasts)
	if a := change(other); a.problem.Code != "proof_required" {
		t.Errorf("long after the sign-in: %d %s", a.status, a.body)
	}
	for _, wrong := range []string{"wrong", strings.Repeat("x", maxPassword+1)} {
		if a := prove(wrong); len(a.problem.Errors) != 1 || a.problem.Errors[0].Code != "wrong_password" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if a := prove(password); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := change(other); a.status != http.StatusNoContent {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := there.do("GET", "/api/auth/security", ""); a.problem.Code != "invalid_token" {
		t.Errorf("the other browser goes on: %d", a.status)
	}
	s := here.security()
	if s.PasswordChangedAt == nil || len(s.Sessions) != 1 || s.History[0].Kind != "password_changed" ||
		s.History[0].Device == nil || s.History[0].Device.Browser != "Firefox" || s.PasswordMin != 6 {
		t.Errorf("%+v", s)
	}
	if got := []string{f.opens(password), f.opens(other)}; got[0] != "invalid_credentials" || got[1] != "" {
		t.Errorf("sign-in with the old and the new password: %v", got)
	}
	if _, err := f.reset(old, "a third secret"); code(err) != "reset_used" {
		t.Errorf("a link from before the change: %v", err)
	}
	if kept := f.mails(email); kept[0].Kind != "password_changed" {
		t.Errorf("its owner was told %s", kept[0].Kind)
	}
	for range 5 {
		prove("wrong")
	}
	if a := prove(other); a.status != http.StatusTooManyRequests {
		t.Errorf("as many tries as one likes: %d", a.status)
	}
}

func TestHistory_TellsOfSignUpReuseAndTheOperator(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	link := f.signUp("Ada", password)
	f.clock.pass(time.Second)
	if err := f.confirm(link, password); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Second)
	tokens, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Refresh(t.Context(), tokens.Refresh); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(refreshGrace + time.Second)
	if _, err := f.Refresh(t.Context(), tokens.Refresh); code(err) != "session_ended" {
		t.Fatal(err)
	}
	f.clock.pass(time.Second)
	known, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password, Browser: BrowserState{Known: tokens.Known}})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.RevokeSessions(t.Context(), known.Member); err != nil {
		t.Fatal(err)
	}
	if _, err := f.VerifyToken(t.Context(), known.Access); code(err) != "invalid_token" {
		t.Errorf("signed in still: %v", err)
	}
	if err := f.RevokeSessions(t.Context(), ident.ID{1}); code(err) != "member_not_found" {
		t.Errorf("of nobody: %v", err)
	}
	all, err := f.History(t.Context(), known.Member, 100)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, h := range all {
		kinds = append(kinds, h.Kind)
	}
	want := []string{"sessions_revoked", "refresh_token_reused", "signed_in_anew", "confirmed", "signed_up"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}
