package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"github.com/callup/callup/internal/mail"
)

type mailerFunc func()

func (m mailerFunc) Send(context.Context, mail.Message) error { m(); return nil }

const signUpBody = `{"full_name":"Ada","email":"ada@example.org","password":"correct horse battery",` +
	`"terms_accepted":true,"lang":"es"}`
const signInBody = `{"email":"ada@example.org","password":"correct horse battery"}`

func TestJourneyOverHTTP(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.browser()
	expect := func(a answer, status int, code string) answer {
		t.Helper()
		if a.status != status || a.problem.Code != code {
			t.Fatalf("%d %s, want %d %s: %s", a.status, a.problem.Code, status, code, a.body)
		}
		return a
	}
	expect(b.do("POST", "/api/auth/sign-up", signUpBody), 202, "")
	expect(b.do("POST", "/api/auth/sign-in", signInBody), 403, "email_not_confirmed")
	expect(b.do("POST", "/api/auth/resend-confirmation", `{"email":"ada@example.org"}`), 202, "")
	expect(b.do("POST", "/api/auth/refresh", ""), 401, "session_ended")
	in := expect(b.do("POST", "/api/auth/confirm", `{"token":"`+f.link(email)+`","password":"correct horse battery"}`), 200, "")
	var signedIn SignedIn
	if err := json.Unmarshal([]byte(in.body), &signedIn); err != nil {
		t.Fatal(err)
	}
	if signedIn.ExpiresIn != 600 || signedIn.Member.ID.IsNil() || !strings.Contains(in.body, `"roles":[]`) {
		t.Errorf("%s", in.body)
	}
	if strings.Contains(in.body, b.cookies[refreshCookiePlain].Value) {
		t.Error("the refresh token is in the body")
	}
	if in.header.Get("Cache-Control") != "no-store" {
		t.Error("the answer may be cached")
	}
	c := b.cookies[refreshCookiePlain]
	if !c.HttpOnly || c.Secure || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" || c.MaxAge <= 0 {
		t.Errorf("cookie %+v", c)
	}
	if b.cookies[HintCookie].HttpOnly || b.cookies[HintCookie].Value != "1" {
		t.Errorf("hint %+v", b.cookies[HintCookie])
	}

	expect(b.do("GET", "/api/auth/session", ""), 401, "sign_in_required")
	b.access = signedIn.AccessToken
	who := expect(b.do("GET", "/api/auth/session", ""), 200, "")
	if !strings.Contains(who.body, signedIn.Member.ID.String()) {
		t.Errorf("%s", who.body)
	}
	// a reload: nothing but the cookie is left
	b.access = ""
	again := expect(b.do("POST", "/api/auth/refresh", ""), 200, "")
	if err := json.Unmarshal([]byte(again.body), &signedIn); err != nil {
		t.Fatal(err)
	}
	b.access = signedIn.AccessToken
	// a token that has expired does not keep anybody from refreshing or signing out
	f.clock.pass(AccessLife)
	expect(b.do("GET", "/api/auth/session", ""), 401, "invalid_token")
	expect(b.do("POST", "/api/auth/refresh", ""), 200, "")
	expect(b.do("POST", "/api/auth/sign-out", ""), 204, "")
	if len(b.cookies) != 1 || b.cookies[knownCookiePlain] == nil || !b.cookies[knownCookiePlain].HttpOnly {
		t.Errorf("left after signing out: %v, want the mark of a known browser alone", b.cookies)
	}
	expect(b.do("POST", "/api/auth/sign-out", ""), 204, "")
	b.access = ""
	expect(b.do("GET", "/api/auth/session", ""), 401, "sign_in_required")
}

func TestSignOutCutsTheAccessToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.browser()
	tokens := f.signedIn(email)
	b.access = tokens.Access
	if a := b.do("GET", "/api/auth/session", ""); a.status != 200 {
		t.Fatalf("%d", a.status)
	}
	if a := b.do("POST", "/api/auth/sign-out", ""); a.status != 204 {
		t.Fatalf("%d", a.status)
	}
	if a := b.do("GET", "/api/auth/session", ""); a.status != 401 || a.problem.Code != "invalid_token" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if _, err := f.Refresh(t.Context(), tokens.Refresh); code(err) != "session_ended" {
		t.Errorf("%v", err)
	}
}

func TestSigningInAgainEndsTheBrowsersOldSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	b := f.browser()
	for range 3 {
		if a := b.do("POST", "/api/auth/sign-in", signInBody); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if n := f.count("SELECT count(*) FROM sessions WHERE ended_at IS NULL"); n != 1 {
		t.Errorf("%d living sessions", n)
	}
}

func TestSecureCookies(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.BaseURL = "https://callup.test/" })
	f.member(email)
	b := f.browser()
	if a := b.do("POST", "/api/auth/sign-in", signInBody); a.status != 200 {
		t.Fatalf("%d", a.status)
	}
	c := b.cookies["__Host-callup_refresh"]
	if c == nil || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteStrictMode {
		t.Errorf("cookie %+v", c)
	}
	if a := b.do("POST", "/api/auth/refresh", ""); a.status != 200 {
		t.Errorf("%d", a.status)
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	forged, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": ada.String()}).SignedString([]byte("guessed"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		method, path, body, access string
		headers                    map[string]string
		status                     int
		code, field                string
	}{
		"wrong password": {path: "sign-in", body: `{"email":"ada@example.org","password":"x"}`, status: 401,
			code: "invalid_credentials"},
		"unknown address": {path: "sign-in", body: `{"email":"no@example.org","password":"x"}`, status: 401,
			code: "invalid_credentials"},
		"malformed address": {path: "sign-in", body: `{"email":"ada","password":"x"}`, status: 422, code: "malformed_email",
			field: "email"},
		"no password": {path: "sign-in", body: `{"email":"ada@example.org","password":""}`, status: 422, code: "required",
			field: "password"},
		"password missing": {path: "sign-in", body: `{"email":"ada@example.org"}`, status: 422, code: "validation_failed",
			field: "password"},
		"endless password": {path: "sign-in", body: `{"email":"ada@example.org","password":"` + strings.Repeat("x", 300) + `"}`,
			status: 401, code: "invalid_credentials"},
		"unknown field": {path: "sign-in", body: `{"email":"ada@example.org","password":"x","admin":true}`, status: 422,
			code: "validation_failed", field: "admin"},
		"not JSON": {path: "sign-in", body: `email=ada`,
			headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415, code: "not_json"},
		"no terms": {path: "sign-up", body: strings.Replace(signUpBody, "true", "false", 1), status: 422,
			code: "terms_required", field: "terms_accepted"},
		"unknown language": {path: "sign-up", body: strings.Replace(signUpBody, `"es"`, `"xx"`, 1), status: 422,
			code: "validation_failed", field: "lang"},
		"dead link": {path: "confirm", body: `{"token":"x","password":"x"}`, status: 404, code: "confirmation_invalid"},
		"other origin": {path: "refresh", headers: map[string]string{"Origin": "https://evil.test"}, status: 403,
			code: "cross_origin"},
		"other site": {path: "sign-out", headers: map[string]string{"Sec-Fetch-Site": "cross-site"}, status: 403,
			code: "cross_origin"},
		"trusted origin": {path: "refresh", headers: map[string]string{"Origin": "https://trusted.test"}, status: 401,
			code: "session_ended"},
		"same origin": {path: "refresh", headers: map[string]string{"Sec-Fetch-Site": "same-origin"}, status: 401,
			code: "session_ended"},
		"forged": {method: "GET", path: "session", access: forged, status: 401, code: "invalid_token"},
		"no bearer": {method: "GET", path: "session", headers: map[string]string{"Authorization": "Basic YTpi"}, status: 401,
			code: "invalid_token"},
		"rubbish as token": {method: "GET", path: "session", access: "a.b.c", status: 401, code: "invalid_token"},
		"visitor":          {method: "GET", path: "session", status: 401, code: "sign_in_required"},
		"resend to nonsense": {path: "resend-confirmation", body: `{"email":"x"}`, status: 422, code: "malformed_email",
			field: "email"},
	} {
		t.Run(name, func(t *testing.T) {
			b := f.browser()
			b.access = c.access
			if c.headers != nil {
				b.headers = c.headers
			}
			method := c.method
			if method == "" {
				method = http.MethodPost
			}
			a := b.do(method, "/api/auth/"+c.path, c.body)
			if a.status != c.status || a.problem.Code != c.code {
				t.Fatalf("%d %s, want %d %s", a.status, a.body, c.status, c.code)
			}
			if c.field != "" && (len(a.problem.Errors) != 1 || a.problem.Errors[0].Field != c.field) {
				t.Errorf("%s, want it at %s", a.body, c.field)
			}
			if c.code == "invalid_token" && !strings.Contains(a.header.Get("WWW-Authenticate"), "invalid_token") {
				t.Error("WWW-Authenticate is missing")
			}
		})
	}
	if strings.Count(f.log.String(), "Invalid JWT signature") != 1 {
		t.Errorf("the log says: %s", f.log)
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	visitor := t.Context()
	member := WithPrincipal(visitor, Principal{Member: ada})
	auditor := WithPrincipal(visitor, Principal{Member: ada, Roles: []string{Auditor}})
	for _, c := range []struct {
		ctx  context.Context
		want string
	}{{visitor, "sign_in_required"}, {member, "forbidden"}, {auditor, ""}} {
		if _, err := RequireRole(c.ctx, Auditor); code(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if p, err := Require(member); err != nil || p.Member != ada {
		t.Errorf("%v %v", p, err)
	}
}

func TestDocumentHidesCookies(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	raw, err := json.Marshal(f.api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"Set-Cookie", `"SetCookie"`, `"Browser"`} {
		if strings.Contains(string(raw), s) {
			t.Errorf("%s is in the document", s)
		}
	}
	var ops []string
	for path := range f.api.OpenAPI().Paths {
		ops = append(ops, path)
	}
	slices.Sort(ops)
	if len(ops) != 37 {
		t.Errorf("%v", ops)
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	good := Config{Pool: f.pool, Key: make([]byte, 32), Random: nil, BaseURL: "http://x.test", TermsVersion: "1"}
	for name, change := range map[string]func(*Config){
		"short key":  func(c *Config) { c.Key = c.Key[:31] },
		"no address": func(c *Config) { c.BaseURL = "callup.test" },
		"other":      func(c *Config) { c.BaseURL = "ftp://callup.test" },
		"no terms":   func(c *Config) { c.TermsVersion = "" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
